"""A run in words: verdicts, rounds, laws, witnesses, and each kind of mistake once."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Group

from judge.model import (
    Case,
    CaseResult,
    Excerpt,
    Finding,
    Judgement,
    Limits,
    Measuring,
    Prepared,
    Problem,
    Settling,
    Submission,
    Verdict,
)
from judge.model.wrong_key import REFUTED, WrongKey
from judge.problems.formats.case import read_case
from judge.reports.terminal.alike import NAMED, alike, others
from judge.reports.terminal.closing import Stopped
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.contest import View, board_report, scaling_lines, witness_lines
from judge.reports.terminal.lone import with_sizes
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.rounds import bonus_lines, measuring_lines
from judge.reports.terminal.watch import turn_lines
from judge.reports.terminal.wrong_keys import wrong_key_lines
from judge.reports.witness_words import head, witnesses
from judge.scoring.ranking import standings
from tests.conftest import case_text
from tests.reports import make
from tests.reports.graded import judgement
from tests.reports.make import judged, problem, result, uncompiled
from tests.scoring.made import growing

SIZES = (20, 6, 8, 12)
AC, WA, TLE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE


def alone(*verdicts: Verdict) -> Judgement:
    """A submission with these verdicts on boards of SIZES, in the order of the cases."""
    chosen = problem(len(verdicts), sizes=SIZES)
    runs = tuple(
        result(case, verdict, 0.001 * case.board.n) for case, verdict in zip(chosen.cases, verdicts, strict=True)
    )
    whole = next((verdict for verdict in verdicts if verdict is not AC), AC)
    return msgspec.structs.replace(judged(chosen, 0), runs=runs, verdict=whole)


def report(judgement: Judgement, *, every_case: bool = False) -> str:
    return report_of([judgement], View(every_case=every_case, width=100))


def test_there_is_no_leaderboard_of_one() -> None:
    said = report(alone(AC, AC, AC, AC))
    assert "PAR-2" not in said
    assert "4 of 4 right" in said
    assert "slowest 20 ms (forest-20)" in said


def test_a_mistake_is_shown_once_per_code_on_its_smallest_board() -> None:
    said = report(alone(WA, AC, WA, WA))
    assert "1 of 4 right" in said
    assert said.count("error[E106]") == 1
    assert "full-8" in said.partition("error[E106]")[0].splitlines()[-1]
    assert "2 more of this kind:  judge run solutions/lizards/champion.py --all" in said


def test_all_shows_every_case() -> None:
    said = report(alone(WA, AC, WA, WA), every_case=True)
    assert said.count("error[E106]") == 3
    assert "of this kind" not in said


def test_two_codes_are_two_kinds() -> None:
    said = report(alone(WA, AC, TLE, AC))
    assert ("error[E106]" in said, "error[E201]" in said, "of this kind" in said) == (True, True, False)


def test_a_time_out_says_at_which_size_and_how_long_smaller_ones_took() -> None:
    late = with_sizes(alone(TLE, AC, AC, AC)).runs[0].finding
    assert late is not None
    assert late.note.endswith("n is 20; it took for n = 6: 6.0 ms, n = 8: 8.0 ms, n = 12: 12 ms")
    smallest = with_sizes(alone(AC, TLE, AC, AC)).runs[1].finding
    assert smallest is not None
    assert "no smaller board was solved" in smallest.note


def test_what_can_not_be_compiled_has_its_reason_alone() -> None:
    said = report(uncompiled(problem(3)))
    assert "no case was run" in said
    assert "error[E221]" in said


def missed(case: str, message: str = "no", line: int = 1, cells: tuple[tuple[int, int], ...] = ()) -> CaseResult:
    finding = Finding("E205", message, cells=cells, verdict=Verdict.RTE).at(Excerpt("mine.py", line))
    return CaseResult(case, "secret", "DFS", Verdict.RTE, "E205", message, cells=cells, finding=finding)


def test_cases_of_one_reason_stand_together_in_their_order() -> None:
    a, b, c, d = missed("a"), missed("b", "other"), missed("c"), missed("d", line=2)
    assert alike([a, b, c, d]) == [[a, c], [b], [d]]


def test_each_picture_is_shown() -> None:
    a, b = missed("a", cells=((1, 1),)), missed("b", cells=((1, 1),))
    assert alike([a, b]) == [[a], [b]]


def test_the_others_are_named() -> None:
    assert others([], 80) == []
    [line] = others([missed("six"), missed("seven")], 80)
    assert line.plain == "  and the same on 2 more: six, seven"
    [line] = others([missed(f"case-{k}") for k in range(NAMED + 7)], 40)
    assert " ".join(line.plain.split()).endswith("and 7 others")
    assert all(len(row) <= 40 for row in line.plain.split("\n"))


SETTLED = Settling("queens", 60.0, rounds=4, wall_s=12.34, times=84)


def text(group: Group) -> str:
    return as_text(group, 200).strip()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "order settled after 4 rounds, 12.3 s"),
        ({"rounds": 0}, "order settled without a further round"),
        ({"left": (("a", "b"),), "wall_s": 60.0}, "the budget of 60 s ended: these can't be told apart: a and b"),
        ({"left": (("a", "b"),)}, "stopped after 4 rounds, 12.3 s: these can't be told apart: a and b"),
        ({"left": (("a", "b"),), "rounds": 0}, "not measured again: these can't be told apart: a and b"),
        (
            {"left": (("a", "b"),) * 7, "wall_s": 60.0},
            f"the budget of 60 s ended: these can't be told apart: {'a and b; ' * 5}and 2 more",
        ),
        ({"left": (("a\x1b[2J", "b\n"),)}, "stopped after 4 rounds, 12.3 s: these can't be told apart: a and b\\n"),
        ({"disturbed": 3}, "order settled after 4 rounds, 12.3 s\n3 of 84 times were disturbed and dropped"),
        (
            {"disturbed": 81},
            "order settled after 4 rounds, 12.3 s\n"
            "81 of 84 times were disturbed and not dropped, as there are too few others",
        ),
        ({"missed": 1}, "order settled after 4 rounds, 12.3 s\n1 of 84 times was not of a right answer, and dropped"),
    ],
)
def test_what_came_of_the_rounds(changes: dict[str, object], said: str) -> None:
    now = msgspec.structs.replace(SETTLED, **changes)
    assert text(measuring_lines(Measuring(None, (now,)))) == said


def test_of_several_problems_each_is_named() -> None:
    other = msgspec.structs.replace(SETTLED, problem="spies", rounds=2)
    said = text(measuring_lines(Measuring(None, (SETTLED, other))))
    assert said == "queens: order settled after 4 rounds, 12.3 s\nspies: order settled after 2 rounds, 12.3 s"
    bonus = msgspec.structs.replace(SETTLED, problem="bonus for DFS")
    assert text(bonus_lines((bonus,))) == "bonus for DFS: order settled after 4 rounds, 12.3 s"


@pytest.mark.parametrize(("noise", "said"), [(0.031, "3 %"), (0.0123, "1.2 %"), (None, "")])
def test_the_noise(noise: float | None, said: str) -> None:
    assert text(measuring_lines(Measuring(noise))) == (f"noise of this machine: {said}" if said else "")


SCALES = (50, 100, 200, 400, 800)
QUADRATIC = growing("champion", lambda n: 1e-6 * n**2, SCALES)
DOUBLED = growing("dfs", lambda n: 1e-3 * 2.0 ** (n / 50), SCALES)
ODD = growing("odd", lambda n: 0.01 + abs(n - 200) / 300, SCALES)


def shown(judgements: Sequence[Judgement]) -> list[str]:
    return [line.plain for line in scaling_lines(judgements, "cpu")]


def report_of(judgements: Sequence[Judgement], view: View) -> str:
    return as_text(board_report(standings(judgements), view), view.width)


def test_each_law_has_a_line() -> None:
    assert shown([QUADRATIC, ODD, DOUBLED]) == [
        "scaling on forest*, DFS: time by n, and the largest n within the limit",
        "  champion  n^2.00 ±0.01    800, by the law 1400",
        "  dfs       1.014^n ±0.001  400",
    ]


def test_without_a_law_there_is_no_line() -> None:
    assert shown([]) == shown([ODD]) == []
    assert shown([growing("few", lambda n: 1e-6 * n**2, SCALES[:3])]) == []


def test_where_the_smallest_is_missed_none_is_within_the_limit() -> None:
    sizes = (20, 50, 75, 100, 150, 200, 300, 400, 600, 800)
    slow = growing("slow", lambda n: 3.0 if n == 20 else 2e-6 * n**2, sizes)
    assert shown([slow])[1].endswith("none")


@pytest.mark.parametrize("name", ["a" * 60, "名" * 40, "\x1b[31mred", "mine"])
def test_a_line_has_80_cells_at_most_and_a_name_styles_nothing(name: str) -> None:
    wide = growing(name, lambda n: 1e-3 * 2.0 ** (n / 50), SCALES[:-1])
    for line in scaling_lines([wide, QUADRATIC], "cpu"):
        assert line.cell_len <= 80
        assert "\x1b" not in line.plain


def test_it_stands_below_the_leaderboard_of_a_whole_contest() -> None:
    lines = report_of([QUADRATIC, DOUBLED], View()).splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("PAR-2"))
    assert lines[at + 1].startswith("scaling on forest*, DFS")
    assert lines[at + 2].startswith("  champion  n^2.00")
    for view in (View(ranked=False), View(stopped=Stopped(1, 2))):
        assert "scaling" not in report_of([QUADRATIC, DOUBLED], view)


BOARD, _ = read_case(case_text(4).encode(), "input.txt")


def ran(case: str, verdict: str = "AC", cpu_s: float = 0.1) -> CaseResult:
    finding = None if verdict == "AC" else Finding("E106", f"{case} is wrong", verdict=Verdict(verdict))
    return CaseResult(case, "secret", "DFS", Verdict(verdict), finding=finding, cpu_s=cpu_s)


def said(runs: list[CaseResult], before: list[CaseResult], total: int = 0) -> list[str]:
    """The lines after a turn of these runs, when those were known before."""
    names = [run.case for run in runs] + [f"more-{number}" for number in range(total - len(runs))]
    cases = tuple(Case(name, "secret", BOARD) for name in names)
    problem = Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), {}, cases, "pkg")
    verdict = next((run.verdict for run in runs if run.verdict is not Verdict.AC), Verdict.AC)
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "", words="mine.py")
    judgement = Judgement(submission, problem, Prepared(), tuple(runs), verdict)
    known = {f"secret/{run.case}": run for run in before}
    now = known | {f"secret/{run.case}": run for run in runs}
    return [line.rstrip() for line in as_text(turn_lines(judgement, known, now, 80), 80).splitlines()]


def test_when_all_is_right_it_is_said_in_two_lines() -> None:
    assert said([ran("a"), ran("b")], []) == ["mine  secret ..", "pkg: all 2 cases right, 0.20 s of CPU"]


def test_only_the_first_failure_is_shown_whole() -> None:
    lines = said([ran("a"), ran("b", "WA"), ran("c", "WA")], [])
    assert lines[0] == "mine  secret .WW"
    assert "error[E106]: b is wrong" in lines
    assert "error[E106]: c is wrong" not in lines
    assert lines[-1] == "pkg: 1 of 3 cases right"


@pytest.mark.parametrize(
    ("before", "now", "line"),
    [
        ("WA", "AC", "now right: a"),
        ("AC", "WA", "now not: a WA"),
        ("WA", "RTE", "now not: a RTE"),
        ("WA", "WA", ""),
        ("AC", "AC", ""),
    ],
)
def test_a_case_that_ends_otherwise_is_named(before: str, now: str, line: str) -> None:
    lines = [one for one in said([ran("a", now)], [ran("a", before)]) if one.startswith("now")]
    assert lines == ([line] if line else [])


def test_of_many_that_changed_some_are_named() -> None:
    runs = [ran(f"c{number}") for number in range(10)]
    before = [ran(run.case, "WA") for run in runs]
    assert "now right: c0, c1, c2, c3, c4, c5, c6, c7 and 2 more" in said(runs, before)


@pytest.mark.parametrize(
    ("old_s", "new_s", "line"),
    [
        (0.2, 0.1, "faster: 0.10 s of CPU on 1 case, before 0.20 s: 0.50x"),
        (0.1, 0.2, "slower: 0.20 s of CPU on 1 case, before 0.10 s: 2.00x"),
        (0.10, 0.11, ""),
        (0.11, 0.10, ""),
        (0.0, 0.1, ""),
    ],
)
def test_times_are_compared_where_they_differ_by_more_than_noise(old_s: float, new_s: float, line: str) -> None:
    lines = [one for one in said([ran("a", cpu_s=new_s)], [ran("a", cpu_s=old_s)]) if "CPU on" in one]
    assert lines == ([line] if line else [])


def test_times_of_what_was_wrong_are_not_compared() -> None:
    assert not [one for one in said([ran("a", cpu_s=1)], [ran("a", "WA", 9)]) if "CPU on" in one]


def test_what_waits_for_the_first_is_counted() -> None:
    lines = said([ran("a", "WA")], [ran("a", "WA"), ran("more-0"), ran("more-1", "WA")], total=3)
    assert " ".join(lines[-2:]) == (
        "pkg: 0 of 1 case right; 2 not run, as these come first; 1 of 3 were right when last run"
    )


def test_what_can_not_be_compiled_is_shown() -> None:
    finding = Finding("E211", "it is no Python", verdict=Verdict.CE)
    submission = Submission("mine", "pkg", "function", Path("mine.py"), b"", "", words="mine.py")
    problem = Problem("pkg", "", "lizards", ("DFS",), False, Limits(), {}, (Case("a", "secret", BOARD),), "pkg")
    judgement = Judgement(submission, problem, Prepared(Verdict.CE, 0.0, "no Python", finding), (), Verdict.CE)
    assert "error[E211]: it is no Python" in as_text(turn_lines(judgement, {}, {}, 80), 80)


def made(name: str, *runs: Mapping[str, Any]) -> Judgement:
    """A judgement of four cases, whose last ones are changed."""
    one = judgement("AC AC AC AC", 0.0)
    kept = len(one.runs) - len(runs)
    changed = tuple(msgspec.structs.replace(run, **facts) for run, facts in zip(one.runs[kept:], runs, strict=True))
    submission = msgspec.structs.replace(one.submission, name=name)
    return msgspec.structs.replace(one, submission=submission, runs=(*one.runs[:kept], *changed))


def test_the_finder_the_others_and_the_package() -> None:
    width = 80
    board = np.eye(4, dtype=np.int8)
    wrong = {"verdict": Verdict.WA, "code": "E113", "found_by": "ada\x1b[2J"}
    rows = [
        made("lazy", wrong, wrong),
        made("ada\x1b[2J", {"board": board}, {"verdict": Verdict.JE, "code": "E301", "board": board}),
        made("late", {}, wrong),
    ]
    text = as_text(Group(*witness_lines(rows, width)), width)
    assert "\x1b" not in text
    lines = [line.rstrip() for line in text.splitlines()]
    assert lines[1].startswith("arrangements found here; each FAIL on these boards is wrong")
    first, second = (at for at, line in enumerate(lines) if "found by ada" in line)
    assert lines[first].endswith("FAIL was said by lazy")
    assert "FAIL was said by the package and by lazy, late" in " ".join(" ".join(lines[second : second + 2]).split())
    assert text.count("1 L . . .") == 2, "each arrangement once"
    assert max(map(len, lines)) <= width


def test_nothing_is_said_where_nobody_is_refuted() -> None:
    assert witness_lines([made("a"), made("b", {"verdict": Verdict.WA, "code": "E106"})]) == []


def test_many_wrong_keys_are_named_and_the_first_are_drawn() -> None:
    facts = {"verdict": Verdict.JE, "code": "E301", "board": np.eye(4, dtype=np.int8)}
    text = as_text(Group(*witness_lines([made("ada", *[facts] * 4)])), 100)
    assert (text.count("found by ada"), text.count("1 L . . .")) == (4, 3)


def test_the_case_the_witness_and_what_to_mend() -> None:
    who = ("ada", "bob", "cy\x1b[2J", "dan", "eve")
    key = WrongKey("quiz", "quiz", "secret", "four", who, "by hand", Path("kept.txt"))
    assert as_text(wrong_key_lines([key]), 200).splitlines() == [
        "the answer key of secret/four is wrong: it says FAIL, ada, bob, cy and 2 more found an arrangement,"
        " kept in kept.txt",
        "  = note: by hand",
        "  = help: cp kept.txt quiz/secret/four/answer.txt",
        "    then: judge regrade --problem quiz --reason TEXT",
    ]


def test_a_command_is_never_folded() -> None:
    """Else it can't be copied."""
    key = WrongKey("quiz", "quiz", "secret", "four" * 9, ("ada",), "", Path("kept", "four" * 9))
    file = io.StringIO()
    PlainConsole(file=file, width=40, markup=False).print(wrong_key_lines([key]))
    name = "four" * 9
    assert f"  = help: cp kept/{name} quiz/secret/{name}/answer.txt\n" in file.getvalue()


PROBLEM = make.problem(3)


def test_a_better_arrangement_says_nothing_of_fail() -> None:
    problem = msgspec.structs.replace(PROBLEM, scored=True)
    made, other = make.judged(problem, 0), make.judged(problem, 1)
    board = make.answer(problem.cases[0])
    known = msgspec.structs.replace(made.runs[0], board=board * 0)
    better = msgspec.structs.replace(other.runs[0], code=REFUTED, board=board)
    judged = [
        msgspec.structs.replace(made, runs=(known, *made.runs[1:])),
        msgspec.structs.replace(other, runs=(better, *other.runs[1:])),
    ]
    [found] = witnesses(judged)
    assert found.words == f"sample/forest-6: found by {other.submission.name}"
    assert found.board is board, "not that of who found less"
    assert "FAIL" not in head(problem)
