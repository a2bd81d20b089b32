"""Whether two contests at once on one cluster disturb each other's ranks: `python -m tests.bench.cluster_ranks`.

Each contest has twins: the same solution under two names. Whoever ranks one above the other is wrong. A cluster with
two real stations runs contests one at a time, and then two at a time, each with a client of its own; both in turns, so
that a busy minute hits both alike. Told is how often twins were ranked apart: at most 5 % may be, alone or not.
`--contests` says how many times, `--budget` how long one contest may measure.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from tests.bench.ranks import Kind, Ranked, contest, package, told
from tests.cluster.real import cluster, crew

TWINS = Kind("twins", {"one": 1.0, "other": 1.0}, lambda ranks: ranks["one"] == ranks["other"], "at least 95 %")


def at_once(folders: Sequence[Path], number: int, words: Sequence[str]) -> list[Ranked]:
    """Run a contest in each of these folders, all at the same time."""
    with ThreadPoolExecutor(len(folders)) as pool:
        return list(pool.map(lambda folder: contest(folder, TWINS, number, words), folders))


def row(what: str, found: Sequence[Ranked]) -> tuple[str, ...]:
    wrong = sum(not TWINS.is_right(one.ranks) for one in found)
    rounds, seconds = (statistics.median(getattr(one, name) for one in found) for name in ("rounds", "seconds"))
    return what, f"{wrong} of {len(found)}", f"{rounds:g}", f"{seconds:.0f}"


@click.command()
@click.option("--contests", default=4, help="One alone, then two at once: so many times.")
@click.option("--budget", default="4s", help="As judge run --budget has it.")
def main(contests: int, budget: str) -> None:
    """Run them, and print a line for each and a table."""
    console = Console(highlight=False)
    console.print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    alone: list[Ranked] = []
    beside: list[Ranked] = []
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch, name) for name in ("first", "second")]
        for folder in folders:
            package(folder / "queens")
        with cluster(Path(scratch, "cluster"), 2) as made:
            with crew(made, 2):
                pass  # both stations are there
            words = ["--rank", "--budget", budget, "--cluster", made.address]
            for number in range(contests):
                alone += at_once(folders[:1], 2 * number, words)
                console.print(f"alone: {told(TWINS, alone[-1])}", markup=False)
                beside += at_once(folders, 2 * number + 1, words)
                for one in beside[-2:]:
                    console.print(f"with another one: {told(TWINS, one)}", markup=False)
    table = Table("contests", "twins ranked apart", "rounds", "seconds each")
    table.add_row(*row("alone", alone))
    table.add_row(*row("two at once", beside))
    console.print(table)


if __name__ == "__main__":
    main()
