"""Nouns for tests, each with defaults that mean nothing: a test says what it is about, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from judge.model import (
    Algorithm,
    Case,
    Clock,
    Conditions,
    Group,
    Instance,
    Judgement,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Record,
    Run,
    Submission,
    Verdict,
)
from judge.scoring import Ground, Leaderboard, RankedRow, judgement_of

AC, WA, TLE, MLE, RTE, CE, JE = (Verdict(name) for name in ("AC", "WA", "TLE", "MLE", "RTE", "CE", "JE"))
LIMIT_S = 2.0
UNDER = Conditions("package", "limits", "judge", "host")
_Noun = TypeVar("_Noun", bound=msgspec.Struct)
Runs = Sequence["tuple[Verdict, float] | Verdict | Sequence[float]"]


def board(n: int = 1, algorithm: str = "DFS") -> Instance:
    return Instance(algorithm, n, 1, np.zeros((1, 1), dtype=np.int8))  # type: ignore[arg-type]


def problem(cases: int | str = 4, *, groups: dict[str, Group] | None = None, **changes: Any) -> Problem:
    """So many cases `c0`, `c1`... of the group `secret`, worth 50 points, with a limit of 2 s. As words they say more:
    `"s0:sample c0:secret/BFS"`, each with its group and algorithm."""
    words = " ".join(f"c{at}" for at in range(cases)) if isinstance(cases, int) else cases
    made = []
    for word in words.split():
        name, _, rest = word.partition(":")
        group, _, algorithm = rest.partition("/")
        made.append(Case(name, group or "secret", board(algorithm=algorithm or "DFS")))
    facts: dict[str, Any] = {
        **{"name": "pkg", "title": "The pkg", "puzzle": "lizards", "algorithms": ("DFS",), "strict": False},
        **{"limits": Limits(time_limit=LIMIT_S), "groups": groups or {"secret": Group(50)}, "cases": tuple(made)},
        "path": "testcases/pkg",
    }
    return Problem(**(facts | changes))


def run(case: Case, result: Any, *, wall: float = 2.0, first: int = 0, score: float | None = None) -> Run:
    """Make a verdict, a verdict with seconds, or right repetitions with these seconds, one in each round."""
    if isinstance(result, Verdict):
        result = (result, 0.1)
    samples: tuple[Measurement, ...] = ()
    if result and isinstance(result[0], Verdict):
        verdict, cpu_s = result
    else:
        verdict, cpu_s = AC, sorted(result)[len(result) // 2]
        samples = tuple(Measurement(AC, wall * one, one, 1, round=first + at) for at, one in enumerate(result))
    return Run(
        *(case.name, case.group, case.board.algorithm, verdict),
        cpu_s=cpu_s,
        wall_s=wall * cpu_s,
        samples=samples,
        score=score,
    )


def judgement(
    of: Problem | int,
    runs: Runs,
    name: str = "mine",
    *,
    prepare: Verdict | Prepared = AC,
    scores: Sequence[float | None] = (),
    submission: dict[str, Any] | None = None,
    **how: Any,
) -> Judgement:
    """`runs` are those of the first cases of the problem; `how` goes to each `run`."""
    of = problem(of) if isinstance(of, int) else of
    handed_in = Submission(name, of.name, "function", Path(f"{name}.py"), b"", "")
    known = dict(enumerate(scores))
    made = [
        run(case, one, score=known.get(at), **how) for at, (case, one) in enumerate(zip(of.cases, runs, strict=False))
    ]
    prepared = prepare if isinstance(prepare, Prepared) else Prepared(prepare)
    return judgement_of(replace(handed_in, **(submission or {})), of, prepared, tuple(made))


def growing(
    name: str, time_s: Callable[[int], float], sizes: Iterable[int], limit_s: float = LIMIT_S, stem: str = "forest-"
) -> Judgement:
    """A submission that takes `time_s(n)` on forest-n; what is beyond the limit is TLE."""
    cases = tuple(
        Case(f"{stem}{n}", "secret", replace(board(), n=n, grid=np.zeros((0, 0), dtype=np.int8))) for n in sizes
    )
    of = replace(problem(), cases=cases, limits=Limits(time_limit=limit_s), path="pkg")
    found = judgement(of, [(AC, time_s(case.board.n)) for case in cases], name, wall=1.0, submission={"sha256": name})
    found = each_run(
        found,
        verdict=lambda run: TLE if run.cpu_s > limit_s else AC,
        cpu_s=lambda run: min(run.cpu_s, limit_s),
        wall_s=lambda run: min(run.cpu_s, limit_s),
    )
    found = each_run(found, samples=lambda run: (Measurement(run.verdict, run.cpu_s, run.cpu_s, 1),))
    return judgement_of(found.submission, of, found.prepare, found.runs)


def record(owner: str, of: Judgement, **changes: Any) -> Record:
    return replace(Record(id=1, owner=owner, judgement=of, conditions=UNDER, judged_s=0.0, since_s=0.0), **changes)


def ranked(records: Sequence[Record], clock: Clock = "cpu", algorithm: Algorithm | None = None) -> list[RankedRow]:
    ground = Ground("pkg", "package", "limits", clock)
    whole = Leaderboard(records[0].judgement.problem if records else problem(), ground)
    return [*whole.filled(records, algorithm).rows]


def replace(noun: _Noun, **changes: Any) -> _Noun:
    return msgspec.structs.replace(noun, **changes)


def each_run(of: Judgement, **changes: Any) -> Judgement:
    """Change all runs; a function is asked for each."""
    runs = [replace(one, **{key: to(one) if callable(to) else to for key, to in changes.items()}) for one in of.runs]
    return replace(of, runs=tuple(runs))


def name_of(row: Any) -> str:
    return str((row.judgement if hasattr(row, "judgement") else row).submission.name)
