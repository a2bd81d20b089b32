"""Live pages: what another process writes reaches every browser; what is common is rendered once; streams end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.model import Problem, Verdict
from judge.model.account import Account, Deed
from judge.problems.package import read_package
from judge.store import Store
from judge.submissions.read import handed_in
from judge.web import hub as hubs
from judge.web import shared
from judge.web.app import while_in
from judge.web.ask import Fragment, Live, RefusedError
from judge.web.hub import MOST_EACH, Hub, message_of
from judge.web.shared import Asked, standings
from tests.web.judged import judge
from tests.web.sites import RIGHT, account, quiz


def count(store: Store) -> int:
    return len(store.deeds.latest(1000))


def live(**words: Any) -> Live:
    return Live("deeds", count, lambda store: [Fragment("count", f"<b>{count(store)}</b>")], 0.01, **words)


async def event(stream: AsyncIterator[bytes]) -> str:
    """Return the next message that says something."""
    while True:
        message = (await asyncio.wait_for(anext(stream), 20)).decode()
        if message.startswith("event:"):
            return message


def run(path: Path, work: Callable[[Hub], Awaitable[None]]) -> None:
    async def whole() -> None:
        hub = Hub(path)
        looking = asyncio.create_task(hub.run())
        try:
            await work(hub)
        finally:
            hub.close()
            await looking

    asyncio.run(whole())


def write(path: Path) -> None:
    with Store(path) as store:
        store.deeds.add(Deed(0.0, "", "something"))


def test_what_another_process_writes_reaches_every_browser(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    rendered = []

    def render(store: Store) -> list[Fragment]:
        rendered.append(1)
        return [Fragment("count", f"{count(store)}")]

    async def work(hub: Hub) -> None:
        streams = [hub.watch(Live("deeds", count, render, 0.01), f"{who}") for who in range(20)]
        for stream in streams:
            assert "data: 0" in await event(stream)
        await asyncio.to_thread(write, path)
        for stream in streams:
            assert "data: 1" in await event(stream)
        assert len(rendered) == 2, "once for all"
        late = hub.watch(Live("deeds", count, render, 0.01), "late")
        assert "data: 1" in await event(late)
        assert len(rendered) == 2

    run(path, work)


def test_a_stream_that_is_over_says_so_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    async def work(hub: Hub) -> None:
        stream = hub.watch(live(over=lambda version: version == 1), "ada")
        assert "<b>0</b>" in await event(stream)
        await asyncio.to_thread(write, path)
        last = await event(stream)
        assert "<b>1</b>" in last
        assert "event: over" in last
        with pytest.raises(StopAsyncIteration):
            await event(stream)

    run(path, work)


def test_news_in_the_moment_before_somebody_waits_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "store.db"

    async def work(hub: Hub) -> None:
        stream = hub.watch(live(), "ada")
        assert "<b>0</b>" in await event(stream)
        [topic] = hub._topics.values()
        for rounds in range(6):  # of the loop, in one of which it has looked and does not wait yet
            waiting = asyncio.ensure_future(event(stream))
            for _ in range(rounds):
                await asyncio.sleep(0)
            topic.tell(f"event: count\ndata: {rounds}\n\n".encode(), over=False)
            assert f"data: {rounds}" in await asyncio.wait_for(waiting, 5)

    monkeypatch.setattr(hubs, "_ALIVE_S", 60.0)
    run(path, work)


def test_a_page_that_fails_stops_no_other(tmp_path: Path) -> None:
    path = tmp_path / "store.db"

    def fails(store: Store) -> object:
        raise ValueError("a mistake of ours")

    async def work(hub: Hub) -> None:
        broken, whole = hub.watch(Live("broken", fails, lambda _: []), "ada"), hub.watch(live(), "bob")
        assert "event: over" in await event(broken)
        assert "<b>0</b>" in await event(whole)
        await asyncio.to_thread(write, path)
        assert "<b>1</b>" in await event(whole)

    run(path, work)


def test_one_browser_can_t_hold_all_streams(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        streams = [hub.watch(live(), "ada") for _ in range(MOST_EACH)]
        for stream in streams:
            await event(stream)
        with pytest.raises(RefusedError):
            hub.watch(live(), "ada")
        await streams[0].aclose()
        await event(hub.watch(live(), "ada"))

    run(tmp_path / "store.db", work)


def test_strangers_leave_places_to_accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, count in (("MOST", 9), ("MOST_STRANGERS", 6), ("MOST_THERE", 4)):
        monkeypatch.setattr(hubs, name, count)

    async def work(hub: Hub) -> None:
        streams = [hub.watch(live(), f"10.0.0.{number % 2}", known=False) for number in range(6)]
        for stream in streams:
            await event(stream)
        with pytest.raises(RefusedError):
            hub.watch(live(), "10.0.0.3", known=False)
        for stream in (hub.watch(live(), "ada"), hub.watch(live(), "bob")):
            await event(stream)
        await streams[0].aclose()
        await event(hub.watch(live(), "10.0.0.3", known=False))

    assert hubs.MOST_STRANGERS < hubs.MOST
    run(tmp_path / "store.db", work)


def test_no_text_can_break_out_of_its_event() -> None:
    message = message_of([Fragment("a", "x\n\nevent: b\r\rdata: y\u2028z")]).decode()
    assert message.count("\n\n") == 1
    assert all(line.startswith(("event: a", "data: ")) for line in message.strip().split("\n"))
    assert "\r" not in message


# --- A stream ends for who may not see it any more -------------------------------------------------------------------
ADA = account("ada", "grader")


@pytest.mark.parametrize(
    ("found", "passed"), [(ADA, 5), (None, 0), (account("ada", "student"), 0), (account("bob", "grader"), 0)]
)
def test_it_ends_with_who_watches(found: Account | None, passed: int) -> None:
    closed = []

    async def messages() -> AsyncGenerator[bytes, None]:
        try:
            for _ in range(5):
                yield b"x"
        finally:
            closed.append(1)

    async def now() -> Account | None:
        return found

    async def whole() -> int:
        return len([one async for one in while_in(messages(), ADA, now)])

    assert asyncio.run(whole()) == passed
    assert closed == [1], "its place is free"


def test_no_message_goes_to_who_may_not_see_it_any_more() -> None:
    rights = [ADA]

    async def messages() -> AsyncGenerator[bytes, None]:
        yield b"with all names"
        rights[:] = [account("ada", "student")]
        yield b"with all names, too"

    async def now() -> Account | None:
        return rights[0]

    async def whole() -> list[bytes]:
        return [one async for one in while_in(messages(), ADA, now)]

    assert asyncio.run(whole()) == [b"with all names"]


# --- Leaderboards that many look at ----------------------------------------------------------------------------------
QUIZ = Asked("quiz")


@pytest.fixture(name="problem")
def _problem(tmp_path: Path) -> Problem:
    return read_package(quiz(tmp_path))


def _submit(store: Store, problem: Problem, owner: str) -> None:
    made = handed_in("mine", problem.name, "mine.py", (("mine.py", RIGHT),), problem.programs)
    store.queue.add(problem.name, owner, owner, made, 1.0, replaces=False)
    judge(store, problem, Verdict.AC, Verdict.AC)


def test_it_is_ranked_again_after_something_new_alone(
    tmp_path: Path, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    held = standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        _submit(store, problem, "ada")
        first = held.of(store, problem, QUIZ)
        assert held.of(store, problem, QUIZ) is first
        _submit(store, problem, "bob")
        second = held.of(store, problem, QUIZ)
        assert second is not first
        assert list(second.board.places) == ["ada", "bob"]
        assert second.cohort.of("secret", "four").solved == 2
        assert held.of(store, problem, Asked(problem.name, algorithm="DFS")) is not second
        assert held.of(store, problem, Asked(problem.name, 0.0)).board.rows == ()
        slower = msgspec.structs.replace(problem, limits=msgspec.structs.replace(problem.limits, time_limit=9.0))
        assert held.of(store, slower, QUIZ).board.rows == ()


def test_it_is_not_ranked_all_the_time(tmp_path: Path, problem: Problem) -> None:
    held = standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        first = held.of(store, problem, QUIZ)
        _submit(store, problem, "ada")
        assert held.of(store, problem, QUIZ) is first


def test_who_looks_for_many_does_not_wait(tmp_path: Path, problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    held = standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        first = held.lately(store, problem, QUIZ)
        _submit(store, problem, "ada")
        assert held.lately(store, problem, QUIZ) is first
        while held.lately(store, problem, QUIZ) is first:
            time.sleep(0.001)
        assert list(held.lately(store, problem, QUIZ).board.places) == ["ada"]
