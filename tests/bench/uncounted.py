"""Whether equals share a rank where no cgroup counts, as for an ordinary user: `python -m tests.bench.uncounted`.

Each contest is a `judge run` of four copies of one file, each case once, beside a build that keeps every core busy.
Told is in how many contests two copies had different ranks, which should be none.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = "while True: compile('x = 1\\n' * 9999, 'x', 'exec')"
JUDGE = """\
from judge.cli.main import main
from judge.sandbox import process_meter, sandbox
sandbox.meter_maker = lambda: (process_meter.ProcessMeter, False, False)
main()"""


@contextlib.contextmanager
def build() -> Iterator[None]:
    """Keep every core busy."""
    busy = [subprocess.Popen([sys.executable, "-c", BUILD]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def contest(folder: Path, solution: str, words: list[str]) -> list[int | None]:
    """Return the ranks of four copies."""
    names = [f"{name}.py" for name in "abcd"]
    for name in names:
        (folder / name).write_text(f"{solution}\n# {name}\n")
    command = [sys.executable, "-c", JUDGE, "run", *names, *words, "--share-core", "--json", "out.json"]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    return [row["rank"] for row in json.loads((folder / "out.json").read_text())["submissions"]]


def main() -> None:
    """Run the contests and print how many told equals apart."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--contests", type=int, default=20)
    words.add_argument("--solution", type=Path, default=ROOT / "solutions/queens/backjumping.py")
    words.add_argument("--problem", default="queens")
    words.add_argument("--group", default="easy")
    asked = words.parse_args()
    apart = 0
    with tempfile.TemporaryDirectory() as folder, build():
        for number in range(1, asked.contests + 1):
            cases = ["--problem", asked.problem, "--group", asked.group]
            ranks = contest(Path(folder), asked.solution.read_text(), cases)
            apart += len({*ranks}) > 1
            print(f"contest {number}: ranks {ranks}; {apart} told equals apart", flush=True)


if __name__ == "__main__":
    main()
