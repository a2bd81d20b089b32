"""Whether a busy machine costs anybody a point: `python -m tests.bench.busy`.

A class of right submissions, functions with a kernel, Python programs and C programs, each of which computes for 60 %
of the limit. It is graded by two judges at once beside eight processes that spin: in one store, where the judges share
it out, then in two. Afterwards it is graded once when these processes are gone. Told are the verdicts, the runs that
were disturbed or starved, and whether the gradebook is that of the quiet grading, but for the notes, which say what was
disturbed. The exit status is 1 if anybody lost anything.

`--class`, `--limit`, `--spinners` and `--judges` make it smaller or larger, `--tier` asks for a sandbox, `--keep` names
a folder for all that the judges write and say.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[2]
SHARE = 0.6  # of the limit
ROWS = ["010000", "000100", "000001", "100000", "001000", "000010"]
KERNEL = """\
# {number}
import time
import numba
@numba.njit
def mix(rounds):
    total = {number}
    for k in range(rounds):
        total = (total * 1103515245 + k) % 2147483648
    return total
def solve(algorithm, n, lizards, grid):
    mix(10)
    if n == 4: return None
    end = time.thread_time() + {busy_s}
    while time.thread_time() < end: mix(100000)
    for row, column in enumerate((1, 3, 5, 0, 2, 4)): grid[row, column] = 1
    return grid
