"""`judge submit --json`: one judgement as its student may see it, of the schema judge.run/1, and its place."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model import Clock, Host, Judgement, Measuring, Standing
from judge.reports.export.run_json import run_json
from judge.reports.reader import cut
from judge.reports.recorded import recorded
from judge.scoring.leaderboard import Ground, OwnRank
from judge.scoring.ranking import unranked


class GroundJson(msgspec.Struct, frozen=True):
    """What can be ranked together: by which clock, in a box or not, on which class of host."""

    clock: Clock
    boxed: bool
    host_class: str


class PlaceJson(msgspec.Struct, frozen=True):
    """One's own rank of `count`, and the distance to the next above. `here` says that this very submission holds it;
    `ground` is that of the leaderboard, where it is another one than this submission was judged on."""

    rank: int
    count: int
    tied: bool
    here: bool
    above: str
    cases_behind: int
    behind_s: float
    score_behind: float
    ground: GroundJson | None = None


def own_run_json(
    judgement: Judgement, host: Host, place: OwnRank | None, shown: Ground | None = None, seed: str = ""
) -> dict[str, Any]:
    """Return a judgement as one object: of a case that is not shown whole neither the board nor what is right. `seed`
    is that of the sequence of hidden cases."""
    run = run_json(recorded([[_standing(judgement, place)]], host, Measuring(seed=seed)))
    return {**run, "place": place and msgspec.to_builtins(_place(place, judgement, shown))}


def _standing(judgement: Judgement, place: OwnRank | None) -> Standing:
    [[row]] = unranked([cut(judgement, "student")])
    if not place or judgement.faults:
        return row
    return msgspec.structs.replace(row, rank=place.rank, tied=place.tied)


def _place(place: OwnRank, judgement: Judgement, shown: Ground | None) -> PlaceJson:
    behind = place.cases_behind, place.behind_s, place.score_behind
    here = not judgement.faults and place.score.sha256 == judgement.submission.sha256
    ground = GroundJson(shown.clock, shown.boxed, shown.host_class) if shown else None
    return PlaceJson(place.rank, place.count, place.tied, here, place.above, *behind, ground)
