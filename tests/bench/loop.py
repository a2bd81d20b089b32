"""How long a turn of the student's loop takes: `python -m tests.bench.loop [--rounds 5] [--first]`.

Every command is a fresh process, as a student starts it. Its CPU time is that of the judge and its zygotes; what a box
computes before it is killed is in no such account, so what compiling costs shows on the wall. Each figure stands beside
its anchor, measured in turn with it in the same run: a run that finds everything compiled beside one that compiles, a
whole turn beside `python -c "import numba"`, and `judge check` and `judge board` beside a bare interpreter. Medians of
the rounds. `--first` adds the first command of README.md without its downloads, once. The last column says whether a
bound holds, where there is one; exit status 1 if one does not.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.bench.timing import Cost, cost_of

ROOT = Path(__file__).parents[2]
JUDGE = (sys.executable, "-m", "judge")
COMPILED = (("lizards", "greedy"), ("lizards", "champion"), ("spies", "champion"))
CASES = {"lizards": "crowd-2", "spies": "n-011"}
ENDS = (0, 1)  # a heuristic may be wrong on a case
WALL_S, CPU_S = 0.8, 0.7  # of one case of a cached submission
QUICK_S = 0.15  # CPU of a command that runs nothing
FIRST_S = 60.0


class Row(NamedTuple):
    """A figure and its anchor; `bound` is of the figure, and None where there is none."""

    what: str
    figure: Cost
    anchor: str
    beside: Cost
    bound: Cost | None = None

    @property
    def holds(self) -> bool:
        return self.bound is None or (self.figure.wall_s <= self.bound.wall_s and self.figure.cpu_s <= self.bound.cpu_s)

    def cells(self) -> Iterator[str]:
        yield self.what
        for cost in (self.figure, self.beside):
            yield from (f"{cost.wall_s:.2f}", f"{cost.cpu_s:.2f}")
        yield self.anchor
        yield "" if self.bound is None else "PASS" if self.holds else "FAIL"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--first", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        rows = [*compiled(Path(scratch), asked.rounds), one_case(Path(scratch), asked.rounds)]
        rows += quick(Path(scratch), asked.rounds)
        rows += [first(Path(scratch))] if asked.first else []
    table = Table("what", "wall s", "CPU s", "anchor: wall s", "CPU s", "which is", "bound")
    for row in rows:
        table.add_row(*row.cells())
    console = Console()
    console.width = max(console.width, 130)  # a pipe has 80 columns, which would break each cell
    console.print(table)
    sys.exit(0 if all(row.holds for row in rows) else 1)


def environment(cache: Path) -> Mapping[str, str]:
    """What a student's shell has, and a cache of our own. Images of containers often forbid bytecode, and every command
    would compile all of the judge."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NUMBA", "PYTHON"))}
    return kept | {"JUDGE_CACHE": str(cache), "PYTHONPATH": str(ROOT)}


def run_of(problem: str, name: str) -> list[str]:
    """One case of a shipped solution."""
    file = f"solutions/{problem}/{name}.py"
    return [*JUDGE, "run", file, "--problem", problem, "--case", CASES[problem], "--share-core"]


def in_turn(rounds: int, *measured: Callable[[], Cost]) -> list[Cost]:
    """The medians of what is measured again and again, one beside the other."""
    costs = [[one() for one in measured] for _ in range(rounds)]
    return [Cost.median(figures) for figures in zip(*costs, strict=True)]


def compiled(scratch: Path, rounds: int) -> Iterator[Row]:
    """Runs that find everything compiled beside runs that compile it, and keep it."""
    known = environment(scratch / "compiled")
    for problem, name in COMPILED:
        words = run_of(problem, name)

        def anew(words: Sequence[str] = words) -> Cost:
            cost_of([*JUDGE, "cache", "clear"], ROOT, known)
            return cost_of(words, ROOT, known, ends=ENDS)

        def kept(words: Sequence[str] = words) -> Cost:
            return cost_of(words, ROOT, known, ends=ENDS)

        beside, figure = in_turn(rounds, anew, kept)
        yield Row(f"{problem}/{name}, compiled before", figure, "compiled now", beside)


def one_case(scratch: Path, rounds: int) -> Row:
    """A whole turn of the loop beside the import that nobody who writes with numba can do without. The answer is right:
    at a wrong one, such as greedy's, the judge looks once more with checked indexes, which compiles it anew."""
    words, known = run_of("spies", "champion"), environment(scratch / "one")
    cost_of(words, ROOT, known, ends=ENDS)
    figure, beside = in_turn(
        rounds,
        lambda: cost_of(words, ROOT, known, ends=ENDS),
        lambda: cost_of([sys.executable, "-c", "import numba"], ROOT, known),
    )
    return Row("one case of a cached submission", figure, 'python -c "import numba"', beside, Cost(WALL_S, CPU_S))


def quick(scratch: Path, rounds: int) -> Iterator[Row]:
    """The commands that run nothing."""
    folder, known = scratch / "shop", environment(scratch / "quick")
    folder.mkdir()
    for name in ("testcases", "solutions"):
        (folder / name).symlink_to(ROOT / name)
    submitted = ["submit", "solutions/queens/bitmask.py", "--problem", "queens", "--as", "me", "--share-core"]
    cost_of([*JUDGE, *submitted], folder, known, ends=ENDS)
    case = sorted((ROOT / "testcases/lizards/sample").iterdir())[0]
    for words in (["check", str(case / "input.txt"), str(case / "answer.txt")], ["board", "queens"]):
        figure, beside = in_turn(
            rounds,
            lambda words=words: cost_of([*JUDGE, *words], folder, known),  # type: ignore[misc]
            lambda: cost_of([sys.executable, "-c", "pass"], folder, known),
        )
        yield Row(f"judge {words[0]}", figure, "python -c pass", beside, Cost(float("inf"), QUICK_S))


def first(scratch: Path) -> Row:
    """The first command of README.md: the last one of its first line, in a clone."""
    line = re.search(r"^```sh\n(.+)$", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert line, "README.md begins with a command"
    words = shlex.split(line[1].rpartition("&&")[2])[1:]
    folder = scratch / "clone"
    folder.mkdir()
    for name in ("testcases", "solutions"):
        (folder / name).symlink_to(ROOT / name)
    known = environment(scratch / "first")
    figure = cost_of([*JUDGE, *words], folder, known, ends=ENDS)
    beside = cost_of([*JUDGE, *words], folder, known, ends=ENDS)
    what = f"judge {' '.join(words)}"
    return Row(what, figure, "the same, compiled before", beside, Cost(FIRST_S, float("inf")))


if __name__ == "__main__":
    main()
