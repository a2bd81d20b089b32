"""What is told to an author and a host: problems, limits, hunts, packages, machines and stores."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import msgspec
import numpy as np
import pytest
from rich.console import RenderableType

from judge import reports
from judge.model import (
    About,
    Answer,
    Case,
    Check,
    Deadline,
    Finding,
    Host,
    Hunt,
    Instance,
    Judgement,
    Limits,
    Problem,
    Programs,
    Run,
)
from judge.scoring import Proposal
from judge.store import Contents
from judge.text import DAY_S, points_of, span
from tests.make import AC, WA, board, grid, replace, submission
from tests.make import problem as problem_of
from tests.problems.told import hold
from tests.reports.make import HOST, TOLD, as_text, console, few, keep, printed

Noun = TypeVar("Noun", bound=msgspec.Struct)
HEAD = "def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:"
HEADS = ("name", "verdict", "solved", "par2_s", "slowest_case", "slowest_s")
ROWS = (("one", "AC", 3, 0.5, "b", 0.4), ("two", "TLE", 1, 20.5, "c", 5.5))
MEASURED = {"date": "2026-11-22", "host": "a machine", "time_limit": 5.0, "cases": 3}
TIMES = msgspec.convert(
    {**MEASURED, "solutions": [dict(zip(HEADS, row, strict=True)) for row in ROWS]}, About.Reference
)
NOON = datetime(2026, 11, 20, 12)
ZONE = f"{NOON.astimezone():%Z}"
PROBLEM = problem_of(
    "large:sample small:sample four", name="cup", title="The cup", limits=Limits(),
    groups={"sample": Problem.Group(10), "secret": Problem.Group(10)}, path="", piece="lizard",
)  # fmt: skip
SIDES = zip(PROBLEM.cases, (13, 4, 4), strict=True)
SIZED = tuple(replace(case, board=Instance("DFS", n, n, np.zeros((n, n), np.int8))) for case, n in SIDES)
PROBLEM = replace(PROBLEM, cases=SIZED)
OTHERS = replace(PROBLEM, cases=(replace(PROBLEM.cases[0], as_is=b"DFS\r\n"),))


def page(called: str = "cup", statement: str = "", reference: About.Reference | None = None, **changes: Any) -> str:
    return reports.problem_page(replace(PROBLEM, **changes), About(called, statement, HEAD, "Place them.", reference))


def to_write(**changes: Any) -> str:
    """What a page says above its table of cases, but for its title."""
    said = page(**changes)
    return said[said.index("## What") : said.index("\n\n| group")]


SMALL, LARGE = board(rows=".T ..", pieces=2), Instance("DFS", 20, 300, np.zeros((20, 20), np.int8))
FOUND = grid("QT .Q")
NONE = Hunt(4, 60.0, 60.0, {1: 4, 2: 1000})
SHOWN = reports.HuntReport(NONE, PROBLEM, "judge hack mine.py other.py --board .judge/hacks/lizards-2-1.txt")


def hunt(**changes: Any) -> Hunt:
    """A board on which one is wrong and another right to say FAIL; `other` changes what the other did."""
    finding = Finding("E106", "two lizards can eat each other", cells=((1, 1), (2, 2)))
    wrong = Run("b", "h", "DFS", WA, "E106", finding.message, finding=finding, board=FOUND)
    mine, other = (submission(name=f"{name}.py") for name in ("mine", "other"))
    right = replace(Hunt.Hack.Said(other, Run("b", "h", "DFS", AC)), **changes.pop("other", {}))
    said, proof = (Hunt.Hack.Said(mine, wrong), right), "2 pieces, but only 1 row segment"
    hack = Hunt.Hack(SMALL, LARGE, ("E106", "right"), said, 3, 3, Answer(fail=True), proof)
    return Hunt(0, 9.0, 4.04, {2: 7}, replace(hack, **changes))


def hunted(hunt: Hunt, how: reports.HuntReport = SHOWN) -> str:
    return as_text(replace(how, hunt=hunt), 100)


ARRANGED: dict[str, Any] = {"answer": Answer(board=FOUND), "proof": ""}
LESS: dict[str, Any] = {"attempt": Run("b", "h", "DFS", AC, score=0.75)}

ONE_FILE = replace(SHOWN, text="2 2\n" + "02\n" * 30)
PAGES = {
    "a problem": page(),
    "one in a folder": page("a/cup"),
    "one of a puzzle's own name": page("lizards"),  # an empty board is no picture
    "one with a story": page(statement="# A story\n\nOnce.\n"),
    "one with a reference": page(reference=TIMES),
    "one with a deadline": page(deadline=Deadline(NOON)).replace(ZONE, "ZONE"),
    "one with other bytes": page(cases=OTHERS.cases),
    "one of groups that hang on others": page(
        groups={
            "sample": Problem.Group(10),
            "secret": Problem.Group(10, "pass-fail", require_pass="sample"),
            "hard": Problem.Group(5, require_pass="secret"),
        }
    ),
}
PROGRAMS = {
    "arguments": to_write(programs=Programs(arguments=("{n}", "{input}", "a b")), cases=OTHERS.cases),
    "files": to_write(programs=Programs("files", "in/sizes.txt", "out.txt", reads="{n}")),
    "pipes": to_write(programs=Programs("stdio", arguments=("-x",), bytes="as-is"), cases=OTHERS.cases),
}
HUNTS = {
    "a hunt": hunted(hunt()),
    "a hunt with an arrangement": hunted(hunt(**ARRANGED, other={"board": FOUND})),
    "a flaky hunt": hunted(hunt(confirmed=1)),
    "a hunt of a small board": hunted(hunt(first=SMALL)),
    "a hunt of a case of another form": few(hunted(hunt(**ARRANGED, other=LESS), ONE_FILE), "02"),
    "a hunt for nothing": hunted(NONE),
    "a hunt to the end": hunted(replace(NONE, complete=True, unconfirmed=1)),
    "a hunt of hard boards": hunted(replace(NONE, late=7)),
    "a hunt that the judge failed on": hunted(replace(NONE, failed=7)),
    "a hunt of one board": hunted(replace(NONE, tried={3: 1})),
    "a hunt of no board": hunted(replace(NONE, tried={})),
}


def test_a_problem_and_a_hunt_are_as_they_are_kept() -> None:
    keep("problems.txt", PAGES)
    keep("problem_programs.txt", PROGRAMS)
    keep("hunts.txt", HUNTS)


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_of_a_hunt_is_told_and_ends(terminal: bool) -> None:
    page = console(terminal=terminal)
    with reports.HuntProgress(page, 60.0) as progress:
        for now in (NONE, replace(NONE, shrunk=12)):
            progress.tell(now)
            progress._say()
    assert "tried 1,004 boards in 60.0 s, n = 1 to 2, of 60 s" in printed(page)
    assert "and 12 to make what was found smaller" in printed(page)


def test_samples_are_as_they_are_kept() -> None:
    """They are clean and cut, and say their answers."""
    answers = {"text": Answer(text=b"\x1b[31mred\n"), "fails": Answer(fail=True), "said": Answer(count=1)}
    answers |= {"counts": Answer(count=1234)}
    cases = [Case(name, "sample", SMALL, one, text=b"x" * 5000 if one.text else None) for name, one in answers.items()]
    cases.append(Case("unknown", "sample", SMALL))
    about = About("x", "", "", "", answers={"sample/said": "True"})
    found = reports.samples(replace(PROBLEM, cases=tuple(cases)), about)
    hold(TOLD / "samples.txt", (f"{one.answer!r} {one.texts}".replace("x" * 100, "(100 x)") for one in found))


DUE = datetime(2026, 11, 20, 23, 59, 59)
HERE = f"2026-11-20 23:59:59 {DUE.astimezone():%Z}"
PER_DAY = Deadline.Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S)

DEADLINES = (
    *(
        Deadline(DUE),
        Deadline(DUE.replace(tzinfo=UTC)),
        Deadline(DUE.replace(tzinfo=timezone(timedelta(hours=-9)))),
        Deadline(DUE.replace(tzinfo=ZoneInfo("Asia/Tokyo"))),
    ),
    *(Deadline(DUE, 900, PER_DAY), Deadline(DUE, 0, Deadline.Penalty(1, "points"))),
    Deadline(DUE, 0, Deadline.Penalty(2.5, "points", 12 * 3600)),
)
SPANS = (0, 59, 60, 3601, 3661, DAY_S, 2 * DAY_S + 300, 2 * DAY_S + 3 * 3600)
OF_GROUPS = {"s": Problem.Group(0), "x": Problem.Group(1), "y": Problem.Group(50, "pass-fail", require_pass="s")}
SCHEMES = (
    problem_of(
        "a/DFS b/BFS", algorithms=("DFS", "BFS"), scheme=Problem.Scheme("all-or-count", Problem.Scheme.Bonus(0.1, 5.0))
    ),
    problem_of(1, scheme=Problem.Scheme("groups", Problem.Scheme.Bonus(0.25, 1.0))),
    problem_of("a:s b:x c:y d:y", groups=OF_GROUPS, scored=True),
)


def words() -> Iterator[str]:
    for deadline in DEADLINES:
        told = reports.deadline_words(deadline)
        yield told if deadline.due.tzinfo else told.replace(HERE, "HERE")
    yield from (f"{seconds} s: {span(seconds)}" for seconds in SPANS)
    yield from (f"{value} points: {points_of(value)}" for value in (10, 10.5, 100 / 3, 0))
    for one in SCHEMES:
        yield from ("a scheme:", *reports.scheme_words(one))


def test_a_scheme_and_a_deadline_are_as_they_are_kept() -> None:
    hold(TOLD / "schemes.txt", words())


SLOWEST = Proposal.Worst("champion", "secret/forest-50", 0.7, (0.6, 0.7, 0.65))
STOPPED = Proposal.Worst("brute", "secret/forest-50", 3.3, (3.3,), stopped=True)
MEMORY = Proposal.Worst("champion", "secret/forest-50", 300 << 20)
FITS = Proposal("quiz", 2.0, SLOWEST, STOPPED, {"C": SLOWEST, "Java": SLOWEST}, MEMORY, Judgement.Disturbance(9, 1), ())


def limits(found: Proposal, width: int = 200) -> str:
    return as_text(reports.LimitsReport(found, Limits(time_limit=5.0), HOST), width)


SEEN = (
    Host.Seen("tls://10.0.0.5:41", "0.1.0", HOST, 2, (0, 1), 30, 1),
    Host.Seen("tls://10.0.0.6:42", "0.1.0", HOST, 1, (3,), 10),
    Host.Seen("tls://10.0.0.7:43", refused="it was not started\x1b[31m"),
)
THEN_S, NOW_S = 1_000_036_800.0, 1_699_963_200.0  # noon in Greenwich
COUNTS = Contents.Counts(2, 5, 3, THEN_S, NOW_S)
DIGEST = "0123456789abcdef" * 4
PACKAGES = [
    {"problem": "quiz\x1b[2J", "digest": DIGEST, "counts": COUNTS, "whole": True},
    {"problem": "old", "digest": DIGEST[::-1], "counts": Contents.Counts(1, 1, 1), "whole": False},
]
COMMAND = f"docker run {' '.join(['--privileged'] * 9)} judge doctor"


def empty_store(*web: Contents.Web) -> Contents:
    return Contents(4096, Contents.Counts(), 0, 0, (), (), 0, *web)


def changed(noun: Noun, **fields: object) -> Noun:
    """The noun with parts that are told by their fields."""
    return msgspec.convert(msgspec.to_builtins(noun) | msgspec.to_builtins(fields), type(noun))


FAULT = {"submission": "bad\x1b[2J", "case": "secret/four", "verdict": "WA", "code": "E106", "message": "two\nlizards"}
NEAR = replace(FITS, fastest=Proposal.Worst("brute", "secret/forest-50", 1.2, (1.2,)))
SAID: dict[str, RenderableType] = {
    "limits": limits(FITS),
    "limits in each other's way": limits(NEAR),
    "limits that one broke": limits(changed(FITS, slowest=None, memory=None, languages={}, faults=[FAULT])),
    "a fleet": reports.FleetReport(SEEN),
    "shares": reports.FleetReport(SEEN).shares(),
    "stations": reports.FleetReport(SEEN[::2]).stations(),
    "what is well": reports.check_line(Check("cores", "ok", "2: 0, 1")),
    "what is to be mended": reports.check_line(
        Check("counting", "warning", "none", Check.Repair("on the host:", COMMAND))
    ),
    "a store": reports.contents_lines(
        changed(Contents(3 << 20, COUNTS, 12345, 1, (), ((2001, COUNTS),), 2048), packages=PACKAGES)
    ),
    "a store of a site": reports.contents_lines(empty_store(Contents.Web(12, 340, 3, 55))),
    "a store of a small site": reports.contents_lines(empty_store(Contents.Web(1, 1, 0, 1))),
}


def test_each_word_is_as_it_is_kept() -> None:
    keep("host.txt", SAID)
    assert max(map(len, limits(FITS, 60).splitlines())) <= 60


def test_a_terminal_shows_what_part_of_all_each_machine_has_done() -> None:
    page = console(terminal=True)
    with reports.Live(page, 9) as live:
        live.draw()
        assert "10.0.0.5" not in printed(page)
        live.machines = lambda: SEEN
        live.draw()
    assert "10.0.0.5:41 75%   10.0.0.6:42 25%" in printed(page)
