"""The address at which a site listens, open for as long as the supervisor lives."""

from __future__ import annotations

import socket
from typing import Final

from judge.errors import JudgeError

STALLED_MS: Final = 60_000  # in which a browser takes something of what it is sent, or is there no more
BACKLOG: Final = 2048  # who comes while no web process takes them
_FREE: Final = 1024  # ports from here on are everybody's


def opened(host: str, port: int) -> socket.socket:
    """Listen there; with port 0 at one that is free. JudgeError E508 where that can't be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # at once after the last one has ended
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)  # each connection has it from here
    try:
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as fault:
        made.close()
        repair = "take another port with --port" if port >= _FREE else "take a port above 1023 with --port"
        raise JudgeError(
            "E508",
            f"the site can't be served at {host}:{port}: {fault.strerror or fault}",
            help=f"{repair}, or another address of this machine with --host",
        ) from fault
    return made
