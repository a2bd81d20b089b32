"""What a site says, as nouns. All of it is a stranger's: it is bounded, checked, and cleaned as it is read."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec

from judge.errors import JudgeError
from judge.model import Judgement
from judge.reports.export.own_run_json import PlaceJson
from judge.reports.sanitize import clean, clean_line
from judge.scoring.leaderboard import Ground, OwnRank, Score
from judge.store.run_document import BrokenKeyError, Parts, RunFile

_LONGEST: Final = 1 << 24  # characters of a text: a board of a sample
_SENTENCE: Final = 500
_Noun = TypeVar("_Noun")
_FAULTS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, BrokenKeyError)


class Refusal(msgspec.Struct, frozen=True):
    """Why a site refuses something, in its own words."""

    error: str
    help: str = ""


class OwnRunFile(RunFile):
    """What came of a submission: a run of it alone, and its place."""

    place: PlaceJson | None = None


class Result(msgspec.Struct, frozen=True):
    """What came of a submission: its judgement, its place, on which ground the leaderboard is where that is another
    one, and all of it as the JSON that `judge submit --json` writes."""

    judgement: Judgement
    place: OwnRank | None
    ground: Ground | None
    said: dict[str, Any]


def noun_in(body: bytes, kind: type[_Noun], schema: str) -> _Noun:
    """Return the noun of an answer. JudgeError E522 for what is none, and for one of another schema."""
    said = _object(body, schema)
    try:
        return msgspec.convert(said, kind)
    except _FAULTS as fault:
        raise _strange(str(fault)) from None


def result_in(body: bytes) -> Result:
    """Return what came of a submission. JudgeError E522 as in `noun_in`."""
    said = _object(body, "judge.run/1")
    try:
        read = msgspec.convert(said, OwnRunFile)
        [judgement] = Parts(read).judgements
    except (*_FAULTS, ValueError) as fault:
        raise _strange(str(fault)) from None
    return Result(judgement, *_place(read.place, judgement), said)


def refusal_in(body: bytes) -> Refusal | None:
    """Return why something was refused; None where that is not said as a judge says it."""
    try:
        said = msgspec.json.decode(body, type=Refusal)
    except _FAULTS:
        return None
    return Refusal(clean_line(said.error, _SENTENCE), clean_line(said.help, _SENTENCE))


def _object(body: bytes, schema: str) -> dict[str, Any]:
    """Return an object of this schema, every text in it clean."""
    try:
        said = _cleaned(msgspec.json.decode(body))
    except _FAULTS as fault:
        raise _strange(str(fault)) from None
    found = said.get("schema") if isinstance(said, dict) else None
    name = schema.partition("/")[0]
    if not isinstance(said, dict) or not isinstance(found, str) or not found.startswith(f"{name}/"):
        raise _strange("it is not what a judge says there")
    if found != schema:
        what = f"it says {clean_line(found, 60)}, and this judge reads {schema}"
        repair = "install the version of the judge that the site has"
        raise JudgeError("E522", f"the site is of another version: {what}", help=repair)
    return said


def _cleaned(said: Any) -> Any:
    if isinstance(said, str):
        return clean(said, _LONGEST)
    if isinstance(said, dict):
        return {clean(key, _LONGEST): _cleaned(value) for key, value in said.items()}
    return [_cleaned(value) for value in said] if isinstance(said, list) else said


def _place(said: PlaceJson | None, judgement: Judgement) -> tuple[OwnRank | None, Ground | None]:
    if said is None:
        return None, None
    holder = Score("", 0, judgement.submission.sha256 if said.here else "", 0, 0.0)
    behind = said.cases_behind, said.behind_s, said.tied, said.score_behind
    place = OwnRank(said.rank, said.count, holder, said.above, *behind)
    at = said.ground
    if at is None:
        return place, None
    return place, Ground(judgement.problem.name, "", "", at.clock, at.boxed, at.host_class)


def _strange(why: str) -> JudgeError:
    return JudgeError(
        "E522",
        "the answer of the site can't be read",
        note=clean_line(why),
        help="copy the address from the first page of the site; if it is right, tell its host",
    )
