"""The web process: one application on uvicorn, until it is told to stop."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from judge.sandbox import timed_cores, usable_cores
from judge.web.operations import log_to_stderr
from judge.web.processes import BACKLOG, Lifeline

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from judge.web.site import Settings

HEAD_S: Final = 20.0  # in which the head of a request comes; some links of students are slow
_PATIENCE_S: Final = 10  # for requests that are being answered
_HEARD_S: Final = 0.2  # in which what somebody who has just connected asks arrives
_TICKS: Final = 20  # of 0.1 s, between two looks at where judges time
_FILES: Final = 65_536  # open files: each browser that watches is one
_THREADS = Path("/proc/self/task")


class Server(uvicorn.Server):
    """Says when it serves, keeps off the cores of judges, and hears whom it has let in before it closes."""

    def __init__(self, settings: Settings, application: Starlette, ready: Callable[[], object]) -> None:
        config = uvicorn.Config(
            application,
            root_path=settings.root_path,
            http=PatientProtocol,  # and not whichever parser is installed: its bounds are known
            ws="none",
            proxy_headers=False,  # `app` believes the proxies that were named, and no others
            server_header=False,
            date_header=True,
            access_log=False,  # `operations` writes what names nobody
            log_config=None,
            backlog=BACKLOG,
            timeout_graceful_shutdown=_PATIENCE_S,
            h11_max_incomplete_event_size=32 << 10,
        )
        super().__init__(config)
        self._hub, self._ready, self._cores = application.state.hub, ready, OffCores()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            self._cores.move()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        for one in self.servers:
            one.close()
        await asyncio.sleep(_HEARD_S)
        await super().shutdown(sockets)


def serve_pages(settings: Settings, listening: int) -> None:
    """Serve the site at an open socket until SIGTERM, or until the supervisor is gone: then no new request is taken,
    and those being answered are. SIGINT after SIGTERM ends it at once."""
    lifeline = Lifeline()
    log_to_stderr()
    _raise_files()
    Server(settings, settings.application(), lifeline.ready).run([socket.socket(fileno=listening)])


def _raise_files() -> None:
    """Allow as many open files as this process may have."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class OffCores:
    """The web process keeps off the cores on which judges of this machine time, as every judge does. It remembers those
    that it may use, before it leaves any of them."""

    def __init__(self) -> None:
        self._all = set(usable_cores())

    def move(self) -> None:
        """Move every thread to cores on which nobody times just now; where there is none, to all."""
        free = self._all - timed_cores() or self._all
        if not free or set(usable_cores()) == free:
            return
        for thread in _THREADS.iterdir():
            with suppress(OSError):  # it has ended meanwhile
                os.sched_setaffinity(int(thread.name), free)


class PatientProtocol(H11Protocol):
    """Closes a connection on which no new request has begun in a while, and none is being answered.

    uvicorn waits for the head of a request for ever, and each connection is an open file. So a few strangers could keep
    all others out (slowloris).
    """

    _looks: asyncio.TimerHandle | None = None
    _seen: object = None  # the last request when it was looked at last

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._looks = self.loop.call_later(HEAD_S, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._looks:
            self._looks.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering and self.cycle is self._seen:
            self.transport.abort()
            return
        self._seen = self.cycle
        self._looks = self.loop.call_later(HEAD_S, self._look)
