"""The web process: one application on uvicorn, until it is told to stop."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn

from judge.web.app import Application
from judge.web.lifeline import Lifeline
from judge.web.log import log_to_stderr
from judge.web.off_cores import OffCores
from judge.web.patience import PatientProtocol
from judge.web.port import BACKLOG
from judge.web.site import Site

if TYPE_CHECKING:
    from judge.web.settings import Settings

_PATIENCE_S: Final = 10  # for requests that are being answered
_HEARD_S: Final = 0.2  # in which what somebody who has just connected asks arrives
_TICKS: Final = 20  # of 0.1 s, between two looks at where judges time
_FILES: Final = 65_536  # open files: each browser that watches is one


class _Server(uvicorn.Server):
    """Says when it serves, keeps off the cores of judges, and hears whom it has let in before it closes."""

    def __init__(self, config: uvicorn.Config, lifeline: Lifeline) -> None:
        super().__init__(config)
        self._lifeline, self._cores = lifeline, OffCores()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._lifeline.ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS == 0:
            self._cores.move()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for one in self.servers:
            one.close()
        await asyncio.sleep(_HEARD_S)
        await super().shutdown(sockets)


def serve(settings: Settings, listening: int) -> None:
    """Serve the site at an open socket until SIGTERM, or until the supervisor is gone: then no new request is taken,
    and those being answered are. SIGINT after SIGTERM ends it at once."""
    lifeline = Lifeline()
    log_to_stderr()
    _raise_files()
    application = Application(Site(settings))
    server = _Server(_config(settings, application), lifeline)
    application.stopping = lambda: server.should_exit
    server.run([socket.socket(fileno=listening)])


def _config(settings: Settings, application: Application) -> uvicorn.Config:
    return uvicorn.Config(
        application.asgi,
        root_path=settings.root_path,
        http=PatientProtocol,  # and not whichever parser is installed: its bounds are known
        ws="none",
        proxy_headers=False,  # `peers` believes the proxies that were named, and no others
        server_header=False,
        date_header=True,
        access_log=False,  # `log` writes what names nobody
        log_config=None,
        backlog=BACKLOG,
        timeout_graceful_shutdown=_PATIENCE_S,
        h11_max_incomplete_event_size=32 << 10,
    )


def _raise_files() -> None:
    """Allow as many open files as this process may have."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
