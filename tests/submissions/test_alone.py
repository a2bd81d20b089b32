"""What a Python file does by itself: whether it runs, and whether it reads a case."""

from __future__ import annotations

import ast

import pytest

from judge.submissions.alone import calls, reads_anything, reads_case, runs, writes_answer, writes_anything


@pytest.mark.parametrize(
    "source",
    [
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
)
def test_it_runs(source: str) -> None:
    assert runs(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
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
)
def test_it_only_defines(source: str) -> None:
    assert not runs(ast.parse(source))


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("open('input.txt')", True),
        ("PATH = './data/input.txt'", True),
        ("open(r'C:\\hw\\input.txt')", True),
        ("def f(name='input.txt'): pass", True),
        ("import sys\nsys.stdin.read()", True),
        ("from sys import stdin", True),
        ("import fileinput", True),
        ("def f():\n    return input()", True),
        ("raw_input()", True),
        ("open(0).read()", True),
        ("open('/dev/stdin')", True),
        ("'''Reads the file input.txt.'''", False),
        ("open('output.txt', 'w')", False),
        ("open('myinput.txt')", False),
        ("open(1)", False),
        ("input = 3", False),
        ("import sys\nsys.stdout.write('')", False),
    ],
)
def test_it_reads_a_case(source: str, read: bool) -> None:
    assert reads_case(ast.parse(source), "input.txt") is read


def test_the_file_of_the_case_has_the_name_that_the_package_gives_it() -> None:
    tree = ast.parse("open('queens.in')")
    assert reads_case(tree, "queens.in")
    assert not reads_case(tree, "input.txt")


def test_what_calls() -> None:
    assert calls(ast.parse("x = [f(1)]"))
    assert not calls(ast.parse("def f(): pass"))


@pytest.mark.parametrize(
    ("source", "writes", "answers"),
    [
        ("print(1)", True, False),
        ("print('OK')", True, True),
        ("out.write('OK\\n')", True, True),
        ("sys.stdout.write(f'OK {n}')", True, True),
        ("PATH = './out/output.txt'", False, True),
        ("np.savetxt(path, board)", True, False),
        ('"""OK and the board"""', False, False),
        ("print('OKAY', 'not OK')", True, False),
        ("open('result.txt')", False, False),
    ],
)
def test_it_writes_an_answer(source: str, writes: bool, answers: bool) -> None:
    tree = ast.parse(source)
    assert (writes_anything(tree), writes_answer(tree, "output.txt")) == (writes, answers)


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("open(name)", True),
        ("Path(name).read_text()", True),
        ("import sys\nn = sys.argv[1]", True),
        ("from argparse import ArgumentParser", True),
        ("import argparse", True),
        ("print(1)", False),
    ],
)
def test_it_reads_anything(source: str, reads: bool) -> None:
    assert reads_anything(ast.parse(source)) is reads
