"""The noun of a machine that judges for another one."""

from __future__ import annotations

import msgspec

from judge.model.host import Host


class Seen(msgspec.Struct, frozen=True):
    """A station of a cluster as its client sees it. `refused` says why it may not work; empty where it may."""

    address: str
    judge: str = ""
    host: Host | None = None
    slots: int = 0
    cores: tuple[int, ...] = ()
    attempts: int = 0  # that it has made for this client
    disturbed: int = 0  # of them
    refused: str = ""

    @property
    def name(self) -> str:
        """Return its address without what all have in common."""
        return self.address.partition("://")[2] or self.address
