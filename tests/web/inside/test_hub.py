"""Live pages: what is common is rendered once, nothing new is lost, and one that fails ends alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from judge.model import Deed
from judge.store import Store
from judge.web import hub as hubs
from judge.web.ask import Live
from judge.web.hub import Hub
from tests.web.sites import Stream, contest, submit

EVENTS = "/contest/events"


def count(store: Store) -> int:
    return len(store.deeds.latest(1000))


async def says(stream: AsyncIterator[bytes], *words: str) -> None:
    """Wait for the next message that says something, and check that it says these."""
    while not (message := (await asyncio.wait_for(anext(stream), 20)).decode()).startswith("event:"):
        pass
    assert all(word in message for word in words), message


class Streams(Hub):
    """A hub on a store of its own, in which somebody else writes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def write(self) -> None:
        with Store(self.path) as store:
            store.deeds.add(Deed(0.0, "", "something"))


def run(folder: Path, work: Callable[[Streams], Awaitable[None]]) -> None:
    async def whole() -> None:
        hub = Streams(folder / "store.db")
        looking = asyncio.create_task(hub.run())
        try:
            await work(hub)
        finally:
            hub.close()
            await looking

    asyncio.run(whole())


def test_what_many_watch_is_rendered_once_whatever_else_fails(tmp_path: Path) -> None:
    rendered = []

    def fail(store: Store) -> object:
        raise ValueError("a mistake of ours")

    def render(store: Store) -> dict[str, str]:
        rendered.append(1)
        return {"count": f"{count(store)}"}

    async def work(hub: Streams) -> None:
        broken = hub.watch(Live("broken", fail, lambda _: {}), "ada")
        await says(broken, "event: over")
        streams = [hub.watch(Live("deeds", count, render, 0.01), f"{who}") for who in range(20)]
        for stream in streams:
            await says(stream, "data: 0")
        hub.write()
        for stream in streams:
            await says(stream, "data: 1")
        await says(hub.watch(Live("deeds", count, render, 0.01), "late"), "data: 1")
        assert len(rendered) == 2

    run(tmp_path, work)


def test_news_in_the_moment_before_somebody_waits_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Streams) -> None:
        stream = hub.watch(Live("deeds", count, lambda _: {"count": "none"}, 0.01), "ada")
        await says(stream, "data: none")
        [topic] = hub._topics.values()
        for rounds in range(6):  # of the loop, in one of which it has looked and does not wait yet
            waiting = asyncio.ensure_future(says(stream, f"data: {rounds}"))
            for _ in range(rounds):
                await asyncio.sleep(0)
            topic.tell(f"event: count\ndata: {rounds}\n\n".encode(), over=False)
            await asyncio.wait_for(waiting, 5)

    monkeypatch.setattr(hubs, "_ALIVE_S", 60.0)
    run(tmp_path, work)


def test_nobody_can_hold_all_streams_and_strangers_leave_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hubs.MOST_STRANGERS < hubs.MOST
    for name, most in (("MOST", 8), ("MOST_STRANGERS", 5), ("MOST_THERE", 4), ("MOST_EACH", 2)):
        monkeypatch.setattr(hubs, name, most)
    with contest(tmp_path, -10, 10) as site:

        def stream(owner: str, peer: str = "") -> Stream:
            site.peer = peer
            made = site.browser(owner).listen(EVENTS)
            assert made.next()
            return made

        def status(owner: str, peer: str = "") -> int:
            site.peer = peer
            return int(site.browser(owner).get(EVENTS).status_code)

        strangers = [stream("", "10.0.0.1") for _ in range(4)]
        assert status("", "10.0.0.1") == 503, "so many of one address"
        strangers.append(stream("", "10.0.0.2"))
        assert status("", "10.0.0.3") == 503, "so many of all strangers"
        mine = [stream(owner) for owner in ("ada", "ada", "bob")]
        assert status("hal") == 503, "so many of all"
        for leaving, owner, others in ((mine[2], "bob", "ada"), (mine[0], "ada", "")):
            leaving.leave()
            submit(site, owner, 0)
            assert [*iter(leaving.next, "")], "it is noticed at the next message"
            assert (status(owner), status(others, "10.0.0.1")) == (200, 503), "one place is free"
        strangers[0].leave()
        submit(site, "ada", 0)
        assert [*iter(strangers[0].next, "")]
        assert [status("", f"10.0.0.{number}") for number in (1, 3)] == [200, 200], "of its address, and of strangers"
