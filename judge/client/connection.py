"""One question to a site, and its answer. What may be better in a moment is tried again; all else is said clearly.

It is HTTP of the standard library, but for what a hostile server may do with it: no request lasts longer than it is
given, and none leads to another address.
"""

from __future__ import annotations

import http.client
import secrets
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final
from urllib.error import HTTPError, URLError

import msgspec

from judge.client.address import Address
from judge.client.answers import refusal_in
from judge.errors import JudgeError
from judge.reports.sanitize import clean_line

LARGEST: Final = 64 << 20  # bytes of an answer: a result with the boards of its samples
_REFUSAL: Final = 64 << 10
_PART: Final = 64 << 10
SILENT_S: Final = 30.0  # until a server that says nothing counts as gone
LONGEST_S: Final = 120.0  # of one request
PATIENCE_S: Final = 120.0  # for a site that is started again, or asks to wait
_FIRST_S, _LAST_S = 1.0, 15.0  # between two tries
_REPAIR: Final = "open the address in a browser"
_DOUBT: Final = "nobody knows whether it has arrived: look at the site before you send it again"
_NOT_TAKEN: Final = (429, 503)  # nothing was done
_LATER: Final = (*_NOT_TAKEN, 502, 504)  # a proxy says that nobody has answered it: perhaps something was


class Clock(msgspec.Struct, frozen=True):
    """How time passes; a test has its own."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep


class Bounds(msgspec.Struct, frozen=True):
    """What a server is given: seconds for an answer, seconds of silence within it, and bytes."""

    longest_s: float = LONGEST_S
    silent_s: float = SILENT_S
    largest: int = LARGEST


_CLOCK, _BOUNDS = Clock(), Bounds()


class Connection:
    """Asks one site, with one token. `say` is told when it has to wait."""

    def __init__(
        self,
        address: Address,
        token: str,
        say: Callable[[str], object] = lambda _: None,
        clock: Clock = _CLOCK,
        bounds: Bounds = _BOUNDS,
    ) -> None:
        self.address = address
        self._token, self._say, self._clock, self._bounds = token, say, clock, bounds
        self._reached = False  # whether the site has ever answered: one that never did is not waited for

    def ask(self, path: str, form: Form | None = None) -> bytes:
        """Return the answer at a path; with a form, to that: it may be sent again, as a site takes it once. JudgeError
        E522, E523 or E524."""
        until_s, wait_s = self._clock.now() + PATIENCE_S, _FIRST_S
        while True:
            try:
                return self._once(path, form)
            except _LaterError as later:
                pause_s = max(wait_s, later.wait_s)
                if self._clock.now() + pause_s > until_s:
                    raise later.error from None
                self._say(f"{later.error.message}; trying again in {pause_s:.0f} s")
                self._clock.sleep(pause_s)
                wait_s = min(_LAST_S, 2 * wait_s)

    def _once(self, path: str, form: Form | None) -> bytes:
        request = urllib.request.Request(self.address.base + path, form.body if form else None)
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        if form:
            request.add_header("Content-Type", form.kind)
            request.add_header("Idempotency-Key", f'"{form.key}"')
        with Deadline(self._bounds.longest_s) as deadline:
            site = opener(deadline, secure=self.address.secure)
            try:
                with site.open(request, timeout=self._bounds.silent_s) as answer:
                    body = self._body(answer, self._bounds.largest)
                deadline.check()
            except HTTPError as refused:
                with refused:
                    raise self._refused(refused, form) from None
            except (OSError, http.client.HTTPException, ValueError) as fault:
                raise self._broken(fault, deadline, form) from None
        self._reached = True
        return body

    def _body(self, answer: http.client.HTTPResponse | HTTPError, most: int) -> bytes:
        parts, taken = [], 0
        while part := answer.read(_PART):
            parts.append(part)
            taken += len(part)
            if taken > most:
                raise self._strange(f"sends more than {most >> 20} MiB")
        if answer.length:  # where it was said how much comes
            raise http.client.IncompleteRead(b"", answer.length)
        return b"".join(parts)

    def _refused(self, refused: HTTPError, form: Form | None) -> Exception:
        """Return what is to be raised for an answer that is none."""
        status = refused.code
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

    def _broken(self, fault: Exception, deadline: Deadline, form: Form | None) -> Exception:
        """Return what is to be raised where no answer has come."""
        reason = fault.reason if isinstance(fault, URLError) else fault
        why = getattr(reason, "verify_message", "") or getattr(reason, "strerror", "") or str(reason)
        if isinstance(reason, TimeoutError) or deadline.over:
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


class Deadline:
    """Closes the connections of one request when its time is over, wherever it hangs: `timeout` begins anew with each
    byte, and a server may send one now and then for ever."""

    def __init__(self, most_s: float) -> None:
        self.over = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(most_s, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        for one in self._sockets:
            one.close()

    def watch(self, opened: socket.socket) -> None:
        """Close this connection, too: by a handle of its own, as TLS takes the first one away."""
        self._sockets.append(opened.dup())
        if self.over:
            self._end()

    def check(self) -> None:
        """Raise TimeoutError where its time is over: what was read until then looks whole."""
        if self.over:
            raise TimeoutError

    def _end(self) -> None:
        self.over = True
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def opener(deadline: Deadline, *, secure: bool) -> urllib.request.OpenerDirector:
    """Return what opens one request. Certificates are checked; a proxy of the environment is used for https alone, as
    it could read http."""
    proxies = urllib.request.ProxyHandler(None if secure else {})
    made = urllib.request.build_opener(_Http(deadline), _Https(deadline), _NoRedirect(), proxies)
    made.addheaders = [("User-Agent", "judge"), ("Accept", "application/json")]
    return made


class _Http(urllib.request.HTTPHandler):
    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_watched(http.client.HTTPConnection, self._deadline), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, deadline: Deadline) -> None:
        super().__init__()
        self._deadline = deadline

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        made = _watched(http.client.HTTPSConnection, self._deadline)
        return self.do_open(made, req, context=ssl.create_default_context())


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow none: the token would go along."""


def _watched(kind: type[http.client.HTTPConnection], deadline: Deadline) -> Any:
    """Return this kind of connection, watched by the deadline from when it is open, before TLS begins."""

    def opened(*words: Any, **named: Any) -> socket.socket:
        made = socket.create_connection(*words, **named)
        deadline.watch(made)
        return made

    class Watched(kind):  # type: ignore[misc, valid-type]
        def __init__(self, *words: Any, **named: Any) -> None:
            super().__init__(*words, **named)
            self._create_connection = opened  # http.client's own name for how it opens one

    return Watched


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
