"""The web process: one application on uvicorn, until it is told to stop."""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from judge.web.settings import Settings

_BACKLOG: Final = 2048
_PATIENCE_S: Final = 10  # for requests that are being answered
_FILES: Final = 65_536  # open files: each browser that watches is one


def serve(settings: Settings, listening: int | None = None) -> None:
    """Serve the site until SIGTERM or SIGINT: then no new request is taken, and those being answered are.

    `listening` is an open socket that a supervisor has handed on: it keeps who comes while there is no web process.
    """
    import uvicorn

    from judge.web.app import Application
    from judge.web.site import Site

    _raise_files()
    application = Application(Site(settings))
    config = uvicorn.Config(
        application.asgi,
        host=settings.host,
        port=settings.port,
        root_path=settings.root_path,
        proxy_headers=False,  # `peers` believes the proxies that were named, and no others
        server_header=False,
        date_header=True,
        access_log=False,  # paths hold links and names
        log_config=None,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_PATIENCE_S,
        h11_max_incomplete_event_size=32 << 10,
    )
    server = uvicorn.Server(config)
    application.stopping = lambda: server.should_exit
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket(fileno=listening))] if listening is not None else None
        server.run(sockets)


def _raise_files() -> None:
    """Allow as many open files as this process may have."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
