"""How often somebody may ask, and how much they may send at once: so that nobody takes it from the others.

For each kind of request and each account or address there is a bucket of tokens. The algorithm is the token bucket:
J. Turner, New Directions in Communications, IEEE Communications Magazine 24 (1986).
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from typing import Final

import msgspec

from judge.web.ask import RefusedError


class Rate(msgspec.Struct, frozen=True):
    """At most `burst` at once, and `per_s` a second in the long run."""

    burst: float
    per_s: float


PAGES: Final = Rate(120, 20)
BOARDS: Final = Rate(2_000, 60)  # a scoreboard, which a whole hall behind one address loads without signing in
FORMS: Final = Rate(30, 1)
SUBMISSIONS: Final = Rate(20, 1 / 6)
DOORS: Final = Rate(600, 10)  # of each link, as a whole class follows an invitation; of each address, for what is none
FILES: Final = Rate(10_000, 1_000)  # our own files and streams, which a whole class behind one address asks for
HEALTH: Final = Rate(300, 50)  # a bucket of its own: visitors of the same address can't make the site look ill
CLASSES: Final = Rate(10, 1 / 30)  # zips of a whole class
SMALL: Final = 64 << 10  # bytes of a form
SUBMISSION: Final = 6 << 20  # 4 MiB of files, and what the form needs around them
CLASS: Final = 80 << 20  # a zip of a class has at most 64 MiB
_MOST: Final = 50_000  # who is remembered
_MOST_SENT: Final = 4 * SUBMISSION  # bytes of one account; a larger form comes alone
_AGAIN_S: Final = 5


class Rates:
    """The buckets of one process. May be asked by any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()  # two at once would each find a full bucket

    def take(self, rate: Rate, who: Hashable) -> float:
        """Take a token. Return 0, or in how many seconds there will be one."""
        with self._lock:
            key, now_s = (rate, who), self._clock()
            left, since_s = self._left.pop(key, (rate.burst, now_s))
            left = min(rate.burst, left + (now_s - since_s) * rate.per_s)
            allowed = left >= 1
            self._left[key] = (left - 1 if allowed else left), now_s
            while len(self._left) > _MOST:
                self._left.popitem(last=False)
            return 0.0 if allowed else (1 - left) / rate.per_s


class Sending:
    """What is being sent to one process: a form is held in memory until it is whole, and may come slowly. Called on its
    event loop alone."""

    def __init__(self) -> None:
        self._held: Counter[Hashable] = Counter()

    @contextmanager
    def one(self, who: Hashable, most: int) -> Iterator[None]:
        """Hold `most` bytes for a form until the block ends. RefusedError 429 where others of theirs take too much."""
        held = self._held[who]
        if held and held + most > _MOST_SENT:
            raise RefusedError(429, "You send too much at once: wait for the others, and try again.", wait_s=_AGAIN_S)
        self._held[who] += most
        try:
            yield
        finally:
            self._held -= Counter({who: most})


def place_of(peer: str) -> str:
    """Return what stands for an address: of IPv6 the network of 64 bits, as each home has at least one of these."""
    try:
        found = ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if found.version == 4:
        return peer
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(ip_network((int(found) >> 64 << 64, 64)))
