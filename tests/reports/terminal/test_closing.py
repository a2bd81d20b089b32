"""The last lines of a run: one line for each problem, the verdicts, and where an interruption came."""

from __future__ import annotations

import io

import msgspec
import pytest

from judge.model import CaseResult, Prepared, Standing, Verdict
from judge.reports.terminal.closing import Stopped, closing
from judge.reports.terminal.console import PlainConsole
from judge.scoring.ranking import standings
from judge.scoring.verdict import judgement_of
from tests.reports.terminal.played import attempt, problem, submission

AC, WA, CE = Verdict.AC, Verdict.WA, Verdict.CE


def board(of: str, cases: int = 12, **verdicts: Verdict) -> list[Standing]:
    """The standings of submissions that all ended like this; CE: they were not even compiled."""
    made = []
    for name, verdict in verdicts.items():
        runs = [] if verdict is CE else [attempt(name, case) for case in problem(of).cases[:cases]]
        runs = [msgspec.structs.replace(run, verdict=verdict, code="" if verdict is AC else "E106") for run in runs]
        prepared = Prepared(CE if verdict is CE else AC, 1.0, "no solve")
        merged = tuple(CaseResult.of(run, [run]) for run in runs)
        made.append(judgement_of(submission(name, of), problem(of), prepared, merged))
    return standings(made)


def said(*boards: list[Standing], ranked: bool = True, stopped: Stopped | None = None, width: int = 80) -> list[str]:
    out = io.StringIO()
    PlainConsole(file=out, width=width, force_terminal=True, color_system=None, markup=False).print(
        closing(boards, ranked, stopped)
    )
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_several_problems_have_a_line_each() -> None:
    assert said(board("queens", champion=AC, mine=AC), board("spies", mine=WA, champion=AC)) == [
        "",
        "problem  first     solved  PAR-2  of",
        "queens   champion   12/12  24 ms  2 submissions",
        "spies    champion   12/12  24 ms  2 submissions, 1 not as expected",
        "",
        "4 submissions: 3 as expected, 1 not",
        "  WA  spies/mine  on sample/case-00 (E106)",
    ]


def test_one_problem_has_none_nor_has_what_is_not_ranked() -> None:
    assert said(board("queens", champion=AC)) == [], "its own lines say it"
    both = board("queens", champion=AC), board("spies", champion=AC)
    assert said(*both, ranked=False) == ["", "2 submissions: all as expected"]


def test_who_shares_the_first_rank_is_named_as_far_as_there_is_room() -> None:
    tied = [msgspec.structs.replace(row, rank=1) for row in board("queens", champion=AC, mine=AC, backtracking=AC)]
    other = board("spies", champion=AC)
    assert "queens   backtracking and 2 more   12/12" in said(tied, other)[2]
    assert "queens   backtracking and champion   12/12" in said(tied[:2], other)[2]
    assert said(tied[:2], other, width=50)[2] == "queens   backtracki…   12/12  12 ms  2 submissions"


@pytest.mark.parametrize(
    ("boards", "stopped", "lines"),
    [
        ([], Stopped(), ["interrupted: no case was run, so nothing was judged"]),
        (
            [],
            Stopped(0, 24, ("ann", "bob"), ("queens",)),
            ["interrupted while compiling ann, bob: no case was run, so nothing was judged"],
        ),
        ([("queens", 12, {"mine": CE})], Stopped(0, 24), ["interrupted: no case was run"]),
        (
            [("queens", 12, {"mine": AC})],
            Stopped(12, 24, (), ("spies",)),
            ["interrupted after 12 of 24 runs", "not judged at all: spies"],
        ),
        (
            [("queens", 3, {"mine": AC})],
            Stopped(3, 12),
            ["interrupted after 3 of 12 runs", "of queens only the cases count that every submission has run"],
        ),
    ],
)
def test_an_interruption_says_what_was_judged(
    boards: list[tuple[str, int, dict[str, Verdict]]], stopped: Stopped, lines: list[str]
) -> None:
    found = said(*(board(of, cases, **verdicts) for of, cases, verdicts in boards), stopped=stopped)
    assert found[-len(lines) :] == lines
    assert not any("as expected" in line for line in found) or CE in {v for *_, last in boards for v in last.values()}


def test_what_was_not_expected_is_said_before_the_end() -> None:
    found = said(board("queens", 3, mine=WA, champion=AC), stopped=Stopped(6, 24))
    assert found[:3] == ["", "not as expected so far:", "  WA  queens/mine  on sample/case-00 (E106)"]
