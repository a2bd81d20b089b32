"""HTTP of the standard library, but for what a hostile server may do with it: no request lasts longer than it is given,
and none leads to another address."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import urllib.request
from contextlib import suppress
from typing import Any, Final

SILENT_S: Final = 30.0  # until a server that says nothing counts as gone


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
