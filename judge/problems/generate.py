"""Make seeded lizard boards and their exact answers; holds the table of the cases that are shipped.

`write_shipped(Path("testcases/lizards"))` writes every case again, the same each time. The
answers come from `proofs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.model import Algorithm, Instance
from judge.problems.formats.case import write_case
from judge.problems.package import write_case_files
from judge.problems.proofs.answer import answer_of
from judge.problems.rules.plain import TREE

if TYPE_CHECKING:
    from pathlib import Path

Grid = np.ndarray[Any, np.dtype[np.int8]]

_SECONDS = 120.0  # for CP-SAT on one case; the shipped ones take less than 1 s each


class Recipe(msgspec.Struct, frozen=True):
    """Says how a shipped case is made: `share` of the cells are trees, at random, and so are those of `trees`.

    `trees` are (row, column) from 1. Of a `kept` case the answer.txt that lies in the package stays: a better solver
    than any here has found it, and `validate_package` still judges it.
    """

    name: str
    algorithm: Algorithm
    n: int
    pieces: int
    share: float = 0.0
    seed: int = 0
    trees: tuple[tuple[int, int], ...] = ()
    group: str = "secret"
    kept: bool = False

    def board(self) -> Instance:
        grid = random_grid(self.n, self.share, self.seed)
        for row, column in self.trees:
            grid[row - 1, column - 1] = TREE
        return Instance(self.algorithm, self.n, self.pieces, grid)


def random_grid(n: int, share: float, seed: int) -> Grid:
    """Return an int8 grid (n, n) on which each cell is a tree with probability `share`, the same for a seed."""
    trees = np.random.default_rng(seed).random((n, n)) < share
    return np.where(trees, np.int8(TREE), np.int8(0))


def write_shipped(root: Path) -> None:
    """Write every case of SHIPPED into the package `root`. Raises JudgeError E423 for one without an answer."""
    for recipe in SHIPPED:
        board, folder = recipe.board(), root / recipe.group / recipe.name
        if recipe.kept and (folder / "answer.txt").is_file():
            (folder / "input.txt").write_bytes(write_case(board))
            continue
        answered = answer_of(board, _SECONDS)
        if answered is None:
            message = f"no exact answer to the case '{recipe.name}' within {_SECONDS:.0f} s"
            raise JudgeError("E423", message, Place(str(folder)), help="choose fewer pieces or a smaller board")
        write_case_files(folder, board, *answered)


_ASSIGNMENT = ((4, 5), (6, 6))
_CHESSBOARD = tuple((row, 2 * half - row % 2) for row in range(1, 7) for half in range(1, 4))

# What `solutions/lizards/backtracking.py` can do within the limit; a third is impossible. The number in a name
# is n. Meadows have no trees, groves about 10 % (of the cells), forests 20 to 30 %, thickets 40 % and more; a
# crowd is too large.
SHIPPED = (
    Recipe("assignment-8", "DFS", 8, 8, trees=_ASSIGNMENT, group="sample"),
    Recipe("assignment-9", "DFS", 8, 9, trees=_ASSIGNMENT, group="sample"),
    Recipe("crowd-2", "BFS", 2, 2, group="sample"),
    Recipe("grove-6", "SA", 6, 7, 0.1, 1, group="sample"),
    Recipe("meadow-1", "BFS", 1, 1),
    Recipe("meadow-4", "BFS", 4, 4),
    Recipe("meadow-5", "BFS", 5, 5),
    Recipe("meadow-6", "BFS", 6, 6),
    Recipe("grove-5", "BFS", 5, 5, 0.1, 5),
    Recipe("grove-6a", "BFS", 6, 6, 0.1, 6),
    Recipe("grove-7", "BFS", 7, 9, 0.1, 7),
    Recipe("grove-8", "BFS", 8, 8, 0.08, 8),
    Recipe("forest-7", "BFS", 7, 10, 0.2, 17),
    Recipe("forest-8", "BFS", 8, 9, 0.25, 18),
    Recipe("thicket-6", "BFS", 6, 6, 0.5, 6),
    Recipe("crowd-1", "BFS", 1, 1, trees=((1, 1),), group="infeasible"),
    Recipe("crowd-3", "BFS", 3, 3, group="infeasible"),
    Recipe("crowd-5", "BFS", 5, 6, 0.1, 55, group="infeasible"),
    Recipe("crowd-6", "BFS", 6, 7, group="infeasible"),
    Recipe("crowd-6a", "BFS", 6, 9, 0.15, 56, group="infeasible"),
    Recipe("crowd-8", "BFS", 8, 14, 0.1, 58, group="infeasible"),
    Recipe("meadow-7", "DFS", 7, 7),
    Recipe("meadow-10", "DFS", 10, 10),
    Recipe("meadow-12", "DFS", 12, 9),
    Recipe("grove-9", "DFS", 9, 12, 0.1, 9),
    Recipe("forest-9", "DFS", 9, 13, 0.2, 19),
    Recipe("forest-12", "DFS", 12, 19, 0.2, 12),
    Recipe("forest-14", "DFS", 14, 28, 0.3, 14),
    Recipe("forest-20", "DFS", 20, 46, 0.25, 20),
    Recipe("forest-30", "DFS", 30, 89, 0.25, 30),
    Recipe("forest-100", "DFS", 100, 1000, 0.25, 101),
    Recipe("thicket-60", "DFS", 60, 480, 0.5, 60),
    Recipe("crowd-6b", "DFS", 6, 7, trees=_CHESSBOARD, group="infeasible"),
    Recipe("crowd-7", "DFS", 7, 9, 0.1, 57, group="infeasible"),
    Recipe("crowd-8a", "DFS", 8, 14, 0.3, 59, group="infeasible"),
    Recipe("crowd-9", "DFS", 9, 12, 0.05, 60, group="infeasible"),
    Recipe("crowd-10", "DFS", 10, 45, 0.6, 62, group="infeasible"),
    Recipe("crowd-20", "DFS", 20, 52, 0.1, 70, group="infeasible"),
    Recipe("crowd-30", "DFS", 30, 165, 0.2, 71, group="infeasible"),
    Recipe("meadow-16", "SA", 16, 16),
    Recipe("meadow-20", "SA", 20, 18),
    Recipe("forest-16", "SA", 16, 34, 0.2, 16),
    Recipe("forest-25", "SA", 25, 63, 0.2, 25),
    Recipe("forest-40", "SA", 40, 165, 0.2, 40),
    Recipe("forest-50", "SA", 50, 240, 0.2, 50),
    Recipe("forest-80", "SA", 80, 720, 0.3, 80),
    Recipe("grove-100", "SA", 100, 550, 0.1, 100),
    Recipe("forest-150", "SA", 150, 1950, 0.2, 150),
    Recipe("forest-200", "SA", 200, 2900, 0.15, 200),
    Recipe("forest-300", "SA", 300, 8800, 0.25, 300),
    Recipe("forest-500", "SA", 500, 21000, 0.2, 500),
    Recipe("forest-1000", "SA", 1000, 97000, 0.25, 1000),
    Recipe("thicket-15", "SA", 15, 35, 0.4, 15),
    Recipe("thicket-200", "SA", 200, 5000, 0.7, 201),
    Recipe("thicket-1000", "SA", 1000, 105000, 0.8, 1001),
    Recipe("crowd-10a", "SA", 10, 1, 1.0, group="infeasible"),
    Recipe("crowd-9a", "SA", 9, 18, 0.35, 61, group="infeasible"),
    Recipe("crowd-40", "SA", 40, 412, 0.5, 72, group="infeasible"),
    Recipe("crowd-100", "SA", 100, 980, 0.1, 73, group="infeasible"),
    Recipe("crowd-200", "SA", 200, 8461, 0.3, 74, group="infeasible"),
    Recipe("crowd-500", "SA", 500, 22896, 0.1, 75, group="infeasible"),
    # One board three times: half-way between the first descent and the most that is known, at that most, beyond it.
    Recipe("half-10-10", "BFS", 10, 11, 0.1, 10011, group="medium", kept=True),
    Recipe("half-20-10", "DFS", 20, 32, 0.1, 20012, group="medium", kept=True),
    Recipe("half-30-20", "SA", 30, 96, 0.2, 30022, group="medium", kept=True),
    Recipe("half-40-30", "BFS", 40, 206, 0.3, 40032, group="medium", kept=True),
    Recipe("half-60-20", "DFS", 60, 381, 0.2, 60021, group="medium", kept=True),
    Recipe("half-100-10", "SA", 100, 653, 0.1, 100012, group="medium", kept=True),
    Recipe("half-100-20", "BFS", 100, 991, 0.2, 100021, group="medium", kept=True),
    Recipe("peak-10-10", "DFS", 10, 13, 0.1, 10011, group="hard", kept=True),
    Recipe("peak-20-10", "SA", 20, 37, 0.1, 20012, group="hard", kept=True),
    Recipe("peak-20-20", "BFS", 20, 54, 0.2, 20021, group="hard", kept=True),
    Recipe("peak-30-20", "DFS", 30, 107, 0.2, 30022, group="hard", kept=True),
    Recipe("peak-40-30", "SA", 40, 227, 0.3, 40032, group="hard", kept=True),
    Recipe("peak-50-40", "BFS", 50, 375, 0.4, 50042, group="hard", kept=True),
    Recipe("peak-100-20", "DFS", 100, 1105, 0.2, 100021, group="hard", kept=True),
    Recipe("over-10-10", "SA", 10, 14, 0.1, 10011, group="infeasible", kept=True),
    Recipe("over-20-10", "BFS", 20, 38, 0.1, 20012, group="infeasible", kept=True),
    Recipe("over-20-20", "DFS", 20, 55, 0.2, 20021, group="infeasible", kept=True),
    Recipe("over-40-40", "SA", 40, 251, 0.4, 40041, group="infeasible", kept=True),
    Recipe("over-50-50", "BFS", 50, 385, 0.5, 50051, group="infeasible", kept=True),
)
