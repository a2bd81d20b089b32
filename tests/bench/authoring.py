"""From nothing to a contest of thirty proven cases: `python -m tests.bench.authoring [--puzzle queens]`.

Eight commands, each with what it took on the clock and of CPU, the processes that it started and waited for included.
The first run compiles kernels, as on a machine where nothing was judged before: caches lie in a folder that goes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from rich.table import Table

from tests.bench.timing import show
from tests.shipped import ROOT

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
        anchor = cost_of(["-c", "import numba"], folder)
        costs = []
        for words in (command.format(puzzle=puzzle) for command in COMMANDS):
            costs.append(cost_of(["-m", "judge", *words.split()], folder))
            table.add_row(f"judge {words}", *shown(costs[-1]))
        cases, fails = len(list(folder.glob("cup/*/*/input.txt"))), len(list(folder.glob("cup/*/*/certificate.json")))
    table.add_row("all of them", *shown([*map(sum, zip(*costs, strict=True))]), end_section=True)
    table.add_row("beside it: python -c 'import numba'", *shown(anchor))
    show(table, f"{cases} cases, {fails} with a certificate; {PROMISED_S:g} s are promised")


def cost_of(words: Sequence[str], folder: Path) -> tuple[float, float]:
    """Run Python to its end; return the seconds, and those of CPU of it and all that it had started."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    start_s, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)} ended with {done.returncode}:\n{(done.stdout + done.stderr).decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start_s, cpu_s


def contest() -> str:
    """Return a contest that is on, with one problem and one team."""
    start = datetime.now(UTC) - timedelta(hours=1)
    lines = (
        *('name = "Cup"', f"start = {start:%Y-%m-%dT%H:%M:%SZ}", 'duration = "5h"'),
        *("[[problem]]", 'package = "cup"', "[[team]]", 'name = "Ada"', 'members = ["ada"]'),
    )
    return "\n".join(lines) + "\n"


def shown(cost: Sequence[float]) -> list[str]:
    return [f"{seconds:.1f}" for seconds in cost]


if __name__ == "__main__":
    main()
