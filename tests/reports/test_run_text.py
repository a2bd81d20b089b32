"""A run in words: verdicts, rounds, laws, witnesses, and each kind of mistake once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from judge.model import Finding, Judgement, Prepared, Run, RunRecord, Verdict, WrongKey
from judge.reports import View, bonus_lines, turn_lines, wrong_key_lines
from judge.scoring import boards
from tests.make import AC, CE, JE, RTE, TLE, WA, growing, replace
from tests.make import judgement as of_runs
from tests.make import problem as of_cases
from tests.reports import make
from tests.reports.graded import judgement
from tests.reports.make import as_text, console, judged, keep, printed, problem, result, uncompiled


def alone(*verdicts: Verdict) -> Judgement:
    """A submission with these verdicts on boards of several sizes, the largest first."""
    chosen = problem(len(verdicts), sizes=(20, 6, 8, 12))
    runs = [result(case, one, 0.001 * case.board.n) for case, one in zip(chosen.cases, verdicts, strict=True)]
    made = judged(chosen, 0)
    return of_runs(
        chosen, runs, submission={name: getattr(made.submission, name) for name in ("name", "words", "path")}
    )


def report(*rows: Judgement, width: int = 100, **how: Any) -> str:
    return as_text(View(**{"every_case": False, **how}).board(boards(rows)[0]), width)


def part(text: str, begin: str) -> str:
    """Return the lines from one that begins like this to a blank one; nothing where there is none."""
    _, found, rest = f"\n{text}".partition(f"\n{begin}")
    return (found + rest).strip("\n").partition("\n\n")[0]


def measured(measuring: RunRecord.Measuring) -> RenderableType:
    """What is said of the times of a lone submission that is right, of which nothing else is."""
    return View().closing(boards([alone(AC)]), measuring)


def laws(*rows: Judgement) -> str:
    return part(report(*rows), "scaling")


def arrangements(*rows: Judgement) -> str:
    return part(report(*rows), "arrangements")


SCALES = (50, 100, 200, 400, 800)
QUADRATIC = growing("champion", lambda n: 1e-6 * n**2, SCALES)
DOUBLED = growing("dfs", lambda n: 1e-3 * 2.0 ** (n / 50), SCALES)
ODD = growing("odd", lambda n: 0.01 + abs(n - 200) / 300, SCALES)
FEW = growing("few", lambda n: 1e-6 * n**2, SCALES[:3])
MISSED = growing("slow", lambda n: 3.0 if n == 20 else 2e-6 * n**2, (20, 50, 75, 100, 150, 200, 300, 400, 600, 800))

SETTLED = RunRecord.Settling("queens", 60.0, rounds=4, wall_s=12.34, times=84)
PAIR = (("a", "b"),)
ROUNDS: tuple[dict[str, Any], ...] = (
    *({}, {"rounds": 0}, {"left": PAIR}, {"left": PAIR, "wall_s": 60.0}, {"left": PAIR, "rounds": 0}),
    *({"left": PAIR * 7, "wall_s": 60.0}, {"left": (("a\x1b[2J", "b\n"),)}),
    *({"disturbed": 3}, {"disturbed": 81}, {"missed": 1}),
)

BROKEN = Prepared(CE, 0.0, "no Python", Finding("E211", "it is no Python", verdict=CE))


def ran(case: str, verdict: Verdict = AC, cpu_s: float = 0.1) -> Run:
    finding = None if verdict is AC else Finding("E106", f"{case} is wrong", verdict=verdict)
    return Run(case, "secret", "DFS", verdict, finding=finding, cpu_s=cpu_s)


def turn(runs: Sequence[Run], before: Sequence[Run] = (), total: int = 0, made: Verdict | Prepared = AC) -> str:
    """The lines after a turn of these runs, when those were known before."""
    names = [run.case for run in runs] + [f"more-{number}" for number in range(total - len(runs))]
    row = of_runs(of_cases(" ".join(names)), runs, prepare=made, submission={"words": "mine.py"})
    known = {f"secret/{run.case}": run for run in before}
    return as_text(turn_lines(row, known, known | {f"secret/{run.case}": run for run in runs}), 80)


def found(name: str, *runs: Mapping[str, Any]) -> Judgement:
    """A judgement of four cases, whose last ones are changed."""
    one = judgement("AC AC AC AC", 0.0)
    kept = len(one.runs) - len(runs)
    changed = tuple(replace(run, **facts) for run, facts in zip(one.runs[kept:], runs, strict=True))
    return replace(one, submission=replace(one.submission, name=name), runs=(*one.runs[:kept], *changed))


def missed(case: str, message: str = "no", line: int = 1, cells: tuple[tuple[int, int], ...] = ()) -> Run:
    finding = Finding("E205", message, cells=cells, verdict=RTE).at(Finding.Excerpt("mine.py", line))
    return Run(case, "secret", "DFS", RTE, "E205", message, cells=cells, finding=finding)


def every(*runs: Run, width: int = 80) -> str:
    """The mistakes of a run of which each case is shown."""
    text = report(replace(alone(AC, AC, AC, AC), runs=runs, verdict=RTE), every_case=True, width=width)
    return text[text.index("RTE  ") :]


def better() -> list[Judgement]:
    """A better arrangement than the known one says nothing of FAIL."""
    chosen = replace(problem(3), scored=True)
    board = make.answer(chosen.cases[0])
    first, *rest = (made := judged(chosen, 0)).runs
    other = judged(chosen, 1)
    found = replace(other.runs[0], code="E301", board=board)
    return [replace(made, runs=(replace(first, board=board * 0), *rest)), replace(other, runs=(found, *other.runs[1:]))]


FAILS = {"verdict": WA, "code": "E113", "found_by": "ada\x1b[2J"}
ARRANGED = {"board": np.eye(2, dtype=np.int8)}
REFUTES = {"verdict": JE, "code": "E301", **ARRANGED}
WITNESSED = (found("lazy", FAILS, FAILS), found("ada\x1b[2J", ARRANGED, REFUTES), found("late", {}, FAILS))
MANY = [ran(f"c{number}") for number in range(10)]
ROOTED = ("ada", "bob", "cy\x1b[2J", "dan", "eve")


def mistakes() -> dict[str, RenderableType]:
    return {
        "all right": report(alone(AC, AC, AC, AC)),
        "two kinds of mistakes": report(alone(AC, WA, TLE, AC)),
        "one kind, on its smallest board": report(alone(WA, WA, AC, WA)),
        "a time-out, and how long smaller ones took": part(report(alone(TLE, AC, AC, AC)), "TLE"),
        "what is not compiled": report(uncompiled(problem(3))),
    }


def reasons() -> dict[str, RenderableType]:
    return {
        "cases of one reason": every(missed("a"), missed("b", "other"), missed("c"), missed("d", line=2)),
        "pictures of one reason": every(*(missed(name, cells=((1, 1),)) for name in "ab")),
        "many of one reason": every(*(missed(f"case-{k}") for k in range(20)), width=40),
    }


def witnesses() -> dict[str, RenderableType]:
    return {
        "arrangements that were found": arrangements(*WITNESSED),
        "arrangements of which the first are drawn": arrangements(found("ada", *[REFUTES] * 4)),
        "a better arrangement": arrangements(*better()),
        "no arrangement": arrangements(found("a"), found("b", {"verdict": WA, "code": "E106"})),
        "a wrong key": wrong_key_lines(
            [WrongKey("quiz", "quiz", "secret", "four", ROOTED, "by hand", Path("kept.txt"))]
        ),
    }


def times() -> dict[str, RenderableType]:
    return {
        "laws below a leaderboard": report(QUADRATIC, DOUBLED, ODD),
        "no laws without ranks": report(QUADRATIC, DOUBLED, ranked=False),
        "no laws before the end": report(QUADRATIC, DOUBLED, stopped=View.Stopped(1, 2)),
        "a law where the smallest is missed": laws(MISSED),
        "no law": laws(ODD, FEW),
        "rounds": measured(RunRecord.Measuring(None, tuple(replace(SETTLED, **one) for one in ROUNDS))),
        "noise": measured(RunRecord.Measuring(0.031, (SETTLED,))),
        "little noise": measured(RunRecord.Measuring(0.0123)),
        "nothing measured": measured(RunRecord.Measuring(None)),
        "a bonus": bonus_lines((replace(SETTLED, problem="bonus for DFS"),)),
    }


def turns() -> dict[str, RenderableType]:
    return {
        "a turn that is right": turn([ran("a"), ran("b")]),
        "a turn of three": turn([ran("a"), ran("b", WA), ran("c", WA)]),
        "mended": turn(MANY, [ran(run.case, WA) for run in MANY]),
        "spoilt": turn([ran("a", WA)], [ran("a")]),
        "wrong in another way": turn([ran("a", RTE)], [ran("a", WA)]),
        "faster": turn([ran("a", cpu_s=0.1)], [ran("a", cpu_s=0.2)]),
        "slower": turn([ran("a", cpu_s=0.2)], [ran("a", cpu_s=0.1)]),
        "no more than noise": turn([ran("a", cpu_s=0.11)], [ran("a", cpu_s=0.10)]),
        "no less than noise": turn([ran("a", cpu_s=0.10)], [ran("a", cpu_s=0.11)]),
        "no time before": turn([ran("a")], [ran("a", cpu_s=0.0)]),
        "wrong before": turn([ran("a", cpu_s=1)], [ran("a", WA, 9)]),
        "wrong again, and others wait": turn([ran("a", WA)], [ran("a", WA), ran("more-0"), ran("more-1", WA)], 3),
        "a turn that is not compiled": turn([], made=BROKEN),
    }


SAID = {
    "run_mistakes.txt": mistakes,
    "run_reasons.txt": reasons,
    "run_witnesses.txt": witnesses,
    "run_times.txt": times,
    "run_turns.txt": turns,
}


@pytest.mark.parametrize("file", SAID)
def test_each_word_is_as_it_is_kept(file: str) -> None:
    keep(file, SAID[file]())


def test_each_mistake_has_its_command() -> None:
    assert report(alone(WA, AC, WA, WA), every_case=True).count("rerun only this case") == 3


@pytest.mark.parametrize("name", ["a" * 60, "名" * 40, "\x1b[31mred", "mine"])
def test_a_law_has_80_cells_at_most_and_a_name_styles_nothing(name: str) -> None:
    wide = growing(name, lambda n: 1e-3 * 2.0 ** (n / 50), SCALES[:-1])
    for line in laws(wide, QUADRATIC).splitlines():
        assert cell_len(line) <= 80
        assert "\x1b" not in line


def test_a_command_is_never_folded() -> None:
    """Else it can't be copied."""
    name = "four" * 9
    key = WrongKey("quiz", "quiz", "secret", name, ("ada",), "", Path("kept", name))
    assert f"  = help: cp kept/{name} quiz/secret/{name}/answer.txt\n" in printed(console(40), wrong_key_lines([key]))
