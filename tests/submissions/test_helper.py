"""When a file with a `solve` is a program: the table, held against generated files and files of students."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from judge.model import Programs
from judge.submissions import Source
from tests.submissions.make import UNSAID, found_in

EXPECTS = Programs(io="files")


# --- generated --------------------------------------------------------------------------------------------------------
class Form(NamedTuple):
    """One way to bind `solve`. `calls` is how the file's own code calls it, `fits` whether it takes four parameters,
    `helper` whether nobody else could use it, `board` whether it is a def that may return a board."""

    text: str
    calls: str = "solve(name, n, p, grid)"
    fits: bool = True
    helper: bool = False
    board: bool = False
    fault: str = ""


SEARCH = "    found = search(n)\n"
CORE = "def core(a, n, p, grid):\n    return grid\n"
FORMS = {
    "board": Form(f"def solve(algorithm, n, lizards, grid):\n{SEARCH}    return found", board=True),
    "board or None": Form(f"def solve(a, n, p, g):\n{SEARCH}    return g if found else None", board=True),
    "any names": Form("def solve(_, n, __, ___):\n    return search(n)", board=True),
    "other words": Form("def solve(kind, side, n, field):\n    return search(side)", board=True),
    "any number": Form("def solve(*given):\n    return search(given[1])", board=True),
    "text or board": Form("def solve(a, n, p, g):\n    if n < 4:\n        return 'FAIL'\n    return g", board=True),
    "calls itself": Form("def solve(algorithm, n, p, g):\n    return g if n else solve('SA', n, p, g)", board=True),
    "one of two": Form("def solve(a, n, p, g):\n    board = None\n    ok, board = search(n)\n    return board",
                       board=True),
    "what matches": Form("def solve(a, n, p, g):\n    board = None\n    match search(n):\n        case board: pass\n"
                         "    return board", board=True),
    "what another one sets": Form("def solve(a, n, p, g):\n    board = None\n    def visit():\n        nonlocal board\n"
                                  "        board = g\n    return board", board=True),
    "kept": Form("@lru_cache\ndef solve(a, n, p, g):\n    return g", board=True),
    "True or False": Form("def solve(a, n, p, g):\n    return n > 3 and bool(search(n))", helper=True),
    "a flag": Form(f"def solve(a, n, p, g):\n    ok = False\n{SEARCH}    if found:\n        ok = True\n    return ok",
                   helper=True),
    "a flag of a helper": Form("def place(n):\n    return not n or place(n - 1)\n"
                               "def solve(a, n, p, g):\n    return place(n)", helper=True),
    "text": Form("def solve(a, n, p, g):\n    text = 'x'\n    text += str(n)\n    return text if n else ''.join(g)",
                 helper=True),
    "a pair": Form("def solve(a, n, p, g):\n    return True, g", helper=True),
    "nothing": Form("def solve(a, n, p, g):\n    search(n)", helper=True),
    "one after the other": Form("def solve(a, n, p, g):\n    yield g", helper=True),
    "the board first": Form("def solve(board, row, n, columns):\n    return board", helper=True),
    "a search": Form("def solve(row, used, left, right):\n    return row or solve(row + 1, used, left, right)",
                     "solve(0, 0, 0, 0)", helper=True),
    "kept True or False": Form("@njit\ndef solve(a, n, p, g):\n    return n > 3", helper=True),
    "three": Form("def solve(n, p, grid):\n    return grid", "solve(n, p, grid)", fits=False, fault="E213"),
    "async": Form("async def solve(a, n, p, grid):\n    return grid", fits=False, fault="E213"),
    "kept three": Form("@njit\ndef solve(n, p, grid):\n    return grid", "solve(n, p, grid)", fits=False),
    "one more": Form("@with_log\ndef solve(log, a, n, p, grid):\n    return grid", board=True),
    "one only": Form("@cells\ndef solve(n):\n    return [n]", board=True),
    "called with one": Form("@logged\ndef solve(n):\n    return [n]", "solve(n)", helper=True, board=True),
    "a class": Form("class solve:\n    def __new__(cls, a, n, p, grid):\n        return grid"),
    "a class of three": Form("class solve:\n    def __init__(self, n, p, g): pass", "solve(n, p, grid)", helper=True),
    "a name": Form(CORE + "solve = core"),
    "a lambda": Form("solve = lambda a, n, p, g: g"),
    "partial": Form(CORE + "solve = partial(core)"),
    "two at once": Form(CORE + "solve, VERSION = core, '1.2'"),
    "a walrus": Form(CORE + "(solve := core)"),
    "globals": Form(CORE + "globals()['solve'] = core"),
    "global": Form(CORE + "def main():\n    global solve\n    solve = core\nmain()"),
    "in for": Form("for f in (search,):\n    def solve(a, n, p, g):\n        return f(n)", board=True),
    "in match": Form("match VERSION:\n    case 1:\n        def solve(a, n, p, g):\n            return g", board=True),
    "imported": Form("from fast import solve", helper=True),
    "imported or not": Form("try:\n    from fast import solve\nexcept ImportError:\n"
                            "    def solve(a, n, p, g):\n        return g"),
    "a number": Form("solve = 3", helper=True),
}  # fmt: skip


class SelfTest(NamedTuple):
    """What the file does by itself. `reads` is 2 for the case and 1 for anything else, `writes` 2 for an answer."""

    text: str
    reads: int
    writes: int


READS = "    name, n, p, *grid = open('input.txt').read().split()\n"
SELF_TESTS = {
    "it prints": SelfTest("    print({call})", 0, 1),
    "argv": SelfTest("    n = int(sys.argv[1])\n    print({call})", 1, 1),
    "a file of its own": SelfTest("    n = int(open(NAME).read())\n    print({call})", 1, 1),
    "the case": SelfTest(READS + "    print({call})", 2, 1),
    "stdin": SelfTest("    n = int(sys.stdin.readline())\n    print({call})", 2, 1),
    "the case in silence": SelfTest(READS + "    {call}", 2, 0),
    "an answer": SelfTest(READS + "    print('OK', {call})", 2, 2),
    "output.txt": SelfTest("    n = int(input())\n    with open('output.txt', 'w') as file:\n"
                           "        print({call}, file=file)", 2, 2),
    "a result that is None": SelfTest(READS + "    found = {call}\n    print('FAIL' if found is None else 'OK')", 2, 2),
}  # fmt: skip
TRUTH = {
    "an if": "    if {call}:\n        print('OK')",
    "a not": "    print('FAIL' if not {call} else 'OK')",
    "a name": "    found = {call}\n    print('OK' if found else 'FAIL')",
    "a walrus": "    while (found := {call}):\n        print('OK', found)",
    "a number": "    if {call} == p:\n        print('OK')",
    "a text": "    if {call} == 'OK':\n        print('OK')",
    "written": "    open('output.txt', 'w').write({call})",
    "added": "    print('OK' + {call})",
    "a pair": "    found, board = {call}\n    print('OK', board)",
    "and": "    print({call} and 'OK')",
    "another function": "    show({call})",
}
SHOW = "def show(found):\n    if found:\n        print('OK')\n"


def text_of(form: Form, numpy: bool, test: str) -> str:
    head = "import sys\n" + "import numpy as np\n" * numpy
    return f"{head}{form.text}\nif __name__ == '__main__':\n{test.format(call=form.calls)}\n"


def expected(form: Form, numpy: bool, test: SelfTest, rules: Programs) -> str:
    """The rules of `judge help program`, in its order."""
    strange = form.helper or not form.fits
    program = (
        (not form.fits and test.reads > 0)
        or (rules.declared and (test.reads == 2 or not form.fits))
        or (test.reads == 2 and test.writes > 0 and strange)
        or (test.reads == 2 and test.writes == 2 and form.board and not numpy)
    )
    return "program" if program else form.fault or "function"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
def test_each_form_with_each_self_test(name: str, form: Form) -> None:
    for numpy, (test_name, test), rules in product((True, False), SELF_TESTS.items(), (UNSAID, EXPECTS)):
        found = found_in(text_of(form, numpy, test.text), rules=rules)
        assert found == expected(form, numpy, test, rules), (name, test_name, numpy, rules.declared)
    assert found_in(form.text) == (form.fault or "function"), "without a self test it is a function"


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
@pytest.mark.parametrize("use", TRUTH)
def test_a_result_that_is_used_as_no_array_is_none(name: str, form: Form, use: str) -> None:
    program = form.board or form.helper or not form.fits
    source = SHOW + text_of(form, True, READS + TRUTH[use])
    assert found_in(source) == ("program" if program else "function"), name
    assert found_in(source.replace("input.txt", "board.txt")) == ("function" if form.fits else "program")


# --- files as students write them -------------------------------------------------------------------------------------
READ = """
def read():
    with open("input.txt") as file:
        name, n, p, *rows = file.read().split()
    return name, int(n), int(p), [[int(cell) for cell in row] for row in rows]
