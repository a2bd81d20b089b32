"""The standing leaderboard: of each owner the best of what the store holds, per problem and per algorithm. Pure."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from judge import scoring
from judge.ledger import Conditions, Record, faults
from judge.model import Algorithm, Clock, Judgement, Standing, Verdict

_ANIMALS = (
    *("adder", "agama", "anole", "asp", "basilisk", "boa", "bullfrog", "caiman", "chameleon", "cobra", "crocodile"),
    *("dragon", "frog", "gecko", "gharial", "goanna", "iguana", "krait", "mamba", "monitor", "newt", "python"),
    *("salamander", "skink", "slider", "terrapin", "toad", "tortoise", "tuatara", "turtle", "viper", "worm"),
)


class Row(msgspec.Struct, frozen=True):
    """One line of the board: whose it is, and the name that is shown for them."""

    owner: str
    shown: str
    standing: Standing
    own: bool = False


class Board(msgspec.Struct, frozen=True):
    """A leaderboard, best first.

    `stale` counts owners who stand only in records of other cases or limits, `faulty` those on whom the judge itself
    failed: neither can be compared. `hosts` is the number of different hosts that the times come from.
    """

    rows: tuple[Row, ...]
    stale: int = 0
    faulty: int = 0
    hosts: int = 1


def leaderboard(
    records: Sequence[Record], now: Conditions, clock: Clock = "cpu", algorithm: Algorithm | None = None
) -> Board:
    """The best submission of each owner, ranked as `judge run` ranks; with `algorithm`, on its cases alone.

    `now` are the conditions under which records can be compared. Points stay those of the whole problem.
    """
    comparable = [record for record in records if record.conditions.comparable(now)]
    usable = [record for record in comparable if not faults(record.judgement)]
    owners: dict[int, str] = {}  # by identity: one judgement may stand for many owners, and Structs compare by value
    narrowed = []
    for record in usable:
        narrowed.append(_only(record.judgement, algorithm))
        owners[id(narrowed[-1])] = record.owner
    best: dict[str, Judgement] = {}
    for standing in scoring.standings(narrowed, clock):
        best.setdefault(owners[id(standing.judgement)], standing.judgement)
    standings = scoring.standings(list(best.values()), clock)
    names = [owners[id(standing.judgement)] for standing in standings]
    known = {record.owner for record in comparable}
    return Board(
        rows=tuple(Row(name, name, standing) for name, standing in zip(names, standings, strict=True)),
        stale=len({record.owner for record in records} - known),
        faulty=len(known - set(best)),
        hosts=len({record.conditions.host for record in usable}),
    )


def signed(board: Board, own: str = "", key: bytes = b"") -> Board:
    """The board with the row of `own` marked and, given the store's `key`, pseudonyms for all other owners."""
    rows = [
        Row(
            row.owner,
            pseudonym(row.owner, key) if key and row.owner != own else row.owner,
            row.standing,
            row.owner == own,
        )
        for row in board.rows
    ]
    return msgspec.structs.replace(board, rows=tuple(rows))


def pseudonym(owner: str, key: bytes) -> str:
    """Always the same for an owner, and of no use to find the owner without the key: gecko-3f9a1c2b."""
    digest = hmac.new(key, owner.encode(errors="backslashreplace"), hashlib.sha256).hexdigest()
    return f"{_ANIMALS[int(digest[:8], 16) % len(_ANIMALS)]}-{digest[8:16]}"


def _only(judgement: Judgement, algorithm: Algorithm | None) -> Judgement:
    """A judgement of its own, narrowed to the cases of one algorithm if it is named."""
    problem, runs = judgement.problem, judgement.runs
    verdict = judgement.verdict
    if algorithm:
        cases = tuple(case for case in problem.cases if case.board.algorithm == algorithm)
        problem = msgspec.structs.replace(problem, cases=cases)
        runs = tuple(run for run in runs if run.algorithm == algorithm)
        found = [judgement.prepare.verdict, *(run.verdict for run in runs)]
        verdict = next((one for one in found if one is not Verdict.AC), Verdict.AC)
    return msgspec.structs.replace(judgement, problem=problem, runs=runs, verdict=verdict)
