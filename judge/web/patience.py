"""Connections on which nothing whole comes: uvicorn waits for the head of a request for ever, and each connection is an
open file. So a few strangers could keep all others out (slowloris)."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S: Final = 20.0  # in which the head of a request comes; some links of students are slow


class PatientProtocol(H11Protocol):
    """Closes a connection on which no new request has begun in a while, and none is being answered."""

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
