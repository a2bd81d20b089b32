"""Function or program: what the text of a file tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Programs, Verdict
from judge.submissions.contract import contract_of
from tests.conftest import MakeSubmission, there

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


ARGV = "import sys\nif __name__ == '__main__':\n    print(solve(int(sys.argv[1]), 0, [], []))\n"
ANY_FILE = "import sys\nfor name in ('a', 'b'):\n    print(solve(open(name).read(), 0, 0, 0))\n"
# What is made of a file where its package says nothing: its contract, or the code of what is wrong with it.
FILES: dict[str, list[str | bytes]] = {
    "function": [
        SOLVE,
        "def solve(a, b, c, d, e=1): pass",
        "def solve(a, b, /, c, *, d=4): pass\ndef solve(*args): pass",
        "def solve(a, *rest): pass",
        "solve = lambda a, n, p, g: None",
        "solve: object = print",
        "from helpers import solve",
        "from helpers import best as solve",
        "import numba\n@numba.njit\ndef solve(algorithm, n, lizards, grid): pass",
        "if True:\n    def solve(a, n, p, g): pass",
        "try:\n    import numba\nfinally:\n    def solve(a, n, p, g): pass",
        "try:\n    from fast import solve\nexcept ImportError:\n    def solve(a, n, p, g): pass",
        "try:\n    import fast\nexcept ImportError:\n    def solve(a, n, p, g): pass",
        "with open('x'):\n    solve = 1",
        "@cells\ndef solve(n): pass",
        "class solve:\n    def __new__(cls, n): pass",
        "if x:\n    def solve(): pass\nelse:\n    def solve(a, n, p, g): pass",
        "def solve(a, n, p, g): yield g",
        "\ufeff" + SOLVE,
        SOLVE.replace("\n", "\r\n"),
        "# -*- coding: latin-1 -*-\n" + SOLVE,
        "def solve(board, n, row, columns): return row\n" + ANY_FILE,
    ],
    "program": [
        "print('FAIL')",
        "def main():\n    open('output.txt', 'w')\nmain()",
        "import numba\nclass Solver:\n    def solve(self): print()\n",
        "def Solve(a, b, c, d): print(a)\nSolve(1, 2, 3, 4)",
        "def Solve(a, b, c, d): print(a)\nif __name__ == '__main__':\n    Solve(1, 2, 3, 4)",
        "def Solve(a, b, c, d): print(a)\nfor n in range(8):\n    Solve()",
        "async def Solve(a, b, c, d): print(a)",
        "def evolve(a, b, c, d): print(a)",
        "def Solve(n): print(n)",
        "class Solution:\n    def solve(self, n): print(n)",
        "def attack(a, b, c, d): print(a)",
        "def solve(n): return n\n" + ARGV,
        "def solve(n): return n\n" + ANY_FILE,
        "class Board:\n    def solve(self, n): return n\n" + ARGV,
        "def main(n):\n    def solve(row): return row\n    return solve(n)\n" + ARGV,
        "from argparse import ArgumentParser\ndef solve(): pass\n" + ARGV,
        "from numba import njit\n@njit\ndef solve(a, b, c): return a\n" + ARGV,
    ],
    "E211": [
        "def solve(a, b, c, d) pass",
        "\tdef solve(a, b, c, d): pass",
        "# -*- coding: nonsense -*-\n" + SOLVE,
        b"x = '\xff'\n",
        b"\xff\xfed\0e\0f\0",
        "x = 1\0",
        "(" * 5000,
        "-" * 200_000 + "1",
        "x = 1" + " + 1" * 50_000 + "\n" + SOLVE,
    ],
    "E212": [
        "",
        "def slove(a, b, c, d): pass",
        "class A:\n    def solve(self, a, b, c): pass",
        "def outer():\n    def solve(a, b, c, d): pass",
        "import solve_it",
        "from helpers import *",
        "if __name__ == '__main__':\n    solve = 1",
        "import sys\nsys.setrecursionlimit(9000)\ndef Solve(a, b, c, d): print(a)",
        "def Solve(a, b, c, d): print(a)",
        "import numba\n@numba.njit()\ndef solver(a, b, c, d): return len(a)",
        "class Solution:\n    def solve(self, a, b, c, d): print(a)",
    ],
    "E213": [
        "def solve(): pass",
        "def solve(a, b, c): pass",
        "def solve(a, b, c, d, e): pass",
        "def solve(a, b, c, d, *, e): pass",
        "async def solve(a, b, c, d): pass",
        SOLVE + "def solve(n): pass",
        "if x:\n    def solve(): pass\nelse:\n    def solve(n): pass",
    ],
}  # fmt: skip


@pytest.mark.parametrize("found", FILES)
def test_what_a_file_is(submission: MakeSubmission, found: str) -> None:
    for source in FILES[found]:
        read = submission(source)
        assert found == (read.fault.code if read.fault else read.contract), source
        if read.fault:
            assert read.fault.verdict is Verdict.CE
            assert read.fault.message.startswith(("mine.py", "solve"))
            assert "\n" not in read.fault.message


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("homework.cpp", "int main() {}"),
        ("homework.c", "def solve(a, b, c, d): pass"),
        ("homework.java", ""),
        ("homework.hs", "main = interact id"),
        ("homework", "#!/bin/sh"),
    ],
)
def test_what_is_no_python_is_a_program(submission: MakeSubmission, name: str, source: str) -> None:
    read = submission(source, f"./{name}")
    assert (read.contract, read.fault, read.name) == ("program", None, name.partition(".")[0])


def test_a_solve_from_a_file_beside_it_is_none_of_its_own() -> None:
    for line in ("from search import solve", "from .search import solve", "import search.dfs as solve"):
        source = f"{line}\nprint('OK', solve(1, 2, 3, 4))\n".encode()
        assert contract_of(source, Path("main.py"), beside=["search.py", "search/dfs.py"]) == ("program", None)
        assert contract_of(source, Path("main.py"), beside=["searches.py"]) == ("function", None)
    both = b"try:\n    from search import solve\nexcept ImportError:\n    def solve(a, n, p, g): pass\n"
    assert contract_of(both, Path("main.py"), beside=["search.py"]) == ("function", None)


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "utf-8-sig"])
def test_columns_count_characters(submission: MakeSubmission, coding: str) -> None:
    head = "# coding: latin-1\n" if coding == "latin-1" else "\n"
    fault = there(submission(f"{head}x = 'äöü' 3\n".encode(coding)).fault)
    assert fault.excerpt is not None
    assert (fault.excerpt.line, fault.excerpt.column, fault.excerpt.end) == (2, 11, 12)


def test_tabs_that_python_3_does_not_take(submission: MakeSubmission) -> None:
    mixed = "if 1:\n\tprint(1)\n        print(2)\n"
    assert submission(mixed).contract == "program", "Python 2 takes them"
    fault = there(submission(SOLVE + mixed).fault)
    assert fault.code == "E211"


# --- a helper that is called solve ------------------------------------------------------------------------------------
RUNS = "if __name__ == '__main__':\n    print(solve(1, 2, 3, 4))\n"
READS = "lines = open('input.txt').read().split()\n"
ITS_OWN = "def solve(board): return board\n"
EXPECTS = Programs(io="files")


@pytest.mark.parametrize(
    ("source", "unsaid", "expected"),
    [
        (SOLVE + READS, "function", "function"),
        (SOLVE + READS + RUNS, "function", "program"),
        (ITS_OWN + READS, "E213", "E213"),
    ],
)
def test_a_file_that_reads_a_case_and_calls_solve_no_more_than_that(source: str, unsaid: str, expected: str) -> None:
    for rules, found in ((Programs(), unsaid), (Programs(multipliers={"Python": 2.0}), unsaid), (EXPECTS, expected)):
        contract, fault = contract_of(source.encode(), Path("mine.py"), rules)
        assert (fault.code if fault else contract) == found


@pytest.mark.parametrize(
    "rules",
    [
        Programs(io="stdio"),
        Programs(input_file="queens.in"),
        Programs(output_file="queens.out"),
        Programs(dialect="no-algorithm"),
        Programs(shapes=True),
    ],
)
def test_which_packages_expect_programs(rules: Programs) -> None:
    assert rules.declared
    assert contract_of((ITS_OWN + RUNS).encode(), Path("mine.py"), rules) == ("program", None)


def test_where_only_programs_serve_a_file_that_is_no_python_says_so_too() -> None:
    rules = Programs(arguments=("{n}",))
    contract, fault = contract_of(b"x = 1\nfor row in [x]:5\n    print(row)\n", Path("mine.py"), rules)
    assert fault is not None
    assert (contract, fault.code, fault.where) == ("program", "E211", "mine.py:3:4")
    assert contract_of(b"print 'x'\n", Path("mine.py"), rules) == ("program", None), "Python 2 reads that"


@pytest.mark.parametrize(("name", "contract", "code"), [("a.py", "function", "E211"), ("a.cpp", "program", "E221")])
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be"])
def test_what_powershell_wrote_is_named(name: str, contract: str, code: str, coding: str) -> None:
    source = "\ufeff".encode(coding) * (coding == "utf-16-be") + "int main() {}".encode(coding)
    found, fault = contract_of(source, Path(name))
    assert fault is not None
    assert (found, fault.code, fault.verdict) == (contract, code, Verdict.CE)
    assert "UTF-16" in fault.message


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("def solve(n):\n    return n\n", "E478"),
        ("import sys\ndef solve(n):\n    return len(n)\n", "E478"),
        ("def solve(n):\n    return n\nprint(solve(input()))\n", ""),
        ("def solve(n):\n    return n\nx = solve(input())\n", ""),
        ("def solve(n):\n    return n\nif __name__ == '__main__':\n    solve(1)\n", ""),
        ("def main(n):\n    return n\n", ""),
        ("def solve(n:\n", "E211"),
    ],
)
def test_without_a_board_there_are_only_programs(source: str, code: str) -> None:
    contract, fault = contract_of(source.encode(), Path("mine.py"), Programs(dialect="as-is", parameters=()))
    assert (fault.code if fault else "") == code
    assert contract == ("function" if code == "E478" else "program")
