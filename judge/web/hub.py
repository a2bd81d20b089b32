"""Pages that fill by themselves: one look at the store for all browsers, and what is new is rendered once a topic.

A browser that is slow gets the newest state, not every one before it: each has a place for one message.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from judge.store import Store
from judge.web.ask import Live, RefusedError
from judge.web.stores import Stores

if TYPE_CHECKING:
    from pathlib import Path

LOOK_S: Final = 0.1  # between two looks at whether anybody has written
IDLE_S: Final = 1.0  # and where nobody has: what is shown may depend on the time
OVER: Final = "over"  # the last event of a stream: sse-close="over" keeps the browser from coming again
_ALIVE_S: Final = 15.0  # between two signs of life, for proxies that close what is silent
LONGEST_S: Final = 600.0  # of a stream; the browser comes again, and is looked at anew
MOST: Final = 4000  # streams at once
MOST_STRANGERS: Final = 3000  # of all addresses: the other places are kept for accounts
MOST_EACH: Final = 24  # of one account
MOST_THERE: Final = 2000  # of one address: a whole campus may have one
_AGAIN_MS: Final = (1000, 5000)  # until a browser that lost its stream comes again: not all of them at once


_LOG = logging.getLogger("judge.web")
_Watcher = tuple[bool, str]  # whether it is an account, and its name or address


class _Topic:
    """What some browsers watch: the newest message; `news` is set once there is another one."""

    def __init__(self, live: Live) -> None:
        self.live, self.watchers, self.news = live, 0, asyncio.Event()
        self.version: object = self  # nothing is equal to it
        self.seen = -1  # what `changed` said when it was looked at last
        self.looked_s = self.rendered_s = 0.0
        self.message = b""
        self.over = False

    def tell(self, message: bytes, *, over: bool) -> None:
        """Wake all who watch. An event is set once: whoever is about to wait for the old one goes on, too."""
        self.message, self.over = message, over
        news, self.news = self.news, asyncio.Event()
        news.set()


class Hub:
    """All streams of one process. Lives on its event loop."""

    def __init__(self, path: Path) -> None:
        """Look at this store, in a thread of its own: SQLite does not tell a connection what itself has written."""
        self._stores = Stores(path, 1)
        self._topics: dict[Hashable, _Topic] = {}
        self._each: Counter[_Watcher] = Counter()
        self._closed = False

    @property
    def watching(self) -> int:
        """Return how many streams there are."""
        return self._each.total()

    async def run(self) -> None:
        """Look at the store until the hub is closed."""
        while not self._closed:
            began_s = time.monotonic()
            with suppress(Exception):  # a store that is locked for a while is looked at again
                await self._look()
            await asyncio.sleep(max(0.01, LOOK_S - (time.monotonic() - began_s)))
        self._stores.close()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for topic in self._topics.values():
            topic.news.set()

    def watch(self, live: Live, who: str, *, known: bool = True) -> AsyncGenerator[bytes, None]:
        """Return the stream of one browser: that of an account where `who` is `known`, else of an address. RefusedError
        503 where there are too many."""
        watcher, most = (known, who), (MOST_EACH if known else MOST_THERE)
        strangers = sum(count for (account, _), count in self._each.items() if not account)
        crowded = self.watching >= MOST or (not known and strangers >= MOST_STRANGERS)
        if self._closed or crowded or self._each[watcher] >= most:
            raise RefusedError(503, "Too many pages are open at once.", "Close some of them.")
        return self._stream(live, watcher)

    async def _stream(self, live: Live, who: _Watcher) -> AsyncGenerator[bytes, None]:
        topic = self._topics.setdefault(live.topic, _Topic(live))
        topic.watchers += 1
        self._each[who] += 1
        sent, until_s = b"", time.monotonic() + LONGEST_S
        try:
            yield f"retry: {random.randint(*_AGAIN_MS)}\n\n".encode()
            while not self._closed and time.monotonic() < until_s:
                if topic.message != sent:
                    sent = topic.message
                    yield sent
                elif topic.over:
                    return
                else:
                    try:
                        await asyncio.wait_for(topic.news.wait(), _ALIVE_S)
                    except TimeoutError:
                        yield b": alive\n\n"
        finally:
            topic.watchers -= 1
            if not topic.watchers and self._topics.get(live.topic) is topic:
                del self._topics[live.topic]
            self._each -= Counter([who])

    async def _look(self) -> None:
        now_s = time.monotonic()
        due = [topic for topic in self._topics.values() if now_s - topic.rendered_s >= topic.live.every_s]
        made = await self._stores.call(lambda store: _look(store, due, now_s)) if due else {}
        for topic, (message, over) in made.items():
            topic.rendered_s = now_s
            if (message, over) != (topic.message, topic.over):
                topic.tell(message, over=over)


def _look(store: Store, due: Sequence[_Topic], now_s: float) -> dict[_Topic, tuple[bytes, bool]]:
    """Return what is new of these topics, each with whether it is over. One that can't be rendered is over, and the
    others go on."""
    changed = store.queue.changed()
    made: dict[_Topic, tuple[bytes, bool]] = {}
    for topic in due:
        if topic.seen == changed and now_s - topic.looked_s < IDLE_S:
            continue
        topic.seen, topic.looked_s = changed, now_s
        message, over = topic.message, True
        try:
            version = topic.live.version(store)
            if version == topic.version:
                continue
            message = message_of(topic.live.render(store))
            topic.version, over = version, version is None
        except Exception:
            _LOG.exception("a live page failed")
            if topic.over:
                continue
        made[topic] = (message + message_of({OVER: ""}) if over else message), over
    return made


def message_of(parts: Mapping[str, str]) -> bytes:
    """Return parts of a page in the form of server-sent events (WHATWG HTML, section 9.2)."""
    said = []
    for name, html in parts.items():
        lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
        said.append(f"event: {name}\n{lines}\n")
    return "".join(said).encode()
