"""What `solve` may return: the rule as a table, held against the box's side and the judge's together."""

from __future__ import annotations

import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numba.typed import List

from judge.executors.answer_frame import LONGEST
from judge.executors.calling import Calling
from judge.model import Answer, Case, Finding, Group, Instance, Limits, Problem
from judge.problems import puzzles
from judge.problems.rules.plain import every_queens
from judge.sandbox.inside.answer import encode
from judge.sandbox.inside.desk import Desk
from judge.sandbox.protocol import Room
from judge.submissions import Source, why_nothing
from tests.conftest import there

DESK = Desk(Room())
SIX = np.eye(6, dtype=np.int8)[[1, 3, 5, 0, 2, 4]]
FOREST = np.array([[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]], np.int8)
EATEN = FOREST + np.eye(4, dtype=np.int8)[[1, 3, 0, 2]]
LAWN = np.array([[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0]], np.int8)
MOST = LAWN + np.array([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]], np.int8)
LISTS = {n: np.array(list(every_queens(n)), np.int8).reshape(-1, n) for n in (3, 6, 11)}
RIGHT: dict[str, Any] = {
    "queens": SIX,
    "lizards": EATEN,
    "most-queens": MOST,
    "all-queens 3": LISTS[3],
    "all-queens 6": LISTS[6],
    "all-queens 11": 2680,
    "count-queens": 4,
    "scooters": 2,
    "verify-queens": True,
}
GRIDS = {"queens": np.zeros((6, 6)), "lizards": FOREST, "most-queens": LAWN, "verify-queens": SIX, "scooters": FOREST}


def problem_of(name: str, *, strict: bool = False) -> Problem:
    puzzle, _, size = name.partition(" ")
    side = int(size or 6)
    grid = np.array(GRIDS.get(name, np.zeros((side, side))), np.int8)
    known = {"scooters": Answer(count=2), "most-queens": Answer(count=5), "all-queens 11": Answer(count=2680)}
    answer = known.get(name, Answer(board=RIGHT[name]) if name in ("queens", "lizards") else None)
    board = Instance("ANY", len(grid), len(grid), grid, grid.astype(np.int64))
    case = Case("c", "g", board, answer)
    return Problem("p", "P", puzzle, ("ANY",), strict, Limits(), {"g": Group(1)}, (case,))


def judged(name: str, result: Any, *, strict: bool = False) -> tuple[Finding | None, Answer | None]:
    """Return what is wrong with a result, and the answer that was read."""
    problem = problem_of(name, strict=strict)
    [case] = problem.cases
    calling = Calling.of(problem)
    answer = calling.read(b"".join(map(bytes, encode(result, DESK, typed=calling.typed))), case)
    if isinstance(answer, Finding):
        return answer, None
    return puzzles.judge_answer(case, problem.puzzle, answer), answer


def code_of(name: str, result: Any, *, strict: bool = False) -> str:
    """Return the code of what is wrong or only warned of."""
    finding, answer = judged(name, result, strict=strict)
    return finding.code if finding else "".join(notice.code for notice in answer.warnings) if answer else "?"


class Mine(np.ndarray[Any, Any]):
    def __array_finalize__(self, _: object) -> None:
        self.setflags(write=False)


def in_masks(table: np.ndarray[Any, Any]) -> Any:
    return np.ma.masked_array(table, mask=False)


# --- taken ----------------------------------------------------------------------------------------------------------
FORMS: dict[str, Callable[[Any], Any]] = {
    "as it should be": lambda right: right,
    "in Fortran order": np.asfortranarray,
    "read-only": lambda right: np.frombuffer(right.tobytes(), right.dtype).reshape(right.shape),
    "int32": lambda right: right.astype(np.int32),
    "bool or float": lambda right: right.astype(float) if right.max(initial=0) > 1 else right.astype(bool),
    "float16": lambda right: right.astype(np.float16),
    "longdouble": lambda right: right.astype(np.longdouble),
    "big-endian": lambda right: right.astype(">i2"),
    "objects": lambda right: right.astype(object),
    "a list": lambda right: right.tolist(),
    "rows": list,
    "nested tuples": lambda right: tuple(tuple(row) if np.ndim(row) else row for row in right.tolist()),
    "a matrix": lambda right: right.view(np.matrix),
    "a subclass": lambda right: right.view(Mine),
    "without a mask": in_masks,
}
EXACT = ("as it should be", "in Fortran order", "read-only")


