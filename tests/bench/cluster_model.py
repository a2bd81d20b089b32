"""What a cluster costs at any size, out of what a few sizes have cost here. Pure: it runs nothing.

Scheduler and client are one thread each, so each is full when its work of a second takes a second. Their work has
parts that grow in different ways, and each part has a price of its own (least squares over all that was measured):

- nothing: what a scheduler does alone;
- heartbeats, which Dask makes rarer where there are many workers;
- looks: the client asks who is there, and is told of each worker;
- orders, which name the cases that are left, and which the judge makes longer where there are more workers;
- attempts, which travel in the orders.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from distributed.scheduler import heartbeat_interval

from judge.cluster.crew import ORDERS_A_S
from judge.cluster.jobs import SLICE_S
from judge.cluster.stations import LOOK_EACH_S, LOOK_S

FULL = 0.8  # of a core: beyond that each answer waits for others
MOST = 10_000  # workers: what lies beyond is too far from what was measured


class Idle(msgspec.Struct, frozen=True):
    """CPU a second while no attempt is made: of a scheduler without a client's looks, then with them."""

    workers: int
    quiet: float
    scheduler: float
    client: float
    stations: float


class Run(msgspec.Struct, frozen=True):
    """Seconds of CPU that orders and their attempts have cost, beside what the same time would have cost idle."""

    workers: int
    orders: int
    attempts: int
    scheduler_s: float
    client_s: float
    stations_s: float


class Price(msgspec.Struct, frozen=True):
    """Seconds of CPU of one order, and of one attempt in it."""

    order_s: float
    attempt_s: float


class Model(msgspec.Struct, frozen=True):
    """The prices: seconds of CPU."""

    alone: float  # of a scheduler, a second
    beat_s: float  # of a heartbeat
    told_s: float  # of one worker of which a client is told
    looking: float  # of a client, a second
    station: float  # of a station, a second,
    station_beat_s: float  # and of each of its heartbeats
    scheduler: Price
    client: Price
    stations: Price

    def batch(self, workers: int, attempt_s: float) -> int:
        """Return how many attempts are in an order."""
        return math.ceil(max(SLICE_S, workers / ORDERS_A_S) / attempt_s)

    def scheduler_load(self, workers: int, attempt_s: float) -> float:
        """Return the part of a core that the scheduler needs."""
        idle = self.alone + self.beat_s * beats(workers) + self.told_s * told(workers)
        return idle + self._work(self.scheduler, workers, attempt_s)

    def client_load(self, workers: int, attempt_s: float) -> float:
        """Return the part of a core that the judge needs that was started."""
        return self.looking + self._work(self.client, workers, attempt_s)

    def share(self, workers: int, attempt_s: float) -> float:
        """Return the CPU of the whole cluster beside that of its attempts."""
        resting = self.station * workers + self.station_beat_s * beats(workers)
        stations = resting + self._work(self.stations, workers, attempt_s)
        whole = self.scheduler_load(workers, attempt_s) + self.client_load(workers, attempt_s) + stations
        return whole / workers

    def least_batch(self, attempt_s: float, most: float) -> float:
        """Return how many attempts an order needs, so that their cost is this part of them at most; inf for never."""
        prices = (self.scheduler, self.client, self.stations)
        left_s = most * attempt_s - sum(one.attempt_s for one in prices)
        return math.ceil(sum(one.order_s for one in prices) / left_s) if left_s > 0 else math.inf

    def largest(self, load: Callable[[int, float], float], attempt_s: float) -> int | None:
        """Return with how many workers this load comes to FULL; None for more than MOST."""
        return next((workers for workers in range(10, MOST + 1, 10) if load(workers, attempt_s) > FULL), None)

    def _work(self, price: Price, workers: int, attempt_s: float) -> float:
        attempts_a_s = workers / attempt_s
        return attempts_a_s * (price.attempt_s + price.order_s / self.batch(workers, attempt_s))


def fitted(idle: Sequence[Idle], runs: Sequence[Run]) -> Model:
    """Return the prices that explain best what was measured, none below zero. It takes two sizes and two batches."""
    alone, beat_s = _least([(1.0, beats(one.workers)) for one in idle], [one.quiet for one in idle])
    told_s = max(0.0, sum(one.scheduler - one.quiet for one in idle)) / sum(told(one.workers) for one in idle)
    looking = max(one.client for one in idle)
    resting = [(float(one.workers), beats(one.workers)) for one in idle]
    station, station_beat_s = _least(resting, [one.stations for one in idle])
    fewest = min(one.workers for one in runs)  # many stations cost more idle than their orders do: a difference of both
    few = [one for one in runs if one.workers == fewest]
    scheduler, client, stations = _price(runs, "scheduler_s"), _price(runs, "client_s"), _price(few, "stations_s")
    return Model(alone, beat_s, told_s, looking, station, station_beat_s, scheduler, client, stations)


def _price(runs: Sequence[Run], spent: str) -> Price:
    parts = [(float(one.orders), float(one.attempts)) for one in runs]
    return Price(*_least(parts, [getattr(one, spent) for one in runs]))


def beats(workers: int) -> float:
    """Return how many heartbeats a second come from so many workers."""
    return workers / heartbeat_interval(workers)


def told(workers: int) -> float:
    """Return of how many workers a second a client is told."""
    return workers / max(LOOK_S, workers * LOOK_EACH_S)


def _least(parts: Sequence[Sequence[float]], seen: Sequence[float]) -> list[float]:
    """Solve by least squares of the relative errors; a part whose price would be negative costs nothing."""
    weights = 1.0 / np.maximum(1e-4, seen)
    matrix, right = np.array(parts) * weights[:, None], np.array(seen) * weights
    prices = np.linalg.lstsq(matrix, right, rcond=None)[0]
    if (prices < 0).any():
        kept = prices >= 0
        prices = np.zeros(len(prices))
        if kept.any():
            prices[kept] = np.maximum(0.0, np.linalg.lstsq(matrix[:, kept], right, rcond=None)[0])
    return [float(one) for one in prices]