"""
READ_ARRAY = """
def read(path="input.txt"):
    name, n, p, *rows = open(path).read().split()
    return name, int(n), int(p), np.array([list(row) for row in rows], dtype=np.int8)
"""
SHOWN = """
    with open("output.txt", "w") as file:
        if found is None:
            file.write("FAIL")
        else:
            file.write("OK\\n")
            for row in found:
                file.write("".join(map(str, row)) + "\\n")
"""
NUMPY = "import numpy as np\n"
GUARD = 'if __name__ == "__main__":\n    main()\n'
STUDENTS = {
    "lists, in and out": ("program", READ + """
def solve(algorithm, n, lizards, grid):
    if algorithm == "SA":
        return anneal(n, lizards, grid)
    return search(n, lizards, grid, deque() if algorithm == "BFS" else [])

def main():
    found = solve(*read())
""" + SHOWN + GUARD),
    "an array, in and out": ("function", NUMPY + READ_ARRAY + """
def solve(algorithm, n, lizards, grid):
    board = grid.copy()
    return board if place(board, 0, lizards) else None

def main():
    found = solve(*read())
""" + SHOWN + GUARD),
    "an array, shown": ("function", NUMPY + READ_ARRAY + """
@njit
def solve(algorithm, n, p, g):
    return kernel(n, p, g)