@pytest.mark.parametrize("name", [name for name, right in RIGHT.items() if isinstance(right, np.ndarray)])
@pytest.mark.parametrize("form", FORMS)
def test_an_array_is_taken_in_any_form(name: str, form: str) -> None:
    right = RIGHT[name]
    if form == "a matrix" and right.ndim == 1:  # it has two axes
        return
    result = FORMS[form](right)
    warned = form not in EXACT
    assert code_of(name, result) == ("W115" if warned else "")
    assert code_of(name, result, strict=True) == ("E120" if warned else "")


@pytest.mark.parametrize(("kind", "what"), [(list, "a list"), (tuple, "a tuple"), (np.array, "int64")])
def test_what_it_was_is_told_beside_what_it_was_read_as(kind: Callable[[Any], Any], what: str) -> None:
    answer = there(judged("queens", kind(SIX.tolist()))[1])
    assert [one.message.partition(",")[0] for one in answer.warnings] == [f"solve returned {what}; it was read as int8"]


@pytest.mark.parametrize("kind", [List, lambda rows: [array.array("b", row.tobytes()) for row in rows]])
def test_rows_of_other_kinds_are_taken(kind: Callable[[list[Any]], Any]) -> None:
    assert code_of("queens", kind(list(SIX))) == "W115"


@pytest.mark.parametrize("name", [name for name, right in RIGHT.items() if type(right) is int])
def test_a_whole_number_is_taken_in_any_form(name: str) -> None:
    right = RIGHT[name]
    assert code_of(name, right) == code_of(name, right, strict=True) == ""
    for other in (
        float(right),
        np.float64(right),
        np.float16(right),
        np.int32(right),
        np.array(right),
        np.array([[right]])[0, 0],
    ):
        assert code_of(name, other) == "W115"
        assert code_of(name, other, strict=True) == "E120"


def test_a_truth_value_is_taken_in_any_form() -> None:
    for right, code in ((True, ""), (np.bool_(True), ""), (1, ""), (np.array(True), "W115"), (1.0, "W115")):
        assert code_of("verify-queens", right) == code
    assert code_of("verify-queens", False) == code_of("verify-queens", 0) == code_of("verify-queens", None) == "E132"


EMPTY = {
    "np.array([], np.int8)": "W115",
    "np.array([])": "W115",
    "np.empty((0, 0))": "W115",
    "np.zeros((0, 3))": "W115",
    "np.zeros((3, 0), np.int8)": "W115",
    "[]": "W115",
    "()": "W115",
    "[[], []]": "W115",
    "List(np.zeros((1, 0), np.int8))": "W115",
    "0.0": "W115",
    "np.empty((0, 3), np.int8)": "",
    "0": "",
    "None": "",
}


@pytest.mark.parametrize("name", ["all-queens 3", "list-queens 3"])
@pytest.mark.parametrize(("written", "code"), EMPTY.items())
def test_what_has_no_cell_is_no_arrangement(name: str, written: str, code: str) -> None:
    result = eval(written, {"np": np, "List": List})
    assert code_of(name, result) == code
    assert code_of(name, result, strict=True) == ("E120" if code else "")
    assert code_of(name.replace("3", "6"), result) in ("E113", "E116", "E118"), "there are some"


class Found(NamedTuple):
    board: Any
    queens: int


# --- refused, and what to do ----------------------------------------------------------------------------------------
def solve() -> Iterator[Any]:
    yield SIX


