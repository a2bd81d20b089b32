"""Which cells of a notebook solve needs."""

from __future__ import annotations

import pytest

from judge.submissions.needed_cells import needed_cells, without_strange_imports

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return {}"
BARE = SOLVE.format("grid")
TABLE = SOLVE.format("table[n]")


@pytest.mark.parametrize(
    ("cells", "taken"),
    [
        (["x = 1", "print(x)"], [0, 1]),
        (["x = 1", BARE, "print(solve('DFS', 1, 1, x))"], [1]),
        (["n = 8\ngrid = 5", BARE], [1]),
        (["table = [1]", TABLE, "table = [2]"], [0, 1, 2]),
        (["def f(): return g()", "def g(): return 1", SOLVE.format("f()"), "def h(): return f()"], [0, 1, 2]),
        (["class Board:\n    size = N", "N = 8", SOLVE.format("Board()")], [0, 1, 2]),
        (["table = {}", "table[1] = 2", "table.update({})", "print(table)", TABLE], [0, 1, 2, 4]),
        (["table = []", "def fill():\n    table.append(1)", "fill()", "print(len(table))", TABLE], [0, 1, 2, 4]),
        (["def fill():\n    global table\n    table = 1", "fill()", TABLE], [0, 1, 2]),
        (["import math", "import numpy as np", "np.zeros(3)", "print(math.pi)", BARE], [0, 1, 4]),
        (["import sys\nsys.setrecursionlimit(10**6)", BARE], [0, 1]),
        (["import sys", "sys.setrecursionlimit(10**6)", "sys.stdout.write('x')", BARE], [0, 1, 3]),
        (["import numpy as np\nnp.random.seed(1)\nprint(1)", "import random", BARE], [1, 2]),
        (["import numpy as np\nprint(1)", SOLVE.format("np.array(grid)")], [0, 1]),
        (["from math import *", SOLVE.format("sqrt(n)")], [0, 1]),
        ([BARE, "solve = njit(solve)", "from numba import njit"], [0, 1, 2]),
        (["def f(:", BARE], [1]),
        (["def f(:", "x = 1"], [0, 1]),
        (["solve = lambda a, n, p, g: g", "x = 1"], [0]),
        (["if True:\n    def solve(a, n, p, g): return k", "k = 1", "m = 2"], [0, 1]),
        (["def f():\n    x = 1\n    return x", "x = 2", SOLVE.format("f()")], [0, 2]),
        (["x = [y for y in range(3)]", "y = 2", SOLVE.format("x")], [0, 2]),
        (["'''Homework 1'''", "# nothing", BARE], [0, 2]),
    ],
)
def test_which_cells_are_taken(cells: list[str], taken: list[int]) -> None:
    assert needed_cells(cells) == taken


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("import matplotlib.pyplot as plt", "# import matplotlib.pyplot as plt"),
        ("import math", "import math"),
        ("from pandas import (\n    DataFrame,\n)\nx = 1", "# from pandas import (\n#     DataFrame,\n# )\nx = 1"),
        ("from pandas import *", "from pandas import *"),
        ("import numpy as np, pandas", "import numpy as np, pandas"),
        ("import pandas; x = 1", "import pandas; x = 1"),
        ("import pandas\ny = pandas.x", "import pandas\ny = pandas.x"),
        ("import numba.cuda", "import numba.cuda"),
        ("x = '\x0c'\nimport pandas", "x = '\x0c'\n# import pandas"),
        ("def f(:", "def f(:"),
    ],
)
def test_imports_that_no_submission_can_make_become_comments_where_nothing_uses_them(text: str, left: str) -> None:
    [(found, lines), _] = without_strange_imports([text, "y = 1"])
    assert found == left
    assert lines == left.count("# ")


def test_what_another_cell_uses_stays() -> None:
    assert without_strange_imports(["import pandas", "pandas.x"]) == [("import pandas", 0), ("pandas.x", 0)]
