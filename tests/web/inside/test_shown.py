"""What pages show of a submission: how far it is, its letters, and how its sources differ; how far a regrade is."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.model import Job, Run, Verdict
from judge.reports import letters_html
from judge.web.pages.regrade import RegradeProgress, former
from judge.web.pages.submission import SourceFile, differences, phase_of
from tests.make import problem, run

JOB = Job(1, "c0de", "submit", "quiz", "ada", "ada", 0.0)
WISH = Job.Wish("case four was wrong", ("ada",), ("secret/four",), disturbed=True)
REGRADE = replace(JOB, kind="regrade", author="ines", wish=WISH)


def test_how_long_it_waits_is_said_as_far_as_it_is_known() -> None:
    places = (Job.Place(0, None, 1), Job.Place(3, 61.0, 2), Job.Place(3, None, 2), Job.Place(3, None, 0))
    next_, known, new, nobody = (phase_of(JOB, place) for place in places)
    assert ("3 ahead" in known.words, "3 ahead" in next_.words, "1 min 1 s" in known.more) == (True, False, True)
    assert new.more == next_.more
    assert "No judge is at work" in nobody.more
    assert ["tried again" in phase_of(replace(JOB, tries=tries), places[0]).more for tries in (0, 1)] == [False, True]


def test_what_the_judge_says_of_its_own_failure_is_not_for_students() -> None:
    failed = replace(JOB, state="done", words="E301: /srv/judge/quiz/secret/four is gone")
    phase = phase_of(failed, Job.Place(0, None, 1))
    assert phase.words == "Not judged"
    assert "secret" not in phase.more


def test_every_case_has_a_letter_and_the_last_attempt_counts() -> None:
    made = problem("c0:sample c1 c2 c3")
    attempts: list[Run] = [run(made.cases[0], (verdict, 0.1)) for verdict in (Verdict.JE, Verdict.AC)]
    made = replace(made, groups={"empty": made.groups["secret"], "sample": made.groups["secret"], **made.groups})
    page = letters_html(made, attempts)
    assert re.findall(r"<strong[^>]*>(\w+)</strong>(.*?)</p>", page) == [("sample", ": 1 of 1"), ("secret", ": 0 of 3")]
    assert re.findall('aria-label="(c.*?: .*?)"', page) == ["c0: accepted", "c1: waits", "c2: waits", "c3: waits"]


def test_a_regrade_waits_or_is_at_work_and_of_those_before_it_is_said_what_came_of_them() -> None:
    running = replace(REGRADE, state="running")
    states = [RegradeProgress.of(REGRADE, Job.Place(1, None, judges), 0, 0).state for judges in (2, 0)]
    assert ["behind 1 other job" in states[0], "no judge" in states[1]] == [True, True]
    at_work = RegradeProgress.of(running, Job.Place(0, None, 1), 3, 9)
    assert (at_work.state in states, at_work.done, at_work.due) == (False, 3, 9)
    over = replace(REGRADE, state="done")
    found = former(
        [replace(over, batch=8), replace(over, words="E453"), replace(over, batch=7), REGRADE], {7: "applied"}
    )
    assert [one.words for one in found] == ["E453", "applied"]
    assert {(one.author, one.reason) for one in found} == {
        ("ines", "case four was wrong; ada, secret/four, disturbed runs")
    }


def file(text: str | bytes, name: str = "mine.py", *, main: bool = True) -> SourceFile:
    return SourceFile(name, text.encode() if isinstance(text, str) else text, main)


def test_which_files_differ_and_what_is_said_where_no_lines_can_be_shown() -> None:
    same, gone, came = (
        file(text, name, main=False) for name, text in (("a", ""), ("gone.py", "x\n"), ("come.py", "y\n"))
    )
    [renamed] = differences([file("a\n", "old.py"), same], [file("b\n", "new.py"), same])
    assert (renamed.name, [(line.kind, line.text) for line in renamed.lines]) == (
        "old.py, now new.py",
        [("place", "@@ -1 +1 @@"), ("removed", "a"), ("added", "b")],
    )
    assert [one.name for one in differences([file("m"), gone], [file("m"), came])] == ["gone.py", "come.py"]
    many = "\n".join(map(str, range(2000)))
    for old, new, words in (
        ("a\r\n", "a\n", "It differs in the ends of lines alone."),
        (b"\0", "a\n", "It is no text."),
        (many, many.replace("1", "2"), "It differs in too many lines to show them."),
    ):
        [found] = differences([file(old)], [file(new)])
        assert (found.words, found.lines) == (words, ())


_LINES = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12)


@given(_LINES, _LINES)
@example(["a", "b"] * 2500, [*["a", "b"] * 1250, "new", *["a", "b"] * 1250])
def test_lines_lead_from_one_to_the_other(before: list[str], after: list[str]) -> None:
    found = differences([file("\n".join([*before, "end"]))], [file("\n".join([*after, "end"]))])
    if before == after:
        assert found == ()
        return
    lines = found[0].lines
    count = {kind: sum(one.kind == kind for one in lines) for kind in ("added", "removed")}
    assert count["added"] - count["removed"] == len(after) - len(before)
    assert {one.sign for one in lines} <= {"", "+", "-", " "}
