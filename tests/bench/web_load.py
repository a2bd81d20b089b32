"""A class at a site: `python -m tests.bench.web_load --students 300 --browsers 1000 --seconds 60`.

It starts `judge serve` on this machine with a problem of two tiny cases. So many students hand in within the seconds,
each once, and watch their page until it is judged; so many browsers watch the board meanwhile. It shows what failed,
what was lost, how long pages and verdicts took, and what the processes took. The people are a process of this machine
too: with two cores they, the site and a judge share them.

`--kills N` kills so many web and judge processes at random moments with SIGKILL; then connections break, and what was
accepted must be judged all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from pathlib import Path

import psutil
from rich.table import Table

from judge.store import Store
from tests.bench.timing import show
from tests.bench.web_people import Crowd, sessions
from tests.web.running import Running, started, until
from tests.web.sites import quiz

DRAIN_S = 600.0  # for what still waits in the end
QUANTILES = ", median / 95 % / 99 % / most"


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--students", type=int, default=300)
    words.add_argument("--browsers", type=int, default=1000)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--kills", type=int, default=0)
    words.add_argument("--share-core", action="store_true", help="where other judges of this machine hold the cores")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        options = ["--problem", str(quiz(folder)), "-j", str(asked.jobs), *["--share-core"] * asked.share_core]
        with started(folder, *options) as running:
            until(running.well)
            load = Load(running, asked)
            began_s = time.monotonic()
            asyncio.run(load.run())
            load.show(time.monotonic() - began_s)


class Load:
    """One run of the measurement."""

    def __init__(self, running: Running, asked: argparse.Namespace) -> None:
        self._running, self._asked, self._random = running, asked, random.Random(1)
        with Store(running.store) as store:
            self._sessions = sessions(store, asked.students)
        self._crowd = Crowd(running.port, "quiz", self._sessions)
        self._memory, self._cpu_s = 0, {"web": 0.0, "judge": 0.0}

    async def run(self) -> None:
        """Load the site until all that was handed in is judged."""
        owners, asked, crowd = [*self._sessions], self._asked, self._crowd
        waits = iter(lambda: self._random.uniform(0, asked.seconds / 6), None)
        board = f"{crowd.path}/board"
        browsers = [crowd.browser(owners[n % len(owners)], next(waits), board) for n in range(asked.browsers)]
        tasks = [asyncio.create_task(one) for one in (*browsers, self._look_at_processes())]
        students = [crowd.student(n, owner, 6 * next(waits)) for n, owner in enumerate(owners)]
        await asyncio.gather(self._kill(), *students)
        await self._drained()
        crowd.over = True
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drained(self) -> None:
        end_s = time.monotonic() + DRAIN_S
        with Store(self._running.store) as store:
            while store.queue.open() and time.monotonic() < end_s:
                await asyncio.sleep(0.2)

    async def _kill(self) -> None:
        for _ in range(self._asked.kills):
            await asyncio.sleep(self._random.uniform(0, 2 * self._asked.seconds / self._asked.kills))
            if found := self._running.part(self._random.choice(["web", "judge"])):
                self._random.choice(found).kill()

    async def _look_at_processes(self) -> None:
        while True:
            for part in self._cpu_s:
                for one in self._running.part(part):
                    with contextlib.suppress(psutil.NoSuchProcess):
                        self._look_at(one, part)
            await asyncio.sleep(0.5)

    def _look_at(self, process: psutil.Process, part: str) -> None:
        self._cpu_s[part] = max(self._cpu_s[part], sum(process.cpu_times()[:4]))  # its own, and that of its children
        if part == "web":
            self._memory = max(self._memory, process.memory_info().rss)

    # --- what came of it ---------------------------------------------------------------------------------------------
    def show(self, seconds: float) -> None:
        """Show what came of it in so many seconds."""
        crowd, asked = self._crowd, self._asked
        title = f"{asked.students} students in {asked.seconds:g} s, {asked.browsers} browsers"
        table = Table("figure", "value", title=title)
        with Store(self._running.store) as store:
            lost, twice = self._lost(store)
        waits = [judged_s - crowd.sent_s[code] for code, judged_s in crowd.judged_s.items()]
        for name, value in (
            ("answers by status", ", ".join(f"{status}: {n}" for status, n in sorted(crowd.answers.items()))),
            ("accepted, lost, judged twice", f"{len(crowd.accepted)}, {lost}, {twice}"),
            ("streams that broke", crowd.broken),
            ("messages to browsers", crowd.messages),
            ("a page" + QUANTILES, _quantiles(crowd.took_s["GET"])),
            ("handing in" + QUANTILES, _quantiles(crowd.took_s["POST"])),
            ("verdict after handing in" + QUANTILES, _quantiles(waits)),
            ("memory of the web process, most", f"{self._memory / (1 << 20):.0f} MiB"),
            ("CPU of the web process", f"{self._cpu_s['web']:.1f} s of {seconds:.0f} s"),
            ("CPU of the judge", f"{self._cpu_s['judge']:.1f} s"),
        ):
            table.add_row(name, str(value))
        show(table)

    def _lost(self, store: Store) -> tuple[int, int]:
        """Return how many that were accepted are not judged, and how many have a run of a case twice."""
        lost = twice = 0
        for code in self._crowd.accepted.values():
            job = store.queue.job(code)
            runs = store.queue.runs_of(job.judgement) if job and job.judgement else []
            lost += not job or job.state != "done" or not runs
            twice += len({run.case for _, run in runs}) < len(runs)
        return lost, twice


def _quantiles(values: list[float]) -> str:
    if len(values) < 2:
        return "nothing measured"
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return f"{cuts[49]:.2f} / {cuts[94]:.2f} / {cuts[98]:.2f} / {max(values):.2f} s ({len(values)})"


if __name__ == "__main__":
    main()
