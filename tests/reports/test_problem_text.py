"""What is told to an author and a host: problems, limits, hunts, packages, machines and stores."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import RenderableType

from judge.model import (
    Answer,
    Attempt,
    Check,
    Deadline,
    Finding,
    Host,
    Instance,
    Limits,
    Machine,
    Problem,
    Programs,
    Repair,
    Submission,
    Verdict,
)
from judge.model.about import About, Reference, ReferenceRow
from judge.model.cluster import Seen
from judge.model.contents import Contents, Counts, PackageHeld, WebHeld
from judge.model.disturbance import Disturbance
from judge.model.hack import Hack, Hunt, Said
from judge.problems.package import read_package
from judge.reports.terminal.cluster import fleet_lines, share_line, share_lines, station_lines
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.contents import contents_lines
from judge.reports.terminal.doctor import check_line
from judge.reports.terminal.hack import Progress, Shown, hunt_report
from judge.reports.terminal.limits import contradiction, limits_lines
from judge.reports.terminal.package import exported_lines
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.problem import problem_page
from judge.reports.terminal.queue import queue_line
from judge.reports.terminal.saved import saved_lines
from judge.scoring.limits import Fault, Proposal, Worst
from judge.store.saved import SavedRun
from tests.conftest import case_text

MakePackage = Callable[..., Path]
HEAD = "def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:"
TIMES = Reference(
    "2026-11-22",
    "a machine",
    5.0,
    3,
    (ReferenceRow("one", Verdict.AC, 3, 0.5, "b", 0.4), ReferenceRow("two", Verdict.TLE, 1, 20.5, "c", 5.5)),
)


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    cases = {"sample/large": (case_text(13), ""), "sample/small": (case_text(4), ""), "secret/four": (case_text(4), "")}
    return read_package(package("cup", cases))


def page(problem: Problem, called: str = "cup", statement: str = "", reference: Reference | None = None) -> str:
    return problem_page(problem, About(called, statement, HEAD, "Place them.", reference))


def test_without_a_statement_its_title_is_the_heading(problem: Problem) -> None:
    assert page(problem).startswith("# The cup\n\n## What to write\n")
    assert page(problem, statement="# A story\n\nOnce.\n").startswith("# A story\n\nOnce.\n\n## What to write\n")


def test_code_is_folded_below_its_first_parameter(problem: Problem) -> None:
    assert (
        "```python\ndef solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) ->\n"
        "          np.ndarray | None:\n```\n\nPlace them.\n"
    ) in page(problem)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (
            Programs(arguments=("{n}", "{input}", "a b")),
            "It is called as `PROGRAM {n} {input} 'a b'`. It reads the case from input.txt. "
            "It writes its answer to output.txt or stdout.",
        ),
        (
            Programs("files", "in/sizes.txt", "out.txt", reads="{n}"),
            "It reads a line `{n}` for each case from in/sizes.txt. It writes its answer to out.txt.",
        ),
        (
            Programs("stdio", arguments=("-x",), bytes="as-is"),
            "It is called as `PROGRAM -x`. It reads the case from stdin. It writes its answer to stdout. "
            "It is given each input.txt byte for byte.",
        ),
    ],
)
def test_how_a_program_is_called(problem: Problem, rules: Programs, says: str) -> None:
    shown = page(msgspec.structs.replace(problem, programs=rules))
    assert says in shown
    assert "def solve" not in shown


def test_it_says_where_the_bytes_of_files_are_others(problem: Problem) -> None:
    crlf = msgspec.structs.replace(problem.cases[0], as_is=b"DFS\r\n")
    others = msgspec.structs.replace(problem, cases=(crlf,))
    told = "Programs are given some files in other bytes"
    assert told in page(others)
    assert told not in page(problem)
    assert told not in page(msgspec.structs.replace(others, programs=Programs(bytes="as-is")))


@pytest.mark.parametrize(
    ("called", "run"),
    [("cup", "mine.py --problem cup`"), ("a/cup", "mine.py --problem a/cup`"), ("lizards", "mine.py`")],
)
def test_the_command_names_the_problem_where_the_first_solution_does_not(
    problem: Problem, called: str, run: str
) -> None:
    assert f"`judge run {run} judges it" in page(problem, called)


def test_the_groups_and_only_small_samples(problem: Problem) -> None:
    said = page(problem)
    assert "| `sample` | 2 | 4 to 13 | 10 |\n| `secret` | 1 | 4 | 10 |" in said
    assert "`sample/small`: DFS, 4 lizards on 4 x 4" in said
    assert "sample/large" not in said
    assert "```text" not in said, "an empty board without an answer is no picture"


def test_times_say_when_and_where_they_were_measured(problem: Problem) -> None:
    assert "shipped solutions" not in page(problem)
    said = page(problem, reference=TIMES)
    assert "Measured on 2026-11-22 on a machine, with 5 s of CPU for a case." in said
    assert said.endswith("| `one` | AC | 3/3 | 0.50 s | 0.40 s | b |\n| `two` | TLE | 1/3 | 20.5 s | 5.5 s | c |\n")


def test_a_deadline_stands_above_the_groups(problem: Problem) -> None:
    assert "On time" not in page(problem)
    noon = datetime(2026, 11, 20, 12)
    due = msgspec.structs.replace(problem, deadline=Deadline(noon))
    assert f"MiB of memory.\n\nOn time until 2026-11-20 12:00:00 {noon.astimezone():%Z}.\n\n| group |" in page(due)


SLOWEST = Worst("champion", "secret/forest-50", 0.7, (0.6, 0.7, 0.65))
STOPPED = Worst("brute", "secret/forest-50", 3.3, (3.3,), stopped=True)
MEMORY = Worst("champion", "secret/forest-50", 300 << 20)
LANGUAGES = {"C": SLOWEST, "Java": SLOWEST}
FITS = Proposal("quiz", 2.0, SLOWEST, STOPPED, LANGUAGES, MEMORY, Disturbance(9, 1), ())
LIMITS = Limits(time_limit=5.0)


def test_each_fact_has_a_line() -> None:
    assert limits_lines(FITS, LIMITS, 200).plain.splitlines() == [
        "quiz: time limit 2 s",
        "  slowest accepted  champion on secret/forest-50: 0.70 s; times 2 is 1.4 s, in steps of 1 s",
        "  fastest too slow  brute on secret/forest-50: stopped after 2 s times 1.5 is 3 s",
        "  memory            champion on secret/forest-50: 300 MiB; times 2 is 600 MiB, and 512 are allowed: too few",
        "  by language       C 0.70 s, Java 0.70 s",
        "  noise             3 repetitions of the slowest differ by 17 %; 1 of 9 runs were disturbed",
        "  until now         time_limit = 5 in problem.toml",
    ]


def test_no_line_is_wider_than_the_terminal() -> None:
    assert max(map(len, limits_lines(FITS, LIMITS, 60).plain.splitlines())) <= 60


def test_two_that_are_in_each_other_s_way() -> None:
    quick = Worst("brute", "secret/forest-50", 1.2, (1.2,))
    near = msgspec.structs.replace(FITS, fastest=quick)
    lines = limits_lines(near, LIMITS, 200).plain.splitlines()
    assert lines[0] == "quiz: no time limit"
    assert lines[2] == "  fastest too slow  brute on secret/forest-50: 1.2 s; 2 s times 1.5 is 3 s"
    assert contradiction(near) == (
        "no time limit fits: champion on secret/forest-50 needs a limit of 2 s,"
        " and brute on secret/forest-50 needs only 1.2 s, not 3 s or more"
    )


def test_who_did_not_do_what_is_expected_can_t_write_to_the_terminal() -> None:
    fault = Fault("bad\x1b[2J", "secret/four", Verdict.WA, "E106", "two\nlizards")
    text = limits_lines(msgspec.structs.replace(FITS, faults=(fault,)), LIMITS, 200).plain
    assert text.startswith("quiz: no time limit\n")
    assert "\x1b" not in text
    assert text.splitlines()[-1].startswith("  bad")
    assert text.endswith("is to be accepted, but is WA E106 on secret/four: two\\nlizards")


def test_without_times_there_is_little_to_say() -> None:
    nothing = Proposal("quiz", None, None, None, {}, None, Disturbance(), ())
    assert limits_lines(nothing, LIMITS, 200).plain.splitlines() == [
        "quiz: no time limit",
        "  slowest accepted  nobody solved a case",
        "  until now         time_limit = 5 in problem.toml",
    ]


GRID = np.array([[0, 2], [0, 0]], np.int8)
SMALL = Instance("DFS", 2, 2, GRID)
LARGE = Instance("DFS", 20, 300, np.zeros((20, 20), np.int8))
FOUND = np.array([[1, 2], [0, 1]], np.int8)
NONE = Hunt(4, 60.0, 60.0, {1: 4, 2: 1000})
SHOWN = Shown("lizard", "judge hack mine.py other.py --board .judge/hacks/lizards-2-1.txt")


def shown(hunt: Hunt, how: Shown = SHOWN) -> str:
    return as_text(hunt_report(hunt, how), 100)


@pytest.fixture
def found(submission: Callable[..., Submission]) -> Hunt:
    finding = Finding("E106", "two lizards can eat each other", cells=((1, 1), (2, 2)))
    wrong = Attempt("b", "h", "DFS", Verdict.WA, "E106", finding.message, finding=finding, board=FOUND)
    said = Said(submission(name="mine"), wrong), Said(submission(name="other"), Attempt("b", "h", "DFS", Verdict.AC))
    hack = Hack(SMALL, LARGE, ("E106", "right"), said, 3, 3, Answer(fail=True), "2 pieces, but only 1 row segment")
    return Hunt(0, 9.0, 4.04, {2: 7}, hack)


def test_the_board_is_drawn_with_what_each_did_and_why(found: Hunt) -> None:
    out = shown(found)
    order = (
        *("found a board: 2 lizards on 2 x 2, 1 tree (25.0 %), DFS", "1 . T", "searched 7 boards in 4.0 s, n = 2"),
        *("made smaller from 300 lizards on 20 x 20", "FAIL is right: 2 pieces", "WA  mine", "error[E106]"),
        *("AC  other", "it says FAIL, which is right", "confirmed by 3 further runs", "--board .judge/hacks/"),
    )
    places = [out.index(words) for words in order]
    assert places == sorted(places)
    assert "flaky" not in out


def test_an_arrangement_of_who_is_right_is_drawn(found: Hunt) -> None:
    assert found.hack is not None
    right = msgspec.structs.replace(found.hack.said[1], board=FOUND)
    hack = msgspec.structs.replace(found.hack, answer=Answer(board=FOUND), said=(found.hack.said[0], right), proof="")
    out = shown(msgspec.structs.replace(found, hack=hack))
    assert "its answer is right:\n     1 2\n   1 L T\n   2 . L\n" in out
    assert "FAIL is right" not in out


def test_a_case_of_another_form_is_shown_as_its_text_and_what_an_answer_is_worth(found: Hunt) -> None:
    assert found.hack is not None
    right = found.hack.said[1].attempt
    assert right is not None
    less = msgspec.structs.replace(right, score=0.75)
    said = msgspec.structs.replace(found.hack.said[1], attempt=less)
    hack = msgspec.structs.replace(found.hack, answer=Answer(board=FOUND), said=(said,), proof="")
    text = "2 2\n" + "02\n" * 30
    out = shown(msgspec.structs.replace(found, hack=hack), msgspec.structs.replace(SHOWN, text=text))
    assert "found a board: 2 x 2, 1 tree (25.0 %):\n   2 2\n   02\n" in out
    assert "and 11 lines more" in out
    assert "its answer is right, and worth 75% of the most that is possible" in out


def test_a_difference_that_comes_and_goes_is_called_flaky(found: Hunt) -> None:
    assert found.hack is not None
    hack = msgspec.structs.replace(found.hack, confirmed=1)
    assert "flaky: 1 of 3 further runs showed it" in shown(msgspec.structs.replace(found, hack=hack))


def test_a_board_that_was_not_made_smaller_does_not_say_so(found: Hunt) -> None:
    assert found.hack is not None
    hack = msgspec.structs.replace(found.hack, first=found.hack.board)
    assert "made smaller" not in shown(msgspec.structs.replace(found, hack=hack))


def test_nothing_found_says_what_was_tried_and_how_to_go_on() -> None:
    out = shown(NONE)
    assert "nothing was found: 1,004 boards in 60.0 s, n = 1 to 2" in out
    assert "4 with n = 1, 1,000 with n = 2" in out
    assert "--seed 5" in out
    assert "did not show again" not in out


def test_where_all_was_tried_more_time_is_of_no_use() -> None:
    out = shown(msgspec.structs.replace(NONE, complete=True, unconfirmed=1))
    assert "--max-n" in out
    assert "--seed" not in out
    assert "1 difference did not show again" in out


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"late": 7}, "7 of these were hard and too slow"),
        ({"failed": 7}, "the judge itself failed on 7 boards"),
        ({"tried": {3: 1}}, "1 board in 60.0 s, n = 3"),
        ({"tried": {}}, "no board was tried"),
    ],
)
def test_what_came_of_the_boards_is_said(facts: dict[str, object], said: str) -> None:
    assert said in shown(msgspec.structs.replace(NONE, **facts))
    assert said not in shown(NONE)


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_told_and_ends(terminal: bool) -> None:
    out = StringIO()
    console = PlainConsole(file=out, width=100, force_terminal=terminal, markup=False, highlight=False)
    with Progress(console, 60.0) as progress:
        progress.tell(NONE)
        progress._say()
        progress.tell(msgspec.structs.replace(NONE, shrunk=12))
        progress._say()
    assert "tried 1,004 boards in 60.0 s, n = 1 to 2, of 60 s" in out.getvalue()
    assert "and 12 to make what was found smaller" in out.getvalue()


FILES = {
    "data/sample/a.in": b"1\n",
    "data/sample/a.ans": b"OK\n1\n",
    "submissions/submissions.yaml": b"",
    "submissions/mixed/a/main.py": b"",
    "submissions/mixed/a/solution.py": b"",
}


def test_it_counts_cases_and_submissions_and_says_what_is_missing() -> None:
    said = exported_lines("cup", FILES, ["ab is left out"]).plain.splitlines()
    assert said[0].endswith("up: 1 case, 1 submission, 0.0 MiB")
    assert [line.partition(": ")[0] for line in said[1:]] == ["warning", "warning"]
    assert "is left out" in said[1]
    assert "no accepted submission" in said[2]


def test_a_whole_package_has_one_line() -> None:
    files = {**FILES, "submissions/accepted/b.py": b"", "data/secret/g/b.in": b"1\n"}
    assert exported_lines("cup", files, []).plain == "cup: 2 cases, 2 submissions, 0.0 MiB"


MACHINE = Machine("A core", calibration_s=0.00725)
HOST = Host("namespaces", (), (), "cgroup", "Linux", "3.11.7", "0.63", 2, MACHINE)
SEEN = (
    Seen("tls://10.0.0.5:41", "0.1.0", HOST, 2, (0, 1), 30, 1),
    Seen("tls://10.0.0.6:42", "0.1.0", HOST, 1, (3,), 10),
    Seen("tls://10.0.0.7:43", refused="it was not started\x1b[31m"),
)


def cluster_text(found: RenderableType) -> str:
    return as_text(found, 200)


def test_who_works_is_counted_and_who_may_not_has_a_reason() -> None:
    assert cluster_text(fleet_lines(SEEN)).splitlines() == [
        "cluster: 2 workers, 3 attempts at once",
        "not used: 10.0.0.7:43: it was not started",
    ]


def test_the_part_of_each_machine_is_said() -> None:
    assert cluster_text(share_lines(SEEN)).splitlines() == [
        "10.0.0.5:41: 30 attempts, 75%, 1 disturbed",
        "10.0.0.6:42: 10 attempts, 25%",
    ]
    assert share_line(SEEN).plain == "10.0.0.5:41 75%   10.0.0.6:42 25%"
    assert not share_line([])


def test_each_machine_shows_what_it_is() -> None:
    assert cluster_text(station_lines(SEEN)).splitlines() == [
        "ok  10.0.0.5:41",
        "    2 attempts at once, cores 0, 1; A core, calibration 7.25 ms",
        "    sandbox namespaces, counted by cgroup; judge 0.1.0, Python 3.11.7, numba 0.63",
        "ok  10.0.0.6:42",
        "    1 attempt at once, cores 3; A core, calibration 7.25 ms",
        "    sandbox namespaces, counted by cgroup; judge 0.1.0, Python 3.11.7, numba 0.63",
        "refused  10.0.0.7:43  it was not started",
    ]


def test_what_is_well_has_one_line() -> None:
    assert check_line(Check("cores", "ok", "2: 0, 1")).plain == "ok       cores               2: 0, 1"


def test_words_and_commands_have_lines_of_their_own() -> None:
    command = f"docker run {' '.join(['--privileged'] * 20)} judge doctor"
    _, *lines = check_line(Check("counting", "warning", "none", Repair("on the host:", command))).plain.split("\n")
    assert [line.strip() for line in lines] == ["fix: on the host:", command]
    assert lines[1].index("docker") == lines[0].index("on")


COUNTS = Counts(2, 5, 3, 1_000_036_800.0, 1_699_963_200.0)  # noon in Greenwich
DIGEST = "0123456789abcdef" * 4


def contents_text(held: Contents) -> list[list[str]]:
    return [line.split() for line in as_text(contents_lines(held), 100).splitlines()]


def test_an_empty_store_is_one_line() -> None:
    assert contents_text(Contents(4096, Counts(), 0, 0, (), (), 0)) == [
        ["4", "KiB:", "0", "judgements", "of", "0", "students", "in", "0", "batches,", "0", "repetitions"]
    ]


def test_everything_is_said() -> None:
    packages = (
        PackageHeld("quiz\x1b[2J", DIGEST, COUNTS, whole=True),
        PackageHeld("old", DIGEST[::-1], Counts(1, 1, 1), whole=False),
    )
    lines = contents_text(Contents(3 << 20, COUNTS, 12345, 1, packages, ((2001, COUNTS),), 2048))
    assert " ".join(lines[0]) == "3.0 MiB: 5 judgements of 3 students in 2 batches, 12,345 repetitions"
    assert lines[2] == ["problem", "package", "batches", "judgements", "students", "first", "last"]
    assert lines[3][1:] == ["0123456789ab", "2", "5", "3", "2001-09-09", "2023-11-14"]
    assert lines[4] == ["old", "fedcba987654*", "1", "1", "1", "-", "-"]
    assert lines[6] == ["year", "batches", "judgements", "students", "first", "last"]
    assert lines[7] == ["2001", "2", "5", "3", "2001-09-09", "2023-11-14"]
    assert [" ".join(line) for line in lines[9:]] == [
        "* only the digest is known: it was judged by a judge that kept no packages",
        "1 student forgotten",
        "judge store prune could remove 2 KiB",
    ]
    assert "\x1b" not in str(lines)


def test_what_came_on_the_web_is_a_line() -> None:
    def said(web: WebHeld) -> str:
        return " ".join(contents_text(Contents(4096, Counts(), 0, 0, (), (), 0, web))[1])

    assert said(WebHeld(12, 340, 3, 55)) == (
        "on the web: 12 accounts; 340 submissions, 3 not judged yet; audit log: 55 lines"
    )
    assert said(WebHeld(1, 1, 0, 1)) == "on the web: 1 account; 1 submission; audit log: 1 line"


def test_a_line_for_each_run() -> None:
    runs = [SavedRun("before-42", 1e9, 2, ("queens", "spies")), SavedRun("main", 1e9, 0, ()), SavedRun("bad", 1e9)]
    first, second, third = saved_lines(runs).plain.splitlines()
    assert first.startswith("before-42  2001-09-")
    assert first.endswith("  2 submissions on queens, spies")
    assert second.startswith("main       2001-09-")
    assert second.endswith("  0 submissions on nothing")
    assert third.endswith("  can't be read")
    assert "judge run mine.py --save NAME" in saved_lines([]).plain


@pytest.mark.parametrize(
    ("ahead", "wait_s", "said"),
    [
        (0, None, "yours is next"),
        (0, 0.4, "yours is next"),
        (1, 12.4, "1 submission ahead of yours; it begins in about 12 s"),
        (30, 1800.0, "30 submissions ahead of yours; it begins in about 30 min"),
    ],
)
def test_how_many_are_ahead(ahead: int, wait_s: float | None, said: str) -> None:
    assert queue_line(ahead, wait_s).plain == said
