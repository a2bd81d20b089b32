"""Read and write `certificate.json`, which holds a refutation: strict, and never longer than its board can need."""

from __future__ import annotations

from typing import Final

import msgspec

from judge.errors import WENT, JudgeError, Place
from judge.problems.proofs.refutation import Refutation

NAME: Final = "certificate.json"
MOST_BYTES: Final = 16 << 20  # a refutation of 20,000 nodes has some MB
HELP: Final = "judge answers --again  writes a new one where there is a proof; without one delete the file"
_FORMER: Final = "judge.certificate/1"  # weights on segments, of version 0.1.0


class _Schema(msgspec.Struct, frozen=True):
    """Says of which kind a file is."""

    schema: str


def write_certificate(certificate: Refutation) -> bytes:
    """Return it as the bytes of a file, one line for each key."""
    parts = [
        f'"{name}": {msgspec.json.encode(value).decode()}' for name, value in msgspec.to_builtins(certificate).items()
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def read_certificate(data: bytes, file: str) -> Refutation:
    """Return what the file says. JudgeError E414 where it is no certificate."""
    if len(data) > MOST_BYTES:
        message = f"the certificate has {len(data):,} bytes, more than {MOST_BYTES:,}"
        raise JudgeError("E414", message, Place(file), help=HELP)
    try:
        if msgspec.json.decode(data, type=_Schema).schema == _FORMER:
            raise JudgeError("E414", f"certificates of the kind {_FORMER} {WENT}", Place(file), help=HELP)
        return msgspec.json.decode(data, type=Refutation)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:  # a ValidationError is a DecodeError
        message = f"the certificate can't be read: {str(fault)[:200]}"
        raise JudgeError("E414", message, Place(file), help=HELP) from None
