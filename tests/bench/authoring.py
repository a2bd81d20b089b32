"""From nothing to a contest of thirty proven cases: `python -m tests.bench.authoring [--puzzle queens]`.

Eight commands, each with what it took on the clock and of CPU, the processes that it started and waited for included.
The first run compiles kernels, as on a machine where nothing was judged before: caches lie in a folder that goes.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from rich.table import Table

from tests.bench.timing import Cost, cost_of, show

ROOT = Path(__file__).parents[2]
PROMISED_S: Final = 180.0
COMMANDS: Final = (
    "new cup --puzzle {puzzle}",
    "generate cup",
    "answers cup",
    "validate cup",
    "limits cup --write --force",  # on a machine that others use as well
    "run cup/submissions/accepted/starter.py --problem cup",
    "submit cup/submissions/accepted/starter.py --problem cup --as ada",
    "board --contest contest.toml",
)


def main() -> None:
    parser = argparse.ArgumentParser(description="From nothing to a contest.")
    parser.add_argument("--puzzle", default="lizards")
    puzzle = parser.parse_args().puzzle
    table = Table("command", "seconds", "CPU")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "contest.toml").write_text(contest())
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
        anchor = cost_of([sys.executable, "-c", "import numba"], folder, environment)
        costs = []
        for words in (command.format(puzzle=puzzle) for command in COMMANDS):
            costs.append(cost_of([sys.executable, "-m", "judge", *words.split()], folder, environment))
            table.add_row(f"judge {words}", *shown(costs[-1]))
        cases, fails = len(list(folder.glob("cup/*/*/input.txt"))), len(list(folder.glob("cup/*/*/certificate.json")))
    total = Cost(*(sum(figures) for figures in zip(*costs, strict=True)))
    table.add_row("all of them", *shown(total), end_section=True)
    table.add_row("beside it: python -c 'import numba'", *shown(anchor))
    show(table, f"{cases} cases, {fails} with a certificate; {PROMISED_S:g} s are promised")


def contest() -> str:
    """Return a contest that is on, with one problem and one team."""
    start = datetime.now(UTC) - timedelta(hours=1)
    lines = (
        *('name = "Cup"', f"start = {start:%Y-%m-%dT%H:%M:%SZ}", 'duration = "5h"'),
        *("[[problem]]", 'package = "cup"', "[[team]]", 'name = "Ada"', 'members = ["ada"]'),
    )
    return "\n".join(lines) + "\n"


def shown(cost: Cost) -> tuple[str, str]:
    return f"{cost.wall_s:.1f}", f"{cost.cpu_s:.1f}"


if __name__ == "__main__":
    main()
