"""Function or program: what the text of a file tells."""

from __future__ import annotations

import pytest

from judge.model import Programs, Verdict
from judge.submissions import read_beside
from tests.conftest import there
from tests.submissions.make import SOLVE, UNSAID, found_in, read

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
def test_what_a_file_is(found: str) -> None:
    for source in FILES[found]:
        one = read(source)
        assert found == (one.fault.code if one.fault else one.contract), source
        if one.fault:
            assert one.fault.verdict is Verdict.CE
            assert one.fault.message.startswith(("mine.py", "solve"))
            assert "\n" not in one.fault.message


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
def test_what_is_no_python_is_a_program(name: str, source: str) -> None:
    assert found_in(source, name) == "program"


def test_a_solve_from_a_file_beside_it_is_none_of_its_own() -> None:
    def is_program(text: str, *beside: str) -> bool:
        found = read_beside("main.py", {"main.py": text.encode(), **dict.fromkeys(beside, b"")}, UNSAID)
        assert found.taken is found.is_program
        return found.is_program

    for line in ("from search import solve", "from .search import solve", "import search.dfs as solve"):
        source = f"{line}\nprint('OK', solve(1, 2, 3, 4))\n"
        assert is_program(source, "search.py", "search/dfs.py")
        assert not is_program(source, "searches.py")
    assert not is_program(
        "try:\n    from search import solve\nexcept E:\n    def solve(a, n, p, g): pass\n", "search.py"
    )


@pytest.mark.parametrize("coding", ["utf-8", "latin-1", "utf-8-sig"])
def test_columns_count_characters(coding: str) -> None:
    head = "# coding: latin-1\n" if coding == "latin-1" else "\n"
    place = there(there(read(f"{head}x = 'äöü' 3\n".encode(coding)).fault).excerpt)
    assert (place.line, place.column, place.end) == (2, 11, 12)


def test_tabs_that_python_3_does_not_take() -> None:
    mixed = "if 1:\n\tprint(1)\n        print(2)\n"
    assert found_in(mixed) == "program", "Python 2 takes them"
    assert found_in(SOLVE + mixed) == "E211"


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
    for rules, found in ((UNSAID, unsaid), (Programs(multipliers={"Python": 2.0}), unsaid), (EXPECTS, expected)):
        assert found_in(source, rules=rules) == found


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
    assert found_in(ITS_OWN + RUNS, rules=rules) == "program"


def test_where_only_programs_serve_a_file_that_is_no_python_says_so_too() -> None:
    rules = Programs(arguments=("{n}",))
    one = read("x = 1\nfor row in [x]:5\n    print(row)\n", rules=rules)
    assert (one.contract, there(one.fault).code, there(one.fault).where) == ("program", "E211", "mine.py:3:4")
    assert found_in("print 'x'\n", rules=rules) == "program", "Python 2 reads that"


@pytest.mark.parametrize(("name", "contract", "code"), [("a.py", "function", "E211"), ("a.cpp", "program", "E221")])
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-be"])
def test_what_powershell_wrote_is_named(name: str, contract: str, code: str, coding: str) -> None:
    source = "\ufeff".encode(coding) * (coding == "utf-16-be") + "int main() {}".encode(coding)
    one = read(source, name)
    fault = there(one.fault)
    assert (one.contract, fault.code, fault.verdict) == (contract, code, Verdict.CE)
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
    one = read(source, rules=Programs(dialect="as-is", parameters=()))
    assert (one.fault.code if one.fault else "") == code
    assert one.contract == ("function" if code == "E478" else "program")


# --- what is seen in a text -------------------------------------------------------------------------------------------
BINDS = [
    "solve: object = core",
    "solve += core",
    "[first, (solve, last)] = found",
    "*solve, last = found",
    "best = solve = core",
    "print(solve := core)",
    "[solve := name for name in names]",
    "with make() as solve: pass",
    "with make() as (solve, _): pass",
    "for solve in (core,): pass",
    "import solve",
    "import solve.fast",
    "import fast.kernels as solve",
    "from fast import best as solve",
    "from . import solve",
    "while True:\n    solve = core\n    break",
    "if x:\n    pass\nelif y:\n    solve = 1",
    "if x:\n    pass\nelse:\n    solve = 1",
    "match x:\n    case 1:\n        def solve(): pass",
    "match x:\n    case {'solve': solve}: pass",
    "match x:\n    case [1, *solve]: pass",
    "match x:\n    case {1: 2, **solve}: pass",
    "with x:\n    def solve(): pass",
    "try:\n    def solve(): pass\nfinally:\n    pass",
    "try:\n    pass\nexcept E:\n    def solve(): pass",
    "try:\n    pass\nexcept E:\n    pass\nelse:\n    def solve(): pass",
    "try:\n    pass\nfinally:\n    def solve(): pass",
    "try:\n    pass\nexcept* E:\n    def solve(): pass",
    "globals()['solve'] = core",
    "vars()['solve'] = core",
    "globals().update(solve=core)",
    "globals().update({'solve': core})",
    "globals().setdefault('solve', core)",
    "setattr(sys.modules[__name__], 'solve', core)",
    "sys.modules[__name__].solve = core",
    "def main():\n    global solve\n    solve = core\nmain()",
    "def main():\n    global other, solve\n    def solve(): pass",
    "def main():\n    def inner():\n        global solve\n        from fast import solve",
    "def main():\n    globals()['solve'] = core",
    "if __name__ == '__main__':\n    pass\nelse:\n    solve = core",
    "if __name__ != '__main__':\n    solve = core",
]
BINDS_NOT = [
    "",
    "solve(1)",
    "solve: object",
    "solve.found = 1",
    "table['solve'] = 1",
    "globals()['solver'] = 1",
    "print(globals()['solve'])",
    "setattr(board, 'solve', 1)",
    "from fast import *",
    "from solve import fast",
    "import fast.solve",
    "try:\n    pass\nexcept E as solve:\n    pass",
    "[solve for solve in names]",
    "{solve: 1 for solve, _ in names}",
    "best = lambda: (solve := 1)",
    "def main():\n    solve = core",
    "def main():\n    global solve\n    solve()",
    "def main(solve): pass",
    "if __name__ == '__main__':\n    def solve(): pass",
    "if '__main__' == __name__:\n    solve = core",
    "if __name__ == '__main__' and DEBUG:\n    from fast import solve",
]


