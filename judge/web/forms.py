"""What a request carries, read in bounds: nobody fills the memory or the disk before they are known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from python_multipart.multipart import parse_options_header
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from judge.web.ask import Sent, whole
from judge.web.reply import RefusedError

if TYPE_CHECKING:
    from starlette.requests import Request

SMALL: Final = 64 << 10  # a form
SUBMISSION: Final = 6 << 20  # 4 MiB of files, and what the form needs around them
CLASS: Final = 80 << 20  # a zip of a class has at most 64 MiB
_FILES: Final = 300
_FIELDS: Final = 300
_ANSWERS: Final = 1000  # fields of a form without files
_PATIENCE_S: Final = 300  # until a form is there

Form = tuple[dict[str, str], dict[str, list[Sent]]]


async def read_form(request: Request, most: int) -> Form:
    """Return the fields and the files of a form. RefusedError 413 where it is larger than `most` bytes, 400 where it
    is none, 415 where it is something else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not said_length(request, most) and not kind:
        return {}, {}
    stream = _bounded(request, most)
    try:
        if kind == "multipart/form-data":
            _refuse_other_charsets(request)
            parser: Any = MultiPartParser(
                request.headers, stream, max_files=_FILES, max_fields=_FIELDS, max_part_size=most
            )
            found = await asyncio.wait_for(parser.parse(), _PATIENCE_S)
        elif kind == "application/x-www-form-urlencoded":
            found = await asyncio.wait_for(
                FormParser(request.headers, stream, max_fields=_ANSWERS, max_part_size=most).parse(), _PATIENCE_S
            )
        else:
            raise RefusedError(415, "This is no form.", "Send multipart/form-data, as `curl -F file=@FILE` does.")
    except TimeoutError as fault:
        raise RefusedError(408, "The form came too slowly.", "Send it again.") from fault
    except ClientDisconnect as fault:  # nobody is there to read it
        raise RefusedError(400, "The form did not come whole.", "Send it again.") from fault
    except (MultiPartException, KeyError, ValueError) as fault:
        raise RefusedError(400, "The form can't be read.", "Send it again.") from fault
    return await _taken(found)


def said_length(request: Request, most: int) -> int:
    """Return how long the request says that it is. RefusedError 413 before a byte is read where that is too much."""
    length = whole(request.headers.get("content-length", "0"), most)
    if length is None:
        raise RefusedError(413, f"That is too large: at most {most >> 10:,} KiB can be sent here.")
    return length


def _refuse_other_charsets(request: Request) -> None:
    """Refuse what would be decoded by a codec of the sender's choice: some take the square of the length."""
    _, options = parse_options_header(request.headers["content-type"])
    if options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise RefusedError(415, "Forms are read as UTF-8.", "Send it without another charset.")


async def _bounded(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    taken = 0
    async for part in request.stream():
        taken += len(part)
        if taken > most:
            raise RefusedError(413, f"That is too large: at most {most >> 10:,} KiB can be sent here.")
        yield part


async def _taken(found: Any) -> Form:
    fields: dict[str, str] = {}
    files: dict[str, list[Sent]] = {}
    try:
        for name, value in found.multi_items():
            if isinstance(value, str):
                fields[name] = value
            elif value.filename:
                path = value.filename.replace("\\", "/").replace("\0", "")
                files.setdefault(name, []).append(Sent(_plain(path), await value.read(), path))
    finally:
        await found.close()
    return fields, files


def _plain(path: str) -> str:
    """Return the last part of a path."""
    return PurePosixPath(path).name[:255] or "file"
