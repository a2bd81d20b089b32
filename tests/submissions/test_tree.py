"""Python files that no honest hand has written: whoever reads one gets a tree or a reason, and this process lives."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.executors.program.plan import Plan, plan
from judge.model import Finding
from judge.submissions import handed_in, why_python_2
from judge.submissions.tree import (
    UnreadableError,
    bindings_of_solve,
    parse,
    reads_anything,
    reads_case,
    runs_something,
    writes_answer,
    writes_anything,
)
from tests.conftest import there

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"
DEEP: dict[str, Callable[[int], str]] = {
    "elif": lambda k: "if x: pass\n" + "elif x: pass\n" * k,
    "else": lambda k: "".join(f"{' ' * i}if x:\n" for i in range(min(k, 95))) + " " * min(k, 95) + "pass\n",
    "sum": lambda k: f"x = {'+'.join('1' * k)}\n",
    "attributes": lambda k: f"x = y{'.z' * k}\n",
    "calls": lambda k: f"x = y{'()' * k}\n",
    "minus": lambda k: f"x = {'-' * k}1\n",
    "brackets": lambda k: f"x = {'[' * k}{']' * k}\n",
    "lambdas": lambda k: f"x = {'lambda: ' * k}1\n",
    "choices": lambda k: f"x = {'1 if y else ' * k}1\n",
    "comparisons": lambda k: f"x = {'<'.join('1' * k)}\n",
    "tuples": lambda k: f"x = {'y, ' * k}\n",
    "try": lambda k: "".join(f"{' ' * i}try:\n" for i in range(min(k, 18))) + " " * min(k, 18) + "pass\n",
}


@pytest.mark.parametrize("name", DEEP)
@pytest.mark.parametrize("depth", [90, 990, 2800, pytest.param(60_000, marks=pytest.mark.nightly(sample=4))])
def test_no_depth_ends_the_judge(name: str, depth: int) -> None:
    source = (DEEP[name](depth) + SOLVE).encode()
    why_python_2(source)
    made = handed_in("deep", "pkg", "deep.py", (("deep.py", source),))
    assert made.contract == "function"
    assert made.fault is None or made.fault.code == "E211"
    assert depth > 990 or made.fault is None or name in ("brackets", "try", "else", "minus", "lambdas", "choices")


@pytest.mark.parametrize("depth", [990, 60_000])
def test_a_deep_program_is_planned_as_well(depth: int) -> None:
    source = f"print({'+'.join('1' * depth)})\n".encode()
    submission = handed_in("deep", "pkg", "deep.py", (("deep.py", source), ("data.csv", b"")))
    assert isinstance(plan(submission), Plan | Finding)


def test_what_is_deeper_than_the_stack_is_still_seen() -> None:
    chain = "if x: pass\n" + "elif x: pass\n" * 950 + "else:\n    def solve(a, b): pass\n"
    made = handed_in("deep", "pkg", "deep.py", (("deep.py", chain.encode()),))
    assert there(made.fault).code == "E213"
    assert why_python_2(f"x = {'+'.join('1' * 950)} + xrange(3)".encode()).startswith("line 1")


def test_the_last_of_several_bindings_is_shown() -> None:
    text = "if x:\n    def solve(): pass\nelif y:\n    pass\nelse:\n    from other import solve\n"
    assert handed_in("m", "pkg", "m.py", (("m.py", text.encode()),)).fault is None
    text = "if x:\n    def solve(a): pass\ntry:\n    pass\nexcept E:\n    def solve(): pass\n"
    fault = there(handed_in("m", "pkg", "m.py", (("m.py", text.encode()),)).fault)
    assert fault.where == "m.py:6:5"


@pytest.mark.parametrize(
    "source",
    [
        b"x = 1\0",
        b"# coding: punycode\n" + b"a" * 100 + b"-" + b"b" * 200_000,
        b"# coding: utf-7\nx = 1+AAo-raw_input(1)+AAo-y.has_key(1)\n",
        b"# coding: unicode_escape\nx = 1\\nraw_input()\\nmap(f, x)[0]\n",
        b"# coding: undefined\nx",
        b"# coding: rot13\nk",
        b"# coding: zlib\nx",
        b"# coding: idna\nx",
        b"\xff\xfe\0x",
        b"# coding: latin-1\nx = map(f, '\xe9')[0]\n",
        b"\xef\xbb\xbf# coding: latin-1\nx",
        b"x = " + b"9" * 5000,
        b"x = '\\ud800'",
        b"\x0c\r\x0cprint 'x'\r\n",
    ],
)
def test_strange_bytes_are_read_or_refused(source: bytes) -> None:
    with contextlib.suppress(SyntaxError, UnreadableError):
        assert isinstance(parse(source), ast.Module)
    assert isinstance(why_python_2(source), str)
    assert handed_in("m", "pkg", "m.py", (("m.py", source),)).contract in ("function", "program")


@given(st.binary(max_size=60) | st.text("print exec;:()[]{}'\"\\\n\t =+lambda if else coding utf-7#", max_size=80))
@settings(max_examples=300, deadline=None)
def test_no_bytes_stop_the_readers_of_python(text: bytes | str) -> None:
    source = text if isinstance(text, bytes) else text.encode()
    handed_in("m", "pkg", "m.py", (("m.py", source),))
    assert isinstance(why_python_2(source), str)


# --- what is seen in a tree ------------------------------------------------------------------------------------------
# each look at a tree, and what it sees in which sources
SEEN: dict[str, tuple[Callable[[ast.Module], object], dict[Any, list[str]]]] = {
    "binds solve": (
        lambda tree: bool(bindings_of_solve(tree)),
        {
            True: [
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
            ],
            False: [
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
            ],
        },
    ),
    "binds it so often, as one that is always reached hides those above": (
        lambda tree: len(bindings_of_solve(tree)),
        {
            1: [
                "def solve(a): pass\ndef solve(b): pass",
                "def solve(a): pass\nsolve = fast(solve)",
                "if x:\n    solve = fast\nsolve = core",
            ],
            2: [
                "solve = core\nif x:\n    solve = fast",
                "try:\n    from fast import solve\nexcept ImportError:\n    def solve(): pass",
                "def main():\n    global solve\n    solve = fast\nsolve = core",
            ],
        },
    ),
    "does something by itself": (
        lambda tree: bool(runs_something(tree)),
        {
            True: [
                "print(1)",
                "for n in range(3): pass",
                "while more(): pass",
                "if __name__ == '__main__':\n    main()",
                "with open('x'): pass",
                "try:\n    main()\nexcept OSError: pass",
                "def solve(n): pass\nsolve(3)",
                "match n:\n    case 3: main()",
                "raise SystemExit(main())",
                "sys.setrecursionlimit(depth_of(n))",
            ],
            False: [
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
            ],
        },
    ),
    "reads a case": (
        lambda tree: reads_case(tree, "input.txt"),
        {
            True: [
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
            ],
            False: [
                "'''Reads the file input.txt.'''",
                "open('output.txt', 'w')",
                "open('myinput.txt')",
                "open(1)",
                "input = 3",
                "import sys\nsys.stdout.write('')",
                "open('queens.in')",
            ],
        },
    ),
    "reads a case of the name that the package gives it": (
        lambda tree: reads_case(tree, "queens.in"),
        {True: ["open('queens.in')"]},
    ),
    "writes anything, and an answer": (
        lambda tree: (writes_anything(tree), writes_answer(tree, "output.txt")),
        {
            (True, False): ["print(1)", "np.savetxt(path, board)", "print('OKAY', 'not OK')"],
            (True, True): ["print('OK')", "out.write('OK\\n')", "sys.stdout.write(f'OK {n}')"],
            (False, True): ["PATH = './out/output.txt'"],
            (False, False): ['"""OK and the board"""', "open('result.txt')"],
        },
    ),
    "reads anything": (
        reads_anything,
        {
            True: [
                "open(name)",
                "Path(name).read_text()",
                "import sys\nn = sys.argv[1]",
                "from argparse import ArgumentParser",
                "import argparse",
            ],
            False: ["print(1)"],
        },
    ),
}


@pytest.mark.parametrize(("look", "seen"), SEEN.values(), ids=SEEN)
def test_what_is_seen_in_a_tree(look: Callable[[ast.Module], object], seen: dict[Any, list[str]]) -> None:
    for found, sources in seen.items():
        for source in sources:
            assert look(ast.parse(source)) == found, source