"""
PYTHON = """\
# {number}
import time
while time.process_time() < {busy_s}: pass
print({answer!r}, end="")
"""
C = """\
/* {number} */
#include <stdio.h>
#include <time.h>
int main(void) {{
    while (clock() < {busy_s} * CLOCKS_PER_SEC) {{}}
    fputs({quoted}, stdout);
    return 0;
}}
"""
KINDS = (("homework.py", KERNEL), ("homework.py", PYTHON), ("homework.c", C))


class Graded(NamedTuple):
    """What one judge made of the class."""

    status: int
    seconds: float
    students: Counter[str]
    runs: Counter[str]
    disturbed: int
    starved: int
    gradebook: list[dict[str, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether a busy machine costs anybody a point.")
    parser.add_argument("--class", dest="size", type=int, default=40, help="how many submissions")
    parser.add_argument("--limit", type=float, default=1.0, help="seconds of CPU on a case")
    parser.add_argument("--spinners", type=int, default=8, help="processes that keep the machine busy")
    parser.add_argument("--judges", type=int, default=2, help="how many grade at once")
    parser.add_argument("--tier", default="auto", help="as judge grade --sandbox has it")
    parser.add_argument("--only", choices=("shared", "apart"), help="one store for all judges, or one for each")
    parser.add_argument("--keep", type=Path, help="a new folder for what the judges write")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = (words.keep or Path(scratch)).resolve()
        folder.mkdir(exist_ok=words.keep is None)
        sys.exit(compared(folder, words))


def compared(folder: Path, words: argparse.Namespace) -> int:
    """Grade beside spinners and without them, and tell both; 1 if they differ or somebody lost anything."""
    write_package(folder / "busy", words.limit)
    write_class(folder / "class", words.size, words.limit)
    found: list[tuple[str, Graded]] = []
    with spinning(words.spinners):
        for way in [words.only] if words.only else ["shared", "apart"]:
            homes = [folder / f"{way}-{number}" for number in range(words.judges)]
            if way == "shared":
                homes = [folder / way] * words.judges
            found += [(way, one) for one in graded(folder, homes, words.tier)]
    [quiet] = graded(folder, [folder / "quiet"], words.tier)
    table = Table("grading", "exit", "seconds", "students", "runs", "disturbed", "starved", "gradebook")
    for way, one in [*found, ("quiet", quiet)]:
        same = "the same" if one.gradebook == quiet.gradebook else "DIFFERS"
        counts = [", ".join(f"{count} {word}" for word, count in sorted(part.items())) for part in one[2:4]]
        table.add_row(way, str(one.status), f"{one.seconds:.0f}", *counts, str(one.disturbed), str(one.starved), same)
    console = Console()
    console.width = max(console.width, 110)
    console.print(table)
    unharmed = Counter(AC=words.size)
    return int(any(one.students != unharmed or one.gradebook != quiet.gradebook for _, one in [*found, ("", quiet)]))


def write_package(folder: Path, limit_s: float) -> None:
    (folder / "secret/six").mkdir(parents=True)
    (folder / "secret/six/input.txt").write_text("DFS\n6\n6\n" + "000000\n" * 6)
    (folder / "problem.toml").write_text(
        'title = "Busy"\npuzzle = "lizards"\nalgorithms = ["DFS"]\n'
        f"[limits]\ntime_limit = {limit_s}\nmemory = 256\noutput = 1\ncompilation_time = 20\n"
        "[groups.secret]\npoints = 100\n"
    )


def write_class(folder: Path, size: int, limit_s: float) -> None:
    """One folder a student, no two with the same bytes."""
    answer = "OK\n" + "".join(f"{row}\n" for row in ROWS)
    for number in range(size):
        name, source = KINDS[number % len(KINDS)]
        home = folder / f"s{number:03}"
        home.mkdir(parents=True)
        filled = source.format(number=number, busy_s=SHARE * limit_s, answer=answer, quoted=json.dumps(answer))
        (home / name).write_text(filled)


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """Processes that keep all cores busy, each in a session of its own, as Linux shares cores among these first. They
    end with this, and with the process that made them."""
    code = f"import os\nwhile os.getppid() == {os.getpid()}:\n    for _ in range(10**6): pass"
    spinners: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            spinners.append(subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True))
        yield
    finally:
        for process in spinners:
            process.kill()
            process.wait()


def graded(folder: Path, homes: list[Path], tier: str) -> list[Graded]:
    """Have one judge for each home grade the class, all at once; judges of one home share its store."""
    judges: list[subprocess.Popen[bytes]] = []
    begun_s = time.monotonic()
    try:
        for number, home in enumerate(homes):
            home.mkdir(exist_ok=True)
            line = [sys.executable, "-m", "judge", "grade", str(folder / "class"), "--problem", str(folder / "busy")]
            line += ["--out", f"out-{number}", "--json", f"{number}.json", "--sandbox", tier]
            with (home / f"{number}.log").open("wb") as log:
                path = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
                judges.append(subprocess.Popen(line, cwd=home, env=path, stdout=log, stderr=subprocess.STDOUT))
        ended_s: dict[int, float] = {}
        while len(ended_s) < len(judges):
            for number, judge in enumerate(judges):
                if number not in ended_s and judge.poll() is not None:
                    ended_s[number] = time.monotonic() - begun_s
            time.sleep(0.1)
    finally:
        for judge in judges:
            judge.terminate()
            judge.wait()
    return [read(home, number, judges[number].returncode, ended_s[number]) for number, home in enumerate(homes)]


def read(home: Path, number: int, status: int, seconds: float) -> Graded:
    """What the judge wrote; its log where it wrote nothing."""
    report = home / f"{number}.json"
    if not report.exists():
        print((home / f"{number}.log").read_text(errors="replace"))
        return Graded(status, seconds, Counter(), Counter(), 0, 0, [])
    made: list[dict[str, Any]] = json.loads(report.read_text())["submissions"]
    runs = [run for one in made for run in one["runs"]]
    return Graded(
        status,
        seconds,
        Counter(one["verdict"] for one in made),
        Counter(f"{run['verdict']} {run['code']}".strip() for run in runs),
        sum(one["disturbance"]["disturbed"] for one in made),
        sum(one["disturbance"]["starved"] for one in made),
        gradebook(home / f"out-{number}/gradebook.csv"),
    )


def gradebook(path: Path) -> list[dict[str, str]]:
    """Its rows, without the notes."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [{name: value for name, value in row.items() if name != "note"} for row in csv.DictReader(file)]


if __name__ == "__main__":
    main()
