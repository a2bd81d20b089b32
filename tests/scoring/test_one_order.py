"""One order: what `judge submit` says of a rank is what the board says, for whatever was judged."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.model import Conditions, Judgement, Measurement, Prepared, Problem, Programs, Record, Run, Submission
from judge.scoring import OwnRank, RankedRow, Score, judgement_of, tallies, times_of
from tests import make
from tests.make import AC, CE, JE, TLE, WA
from tests.scoring.make import ranked

FIELDS = 8_000
UNDER = Conditions("package", "limits", "judge", "host")


def field_of(seed: int) -> list[Record]:
    """A few owners on a few cases, with ties of all kinds: in scores, in times, of bytes; some measured in rounds."""
    dice = random.Random(seed)
    problem = msgspec.structs.replace(
        make.problem(dice.randint(1, 5)), scored=dice.random() < 0.7, programs=Programs(multipliers={"python": 2.5})
    )
    records = []
    for at, owner in enumerate(dice.sample(["ann", "bob", "cleo", "dan", "eve", "fay"], dice.randint(1, 6))):
        name = f"{owner}.py" if dice.random() < 0.5 else "mine.py"
        submission = Submission("mine", "pkg", "program", Path(name), b"", dice.choice(["", "aa", owner]))
        prepared = Prepared(dice.choice([AC] * 9 + [CE]), language=dice.choice(["C", "Python"]))
        runs = _runs(problem, dice) if prepared.verdict is AC else ()
        made = judgement_of(submission, problem, prepared, runs)
        records.append(Record(at, owner, made, UNDER, 0.0, 0.0))
    return records


def _runs(problem: Problem, dice: random.Random) -> tuple[Run, ...]:
    quick, rounds, lost = (dice.choice(some) for some in ([0.001, 0.1, 0.12, 0.2, 1.0], [0, 0, 1, 2, 5], [0, 0, 0.3]))
    found = []
    for case in problem.cases:
        verdict = dice.choice([WA, TLE, TLE, JE]) if dice.random() < lost else AC
        score = dice.choice([0.25, 0.5, 0.75, 1.0]) if problem.scored and verdict is AC else None
        times_s = [quick * dice.choice([1.0, 1.0, 1.01, 1.3]) for _ in range(int(rounds) + 1)]
        middle_s = sorted(times_s)[len(times_s) // 2]
        samples = tuple(Measurement(verdict, 2 * one, one, 1, round=number) for number, one in enumerate(times_s))
        whole: dict[str, Any] = {"wall_s": 2 * middle_s, "cpu_s": middle_s, "samples": samples, "score": score}
        found.append(Run(case.name, case.group, "DFS", verdict, **whole))
    return tuple(found)


def score_of(record: Record) -> Score:
    """What the store keeps of a judgement."""
    made = record.judgement
    whole = tallies(made.runs, "cpu", made.problem, made.prepare.language)[0]
    known = made.submission.sha256, whole.solved, whole.time_s, made.submission.path.suffix, whole.worth, whole.missed_s
    return Score(record.owner, record.id, *known)


def agree(seed: int) -> None:
    records = field_of(seed)
    rows = [row for row in ranked(records) if row.standing.rank is not None]
    there: dict[int, Judgement] = {record.id: record.judgement for record in records}
    scores = [score_of(record) for record in records if not record.judgement.faults]
    scores.sort(key=lambda score: (score.entrant.key, score.owner))
    assert [score.owner for score in scores] == [row.owner for row in rows], seed
    problem = records[0].judgement.problem
    cases = {(case.group, case.name) for case in problem.cases}

    def times(score: Score) -> Any:
        return times_of(there[score.outcome], cases, "cpu", since=1)

    assert OwnRank.of(scores, "nobody", problem, times) is None
    for row in rows:
        place = OwnRank.of(scores, row.owner, problem, times)
        assert place, seed
        assert (place.rank, place.tied) == (row.standing.rank, row.standing.tied), seed
        behind(place, row, rows, problem)


def behind(place: OwnRank, own: RankedRow, rows: list[RankedRow], problem: Problem) -> None:
    """The distance is that to the last row above with another rank: score, or cases and seconds of PAR-2."""
    better = [row for row in rows if (row.standing.rank or 0) < place.rank]
    assert place.above == (better[-1].owner if better else "")
    assert place.count == len(rows)
    told: tuple[Any, ...] = place.score_behind, place.cases_behind, place.behind_s
    if not better:
        assert told == (0.0, 0, 0.0)
        return
    above, row = better[-1].standing, own.standing
    score = (above.score or 0.0) - (row.score or 0.0)
    if problem.scored and score:
        assert told == (pytest.approx(score), 0, 0.0)
    else:
        assert told == (
            0.0,
            0 if problem.scored else above.solved - row.solved,
            pytest.approx(row.par2_s - above.par2_s),
        )


def test_submit_and_board_agree_on_a_sample_of_fields() -> None:
    for seed in range(0, FIELDS, 40):
        agree(seed)


@pytest.mark.parametrize("part", [pytest.param(one, marks=pytest.mark.nightly(sample=4)) for one in range(1, 40)])
def test_submit_and_board_agree_on_all_fields(part: int) -> None:
    for seed in range(part, FIELDS, 40):
        agree(seed)
