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
import random
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
from rich.table import Table

from judge.model import Student
from judge.store import Store
from judge.web.operations import BUCKETS_S
from tests.bench.timing import show
from tests.bench.web_people import Crowd, sessions
from tests.web.running import Running, started, until
from tests.web.sites import quiz
from tests.web.wire import Site

LOOK_S = 0.01  # between two looks at new runs in the store
DRAIN_S = 600.0  # for what still waits in the end


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
            Load(running, asked).run()


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
        self._metrics: dict[str, float] = {}
        self._seconds = 0.0

    def run(self) -> None:
        """Load the site, and show what came of it."""
        began_s = time.monotonic()
        asyncio.run(self._load())
        self._seconds = time.monotonic() - began_s
        self._show()

    async def _load(self) -> None:
        owners, asked = [*self._sessions], self._asked
        page = asked.watch or f"{self._crowd.path}/board"
        rushing = asked.seconds / 6
        browsers = [
            asyncio.create_task(self._crowd.browser(owners[n % len(owners)], self._random.uniform(0, rushing), page))
            for n in range(asked.browsers)
        ]
        looking = [asyncio.create_task(self._look_at_runs()), asyncio.create_task(self._look_at_processes())]
        students = [
            self._crowd.student(n, owner, self._random.uniform(0, asked.seconds)) for n, owner in enumerate(owners)
        ]
        await asyncio.gather(self._kill(), *students)
        await self._drained()
        said = await Site(self._running.port).ask("GET", "/metrics", {"authorization": f"Bearer {self._token}"})
        self._metrics = {name: float(value) for name, value in _samples(said.body.decode())}
        self._crowd.over = True
        for one in (*browsers, *looking):
            one.cancel()
        await asyncio.gather(*browsers, *looking, return_exceptions=True)

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
                    self._look_at(one, part)
            await asyncio.sleep(0.5)

    def _look_at(self, process: psutil.Process, part: str) -> None:
        try:
            memory, cpu = process.memory_info().rss, process.cpu_times()
        except psutil.NoSuchProcess:
            return
        if part == "web":
            self._memory = max(self._memory, memory)
        self._cpu_s[part] = max(self._cpu_s[part], cpu.user + cpu.system + cpu.children_user + cpu.children_system)

    # --- what came of it ---------------------------------------------------------------------------------------------
    def _show(self) -> None:
        crowd, asked = self._crowd, self._asked
        lost, twice = self._lost()
        table = Table(
            "figure", "value", title=f"{asked.students} students in {asked.seconds:g} s, {asked.browsers} browsers"
        )
        for name, value in (
            ("answers by status", ", ".join(f"{status}: {n}" for status, n in sorted(crowd.answers.items()))),
            ("accepted, lost, judged twice", f"{len(crowd.accepted)}, {lost}, {twice}"),
            ("streams that broke", crowd.broken),
            ("messages to browsers", crowd.messages),
            *self._pages(),
            ("letter after its run, median / 95 % / most", _quantiles(self._delays())),
            ("verdict after handing in", _quantiles(self._waits())),
            ("memory of the web process, most", f"{self._memory / (1 << 20):.0f} MiB"),
            ("CPU of the web process", f"{self._cpu_s['web']:.1f} s of {self._seconds:.0f} s"),
            ("CPU of the judge", f"{self._cpu_s['judge']:.1f} s"),
        ):
            table.add_row(name, str(value))
        show(table)

    def _lost(self) -> tuple[int, int]:
        """Return how many that were accepted are not judged, and how many have a run of a case twice."""
        lost = twice = 0
        with Store(self._running.store) as store:
            for code in self._crowd.accepted.values():
                job = store.queue.job(code)
                runs = store.queue.runs_of(job.judgement) if job and job.judgement else []
                lost += not job or job.state != "done" or not runs
                twice += len({run.case for _, run in runs}) < len(runs)
        return lost, twice

    def _delays(self) -> list[float]:
        """Return how long after its run each letter was on the page. What came with the verdict counts as well."""
        found = []
        with Store(self._running.store) as store:
            for code, judged_s in self._crowd.judged_s.items():
                job = store.queue.job(code)
                ran = self._ran.get(job.judgement or 0, []) if job else []
                shown = self._crowd.letters[code] + [judged_s] * len(ran)
                found += [max(0.0, seen - at) for at, seen in zip(ran, shown, strict=False)]
        return found

    def _waits(self) -> list[float]:
        return [judged_s - self._crowd.sent_s[code] for code, judged_s in self._crowd.judged_s.items()]

    def _pages(self) -> list[tuple[str, str]]:
        rows = []
        for method in ("GET", "POST"):
            counts = _buckets(self._metrics, method)
            rows.append((f"{method}: server time, median / 95 %", f"{_at(counts, 0.5)} / {_at(counts, 0.95)}"))
        return rows


def _samples(text: str) -> list[tuple[str, str]]:
    return [(name, value) for line in text.splitlines() if line[:1] != "#" for name, _, value in [line.rpartition(" ")]]


def _buckets(metrics: Mapping[str, float], method: str) -> list[float]:
    """Return how many requests of this method took at most so long, for each bound; streams and our own files apart."""
    found = [0.0] * (len(BUCKETS_S) + 1)
    for name, value in metrics.items():
        apart = "/events" in name or "/static" in name or "/metrics" in name or "/health" in name
        if name.startswith("judge_request_seconds_bucket{") and f'method="{method}"' in name and not apart:
            bound = name.partition('le="')[2].partition('"')[0]
            found[[*map(str, BUCKETS_S), "+Inf"].index(bound)] += value
    return found


def _at(counts: list[float], share: float) -> str:
    """Return the bound under which this share of the requests is, in words."""
    for bound, count in zip(BUCKETS_S, counts, strict=False):
        if count >= share * counts[-1]:
            return f"under {bound * 1000:g} ms"
    return f"over {BUCKETS_S[-1]:g} s"


def _quantiles(values: list[float]) -> Any:
    if len(values) < 2:
        return "nothing measured"
    cuts = statistics.quantiles(values, n=20)
    return f"{cuts[9]:.2f} / {cuts[18]:.2f} / {max(values):.2f} s ({len(values)})"


if __name__ == "__main__":
    main()
