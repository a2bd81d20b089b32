"""One question to a site, and its answer. What may be better in a moment is tried again; all else is said clearly.

A token goes to the address that somebody typed and to no other, and never where others can read along. It is HTTP of
the standard library, but for what a hostile server may do with it: no request lasts longer than it is given, and none
leads to another address.
"""

from __future__ import annotations

import http.client
import secrets
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from ipaddress import ip_address
from typing import Any, Final
from urllib.error import URLError
from urllib.parse import urlsplit

import msgspec

from judge.errors import JudgeError
from judge.text import clean_line

LARGEST: Final = 64 << 20  # bytes of an answer: a result with the boards of its samples
_REFUSAL: Final = 64 << 10
_PART: Final = 64 << 10
SILENT_S: Final = 30.0  # until a server that says nothing counts as gone
LONGEST_S: Final = 120.0  # of one request
PATIENCE_S: Final = 120.0  # for a site that is started again, or asks to wait
_FIRST_S, _LAST_S = 1.0, 15.0  # between two tries
_LONGEST_ADDRESS: Final = 500  # characters
_SENTENCE: Final = 500
_TYPE_IT: Final = "write what opens the site in a browser: https://judge.example.edu"
_REPAIR: Final = "open the address in a browser"
_DOUBT: Final = "nobody knows whether it has arrived: look at the site before you send it again"
_NOT_TAKEN: Final = (429, 503)  # nothing was done
_LATER: Final = (*_NOT_TAKEN, 502, 504)  # a proxy says that nobody has answered it: perhaps something was


class Address(msgspec.Struct, frozen=True):
    """`base` is what paths are written behind; `shown` names the site in a message."""

    base: str
    shown: str
    secure: bool


def read_address(text: str) -> Address:
    """Return the address. JudgeError E521 for what is none, and for http to another machine."""
    said = text.strip()
    shown = clean_line(said)
    try:
        found = urlsplit(said)
        host, port = (found.hostname or "").encode("idna").decode(), found.port
    except ValueError:
        raise _unusable(f"{shown} is no address") from None
    plain = said.isprintable() and " " not in said and len(said) <= _LONGEST_ADDRESS
    if found.scheme not in ("http", "https") or not host or not plain:
        raise _unusable(f"{shown} is no address")
    if found.username is not None or found.query or found.fragment:
        raise _unusable(f"more than an address is given for {clean_line(host)}")  # a password, perhaps
    if found.scheme == "http" and not _is_here(host):
        raise _unusable(f"{shown} would send your token where others can read it", "write https in place of http")
    place = f"[{host}]" if ":" in host else host
    where = place if port is None else f"{place}:{port}"
    return Address(f"{found.scheme}://{where}{found.path.rstrip('/')}", where, found.scheme == "https")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unusable(message: str, repair: str = _TYPE_IT) -> JudgeError:
    return JudgeError("E521", message, help=repair)


