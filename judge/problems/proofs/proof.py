"""The nouns of a proof: the line in answer.txt, the certificate where there is one, and how much may be tried."""

from __future__ import annotations

import msgspec

from judge.problems.proofs.refutation import Refutation


class Proof(msgspec.Struct, frozen=True):
    """Says why FAIL is right. Without a certificate `line` is to be counted, or to be believed."""

    line: str
    certificate: Refutation | None = None


class Bound(msgspec.Struct, frozen=True):
    """Says that no more than `most` pieces fit, and proves that the case asks for too many, if it does."""

    most: int
    proof: Proof | None = None


class Effort(msgspec.Struct, frozen=True):
    """How much may be tried, whichever ends first."""

    seconds: float = float("inf")
    nodes: int = 1 << 62
