"""A submission that is alone: no leaderboard, each kind of mistake once, and the sizes of its time-outs."""

from __future__ import annotations

import io

import msgspec
from rich.console import Console

from judge.model import Judgement, Verdict
from judge.reports.terminal.contest import View, board_report
from judge.reports.terminal.lone import with_sizes
from judge.scoring.ranking import standings
from tests.reports.runs import judged, problem, result, uncompiled

SIZES = (20, 6, 8, 12)
AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE


def alone(*verdicts: Verdict) -> Judgement:
    """A submission with these verdicts on boards of SIZES, in the order of the cases."""
    chosen = problem(len(verdicts), sizes=SIZES)
    runs = tuple(
        result(case, verdict, 0.001 * case.board.n) for case, verdict in zip(chosen.cases, verdicts, strict=True)
    )
    whole = next((verdict for verdict in verdicts if verdict is not AC), AC)
    return msgspec.structs.replace(judged(chosen, 0), runs=runs, verdict=whole)


def report(judgement: Judgement, *, every_case: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=100).print(board_report(standings([judgement]), View(every_case=every_case, width=100)))
    return out.getvalue()


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


def test_a_time_out_on_the_smallest_board_says_so() -> None:
    late = with_sizes(alone(AC, TLE, AC, AC)).runs[1].finding
    assert late is not None
    assert "no smaller board was solved" in late.note


def test_what_can_not_be_compiled_has_its_reason_alone() -> None:
    said = report(uncompiled(problem(3)))
    assert "no case was run" in said
    assert "error[E221]" in said