MARKS = np.where(SIX == 1, "Q", ".")
NOTHING = ["False", "'FAIL'", "'no solution'", "[]", "np.array([])", "np.zeros((0, 0))", "np.zeros((0, 6), np.int8)"]
REFUSED = {  # by puzzle, code and a part of the help
    ("queens", "E120", "of shape (6, 6)"): [
        "SIX.ravel()",
        "SIX[None]",
        "SIX.ravel().astype(float)",
        "SIX.ravel().tolist()",
        "[1, 3, 5, 0, 2, 4]",
        "SIX[:2, 0]",
        "(SIX.astype(int) * 255).ravel()",
        "MARKS.ravel()",
        "(SIX, SIX)",
        "{}",
        "{1}",
        "SIX.tobytes()",
        "1.5",
        "7",
    ],
    ("queens", "E104", "reshape(n, n)"): ["SIX.reshape(4, 9)"],
    ("queens", "E104", "grid.copy()"): ["SIX[:5]"],
    ("queens", "E105", "grid.copy()"): ["SIX[:, :5]"],
    ("queens", "E121", "== 255"): ["SIX * np.uint8(255)", "SIX.astype(int) * 255", "(SIX.astype(int) * 255).tolist()"],
    ("queens", "E121", "== 255.0"): ["SIX * 255.0"],
    ("queens", "E121", "== 7"): ["SIX * 7"],
    ("queens", "E121", "== -1"): ["-SIX"],
    ("queens", "E120", "== 2.5"): ["SIX * 2.5"],
    ("queens", "E121", "write 0"): ["SIX - 1", "SIX * 3 - 1"],
    ("queens", "E120", "== 'Q'"): ["MARKS", "MARKS.tolist()", "[''.join(row) for row in MARKS]"],
    ("queens", "E120", "write 0"): ["SIX + 0.5", "SIX * np.nan", "[[None] * 6] * 6", "SIX.astype(complex)"],
    ("queens", "E120", "give every row"): ["[*SIX.tolist()[:5], [0]]"],
    ("queens", "E120", "filled(0)"): [
        "np.ma.masked_array(SIX, mask=np.eye(6))",
        "list(np.ma.masked_array(SIX, mask=np.eye(6)))",
    ],
    ("queens", "E120", "alone"): ["(SIX, 6)", "(True, SIX)", "Found(SIX, 6)"],
    ("queens", "E120", "take its values"): ["iter([SIX])", "iter(SIX)"],
    ("queens", "E120", "write return, not yield"): ["solve()"],
    ("queens", "E120", "call it"): ["solve"],
    ("queens", "E120", "return None where"): NOTHING,
    ("lizards", "E121", "== 255, 1, grid"): ["np.where(EATEN == 1, 255, EATEN).astype(np.uint8)"],
    ("lizards", "E121", "== 9, 1, grid"): ["(EATEN == 1) * 9"],
    ("lizards", "E120", "== 'L', 1, grid"): ["np.where(EATEN == 1, 'L', '.')"],
    ("lizards", "E120", "write 0"): ["np.where(EATEN == 1, 'L', np.where(EATEN == 2, 'T', '.'))"],
    ("lizards", "E120", "of shape (4, 4)"): ["EATEN.astype(float).ravel()", "[1, 3, 0, 2]"],
    ("lizards", "E120", "return None where"): NOTHING,
    ("most-queens", "E120", "alone"): ["(MOST, 2)"],
    ("most-queens", "E120", "of shape (3, 4)"): ["MOST.ravel()", "False", "[]", "'FAIL'"],
    ("most-queens", "E104", "board.T"): ["MOST.T"],
    ("most-queens", "E121", "== 255, 1, grid"): ["np.where(MOST == 1, 255, MOST).astype(np.uint8)"],
    ("most-queens", "E120", "take its values"): ["iter([MOST])"],
    ("all-queens 6", "E120", "of shape (k, 6)"): [
        "set(map(tuple, ALL.tolist()))",
        "ALL.ravel()",
        "ALL.ravel().tolist()",
        "(ALL[:, :, None] == np.arange(6)).astype(int)",
        "[row == np.arange(6) for row in ALL[:, :, None]]",
        "ALL + 0.5",
        "'4'",
        "'FAIL'",
        "False",
        "4",
        "4.0",
        "{}",
        "[['.Q', 'Q.']]",
    ],
    ("all-queens 6", "E120", "take its values"): ["iter(ALL)", "(row for row in ALL)", "map(list, ALL)"],
    ("all-queens 6", "E114", "found.T"): ["ALL.T"],
    ("all-queens 6", "E120", "alone"): ["(ALL, 4)"],
    ("all-queens 6", "E115", "from 0 to"): ["ALL + 1", "ALL * 100", "ALL.astype(int) * 1000"],
    ("all-queens 6", "E120", "write return, not yield"): ["solve()"],
    ("all-queens 11", "E120", "as an int"): [
        "ALL",
        "ALL.tolist()",
        "set(map(tuple, ALL.tolist()))",
        "'2680'",
        "[2680]",
        "np.array([2680])",
        "np.array([2680.0])",
        "2680.5",
        "True",
        "[]",
    ],
    ("all-queens 11", "E120", "take its values"): ["iter(ALL)"],
    ("all-queens 11", "E120", "alone"): ["(2680, ALL)"],
    ("scooters", "E120", "as an int"): ["'2'", "[2]", "False", "SIX", "SIX.tolist()", "float('nan')", "1 << 5000"],
    ("scooters", "E120", "alone"): ["(2, SIX)"],
    ("verify-queens", "E120", "True where"): ["'valid'", "[True]", "2", "SIX"],
    ("verify-queens", "E120", "alone"): ["(True, SIX)"],
}
ROWS = [(*key, written) for key, rows in REFUSED.items() for written in rows]


