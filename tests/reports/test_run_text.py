"""A run in words: verdicts, rounds, laws, witnesses, and each kind of mistake once."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Group, RenderableType

from judge.model import (
    Case,
    Excerpt,
    Finding,
    Judgement,
    Limits,
    Measuring,
    Prepared,
    Problem,
    Run,
    Settling,
    Submission,
    Verdict,
    WrongKey,
)
from judge.problems.formats.case import read_case
from judge.reports import PlainConsole, Stopped, View, board_report, bonus_lines, turn_lines, wrong_key_lines
from judge.reports.terminal.console import as_text
from judge.reports.terminal.contest import NAMED, others, scaling_lines, with_sizes, witness_lines
from judge.reports.terminal.ranking import measuring_lines
from judge.reports.views.submission import alike
from judge.reports.witness_words import head, witnesses
from judge.scoring.ranking import standings
from tests.make import case_text, growing
from tests.problems.told import hold
from tests.reports import make
from tests.reports.graded import judgement
from tests.reports.make import TOLD, judged, problem, result, uncompiled

replace = msgspec.structs.replace
AC, WA, TLE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE


def alone(*verdicts: Verdict) -> Judgement:
    """A submission with these verdicts on boards of several sizes, the largest first."""
    chosen = problem(len(verdicts), sizes=(20, 6, 8, 12))
    runs = tuple(
        result(case, verdict, 0.001 * case.board.n) for case, verdict in zip(chosen.cases, verdicts, strict=True)
    )
    return replace(judged(chosen, 0), runs=runs, verdict=next((one for one in verdicts if one is not AC), AC))


def report(*rows: Judgement, **how: Any) -> str:
    view = View(**{"width": 100, "every_case": False, **how})
    return as_text(board_report(standings(rows), view), view.width)


SCALES = (50, 100, 200, 400, 800)
QUADRATIC = growing("champion", lambda n: 1e-6 * n**2, SCALES)
DOUBLED = growing("dfs", lambda n: 1e-3 * 2.0 ** (n / 50), SCALES)
ODD = growing("odd", lambda n: 0.01 + abs(n - 200) / 300, SCALES)
FEW = growing("few", lambda n: 1e-6 * n**2, SCALES[:3])
WIDE = (20, 50, 75, 100, 150, 200, 300, 400, 600, 800)
MISSED = growing("slow", lambda n: 3.0 if n == 20 else 2e-6 * n**2, WIDE)

SETTLED = Settling("queens", 60.0, rounds=4, wall_s=12.34, times=84)
PAIR = (("a", "b"),)
ROUNDS: tuple[dict[str, Any], ...] = (
    {},
    {"rounds": 0},
    {"left": PAIR},
    {"left": PAIR, "wall_s": 60.0},
    {"left": PAIR, "rounds": 0},
    {"left": PAIR * 7, "wall_s": 60.0},
    {"left": (("a\x1b[2J", "b\n"),)},
    {"disturbed": 3},
    {"disturbed": 81},
    {"missed": 1},
)

BOARD, _ = read_case(case_text(4).encode(), "input.txt")
MINE = Submission("mine", "pkg", "function", Path("mine.py"), b"", "", words="mine.py")
BROKEN = Prepared(Verdict.CE, 0.0, "no Python", Finding("E211", "it is no Python", verdict=Verdict.CE))


def ran(case: str, verdict: str = "AC", cpu_s: float = 0.1) -> Run:
    finding = None if verdict == "AC" else Finding("E106", f"{case} is wrong", verdict=Verdict(verdict))
    return Run(case, "secret", "DFS", Verdict(verdict), finding=finding, cpu_s=cpu_s)


def turn(runs: Sequence[Run], before: Sequence[Run] = (), total: int = 0, made: Prepared | None = None) -> str:
    """The lines after a turn of these runs, when those were known before."""
    names = [run.case for run in runs] + [f"more-{number}" for number in range(total - len(runs))]
    cases = tuple(Case(name, "secret", BOARD) for name in names)
    chosen = Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), {}, cases, "pkg")
    verdict = next((run.verdict for run in runs if run.verdict is not AC), made.verdict if made else AC)
    row = Judgement(MINE, chosen, made or Prepared(), tuple(runs), verdict)
    known = {f"secret/{run.case}": run for run in before}
    return as_text(turn_lines(row, known, known | {f"secret/{run.case}": run for run in runs}, 80), 80)


def found(name: str, *runs: Mapping[str, Any]) -> Judgement:
    """A judgement of four cases, whose last ones are changed."""
    one = judgement("AC AC AC AC", 0.0)
    kept = len(one.runs) - len(runs)
    changed = tuple(replace(run, **facts) for run, facts in zip(one.runs[kept:], runs, strict=True))
    return replace(one, submission=replace(one.submission, name=name), runs=(*one.runs[:kept], *changed))


FAILS = {"verdict": WA, "code": "E113", "found_by": "ada\x1b[2J"}
ARRANGED = {"board": np.eye(4, dtype=np.int8)}
REFUTES = {"verdict": JE, "code": "E301", **ARRANGED}
WITNESSED = (found("lazy", FAILS, FAILS), found("ada\x1b[2J", ARRANGED, REFUTES), found("late", {}, FAILS))
NOBODY = (found("a"), found("b", {"verdict": WA, "code": "E106"}))
MANY = [ran(f"c{number}") for number in range(10)]
ROOTED = ("ada", "bob", "cy\x1b[2J", "dan", "eve")
SAID: dict[str, RenderableType] = {
    "arrangements that were found": Group(*witness_lines(WITNESSED, 80)),
    "arrangements of which the first are drawn": Group(*witness_lines([found("ada", *[REFUTES] * 4)])),
    "no arrangement": Group(*witness_lines(NOBODY)),
    "all right": report(alone(AC, AC, AC, AC)),
    "two kinds of mistakes": report(alone(AC, WA, TLE, AC)),
    "one kind, on its smallest board": report(alone(WA, AC, WA, WA)),
    "what is not compiled": report(uncompiled(problem(3))),
    "laws": Group(*scaling_lines([QUADRATIC, ODD, DOUBLED, FEW], "cpu")),
    "a law where the smallest is missed": Group(*scaling_lines([MISSED], "cpu")),
    "no law": Group(*scaling_lines([ODD, FEW], "cpu")),
    "rounds": measuring_lines(Measuring(None, tuple(replace(SETTLED, **one) for one in ROUNDS))),
    "noise": measuring_lines(Measuring(0.031, (SETTLED,))),
    "little noise": measuring_lines(Measuring(0.0123)),
    "nothing measured": measuring_lines(Measuring(None)),
    "a bonus": bonus_lines((replace(SETTLED, problem="bonus for DFS"),)),
    "a turn that is right": turn([ran("a"), ran("b")]),
    "a turn of three": turn([ran("a"), ran("b", "WA"), ran("c", "WA")]),
    "mended": turn(MANY, [ran(run.case, "WA") for run in MANY]),
    "spoilt": turn([ran("a", "WA")], [ran("a")]),
    "wrong in another way": turn([ran("a", "RTE")], [ran("a", "WA")]),
    "faster": turn([ran("a", cpu_s=0.1)], [ran("a", cpu_s=0.2)]),
    "slower": turn([ran("a", cpu_s=0.2)], [ran("a", cpu_s=0.1)]),
    "no more than noise": turn([ran("a", cpu_s=0.11)], [ran("a", cpu_s=0.10)]),
    "no less than noise": turn([ran("a", cpu_s=0.10)], [ran("a", cpu_s=0.11)]),
    "no time before": turn([ran("a")], [ran("a", cpu_s=0.0)]),
    "wrong before": turn([ran("a", cpu_s=1)], [ran("a", "WA", 9)]),
    "wrong again, and others wait": turn([ran("a", "WA")], [ran("a", "WA"), ran("more-0"), ran("more-1", "WA")], 3),
    "a turn that is not compiled": turn([], made=BROKEN),
    "a wrong key": wrong_key_lines([WrongKey("quiz", "quiz", "secret", "four", ROOTED, "by hand", Path("kept.txt"))]),
}


def test_each_word_is_as_it_is_kept() -> None:
    hold(TOLD / "run.txt", make.shown(SAID))
    assert not any("\x1b" in as_text(what, 100) for what in SAID.values())


def test_all_shows_every_case() -> None:
    said = report(alone(WA, AC, WA, WA), every_case=True)
    assert said.count("error[E106]") == 3
    assert "of this kind" not in said


def test_a_time_out_says_at_which_size_and_how_long_smaller_ones_took() -> None:
    late, smallest = with_sizes(alone(TLE, AC, AC, AC)).runs[0], with_sizes(alone(AC, TLE, AC, AC)).runs[1]
    assert late.finding
    assert smallest.finding
    assert late.finding.note.endswith("n is 20; it took for n = 6: 6.0 ms, n = 8: 8.0 ms, n = 12: 12 ms")
    assert "no smaller board was solved" in smallest.finding.note


def missed(case: str, message: str = "no", line: int = 1, cells: tuple[tuple[int, int], ...] = ()) -> Run:
    finding = Finding("E205", message, cells=cells, verdict=Verdict.RTE).at(Excerpt("mine.py", line))
    return Run(case, "secret", "DFS", Verdict.RTE, "E205", message, cells=cells, finding=finding)


def test_cases_of_one_reason_stand_together_and_the_others_are_named() -> None:
    a, b, c, d = missed("a"), missed("b", "other"), missed("c"), missed("d", line=2)
    assert alike([a, b, c, d]) == [[a, c], [b], [d]]
    drawn = [missed(name, cells=((1, 1),)) for name in "ab"]
    assert alike(drawn) == [[one] for one in drawn], "each picture is shown"
    assert others([], 80) == []
    [line] = others([missed("six"), missed("seven")], 80)
    assert line.plain == "  and the same on 2 more: six, seven"
    [line] = others([missed(f"case-{k}") for k in range(NAMED + 7)], 40)
    assert " ".join(line.plain.split()).endswith("and 7 others")
    assert all(len(row) <= 40 for row in line.plain.split("\n"))


@pytest.mark.parametrize("name", ["a" * 60, "名" * 40, "\x1b[31mred", "mine"])
def test_a_law_has_80_cells_at_most_and_a_name_styles_nothing(name: str) -> None:
    wide = growing(name, lambda n: 1e-3 * 2.0 ** (n / 50), SCALES[:-1])
    for line in scaling_lines([wide, QUADRATIC], "cpu"):
        assert line.cell_len <= 80
        assert "\x1b" not in line.plain


def test_laws_stand_below_the_leaderboard_of_a_whole_contest() -> None:
    lines = report(QUADRATIC, DOUBLED).splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("PAR-2"))
    assert lines[at + 1].startswith("scaling on forest*, DFS")
    assert lines[at + 2].startswith("  champion  n^2.00")
    for how in ({"ranked": False}, {"stopped": Stopped(1, 2)}):
        assert "scaling" not in report(QUADRATIC, DOUBLED, **how)


def test_a_command_is_never_folded() -> None:
    """Else it can't be copied."""
    name = "four" * 9
    key = WrongKey("quiz", "quiz", "secret", name, ("ada",), "", Path("kept", name))
    file = io.StringIO()
    PlainConsole(file=file, width=40, markup=False).print(wrong_key_lines([key]))
    assert f"  = help: cp kept/{name} quiz/secret/{name}/answer.txt\n" in file.getvalue()


def test_a_better_arrangement_says_nothing_of_fail() -> None:
    chosen = replace(problem(3), scored=True)
    made, other = judged(chosen, 0), judged(chosen, 1)
    board = make.answer(chosen.cases[0])
    known = replace(made.runs[0], board=board * 0)
    better = replace(other.runs[0], code="E301", board=board)
    [found] = witnesses([replace(made, runs=(known, *made.runs[1:])), replace(other, runs=(better, *other.runs[1:]))])
    assert found.words == f"sample/forest-6: found by {other.submission.name}"
    assert found.board is board, "not that of who found less"
    assert "FAIL" not in head(chosen)
