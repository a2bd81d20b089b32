"""What the web process counts of itself, for Prometheus."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from judge.web.routes import Route

_REQUESTS: Final[Counter[tuple[str, str, int]]] = Counter()
_SECONDS: Final[defaultdict[tuple[str, str], float]] = defaultdict(float)


def observe(route: Route, status: int, seconds: float) -> None:
    """Count a request that was answered; on the event loop alone."""
    _REQUESTS[route.method, route.path, status] += 1
    _SECONDS[route.method, route.path] += seconds
