"""The noun of what a proof comes to: the line in answer.txt, and the certificate where there is one."""

from __future__ import annotations

import msgspec

from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.refutation import Refutation


class Proof(msgspec.Struct, frozen=True):
    """Says why FAIL is right. Without a certificate `line` is to be believed."""

    line: str
    certificate: Certificate | Refutation | None = None


class Bound(msgspec.Struct, frozen=True):
    """Says that no more than `most` pieces fit, and proves that the case asks for too many, if it does."""

    most: int
    proof: Proof | None = None
