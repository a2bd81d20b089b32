"""Stations without sandboxes, for `tests.bench.cluster`: they sleep or answer at once, as real ones do."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

import distributed
from distributed import Worker, get_worker

from judge.cluster import station
from judge.cluster.message import Facts, Made, Order, Report, kept, pack, unpack
from judge.model import Host, Prepared, Run, Verdict

_HOST = Host("none", (), (), "process", "bench", "bench", "bench", 1, Host.Machine("bench", calibration_s=0.1))


def facts() -> bytes:
    """Return what a station is; each has the name of its worker."""
    return pack(Facts(str(get_worker().name), "bench", _HOST, 1))


def keep(*_: object) -> bytes:
    """Keep nothing."""
    return b""


def work(batch: int, attempt_s: float, message: bytes) -> bytes:
    """Answer an order with as many attempts as are in a batch, 0 for any number, and in its slice."""
    order, name, begun_s = unpack(message, Order), str(get_worker().name), time.monotonic()
    if not order.errands:
        return pack(Report(order.id, name, prepared=(Prepared(),) * len(order.submissions)))
    made: list[Made] = []
    for at, errand in enumerate(order.errands[: batch or None]):
        if made and order.slice_s is not None and time.monotonic() - begun_s >= order.slice_s:
            break
        time.sleep(attempt_s)
        sample = Run.Measurement(Verdict.AC, 0.1, 0.1, 1 << 20, round=errand.round)
        run = Run(errand.case, errand.group, "ANY", Verdict.AC, wall_s=0.1, cpu_s=0.1, samples=(sample,))
        made.append(Made(at, kept(run), 0.1))
    return pack(Report(order.id, name, tuple(made), sliced=len(made) < len(order.errands)))


async def serve(address: str, count: int, batch: int, attempt_s: float) -> None:
    """Run so many workers in this process until it is killed, with these functions in place of the real ones."""
    vars(station).update(facts=facts, keep=keep, work=partial(work, batch, attempt_s))
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    distributed.worker.logger.setLevel(logging.CRITICAL)
    made = [Worker(address, nthreads=1, host="127.0.0.1", memory_limit=0, dashboard=False) for _ in range(count)]
    await asyncio.gather(*made)
    await asyncio.gather(*(one.finished() for one in made))
