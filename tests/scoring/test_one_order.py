"""One order: what `judge submit` says of a rank is what the board says, for whatever was judged."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from judge.model import Host, Prepared, Problem, Programs, Record, Run
from judge.scoring import Leaderboard, OwnRank, timing_of
from tests import make
from tests.make import AC, CE, JE, TLE, WA
from tests.scoring.make import ranked

FIELDS = 8_000


def field_of(seed: int) -> list[Record]:
    """A few owners on a few cases, with ties of all kinds: in scores, in times, of bytes; some measured in rounds."""
    dice = random.Random(seed)
    scored, programs = dice.random() < 0.7, Programs(multipliers={"python": 2.5})
    problem = make.problem(dice.randint(1, 5), scored=scored, programs=programs)
    records = []
    for at, owner in enumerate(dice.sample(["ann", "bob", "cleo", "dan", "eve", "fay"], dice.randint(1, 6))):
        file = f"{owner}.py" if dice.random() < 0.5 else "mine.py"
        submission = {"contract": "program", "path": Path(file), "sha256": dice.choice(["", "aa", owner])}
        prepared = Prepared(dice.choice([AC] * 9 + [CE]), language=dice.choice(["C", "Python"]))
        runs = [AC] * len(problem.cases) if prepared.verdict is AC else []
        made = make.judgement(problem, runs, prepare=prepared, submission=submission)
        records.append(make.record(owner, drawn(made, dice), id=at))
    return records


def drawn(of: Any, dice: random.Random) -> Any:
    """Give each case a verdict, a score, and times near one another, in the same rounds; some are disturbed."""
    quick, rounds, lost = (dice.choice(some) for some in ([0.001, 0.1, 0.12, 0.2, 1.0], [0, 0, 1, 2, 5], [0, 0, 0.3]))
    taken = dice.choice([0, 0, 0.5, 1])

    def run(one: Run) -> Run:
        verdict = dice.choice([WA, TLE, TLE, JE]) if dice.random() < lost else AC
        score = dice.choice([0.25, 0.5, 0.75, 1.0]) if of.problem.scored and verdict is AC else None
        times_s = [quick * dice.choice([1.0, 1.0, 1.01, 1.3]) for _ in range(int(rounds) + 1)]
        middle_s = sorted(times_s)[len(times_s) // 2]
        lost_s = 9.0 * (dice.random() < taken)
        samples = [Run.Measurement(verdict, 2 * it, it, 1, lost_s, round=at) for at, it in enumerate(times_s)]
        whole = {"wall_s": 2 * middle_s, "cpu_s": middle_s, "samples": tuple(samples), "score": score}
        return make.replace(one, verdict=verdict, **whole)

    return make.replace(of, runs=tuple(map(run, of.runs)))


def score_of(record: Record, clock: Host.Clock) -> OwnRank.Score:
    """What the store keeps of a judgement."""
    made = record.judgement
    whole = OwnRank.Score.tallies(made.runs, clock, made.problem, made.prepare.language)[0]
    known = made.submission.sha256, whole.solved, whole.time_s, made.submission.path.suffix, whole.worth, whole.missed_s
    return OwnRank.Score(record.owner, record.id, *known)


def agree(seed: int) -> None:
    records = field_of(seed)
    clock: Host.Clock = "cpu" if seed % 3 else "wall"
    rows = [row for row in ranked(records, clock) if row.standing.rank is not None]
    there = {record.id: record.judgement for record in records}
    scores = [score_of(record, clock) for record in records if not record.judgement.faults]
    scores.sort(key=lambda score: (score.entrant.key, score.owner))
    assert [score.owner for score in scores] == [row.owner for row in rows], seed
    problem = records[0].judgement.problem
    cases = {case.place for case in problem.cases}

    def timing(score: OwnRank.Score) -> Any:
        return timing_of(there[score.outcome], cases, clock, since=1)

    assert OwnRank.of(scores, "nobody", problem, timing) is None
    for row in rows:
        place = OwnRank.of(scores, row.owner, problem, timing)
        assert place, seed
        assert (place.rank, place.tied) == (row.standing.rank, row.standing.tied), seed
        behind(place, row, rows, problem)


def behind(place: OwnRank, own: Leaderboard.Row, rows: list[Leaderboard.Row], problem: Problem) -> None:
    """The distance is that to the last row above with another rank: score, or cases and seconds of PAR-2."""
    better = [row for row in rows if (row.standing.rank or 0) < place.rank]
    assert (place.above, place.count) == (better[-1].owner if better else "", len(rows))
    told: tuple[Any, ...] = place.score_behind, place.cases_behind, place.behind_s
    if not better:
        assert told == (0.0, 0, 0.0)
        return
    above, row = better[-1].standing, own.standing
    score = (above.score or 0.0) - (row.score or 0.0)
    if problem.scored and score:
        assert told == (pytest.approx(score), 0, 0.0)
    else:
        cases = 0 if problem.scored else above.solved - row.solved
        assert told == (0.0, cases, pytest.approx(row.par2_s - above.par2_s))


def test_submit_and_board_agree_on_a_sample_of_fields() -> None:
    for seed in range(0, FIELDS, 40):
        agree(seed)


@pytest.mark.parametrize("part", [pytest.param(one, marks=pytest.mark.nightly(sample=4)) for one in range(1, 40)])
def test_submit_and_board_agree_on_all_fields(part: int) -> None:
    for seed in range(part, FIELDS, 40):
        agree(seed)
