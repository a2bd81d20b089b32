"""Forms, and what programs send: read in bounds, from our own pages alone, and each acts once."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import time
from collections.abc import AsyncGenerator
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import msgspec
from python_multipart.multipart import parse_options_header
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from judge.model import Account, Job
from judge.text import room
from judge.web.ask import OutdatedError, RefusedError, Sent, whole

if TYPE_CHECKING:
    from starlette.requests import Request

    from judge.web.ask import Ask

_FILES: Final = 300
_FIELDS: Final = 300
_ANSWERS: Final = 1000  # fields of a form without files
_PATIENCE_S: Final = 300  # until a form is there

Form = tuple[dict[str, str], dict[str, list[Sent]]]


async def read_form(request: Request, most: int) -> Form:
    """Return the fields and the files of a form. RefusedError 413 where it is larger than `most` bytes, 400 where it
    is none, 415 where it is something else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not check_length(request, most) and not kind:
        return {}, {}
    stream = _bound(request, most)
    parser: Any
    if kind == "multipart/form-data":
        _refuse_other_charsets(request)
        parser = MultiPartParser(request.headers, stream, max_files=_FILES, max_fields=_FIELDS, max_part_size=most)
    elif kind == "application/x-www-form-urlencoded":
        parser = FormParser(request.headers, stream, max_fields=_ANSWERS, max_part_size=most)
    else:
        raise RefusedError(415, "This is no form.", "Send multipart/form-data, as `curl -F file=@FILE` does.")
    try:
        found = await asyncio.wait_for(parser.parse(), _PATIENCE_S)
    except TimeoutError as fault:
        raise RefusedError(408, "The form came too slowly.", "Send it again.") from fault
    except ClientDisconnect as fault:  # nobody is there to read it
        raise RefusedError(400, "The form did not come whole.", "Send it again.") from fault
    except (MultiPartException, KeyError, ValueError) as fault:
        raise RefusedError(400, "The form can't be read.", "Send it again.") from fault
    return await _gather(found)


def check_length(request: Request, most: int) -> int:
    """Return how long the request says that it is. RefusedError 413 before a byte is read where that is too much."""
    length = whole(request.headers.get("content-length", "0"), most)
    if length is None:
        raise _too_large(most)
    return length


def _too_large(most: int) -> RefusedError:
    return RefusedError(413, f"That is too large: at most {room(most)} can be sent here.")


def _refuse_other_charsets(request: Request) -> None:
    """Refuse what would be decoded by a codec of the sender's choice: some take the square of the length."""
    _, options = parse_options_header(request.headers["content-type"])
    if options.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise RefusedError(415, "Forms are read as UTF-8.", "Send it without another charset.")


async def _bound(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    taken = 0
    async for part in request.stream():
        taken += len(part)
        if taken > most:
            raise _too_large(most)
        yield part


async def _gather(found: Any) -> Form:
    fields: dict[str, str] = {}
    files: dict[str, list[Sent]] = {}
    try:
        for name, value in found.multi_items():
            if isinstance(value, str):
                fields[name] = value
            elif value.filename:
                path = value.filename.replace("\\", "/").replace("\0", "")
                last = PurePosixPath(path).name[:255] or "file"
                files.setdefault(name, []).append(Sent(last, await value.read(), path))
    finally:
        await found.close()
    return fields, files


# --- forms that only our own pages can send ---------------------------------------------------------------------------
# The token is HMAC-based, as the OWASP Cross-Site Request Forgery Prevention Cheat Sheet has it; Fetch Metadata are a
# second lock for browsers that send them.
def check_form(ask: Ask, form: Form, request: Request) -> Ask:
    """Return it with its form. RefusedError 403 for one that our own pages have not sent: then nothing was done."""
    fields, files = form
    once = request.headers.get("idempotency-key", "") if ask.seen.program else fields.get("once", "")
    if not ask.seen.program:
        given, right = fields.pop("csrf", "").encode(errors="replace"), form_token(ask.seen.secret).encode()
        ours = not ask.seen.secret or hmac.compare_digest(given, right)  # in the same time for all others
        if not ours or _is_from_elsewhere(request, ask.site.settings.origin):
            raise RefusedError(403, "This form is not from this page, or is too old.", "Load the page, and try again.")
    return msgspec.structs.replace(ask, form=fields, files=files, once=once)


def form_token(secret: str) -> str:
    """Return the token of the session with this secret; it says nothing about the secret."""
    return hmac.new(secret.encode(), b"judge form", hashlib.sha256).hexdigest()


def _is_from_elsewhere(request: Request, origin: str) -> bool:
    """Say whether the browser tells that another site has sent this."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    return request.headers.get("origin", origin) != origin


# --- forms that act once, however often they arrive -------------------------------------------------------------------
# A page has a word of its own in each of its forms, and a program a header. What a form makes is named by that word, by
# who sent it and by what it says. So there is no second thing of this name: what came before is answered again, as
# where an answer was lost. The store holds the name with what was made, in one transaction. Nobody can guess a name who
# has not the store's key.
def code_of(ask: Ask, *said: str) -> str:
    """Return the code of the job that a form makes which says this; "" where it has no word."""
    return _digest(ask, "job", *said)[: Job.CODE_BYTES].hex()


def secret_of(ask: Ask, kind: Account.Credential.Kind, *said: str) -> str:
    """Return the secret of the credential that a form makes which says this; "" where it has no word."""
    return base64.urlsafe_b64encode(_digest(ask, kind, *said)[: Account.Credential.SECRET_BYTES]).rstrip(b"=").decode()


def find_made(ask: Ask, kind: Account.Credential.Kind, secret: str) -> Account.Credential | None:
    """Return the credential that the same form has made before. OutdatedError where it lets nobody in any more. Call it
    inside the transaction that makes it."""
    if not secret or not ask.store.credentials.has(secret):
        return None
    found = ask.store.credentials.find(kind, secret, time.time())
    if found is None:
        raise OutdatedError
    return found


def _digest(ask: Ask, *said: str) -> bytes:
    if not ask.once:
        return b""
    words = "\0".join((ask.viewer.owner, ask.once, *said))
    return hmac.new(ask.store.key, words.encode(errors="surrogateescape"), hashlib.sha256).digest()