@pytest.mark.parametrize(("name", "code", "within", "written"), ROWS, ids=[f"{row[0]}: {row[-1]}" for row in ROWS])
def test_what_is_refused_is_told_with_what_to_return(name: str, code: str, within: str, written: str) -> None:
    listed = LISTS.get(int(name.partition(" ")[2] or 6))
    finding = there(judged(name, eval(written, {**globals(), "ALL": listed}))[0])
    assert (finding.code, finding.verdict) == (code, "WA"), finding
    assert within in finding.help, finding
    wanted = puzzles.puzzle_named(name.partition(" ")[0]).goal.wanted(problem_of(name).cases[0])
    assert wanted in finding.help + finding.note or code != "E120", finding


def test_no_word_of_none_where_there_is_always_a_board() -> None:
    for written in ("False", "'FAIL'", "[]", "{}", "(1, 2)", "solve()", "iter([1])", "1.5", "7", "np.eye(3)"):
        finding = there(judged("most-queens", eval(written, globals()))[0])
        assert "None" not in finding.help + finding.note + finding.message


def test_a_cell_is_named_by_row_and_column() -> None:
    board = SIX.astype(float)
    board[4, 2] = 0.25
    finding = there(judged("queens", board)[0])
    assert "0.25 at row 5, column 3" in finding.message
    board[4, 2] = 300
    finding = there(judged("queens", board.astype(int))[0])
    assert "300" in finding.message
    assert (finding.cells, "row 5, column 3" in finding.where) == (((5, 3),), True)


def test_what_makes_no_array_is_told_by_its_type() -> None:
    for written, said in (
        ("[SIX, 3]", "a list of values that make no array"),
        ("SIX[None].tolist()", "a list of shape"),
    ):
        assert said in there(judged("queens", eval(written))[0]).message


@pytest.mark.parametrize(("name", "most"), [("queens", 36 + LONGEST), ("list-queens 6", 0), ("scooters", 0)])
def test_a_frame_is_as_long_as_the_board_asks_for(name: str, most: int) -> None:
    problem = problem_of(name)
    assert Calling.of(problem).most_bytes(problem.cases[0]) == most


async def later() -> None:
    return None


def test_a_coroutine_is_called_one() -> None:
    waiting = later()
    finding, _ = judged("queens", waiting)
    waiting.close()
    assert finding is not None
    assert (finding.code, "not async def" in finding.help) == ("E120", True)


# --- nothing at all ---------------------------------------------------------------------------------------------------
HEAD = "def solve(algorithm, n, lizards, grid):\n"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ("    pass\n", "mine.py:1:1"),
        ("    print(grid)\n", "mine.py:1:1"),
        ("    if n:\n        return\n", "mine.py:3:9"),
        ("    def inner():\n        return grid\n    inner()\n", "mine.py:1:1"),
        ("    f = lambda: (yield)\n", "mine.py:1:1"),
        ("    class A:\n        def f(self): return 1\n", "mine.py:1:1"),
    ],
)
def test_solve_never_returns(body: str, where: str) -> None:
    finding = there(why_nothing(Source((HEAD + body).encode(), "mine.py")))
    assert (finding.code, finding.where) == ("E124", where)
    assert bool(finding.note) == ("print" in body)