def test_what_binds_solve() -> None:
    for source in (*BINDS, *BINDS_NOT):
        one = read(source)
        is_bound = one.contract == "function" and (one.fault is None or one.fault.code != "E212")
        assert is_bound is (source in BINDS), source


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (f"{SOLVE}def solve(b): pass", "E213"),  # one that is always reached hides those above
        (f"def solve(b): pass\nif x:\n    {SOLVE.partition(':')[0]}: pass", "function"),
        ("if x:\n    solve = fast\ndef solve(b): pass", "E213"),
        ("try:\n    from fast import solve\nexcept ImportError:\n    def solve(): pass", "function"),
        ("def main():\n    global solve\n    solve = fast\ndef solve(b): pass", "function"),
    ],
)
def test_which_of_several_may_hold(source: str, found: str) -> None:
    assert found_in(source) == found


RUNS_ITSELF = [
    "print(1)",
    "for n in range(3): pass",
    "while more(): pass",
    "if __name__ == '__main__':\n    main()",
    "with open('x'): pass",
    "try:\n    main()\nexcept OSError: pass",
    "match n:\n    case 3: main()",
    "raise SystemExit(main())",
    "sys.setrecursionlimit(depth_of(n))",
]
RUNS_NOTHING = [
    "",
    "'''text'''",
    "import numba",
    "x = f()",
    "@njit()\ndef f(): g()",
    "class A:\n    x = f()",
    "if True:\n    x = 1",
    "try:\n    import numba\nexcept ImportError:\n    numba = None",
    "if True:\n    def f(): g()",
    "for f in (g,):\n    def h(): f()",
    "sys.setrecursionlimit(10**6)",
    "np.random.seed(1)",
    "warnings.filterwarnings('ignore')",
]


def test_what_does_something_by_itself() -> None:
    """A helper `solve` beside it is then one of a program."""
    for source in (*RUNS_ITSELF, *RUNS_NOTHING):
        found = found_in(f"{source}\ndef solve(b): open(b)\n")
        assert found == ("program" if source in RUNS_ITSELF else "E213"), source


CALLED = f"\n{SOLVE}print(solve(1, 2, 3, 4))\n"
READS_CASE = [
    "open('input.txt')",
    "PATH = './data/input.txt'",
    "open(r'C:\\hw\\input.txt')",
    "def f(name='input.txt'): pass",
    "import sys\nsys.stdin.read()",
    "from sys import stdin",
    "import fileinput",
    "def f():\n    return input()",
    "raw_input()",
    "open(0).read()",
    "open('/dev/stdin')",
]
READS_NONE = [
    "'''Reads the file input.txt.'''",
    "open('output.txt', 'w')",
    "open('myinput.txt')",
    "open(1)",
    "input = 3",
    "import sys\nsys.stdout.write('')",
    "open('queens.in')",
]


def test_what_reads_a_case() -> None:
    """Where a package expects programs, no more is asked of one."""
    for source in (*READS_CASE, *READS_NONE):
        assert found_in(source + CALLED, rules=EXPECTS) == ("program" if source in READS_CASE else "function"), source
    assert found_in("open('queens.in')" + CALLED, rules=Programs(io="files", input_file="queens.in")) == "program"


@pytest.mark.parametrize(
    ("source", "anything", "answer"),
    [
        *((one, True, False) for one in ("print(1)", "np.savetxt(path, board)", "print('OKAY', 'not OK')")),
        *((one, True, True) for one in ("print('OK')", "out.write('OK\\n')", "sys.stdout.write(f'OK {n}')")),
        ("PATH = './out/output.txt'", False, True),
        *((one, False, False) for one in ('"""OK and the board"""', "open('result.txt')")),
    ],
)
def test_what_writes_anything_and_what_an_answer(source: str, anything: bool, answer: bool) -> None:
    """Of a helper that returns nothing the one is enough, of one that may return a board it takes the other."""
    rest = f"{READS}solve(1, 2, 3, 4)\n{source}\n"
    helper, board = "def solve(a, n, p, g):\n    search(n)\n", "def solve(a, n, p, g):\n    return g\n"
    assert found_in(helper + rest) == ("program" if anything or answer else "function")
    assert found_in(board + rest) == ("program" if answer else "function")


@pytest.mark.parametrize(
    "source",
    [
        *[
            "open(name)",
            "Path(name).read_text()",
            "import sys\nn = sys.argv[1]",
            "from argparse import ArgumentParser",
            "import argparse",
        ],
        "",
    ],
)
def test_what_reads_anything(source: str) -> None:
    """A helper of other parameters is then one of a program."""
    assert found_in(f"{source}\ndef solve(b): return b\nprint(solve(1))\n") == ("program" if source else "E213")
