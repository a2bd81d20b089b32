"""The noun of what `judge answers` did for one case."""

from __future__ import annotations

from typing import Literal

import msgspec

Asks = Literal["one", "best", "all", "number", "decision"]
State = Literal["arranged", "proven", "certified", "kept", "undecided", "refuted"]


class Answered(msgspec.Struct, frozen=True):
    """What a case has now: an arrangement or FAIL that was written (`arranged`, `proven`), a proof of the FAIL that was
    there (`certified`), nothing new (`kept`, `undecided`), or a FAIL that an arrangement refutes."""

    group: str
    case: str
    state: State
    by: str = ""  # what found the answer
    proof: str = ""  # the line behind FAIL
    certificate: bool = False
    pieces: int = 0  # that the case asks for
    least: int = 0  # that are known to fit
    most: int = 0  # that may fit
    wall_s: float = 0.0
    witness: str = ""  # the file that holds the arrangement that refutes the key
    best: bool = False  # it is proven that no arrangement is better
    asks: Asks = "one"  # what the goal of the puzzle asks for
    solver_missing: bool = False  # sums and CP-SAT were not tried


class Reply(msgspec.Struct, frozen=True):
    """The file that --json writes."""

    schema: Literal["judge.answers/1"]
    problem: str
    path: str
    complete: bool  # it was not interrupted
    cases: tuple[Answered, ...]