@pytest.mark.parametrize("body", ["    return None\n", "    if n:\n        return grid\n", "    yield grid\n"])
@pytest.mark.parametrize("text", [HEAD, "", "solve = f\n", "def solve(:\n", "async def solve(): pass\n"])
def test_who_returns_something_or_has_no_text_of_solve_is_told_nothing(text: str, body: str) -> None:
    assert why_nothing(Source((HEAD + body if text == HEAD else text).encode(), "mine.py")) is None


# --- any array ------------------------------------------------------------------------------------------------------
DTYPES = st.sampled_from(
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint64", "float16", "float32", "float64"]
)
SHAPES = st.sampled_from([(6, 6), (4, 4), (3, 4), (4, 3), (6, 5), (36,), (6,), (1, 6, 6), (0, 6), (0,), (), (2, 11)])
BOARD_SHAPES = {"queens": (6, 6), "lizards": (4, 4), "most-queens": (3, 4)}


@st.composite
def tables(draw: Any) -> Any:
    dtype = np.dtype(draw(DTYPES))
    elements = st.sampled_from([0, 1, 0, 1, 2, -1, 127, 128, 255, 256, -128, -129, 0.5, -0.0, np.nan, np.inf, 2.0**63])
    if draw(st.booleans()):
        elements = st.sampled_from([0, 1, 2])
    with np.errstate(all="ignore"):
        fitting = elements.map(lambda value: np.array(value).astype(dtype)[()])
        return draw(arrays.arrays(dtype, draw(SHAPES), elements=fitting, fill=st.nothing()))


def exact(table: np.ndarray[Any, Any], low: int = -128, high: int = 127) -> bool:
    return all(float(one).is_integer() and low <= one <= high for one in table.reshape(-1).tolist())


@given(tables(), st.sampled_from(sorted(BOARD_SHAPES)), st.booleans())
def test_an_array_is_a_board_where_int8_has_all_of_it(table: Any, name: str, listed: bool) -> None:
    finding, answer = judged(name, table.tolist() if listed and table.ndim else table)
    assume(table.ndim)
    taken = answer is not None and answer.board is not None and answer.board.shape == BOARD_SHAPES[name]
    assert taken == (exact(table) and table.shape == BOARD_SHAPES[name]), finding
    if taken:
        assert answer is not None
        assert answer.board is not None
        assert answer.board.dtype == np.int8
        assert answer.board.tolist() == [[int(one) for one in row] for row in table.tolist()]
        assert bool(answer.warnings) == (listed or table.dtype != np.int8)


@given(tables(), st.sampled_from(["all-queens 3", "all-queens 6", "all-queens 11"]), st.booleans())
def test_an_array_is_a_list_where_int8_has_all_of_it(table: Any, name: str, listed: bool) -> None:
    assume(table.ndim)
    n = int(name.split()[1])
    finding, answer = judged(name, table.tolist() if listed else table)
    taken = answer is not None and answer.columns is not None and answer.columns.shape[1:] == (n,)
    fits = n <= 10 and exact(table) and (table.size == 0 or (table.ndim == 2 and table.shape[1] == n))
    assert taken == fits, finding


@given(tables(), st.sampled_from(["scooters", "count-queens", "all-queens 11", "verify-queens"]))
def test_a_number_is_an_array_without_axes_alone(table: Any, name: str) -> None:
    finding, answer = judged(name, table)
    value = table.item() if table.ndim == 0 else None
    truth = isinstance(value, bool)
    whole = value is not None and float(value).is_integer()
    taken = answer is not None and answer.count is not None
    assert taken == (truth if truth and name == "verify-queens" else whole and not truth), finding
    if taken:
        assert there(answer).count == int(value)  # type: ignore[arg-type]
