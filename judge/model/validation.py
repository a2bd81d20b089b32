"""The nouns of what `judge validate` finds in a package."""

from __future__ import annotations

import msgspec

from judge.model.verdict import Finding, ReadWarning

KEPT = 3  # places of a kind that are named


class Remark(msgspec.Struct, frozen=True):
    """One remark on a package: a fault of it or of the judge, something that was read tolerantly, or what it lacks."""

    case: str  # "secret/forest-07"; nothing where it is about the whole package
    file: str  # the path of the input.txt, answer.txt or problem.toml
    what: Finding | ReadWarning


class SpoiltKind(msgspec.Struct, frozen=True):
    """How answers that were spoilt in one way were judged. Each of the two last counts is a fault."""

    kind: str
    made: int = 0
    refused: int = 0
    right: int = 0  # after all, and accepted
    forgiven: int = 0  # right, and accepted with a warning: another form
    accepted: int = 0  # although wrong
    wronged: int = 0  # refused although right
    where: tuple[str, ...] = ()  # the first of these

    @property
    def faults(self) -> int:
        return self.accepted + self.wronged

    def counted(self, outcome: str, where: str) -> SpoiltKind:
        """Return it with one more answer, named by its outcome."""
        one_more = {"made": self.made + 1, outcome: getattr(self, outcome) + 1}
        if outcome in ("accepted", "wronged") and len(self.where) < KEPT:
            one_more["where"] = (*self.where, where)
        return msgspec.structs.replace(self, **one_more)
