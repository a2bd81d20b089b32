"""Files as a form of a page sends them: multipart/form-data, RFC 7578, names as in WHATWG HTML, section 4.10.21.8."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import msgspec


class Form(msgspec.Struct, frozen=True):
    """What is sent, and as what. A site takes it once, however often it comes: it knows it by its `key`."""

    body: bytes
    kind: str
    key: str


def form_of(files: Iterable[tuple[str, bytes]], fields: dict[str, str]) -> Form:
    """Return a form with these fields, and these files by their paths, each in a field `file`."""
    boundary = secrets.token_hex(16)  # no file holds it: nobody knows it before
    parts = [_part(f'name="{name}"', value.encode()) for name, value in fields.items()]
    parts += [
        _part(f'name="file"; filename="{_quoted(path)}"', body, "application/octet-stream") for path, body in files
    ]
    mark = f"--{boundary}".encode()
    whole = b"".join(mark + b"\r\n" + part for part in parts) + mark + b"--\r\n"
    return Form(whole, f"multipart/form-data; boundary={boundary}", secrets.token_hex())


def _part(words: str, body: bytes, kind: str = "") -> bytes:
    head = f"Content-Disposition: form-data; {words}\r\n" + (f"Content-Type: {kind}\r\n" if kind else "")
    return head.encode(errors="replace") + b"\r\n" + body + b"\r\n"


def _quoted(path: str) -> str:
    return path.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
