"""Read and write `certificate.json`: strict, and never longer than its board can need."""

from __future__ import annotations

import msgspec

from judge.errors import JudgeError, Place
from judge.problems.proofs.certificate import Certificate
from judge.problems.proofs.refutation import SCHEMA, Refutation

MOST_BYTES = 16 << 20  # covers of boards of 500 x 500 have 0.3 MB
_HELP = "delete the file; judge answers --again  writes a new one where there is a proof"


class _Schema(msgspec.Struct, frozen=True):
    """Says which of the two kinds a file is."""

    schema: str


def write_certificate(certificate: Certificate | Refutation) -> bytes:
    """Return it as the bytes of a file, one line for each kind of set."""
    parts = [
        f'"{name}": {msgspec.json.encode(value).decode()}' for name, value in msgspec.to_builtins(certificate).items()
    ]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def read_certificate(data: bytes, file: str) -> Certificate | Refutation:
    """Return what the file says. JudgeError E414 where it is no certificate."""
    if len(data) > MOST_BYTES:
        message = f"the certificate has {len(data):,} bytes, more than {MOST_BYTES:,}"
        raise JudgeError("E414", message, Place(file), help=_HELP)
    try:
        kind = msgspec.json.decode(data, type=_Schema)
        if kind.schema == SCHEMA:
            return msgspec.json.decode(data, type=Refutation)
        return msgspec.json.decode(data, type=Certificate)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:  # a ValidationError is a DecodeError
        message = f"the certificate can't be read: {str(fault)[:200]}"
        raise JudgeError("E414", message, Place(file), help=_HELP) from None
