"""A class at a site: `python -m tests.bench.web_load --students 300 --browsers 1000 --seconds 60`.

It starts `judge serve` on this machine with a problem of two tiny cases. So many students hand in within the seconds,
each once, and watch their page until it is judged; so many browsers watch the board meanwhile. It shows what failed,
what was lost, how long pages took by the site's own metrics, how late letters came, and what the processes took. The
people are a process of this machine too: with two cores they, the site and a judge share them.

`--kills N` kills so many web and judge processes at random moments with SIGKILL; then connections break, and what was
accepted must be judged all the same. `--watch /contest` lets browsers watch another page.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import re
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import psutil
from rich.table import Table

from judge.model import Student
from judge.store import Store
from tests.bench.timing import show
from tests.bench.web_people import Crowd, sessions
from tests.bench.wire import Site
from tests.web.running import Running, started, until
from tests.web.sites import quiz

LOOK_S = 0.01  # between two looks at new runs in the store
DRAIN_S = 600.0  # for what still waits in the end
BUCKET = re.compile(r'^judge_request_seconds_bucket\{(.*)le="([^"]+)".*\} (\S+)$', re.MULTILINE)
APART = re.compile("/events|/static|/metrics|/health")  # streams and the site's own files


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--students", type=int, default=300)
    words.add_argument("--browsers", type=int, default=1000)
    words.add_argument("--seconds", type=float, default=60)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--kills", type=int, default=0)
    words.add_argument("--share-core", action="store_true", help="where other judges of this machine hold the cores")
    words.add_argument("--watch", default="")
    words.add_argument("--seed", type=int, default=1)
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
        self._running, self._asked, self._random = running, asked, random.Random(asked.seed)
        with Store(running.store) as store:
            self._sessions = sessions(store, asked.students)
            watcher = store.accounts.enter(Student("prometheus", ""), "grader", "")
            self._token, _ = store.credentials.make("token", watcher, "grader", 3600, watcher.owner)
        self._crowd = Crowd(running.port, "quiz", self._sessions)
        self._ran: dict[int, list[float]] = defaultdict(list)  # when each run was seen in the store, by judgement
        self._memory, self._cpu_s = 0, {"web": 0.0, "judge": 0.0}
        self._metrics = ""

    async def run(self) -> None:
        """Load the site until all that was handed in is judged."""
        owners, asked, crowd = [*self._sessions], self._asked, self._crowd
        page = asked.watch or f"{crowd.path}/board"
        waits = iter(lambda: self._random.uniform(0, asked.seconds / 6), None)
        beside = [
            *(crowd.browser(owners[n % len(owners)], next(waits), page) for n in range(asked.browsers)),
            *(self._look_at_runs(), self._look_at_processes()),
        ]
        tasks = [asyncio.create_task(one) for one in beside]
        students = [crowd.student(n, owner, 6 * next(waits)) for n, owner in enumerate(owners)]
        await asyncio.gather(self._kill(), *students)
        await self._drained()
        said = await Site(self._running.port).ask("GET", "/metrics", {"authorization": f"Bearer {self._token}"})
        self._metrics, crowd.over = said.body.decode(), True
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

    async def _look_at_runs(self) -> None:
        last, asked = 0, "SELECT id, judgement FROM run WHERE id > ? ORDER BY id"
        with sqlite3.connect(self._running.store) as store:
            while True:
                for number, judgement in store.execute(asked, (last,)).fetchall():
                    self._ran[judgement].append(time.time())
                    last = number
                await asyncio.sleep(LOOK_S)

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
            delays = [*self._delays(store)]
        waits = [judged_s - crowd.sent_s[code] for code, judged_s in crowd.judged_s.items()]
        for name, value in (
            ("answers by status", ", ".join(f"{status}: {n}" for status, n in sorted(crowd.answers.items()))),
            ("accepted, lost, judged twice", f"{len(crowd.accepted)}, {lost}, {twice}"),
            ("streams that broke", crowd.broken),
            ("messages to browsers", crowd.messages),
            *((f"{method}: server time, median / 95 %", self._took(method)) for method in ("GET", "POST")),
            ("letter after its run, median / 95 % / most", _quantiles(delays)),
            ("verdict after handing in", _quantiles(waits)),
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

    def _delays(self, store: Store) -> Iterator[float]:
        """Yield how long after its run each letter was on the page. What came with the verdict counts as well."""
        for code, judged_s in self._crowd.judged_s.items():
            job = store.queue.job(code)
            ran = self._ran.get(job.judgement or 0, []) if job else []
            shown = self._crowd.letters[code] + [judged_s] * len(ran)
            yield from (max(0.0, seen - at) for at, seen in zip(ran, shown, strict=False))

    def _took(self, method: str) -> str:
        """Return the bounds under which half of the requests of this method are, and nearly all."""
        counts: dict[float, float] = defaultdict(float)  # that took at most so many seconds
        for labels, bound, value in BUCKET.findall(self._metrics):
            if f'method="{method}"' in labels and not APART.search(labels):
                counts[float(bound)] += float(value)
        most = max(counts.values(), default=0.0)
        bounds = (min((at for at in counts if counts[at] >= share * most), default=0.0) for share in (0.5, 0.95))
        return " / ".join(f"under {1000 * bound:g} ms" for bound in bounds)


def _quantiles(values: list[float]) -> str:
    if len(values) < 2:
        return "nothing measured"
    cuts = statistics.quantiles(values, n=20)
    return f"{cuts[9]:.2f} / {cuts[18]:.2f} / {max(values):.2f} s ({len(values)})"


if __name__ == "__main__":
    main()
