"""How a site is served: where, behind what, and what it shows. Frozen; made by the command."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:
    from starlette.applications import Starlette

_LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Settings(msgspec.Struct, frozen=True):
    """`url` is the address that people type, without a slash at its end. What comes from one of the `proxies` may say
    for whom it asks (X-Forwarded-For, X-Forwarded-Proto) and, with `user_header`, who that is."""

    store: Path
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    root_path: str = ""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    user_header: str = ""
    course: Path | None = None
    contest: Path | None = None
    problems: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """Return what links begin with."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return self.url or f"http://{shown}:{self.port}{self.root_path}"

    @property
    def secure(self) -> bool:
        """Say whether browsers reach it by TLS alone."""
        return self.address.startswith("https:")

    @property
    def origin(self) -> str:
        """Return scheme, host and port, as a browser names them."""
        found = urlsplit(self.address)
        return f"{found.scheme}://{found.netloc}"

    @property
    def hosts(self) -> frozenset[str]:
        """Return the names under which it answers: those of its address, and this machine's own, which no other site
        can take: with them it is asked how it does, also in a container."""
        found = urlsplit(self.address)
        return self._own | ({found.netloc, found.hostname or ""} - {""})

    @property
    def local(self) -> bool:
        """Say whether nobody but this machine can reach it directly."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def alone(self) -> bool:
        """Say whether its links lead to this machine from this machine alone."""
        return urlsplit(self.address).netloc in self._own

    @property
    def doubts(self) -> list[str]:
        """Return what may be meant otherwise, in words for the host."""
        found = []
        if self.secure and not self.proxies:
            found.append("name the proxy that speaks TLS with --proxy: all visitors look like one otherwise")
        if not (self.secure or self.alone):
            found.append("links and sessions travel unprotected: let a proxy speak TLS, and give --url https://...")
        return found

    def application(self) -> Starlette:
        """Return the site that is served so, for whatever speaks ASGI. JudgeError where course, contest or a package
        is wrong or missing."""
        from judge.web.app import Application
        from judge.web.site import Site

        return Application(Site(self)).asgi

    @property
    def _own(self) -> frozenset[str]:
        return frozenset(name for host in _LOCAL for name in (host, f"{host}:{self.port}"))

    def trusts(self, peer: str) -> bool:
        """Say whether this address is that of a proxy."""
        try:
            found = ip_address(peer)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)
