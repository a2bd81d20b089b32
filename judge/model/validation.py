"""The nouns of what `judge validate` finds in a package."""

from __future__ import annotations

import msgspec

from judge.model.judgement import Judgement
from judge.model.problem import Problem
from judge.model.verdict import Finding, ReadWarning

OF_THE_JUDGE = ("E419",)  # which can't be trusted with the package
KEPT = 3  # places of a kind that are named


class Remark(msgspec.Struct, frozen=True):
    """One remark on a package: a fault of it or of the judge, something that was read tolerantly, or what it lacks."""

    case: str  # "secret/forest-07"; nothing where it is about the whole package
    file: str  # the path of the input.txt, answer.txt or problem.toml
    what: Finding | ReadWarning


class SpoiltKind(msgspec.Struct, frozen=True):
    """How answers that were spoilt in one way were judged."""

    kind: str
    made: int = 0
    refused: int = 0
    accepted: int = 0  # which is a fault
    where: tuple[str, ...] = ()  # the first of these

    def counted(self, where: str, *, refused: bool) -> SpoiltKind:
        """Return it with one more answer."""
        if refused:
            return msgspec.structs.replace(self, made=self.made + 1, refused=self.refused + 1)
        named = (*self.where, where)[:KEPT]
        return msgspec.structs.replace(self, made=self.made + 1, accepted=self.accepted + 1, where=named)


class Validated(msgspec.Struct, frozen=True):
    """What was found of a package. `trials` says how many submissions it has, `judgements` what those got that were
    run."""

    problem: Problem
    remarks: tuple[Remark, ...]
    spoilt: tuple[SpoiltKind, ...] = ()
    trials: int = 0
    judgements: tuple[Judgement, ...] = ()

    @property
    def faults(self) -> list[Finding]:
        """Return what is wrong with the package, or with the judge."""
        return [remark.what for remark in self.remarks if isinstance(remark.what, Finding)]

    @property
    def status(self) -> int:
        """Return the exit status that the remarks lead to."""
        return 3 if any(one.code in OF_THE_JUDGE for one in self.faults) else 2 if self.faults else 0
