"""Whether a rank is one to bet on: `python -m tests.bench.ranks`.

A/A   copies of one solution, which differ in a comment, among five that do another amount of work. No two copies may
      have different ranks; in at most 5 % of the contests two do.
A/B   a solution against one that does 5 % more work, or 1 %. The one with 5 % more is ranked below in at least 90 % of
      the contests; with 1 % more the two tie or are in the right order, never in the wrong one, in 95 %.

Each contest is a `judge run --rank` of its own, with the noise of this machine as it is; `--busy` keeps one core busy
meanwhile. Told are the figures, what a contest cost, and the noise that the judge's probe has seen. `--contests` says
how many of each kind, `--budget` how long one may measure, `--copies` how many copies, `--only` which kinds.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from tests.bench.timing import show
from tests.boxed import strangers
from tests.make import case_text, files, package
from tests.shipped import ROOT

SIZES = (4, 6, 10, 12, 16)
OTHERS = (0.5, 0.8, 1.3, 2.0, 4.0)  # times the work of a copy
SOURCE = """\
# {comment}
import numba

@numba.njit
def mix(rounds):
    total = 1
    for k in range(rounds):
        total = (total * 1103515245 + k) % 2147483648
    return total

def solve(algorithm, n, lizards, grid):
    mix(int({work} * n * n * {scale}))
    for row in range(n):
        grid[row, (2 * row + 1) % (n + 1)] = 1
    return grid
"""
SCALE = 3_000_000  # 0.2 s of a copy on 16 x 16: a hundredth of the sum is more than the clock's resolution


class Ranked(NamedTuple):
    """What came of one contest."""

    ranks: Mapping[str, int]
    seconds: float
    noise: float | None
    rounds: int
    left: int


class Kind(NamedTuple):
    """A kind of contest: the work of each competitor, by name, and whether its ranks are right."""

    name: str
    work: Mapping[str, float]
    is_right: Callable[[Mapping[str, int]], bool]
    promised: str


def kinds(copies: int) -> list[Kind]:
    """The kinds of contests. Of a pair, the name says nothing about the order."""
    alike = {f"copy-{number:02}": 1.0 for number in range(copies)}
    others = {f"other-{number}": work for number, work in enumerate(OTHERS)}
    return [
        Kind("A/A", alike | others, lambda ranks: len({ranks[name] for name in alike}) == 1, "at least 95 %"),
        Kind("A/B 5 %", {"b": 1.0, "a": 1.05}, lambda ranks: ranks["a"] > ranks["b"], "at least 90 %"),
        Kind("A/B 1 %", {"b": 1.0, "a": 1.01}, lambda ranks: ranks["a"] >= ranks["b"], "at least 95 %"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether a rank is one to bet on.")
    parser.add_argument("--contests", type=int, default=2, help="of each kind")
    parser.add_argument("--budget", default="20s", help="as judge run --budget has it")
    parser.add_argument("--copies", type=int, default=20, help="of one solution")
    parser.add_argument("--only", action="append", help="only this kind: A/A, 'A/B 5 %%' or 'A/B 1 %%'")
    parser.add_argument("--single", action="store_true", help="without rounds: each case is run once")
    parser.add_argument("--busy", action="store_true", help="keep one core busy meanwhile")
    asked = parser.parse_args()
    beside = strangers(max(os.sched_getaffinity(0)), 1) if asked.busy else contextlib.nullcontext()
    table = Table("contest", "right", "promised", "settled", "rounds", "seconds each", "noise")
    with tempfile.TemporaryDirectory() as name, beside:
        folder, words = Path(name), [] if asked.single else ["--rank", "--budget", asked.budget]
        cases = {f"secret/n-{n:02}": (case_text(n), "") for n in SIZES}
        package(folder, "queens", cases, "queens", time_limit=5.0)
        for kind in kinds(asked.copies):
            if asked.only and kind.name not in asked.only:
                continue
            found = []
            for number in range(asked.contests):
                found.append(contest(folder, kind, number, words))
                print(f"{kind.name} {number + 1}: {told(kind, found[-1])}", flush=True)
            table.add_row(kind.name, *row(kind, found))
    show(table)


def contest(folder: Path, kind: Kind, number: int, words: Sequence[str]) -> Ranked:
    """Run one contest, of sources that no cache knows."""
    field = folder / f"{kind.name.replace('/', '')}-{number}".replace(" ", "")
    for name, work in kind.work.items():
        files(field, {f"{name}.py": SOURCE.format(comment=f"{name} {number}", work=work, scale=SCALE)})
    command = [sys.executable, "-m", "judge", "run", str(field), "--problem", "./queens", *words, "--json", "out.json"]
    begun_s, own = time.monotonic(), {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"judge run ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    written = json.loads((folder / "out.json").read_text())
    ranks = {one["name"]: one["rank"] for one in written["submissions"]}
    rounds, left = next(((one["rounds"], len(one["left"])) for one in written["rounds"]), (0, 0))
    return Ranked(ranks, time.monotonic() - begun_s, written["noise"], rounds, left)


def told(kind: Kind, one: Ranked) -> str:
    verdict = "right" if kind.is_right(one.ranks) else f"WRONG {one.ranks}"
    noise = "-" if one.noise is None else f"{one.noise:.1%}"
    return f"{verdict}, {one.rounds} rounds, {one.left} pairs not settled, {one.seconds:.0f} s, noise {noise}"


def row(kind: Kind, found: Sequence[Ranked]) -> tuple[str, ...]:
    noises = [one.noise for one in found if one.noise is not None]
    return (
        f"{sum(kind.is_right(one.ranks) for one in found)} of {len(found)}",
        kind.promised,
        f"{sum(not one.left for one in found)} of {len(found)}",
        f"{statistics.median(one.rounds for one in found):g}",
        f"{statistics.median(one.seconds for one in found):.0f}",
        f"{statistics.median(noises):.1%}" if noises else "-",
    )


if __name__ == "__main__":
    main()
