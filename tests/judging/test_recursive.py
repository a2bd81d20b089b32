"""Recursive searches are right, and none compiles within its time.

They are ten as students write them: each a recursive kernel that is called with a literal.
numba types a call with a literal as a signature of its own, and links the recursion between the two in a way that its
own cache loses.
"""

from __future__ import annotations

from textwrap import indent

import pytest

from judge.judging import Task, Worker
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission

FREE = """
@njit
def free(grid, row, column):
    for r in range(row):
        for c in range(grid.shape[1]):
            if grid[r, c] == 1 and (c == column or abs(c - column) == row - r):
                return False
    return True
"""
CALLS_PLACE = """
def solve(algorithm, n, lizards, grid):
    return grid if run(grid, lizards) else None
"""


def place(
    *,
    mark: str = "",
    more: str = "",
    end: str = "row == len(grid)",
    at_end: str = "",
    found: str = "True",
    lost: str = "False",
    again: str = "place(grid, row + 1)",
    columns: str = "range(len(grid))",
) -> str:
    """Return a kernel that places row by row, as most students write it."""
    return f"""
@njit{mark}
def place(grid, row{more}):
    if {end}:
        return {at_end or found}
    for column in {columns}:
        if free(grid, row, column):
            grid[row, column] = 1
            if {again}:
                return {found}
            grid[row, column] = 0
    return {lost}
"""


def search(kernel: str, begin: str, free: str = FREE) -> str:
    """Return a search that begins a kernel in another."""
    return f"{free}{kernel}\n@njit\ndef run(grid, lizards):\n{indent(begin, '    ')}\n{CALLS_PLACE}"


def by_rows(begin: str = "place(grid, 0)", **words: str) -> str:
    """Return a search whose kernel places row by row."""
    return search(place(**words), f"return {begin}")


SEARCHES = {
    "a number": by_rows(),
    "a cache of its own": FREE
    + place(mark="(cache=True)", more=", left", end="left == 0", again="place(grid, row + 1, left - 1)")
    + CALLS_PLACE.replace("run(grid, lizards)", "place(grid, 0, lizards)"),
    "a default": by_rows(more="=0", begin="place(grid)"),
    "two that call each other": search(
        """
@njit
def place(grid, row):
    if row == len(grid):
        return True
    return columns(grid, row, 0)

@njit
def columns(grid, row, column):
    if column == len(grid):
        return False
    if free(grid, row, column):
        grid[row, column] = 1
        if place(grid, row + 1):
            return True
        grid[row, column] = 0
    return columns(grid, row, column + 1)
""",
        "return place(grid, 0)",
    ),
    "a pair": search(
        """
@njit
def place(grid, at):
    row, placed = at
    if row == len(grid):
        return placed
    for column in range(len(grid)):
        if free(grid, row, column):
            grid[row, column] = 1
            placed = place(grid, (row + 1, placed + 1))
            if placed == len(grid):
                return placed
            placed = row
            grid[row, column] = 0
    return 0
""",
        "return place(grid, (0, 0)) == lizards",
    ),
    "a small number": by_rows(
        found="1", lost="0", again="place(grid, np.int8(row + 1)) == 1", begin="place(grid, 0) == 1"
    ),
    "names": by_rows(
        more=", left",
        end="left == 0",
        again="place(grid, left=left - 1, row=row + 1)",
        begin="place(grid, row=0, left=lizards)",
    ),
    "made by a function": search(
        f"\ndef search(step):{indent(place(columns='range(0, len(grid), step)'), '    ')}    return place\n"
        "\nplace = search(1)\n",
        "return place(grid, 0)",
    ),
    "a word": search(
        """
ORDER = np.array([[1, 3, 0, 2, -1, -1], [1, 3, 5, 0, 2, 4]])

@njit
def place(grid, row, mode, found):
    if row == len(grid):
        for at in range(len(grid)):
            grid[at, found[at]] = 1
        return True
    for column in ORDER[len(grid) // 2 - 2][: len(grid)]:
        fits = True
        for other in range(row):
            if found[other] == column or abs(found[other] - column) == row - other:
                fits = False
        if fits and mode != "BFS":
            found[row] = column
            if place(grid, row + 1, mode, found):
                return True
    return False
""",
        'return place(grid, 0, "DFS", np.zeros(len(grid), np.int64))',
        free="",
    ),
    "a signature": by_rows(
        mark='("boolean(int8[:, ::1], int64, float64)")',
        more=", weight",
        at_end="weight >= 0",
        again="place(grid, row + 1, weight + 0.5)",
        begin="place(grid, 0, 0)",
    ),
}
BEGIN = "import numpy as np\nfrom numba import njit\n"
# It answers with a wrong board where numba compiles while it runs, but in a prepare phase, whose answers nobody sees.
WATCHED = """
import numba.core.event as event

class Watching(event.Listener):
    compiled = 0

    def on_start(self, one):
        self.compiled += 1

    def on_end(self, one):
        pass

watching = Watching()
event.register("numba:compile", watching)
search_only = solve

def solve(algorithm, n, lizards, grid):
    before = watching.compiled
    found = search_only(algorithm, n, lizards, grid)
    return found if watching.compiled == before else np.zeros_like(grid)
"""


# This one compiles within its time, as it first needs a kernel on the case: it is seen.
CAUGHT = SEARCHES["a number"].replace(
    "    return grid if", "    if n == 6:\n        free(grid, 0, 1.0)\n    return grid if"
)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.nightly(sample=3)) for name in SEARCHES]
    + [pytest.param("caught", marks=pytest.mark.slow)],
)
def test_recursion_is_right(sandbox: Sandbox, package: MakePackage, submission: MakeSubmission, name: str) -> None:
    problem = read_package(package(time_limit=5))
    mine = submission(BEGIN + SEARCHES.get(name, CAUGHT) + WATCHED)
    worker = Worker(sandbox)
    assert worker.prepare(problem, mine).verdict == "AC"
    found = {case.name: worker.run(Task(problem, mine, case)).verdict for case in problem.cases}
    assert found == {"four": "AC", "six": "AC" if name in SEARCHES else "WA"}
    worker.forget()