if __name__ == "__main__":
    board = solve(*read(sys.argv[1] if len(sys.argv) > 1 else "input.txt"))
    print("FAIL" if board is None else board)
"""),
    "an array, checked": ("function", NUMPY + READ_ARRAY + """
def solve(method, size, count, field):
    queue = deque([field])
    while queue:
        board = queue.popleft()
        if board.sum() == count:
            return board
    return None

if __name__ == "__main__":
    name, n, p, grid = read()
    board = solve(name, n, p, grid)
    if board is not None and check(board, n):
        print("OK")
"""),
    "numpy in the self test alone": ("function", """
def solve(algorithm, n, lizards, grid):
    for row in range(n):
        grid[row, row] = 1
    return grid

if __name__ == "__main__":
    import numpy as np
    rows = open("input.txt").read().split()[3:]
    print("OK", solve("DFS", 2, 2, np.array([list(row) for row in rows], dtype=np.int8)))
"""),
    "a flag that other functions set": ("program", NUMPY + """
found = False

def solve(algorithm, n, p, board):
    search(board, 0, p)
    return found

algorithm, n, p = input(), int(input()), int(input())
board = np.array([list(input()) for _ in range(n)], dtype=np.int8)
if solve(algorithm, n, p, board):
    print("OK")
"""),
    "a flag of an object": ("program", NUMPY + READ_ARRAY + """
def solve(algorithm, n, p, grid):
    nursery = Nursery(n, p, grid)
    return nursery.search(algorithm)

def show(result):
    print("OK" if result else "FAIL")

def main():
    result = solve(*read())
    show(result)
""" + GUARD),
    "it writes output.txt by itself": ("program", READ_ARRAY + """
def solve(algorithm, n, lizards, grid):
    out = open("output.txt", "w")
    if not search(grid):
        out.write("FAIL")
        return
    out.write("OK")

solve(*read())
"""),
    "its text": ("program", NUMPY + READ_ARRAY + """
def text_of(board):
    return "\\n".join("".join(map(str, row)) for row in board)

def solve(algorithm, n, p, grid):
    board = search(grid)
    if board is None:
        return "FAIL"
    result = "OK\\n" + text_of(board)
    return result

sys.stdout.write(solve(*read()))
"""),
    "how many it placed": ("program", NUMPY + READ_ARRAY + """
@njit
def solve(row, used, left, right):
    return 1 if row == 8 else sum([solve(row + 1, used | bit, left, right) for bit in range(8)])

if __name__ == "__main__":
    read()
    print(solve(0, 0, 0, 0))
"""),
    "a library's": ("program", """
from numpy.linalg import solve

n = int(input())
print(solve(matrix_of(n), vector_of(n)))
"""),
    "an object": ("program", NUMPY + READ_ARRAY + """
solve = Solver(*read())
solve.run()
print("OK", solve.board)
"""),
    "a class": ("program", NUMPY + READ_ARRAY + """
class solve:
    def __init__(self, case):
        self.case = case

print("OK", solve(read()).board)
"""),
    "only a helper of the self test reads": ("function", NUMPY + READ_ARRAY + """
sys.setrecursionlimit(10**6)

def solve(algorithm, n, lizards, grid):
    print(n)
"""),
    "a variable of a function": ("program", READ + """
def main():
    solve = read()
    print("OK", solve)
""" + GUARD),
}  # fmt: skip


@pytest.mark.parametrize(("contract", "source"), STUDENTS.values(), ids=STUDENTS)
def test_what_students_write(contract: str, source: str) -> None:
    assert found_in(source) == contract


def test_with_other_parameters_other_things_than_a_board_are_answers() -> None:
    test = "if __name__ == '__main__':\n    print('OK' if solve(8, open('input.txt')) else 'FAIL')\n"
    rules = Programs(parameters=("n", "grid"))
    assert found_in("def solve(n, grid):\n    return n > 3\n" + test, rules=rules) == "function"
    assert found_in("def solve(n, grid):\n    print(n)\n" + test, rules=rules) == "program"
    assert found_in("def solve(grid, n):\n    return n > 3\n" + test, rules=rules) == "program"


def test_what_is_also_a_program_runs_reads_the_case_and_writes() -> None:
    def is_also_a_program(text: str) -> bool:
        return Source(text.encode(), "mine.py").also_a_program(UNSAID)

    form = FORMS["board"]
    for test in SELF_TESTS.values():
        assert is_also_a_program(text_of(form, True, test.text)) is (test.reads == 2 and test.writes > 0)
    assert not is_also_a_program(form.text)
    assert not is_also_a_program("x = (")