class Connection:
    """Asks one site, with one token. `say` is told when it has to wait."""

    def __init__(self, address: Address, token: str, say: Callable[[str], object] = lambda _: None) -> None:
        self.address, self._token, self._say = address, token, say
        self._opener = _opener(secure=address.secure)
        self._reached = False  # whether the site has ever answered: one that never did is not waited for

    def ask(self, path: str, form: Form | None = None) -> bytes:
        """Return the answer at a path; with a form, to that: it may be sent again, as a site takes it once. JudgeError
        E522, E523 or E524."""
        until_s, wait_s = time.monotonic() + PATIENCE_S, _FIRST_S
        while True:
            try:
                return self._once(path, form)
            except _LaterError as later:
                pause_s = max(wait_s, later.wait_s)
                if time.monotonic() + pause_s > until_s:
                    raise later.error from None
                self._say(f"{later.error.message}; trying again in {pause_s:.0f} s")
                time.sleep(pause_s)
                wait_s = min(_LAST_S, 2 * wait_s)

    def _once(self, path: str, form: Form | None) -> bytes:
        try:
            return _in_time(lambda: self._exchange(path, form))
        except (OSError, http.client.HTTPException, ValueError) as fault:
            raise self._broken(fault, form) from None

    def _exchange(self, path: str, form: Form | None) -> bytes:
        request = urllib.request.Request(self.address.base + path, form.body if form else None)
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        if form:
            request.add_header("Content-Type", form.kind)
            request.add_header("Idempotency-Key", f'"{form.key}"')
        with self._opener.open(request, timeout=SILENT_S) as answer:
            if not 200 <= answer.status < 300:
                raise self._refused(answer, form)
            body = self._body(answer, LARGEST)
        self._reached = True
        return body

    def _body(self, answer: http.client.HTTPResponse, most: int) -> bytes:
        parts, taken = [], 0
        while part := answer.read(_PART):
            parts.append(part)
            taken += len(part)
            if taken > most:
                raise self._strange(f"sends more than {most >> 20} MiB")
        if answer.length:  # where it was said how much comes
            raise http.client.IncompleteRead(b"", answer.length)
        return b"".join(parts)

    def _refused(self, refused: http.client.HTTPResponse, form: Form | None) -> Exception:
        """Return what is to be raised for an answer that is none."""
        status = refused.status
        if 300 <= status < 400:
            where = clean_line(refused.headers.get("location", "") or "another address")
            return self._strange(f"leads elsewhere, to {where}", "give that address, if it is the one of your course")
        try:
            said = refusal_in(self._body(refused, _REFUSAL))
        except (OSError, http.client.HTTPException, JudgeError):
            said = None
        if status in _LATER:
            words = said.error if said else f"answers with {status}"
            note = _DOUBT if form and status not in _NOT_TAKEN else ""
            error = self._error("E522", words, "try again in a while", note)
            return _LaterError(error, _seconds(refused.headers.get("retry-after", "")))
        if said is None:
            return self._strange(f"answers with {status}, and not as a judge does")
        self._reached = True
        if status == 401:
            return self._error("E523", "does not know this token", "make one on the site, under Tokens")
        return self._error("E524", said.error, said.help)

    def _broken(self, fault: Exception, form: Form | None) -> Exception:
        """Return what is to be raised where no answer has come."""
        reason = fault.reason if isinstance(fault, URLError) else fault
        why = getattr(reason, "verify_message", "") or getattr(reason, "strerror", "") or str(reason)
        if isinstance(reason, TimeoutError):
            why = "it takes too long"
        note = _DOUBT if form and not isinstance(reason, ConnectionRefusedError) else ""
        error = self._error("E522", f"does not answer: {clean_line(str(why) or type(reason).__name__)}", note=note)
        return _LaterError(error, 0.0) if self._reached else error

    def _strange(self, words: str, repair: str = "copy the address from the first page of the site") -> JudgeError:
        return self._error("E522", words, repair)

    def _error(self, code: str, words: str, repair: str = _REPAIR, note: str = "") -> JudgeError:
        told = f"{self.address.shown}: {words}" if words[:1].isupper() else f"{self.address.shown} {words}"
        return JudgeError(code, told, note=note, help=repair)


class _LaterError(Exception):
    """What may be better in a moment, and how long the site asks to wait, in seconds."""

    def __init__(self, error: JudgeError, wait_s: float) -> None:
        super().__init__(error.message)
        self.error, self.wait_s = error, wait_s


def _seconds(said: str) -> float:
    """Return Retry-After in seconds; 0 where it says a date, or nothing that can be believed."""
    return float(said) if said.isascii() and said.isdigit() and len(said) < 6 else 0.0


def _in_time(ask: Callable[[], bytes]) -> bytes:
    """Return the answer; TimeoutError where it takes longer, wherever it hangs: a socket's own timeout begins anew with
    each byte, and a server may send one now and then for ever. The thread that asks ends with the process at latest."""
    answer: Future[bytes] = Future()

    def asked() -> None:
        try:
            answer.set_result(ask())
        except Exception as fault:
            answer.set_exception(fault)

    threading.Thread(target=asked, daemon=True).start()
    return answer.result(LONGEST_S)


def _opener(*, secure: bool) -> urllib.request.OpenerDirector:
    """Return what opens requests. Certificates are checked; a proxy of the environment is used for https alone, as it
    could read http."""
    checked = urllib.request.HTTPSHandler(context=ssl.create_default_context())
    proxies = urllib.request.ProxyHandler(None if secure else {})
    made = urllib.request.build_opener(checked, _AsItIs(), proxies)
    made.addheaders = [("User-Agent", "judge"), ("Accept", "application/json")]
    return made


class _AsItIs(urllib.request.HTTPErrorProcessor):
    """Returns each answer as it is, and follows no redirect: the token would go along."""

    def http_response(self, request: Any, response: Any) -> Any:  # noqa: ARG002 - the library's name
        return response

    https_response = http_response


class Refusal(msgspec.Struct, frozen=True):
    """Why a site refuses something, in its own words."""

    error: str
    help: str = ""


def refusal_in(body: bytes) -> Refusal | None:
    """Return why something was refused, in clean words; None where that is not said as a judge says it."""
    try:
        said = msgspec.json.decode(body, type=Refusal)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return Refusal(clean_line(said.error, _SENTENCE), clean_line(said.help, _SENTENCE))


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
