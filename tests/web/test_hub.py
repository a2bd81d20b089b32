"""Live pages: what another process writes reaches every browser; what is common is rendered once; streams end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from judge.model import Account, Deed, Problem, Verdict
from judge.problems import read_package
from judge.store import Store
from judge.submissions import handed_in
from judge.web import hub as hubs
from judge.web import shared
from judge.web.app import while_in
from judge.web.ask import Live, RefusedError
from judge.web.hub import Hub, message_of
from judge.web.shared import Asked, OfProblems, Ranked, standings
from tests.web.judged import judge
from tests.web.sites import RIGHT, account, quiz


def count(store: Store) -> int:
    return len(store.deeds.latest(1000))


def live(version: Callable[[Store], object] = count) -> Live:
    return Live("deeds", version, lambda store: {"count": f"<b>{count(store)}</b>"}, 0.01)


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

    async def write(self) -> None:
        def written() -> None:
            with Store(self.path) as store:
                store.deeds.add(Deed(0.0, "", "something"))

        await asyncio.to_thread(written)


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


def test_what_another_process_writes_reaches_every_browser(tmp_path: Path) -> None:
    rendered = []

    def render(store: Store) -> dict[str, str]:
        rendered.append(1)
        return {"count": f"{count(store)}"}

    async def work(hub: Streams) -> None:
        streams = [hub.watch(Live("deeds", count, render, 0.01), f"{who}") for who in range(20)]
        for stream in streams:
            await says(stream, "data: 0")
        await hub.write()
        for stream in streams:
            await says(stream, "data: 1")
        await says(hub.watch(Live("deeds", count, render, 0.01), "late"), "data: 1")
        assert len(rendered) == 2, "once for all"

    run(tmp_path, work)


def test_a_stream_that_is_over_says_so_and_ends(tmp_path: Path) -> None:
    async def work(hub: Streams) -> None:
        stream = hub.watch(live(lambda store: None if count(store) else 0), "ada")
        await says(stream, "<b>0</b>")
        await hub.write()
        await says(stream, "<b>1</b>", "event: over")
        with pytest.raises(StopAsyncIteration):
            await says(stream)

    run(tmp_path, work)


def test_news_in_the_moment_before_somebody_waits_are_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Streams) -> None:
        stream = hub.watch(live(), "ada")
        await says(stream, "<b>0</b>")
        [topic] = hub._topics.values()
        for rounds in range(6):  # of the loop, in one of which it has looked and does not wait yet
            waiting = asyncio.ensure_future(says(stream, f"data: {rounds}"))
            for _ in range(rounds):
                await asyncio.sleep(0)
            topic.tell(f"event: count\ndata: {rounds}\n\n".encode(), over=False)
            await asyncio.wait_for(waiting, 5)

    monkeypatch.setattr(hubs, "_ALIVE_S", 60.0)
    run(tmp_path, work)


def test_a_page_that_fails_stops_no_other(tmp_path: Path) -> None:
    def fails(store: Store) -> object:
        raise ValueError("a mistake of ours")

    async def work(hub: Streams) -> None:
        broken, whole = hub.watch(Live("broken", fails, lambda _: {}), "ada"), hub.watch(live(), "bob")
        await says(broken, "event: over")
        await says(whole, "<b>0</b>")
        await hub.write()
        await says(whole, "<b>1</b>")

    run(tmp_path, work)


def test_one_browser_can_t_hold_all_streams_and_strangers_leave_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hubs.MOST_STRANGERS < hubs.MOST
    for name, most in (("MOST", 9), ("MOST_STRANGERS", 6), ("MOST_THERE", 4), ("MOST_EACH", 2)):
        monkeypatch.setattr(hubs, name, most)

    async def work(hub: Streams) -> None:
        streams = [hub.watch(live(), f"10.0.0.{number % 2}", known=False) for number in range(6)]
        for stream in streams:
            await says(stream)
        with pytest.raises(RefusedError):
            hub.watch(live(), "10.0.0.3", known=False)
        mine = [hub.watch(live(), one) for one in ("ada", "ada", "bob")]
        for stream in mine:
            await says(stream)
        await mine[2].aclose()
        with pytest.raises(RefusedError):
            hub.watch(live(), "ada")
        for stream in (mine[0], streams[0]):
            await stream.aclose()
        await says(hub.watch(live(), "ada"))
        await says(hub.watch(live(), "10.0.0.3", known=False))

    run(tmp_path, work)


def test_no_text_can_break_out_of_its_event() -> None:
    message = message_of({"a": "x\n\nevent: b\r\rdata: y\u2028z"}).decode()
    assert message.count("\n\n") == 1
    assert all(line.startswith(("event: a", "data: ")) for line in message.strip().split("\n"))
    assert "\r" not in message


# --- A stream ends for who may not see it any more -------------------------------------------------------------------
ADA = account("ada", "grader")


@pytest.mark.parametrize(
    ("found", "passed"), [(ADA, 2), (None, 1), (account("ada", "student"), 1), (account("bob", "grader"), 1)]
)
def test_it_ends_with_who_watches(found: Account | None, passed: int) -> None:
    """No message goes to who may not see it any more."""
    rights, closed = [ADA], []

    async def messages() -> AsyncGenerator[bytes, None]:
        try:
            yield b"with all names"
            rights[:] = [found] if found else []
            yield b"with all names, too"
        finally:
            closed.append(1)

    async def now() -> Account | None:
        return rights[0] if rights else None

    async def whole() -> int:
        return len([one async for one in while_in(messages(), ADA, now)])

    assert asyncio.run(whole()) == passed
    assert closed == [1], "its place is free"


# --- Leaderboards that many look at ----------------------------------------------------------------------------------
QUIZ = Asked("quiz")


@pytest.fixture(name="problem")
def _problem(tmp_path: Path) -> Problem:
    return read_package(quiz(tmp_path))


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as made:
        yield made


@pytest.fixture(name="held")
def _held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OfProblems[Asked, Ranked]:
    """What looks again at once."""
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    return standings(tmp_path / "store.db")


def _submit(store: Store, problem: Problem, owner: str) -> None:
    made = handed_in("mine", problem.name, "mine.py", (("mine.py", RIGHT),), problem.programs)
    store.queue.add(problem.name, owner, owner, made, 1.0, replaces=False)
    judge(store, problem, Verdict.AC, Verdict.AC)


def test_it_is_ranked_again_after_something_new_alone(
    store: Store, problem: Problem, held: OfProblems[Asked, Ranked]
) -> None:
    _submit(store, problem, "ada")
    first = held.of(store, problem, QUIZ)
    assert held.of(store, problem, QUIZ) is first
    _submit(store, problem, "bob")
    second = held.of(store, problem, QUIZ)
    assert second is not first
    assert list(second.board.places) == ["ada", "bob"]
    assert second.cohort.case("secret", "four").solved == 2
    assert held.of(store, problem, Asked(problem.name, algorithm="DFS")) is not second
    assert held.of(store, problem, Asked(problem.name, 0.0)).board.rows == ()
    slower = msgspec.structs.replace(problem, limits=msgspec.structs.replace(problem.limits, time_limit=9.0))
    assert held.of(store, slower, QUIZ).board.rows == ()


def test_it_is_not_ranked_all_the_time(tmp_path: Path, store: Store, problem: Problem) -> None:
    held = standings(tmp_path / "store.db")
    first = held.of(store, problem, QUIZ)
    _submit(store, problem, "ada")
    assert held.of(store, problem, QUIZ) is first


def test_who_looks_for_many_does_not_wait(store: Store, problem: Problem, held: OfProblems[Asked, Ranked]) -> None:
    first = held.lately(store, problem, QUIZ)
    _submit(store, problem, "ada")
    assert held.lately(store, problem, QUIZ) is first
    while held.lately(store, problem, QUIZ) is first:
        time.sleep(0.001)
    assert list(held.lately(store, problem, QUIZ).board.places) == ["ada"]
