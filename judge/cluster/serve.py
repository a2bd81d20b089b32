"""Run a station: Dask's own worker, with a thread for each sandbox, until it is told to end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import dask
from distributed import Worker

from judge.cluster.address import START, Address, security_for
from judge.cluster.station import Station, open_here
from judge.errors import JudgeError
from judge.sandbox.sandbox import Sandbox

Say = Callable[[str], object]
ALONE_S = 120.0  # how long it looks for its scheduler, at the start and after it was lost


def serve(address: Address, sandboxes: Sequence[Sandbox], say: Say) -> None:
    """Work for a scheduler until it ends, or SIGINT or SIGTERM comes. JudgeError E486 where nobody is at the
    address."""
    logging.getLogger("distributed").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="judge-station-") as folder:
        station = Station(sandboxes, Path(folder))
        open_here(station)
        try:
            asyncio.run(_work(address, station, folder, say))
        finally:
            station.stop()
            open_here(None)


async def _work(address: Address, station: Station, folder: str, say: Say) -> None:
    """Work until a signal comes. Where the scheduler is lost, look for it again: a network may come back."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    worker = await _joined(address, station, folder)
    say(f"works for {address.url}: {_slots(station.facts.slots)}. Ctrl-C ends it")
    while True:
        await _either(stopped.wait(), worker.finished())
        if stopped.is_set():
            break
        say(f"{address.url} is lost: looks for it again for {ALONE_S:.0f} s")
        worker = await _joined(address, station, folder)
        say(f"works for {address.url} again")
    station.stop()
    with contextlib.suppress(Exception):
        await worker.close(timeout=5, reason="stopped")


async def _joined(address: Address, station: Station, folder: str) -> Worker:
    """Return a worker of the scheduler. JudgeError E486 where none answers in time."""
    words: dict[str, Any] = {
        "nthreads": station.facts.slots,
        "name": f"judge-{station.name[:12]}-{time.monotonic_ns()}",
        "local_directory": folder,
        "security": security_for(address),
        "host": address.own_host,
        "memory_limit": 0,  # boxes are bounded; Dask would pause the worker where others use the memory
        "dashboard": False,
    }
    until_s = time.monotonic() + ALONE_S
    while True:
        try:
            with dask.config.set({"distributed.comm.timeouts.connect": "5s"}):
                worker: Worker = await Worker(address.url, **words)
                return worker
        except (OSError, TimeoutError, RuntimeError) as error:
            if time.monotonic() >= until_s:
                message = f"no scheduler answers at {address.url}"
                raise JudgeError("E486", message, note=str(error), help=START) from error
        await asyncio.sleep(1.0)


async def _either(*waited: Coroutine[Any, Any, object]) -> None:
    """Return when one of them is over."""
    tasks = [asyncio.ensure_future(one) for one in waited]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for one in tasks:
        one.cancel()


def _slots(count: int) -> str:
    return "1 attempt at once" if count == 1 else f"{count} attempts at once"
