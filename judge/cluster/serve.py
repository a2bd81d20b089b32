"""Run a station: Dask's own worker, with a thread for each sandbox, until it is told to end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from typing import Any

from distributed import Worker
from distributed.comm.core import connect
from distributed.security import Security

from judge.cluster.address import Address, quieten, read_address, security_for, unreachable
from judge.cluster.station import Station, opened_here
from judge.errors import JudgeError
from judge.sandbox import Sandbox
from judge.text import counted

Say = Callable[[str], object]
ALONE_S = 60.0  # how long it looks for its scheduler, at the start and after it was lost
CONNECT_S = 5.0


def serve_station(words: str, sandboxes: AbstractContextManager[Sequence[Sandbox]], say: Say) -> None:
    """Work for the scheduler at an address until it ends, or SIGINT or SIGTERM comes. The sandboxes are opened once the
    address is known to be one. JudgeError E484 where it is none, E486 where nobody is there, E487 where certificates
    keep the two apart."""
    address = read_address(words)
    security_for(address)  # say what is missing before anybody waits for a core
    with sandboxes as opened, opened_here(opened) as station:
        quieten(logging.CRITICAL)
        asyncio.run(_work(address, station, say))


async def _work(address: Address, station: Station, say: Say) -> None:
    """Work until a signal comes. Where the scheduler is lost, look for it again: a network may come back."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    security = security_for(address)
    slots = station.facts.slots
    words = f": {counted(slots, 'attempt')} at once. Ctrl-C ends it"
    while True:
        looking = asyncio.create_task(_joined(address, security, station, say))
        await _either(stopped.wait(), looking)
        if stopped.is_set():
            return
        worker = looking.result()
        say(f"works for {address.url}{words}")
        await _either(stopped.wait(), worker.finished())
        if stopped.is_set():
            station.stop()
            with contextlib.suppress(Exception):
                await worker.close(timeout=5, reason="stopped")
            return
        say(f"{address.url} is lost: looks for it again for {ALONE_S:.0f} s")
        words = " again"


async def _joined(address: Address, security: Security | None, station: Station, say: Say) -> Worker:
    """Return a worker of the scheduler. JudgeError E486 or E487 where none answers in time; why is told at once.

    Dask's worker itself would try for ever without a word, so it is made when the scheduler has answered.
    """
    words: dict[str, Any] = {
        "nthreads": station.facts.slots,
        "name": f"judge-{station.name[:12]}-{time.monotonic_ns()}",
        "local_directory": str(station.folder),
        "security": security,
        "host": "127.0.0.1" if address.is_loopback else None,  # None: where Dask finds that it can be reached
        "memory_limit": 0,  # boxes are bounded; Dask would pause the worker where others use the memory
        "dashboard": False,
        "death_timeout": ALONE_S,
    }
    until_s = time.monotonic() + ALONE_S
    fault: JudgeError | None = None
    while True:
        try:
            await _reach(address, security)
            worker: Worker = await Worker(address.url, **words)
        except (OSError, TimeoutError, RuntimeError) as error:
            before, now = fault, unreachable(address, error)
            fault = before if before and now.code == "E486" else now  # certificates are the better reason
        else:
            return worker
        left_s = until_s - time.monotonic()
        if left_s <= 0:
            raise fault
        if not before or before.message != fault.message:
            say(f"{fault.message}; tries for {left_s:.0f} s more")
        await asyncio.sleep(1.0)


async def _reach(address: Address, security: Security | None) -> None:
    """Speak to the scheduler once; OSError where that fails. Dask's own error hides that nobody listens."""
    _, writer = await asyncio.wait_for(asyncio.open_connection(address.host.strip("[]"), address.port), CONNECT_S)
    writer.close()
    words = security.get_connection_args("worker") if security else {}
    comm = await connect(address.url, timeout=CONNECT_S, **words)
    await comm.close()


async def _either(*waited: Coroutine[Any, Any, object] | asyncio.Task[Any]) -> None:
    """Return when one of them is over; the other is broken off."""
    tasks = [asyncio.ensure_future(one) for one in waited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for one in tasks:
        one.cancel()
