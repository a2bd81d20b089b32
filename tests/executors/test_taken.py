"""What `solve` may return: the rule as a table, held against the box's side and the judge's together.

Each row of REFUSED says which help is given; then the help is followed, and what comes of that is taken.
"""

from __future__ import annotations

import array
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numba.typed import List

from judge.executors.calling import Calling
from judge.model import Answer, Case, Finding, Group, Instance, Limits, Problem
from judge.problems import puzzles
from judge.problems.rules.plain import every_queens
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.encode import encode
from judge.sandbox.inside.heap import Heap
from judge.sandbox.protocol import Room

DESK = Desk(Room(), -1, Heap())
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
    return puzzles.judge(case, problem.puzzle, answer), answer


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
        finding, _ = judged(name, other, strict=True)
        assert finding is not None
        assert code_of(name, followed(finding, other, name), strict=True) == ""


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
    finding, _ = judged(name, result, strict=True)
    assert (finding.code if finding else "") == ("E120" if code else "")
    if finding:
        assert code_of(name, followed(finding, result, name), strict=True) == ""
    assert code_of(name.replace("3", "6"), result) in ("E113", "E116", "E118"), "there are some"


class Found(NamedTuple):
    board: Any
    queens: int


# --- refused, and what to do ----------------------------------------------------------------------------------------
def solve() -> Iterator[Any]:
    yield SIX


MARKS = np.where(SIX == 1, "Q", ".")
BOARDS: list[tuple[str, Any, str, str]] = [
    # the result, what is wrong, within the help, and what a student writes whose help is no expression
    ("SIX.ravel()", "E120", ".reshape(n, n)", ""),
    ("SIX[None]", "E120", ".reshape(n, n)", ""),
    ("SIX.ravel().astype(float)", "E120", ".reshape(n, n)", ""),
    ("SIX.ravel().tolist()", "E120", ".reshape(n, n)", ""),
    ("SIX.reshape(4, 9)", "E104", ".reshape(n, n)", ""),
    ("[1, 3, 5, 0, 2, 4]", "E120", "columns", ""),
    ("SIX[:5]", "E104", "grid.copy()", "SIX"),
    ("SIX[:, :5]", "E105", "grid.copy()", "SIX"),
    ("SIX[:2, 0]", "E120", "of shape (6, 6)", "SIX"),
    ("SIX * np.uint8(255)", "E121", "== 255", ""),
    ("SIX.astype(int) * 255", "E121", "== 255", ""),
    ("SIX * 255.0", "E121", "== 255", ""),
    ("(SIX.astype(int) * 255).tolist()", "E121", "== 255", ""),
    ("(SIX.astype(int) * 255).ravel()", "E120", "== 255", ""),
    ("SIX * 7", "E121", "== 7", ""),
    ("-SIX", "E121", "== -1", ""),
    ("SIX * 2.5", "E120", "== 2.5", ""),
    ("SIX - 1", "E121", "write 0", "SIX"),
    ("SIX * 3 - 1", "E121", "write 0", "SIX"),
    ("MARKS", "E120", "== 'Q'", ""),
    ("MARKS.tolist()", "E120", "== 'Q'", ""),
    ("[''.join(row) for row in MARKS]", "E120", "== 'Q'", ""),
    ("MARKS.ravel()", "E120", "== 'Q'", ""),
    ("SIX + 0.5", "E120", "write 0", "SIX"),
    ("SIX * np.nan", "E120", "write 0", "SIX"),
    ("[[None] * 6] * 6", "E120", "write 0", "SIX"),
    ("[*SIX.tolist()[:5], [0]]", "E120", "every row", "SIX"),
    ("np.ma.masked_array(SIX, mask=SIX == 2)", "W115", "", ""),
    ("np.ma.masked_array(SIX, mask=np.eye(6))", "E120", ".filled(0)", ""),
    ("list(np.ma.masked_array(SIX, mask=np.eye(6)))", "E120", ".filled(0)", ""),
    ("(SIX, 6)", "E120", "alone", "SIX"),
    ("(True, SIX)", "E120", "alone", "SIX"),
    ("Found(SIX, 6)", "E120", "alone", "SIX"),
    ("(SIX, SIX)", "E120", "board[0]", "SIX"),
    ("iter([SIX])", "E120", "next(board", ""),
    ("iter(SIX)", "E120", "np.array(list(board), dtype=np.int8)", "np.array(list(iter(SIX)), dtype=np.int8)"),
    ("solve()", "E120", "return, not yield", "SIX"),
    ("solve", "E120", "call it", "next(solve())"),
    ("{}", "E120", "of shape (6, 6)", "SIX"),
    ("{1}", "E120", "of shape (6, 6)", "SIX"),
    ("SIX.astype(complex)", "E120", "write 0", "SIX"),
    ("SIX.tobytes()", "E120", "of shape (6, 6)", "SIX"),
    ("1.5", "E120", "of shape (6, 6)", "SIX"),
    ("7", "E120", "of shape (6, 6)", "SIX"),
]
NONE = ("False", "'FAIL'", "'no solution'", "[]", "np.array([])", "np.zeros((0, 0))", "np.zeros((0, 6), np.int8)")
WHERE_NONE = [(written, "E120", "return None", "None") for written in NONE]
TREES: list[tuple[str, Any, str, str]] = [
    ("np.where(EATEN == 1, 255, EATEN).astype(np.uint8)", "E121", "== 255", ""),
    ("(EATEN == 1) * 9", "E121", "== 9", ""),
    ("np.where(EATEN == 1, 'L', '.')", "E120", "== 'L'", ""),
    ("np.where(EATEN == 1, 'L', np.where(EATEN == 2, 'T', '.'))", "E120", "write 0", "EATEN"),
    ("EATEN.astype(float).ravel()", "E120", ".reshape(n, n)", ""),
    ("[1, 3, 0, 2]", "E120", "of shape (4, 4)", "EATEN"),
]
BEST: list[tuple[str, Any, str, str]] = [
    ("(MOST, 2)", "E120", "alone", "MOST"),
    ("MOST.ravel()", "E120", ".reshape(n, m)", ""),
    ("MOST.T", "E104", "board.T", ""),
    ("np.where(MOST == 1, 255, MOST).astype(np.uint8)", "E121", "== 255", ""),
    ("iter([MOST])", "E120", "next(board)", ""),
    ("False", "E120", "of shape (3, 4)", "MOST"),
    ("[]", "E120", "of shape (3, 4)", "MOST"),
    ("'FAIL'", "E120", "of shape (3, 4)", "MOST"),
]
LISTED: list[tuple[str, Any, str, str]] = [
    ("set(map(tuple, ALL.tolist()))", "E120", "sorted(found)", ""),
    ("iter(ALL)", "E120", "list(found)", ""),
    ("(row for row in ALL)", "E120", "list(found)", ""),
    ("map(list, ALL)", "E120", "list(found)", ""),
    ("ALL.ravel()", "E120", ".reshape(-1, n)", ""),
    ("ALL.ravel().tolist()", "E120", ".reshape(-1, n)", ""),
    ("ALL.T", "E114", "found.T", ""),
    ("(ALL[:, :, None] == np.arange(6)).astype(int)", "E120", "argmax", ""),
    ("[row == np.arange(6) for row in ALL[:, :, None]]", "E120", "argmax", ""),
    ("(ALL, 4)", "E120", "alone", "ALL"),
    ("ALL + 1", "E115", "from 0", "ALL"),
    ("ALL * 100", "E115", "from 0", "ALL"),
    ("ALL.astype(int) * 1000", "E115", "from 0", "ALL"),
    ("ALL + 0.5", "E120", "of shape (k, 6)", "ALL"),
    ("'4'", "E120", "of shape (k, 6)", "ALL"),
    ("'FAIL'", "E120", "of shape (k, 6)", "ALL"),
    ("False", "E120", "of shape (k, 6)", "ALL"),
    ("4", "E120", "of shape (k, 6)", "ALL"),
    ("4.0", "E120", "of shape (k, 6)", "ALL"),
    ("{}", "E120", "of shape (k, 6)", "ALL"),
    ("solve()", "E120", "return, not yield", "ALL"),
    ("[['.Q', 'Q.']]", "E120", "of shape (k, 6)", "ALL"),
]
COUNTED: list[tuple[str, Any, str, str]] = [
    ("ALL", "E120", "len(", ""),
    ("ALL.tolist()", "E120", "len(", ""),
    ("set(map(tuple, ALL.tolist()))", "E120", "len(", ""),
    ("iter(ALL)", "E120", "len(", ""),
    ("'2680'", "E120", "int(", ""),
    ("[2680]", "E120", ".item()", ""),
    ("np.array([2680])", "E120", ".item()", ""),
    ("np.array([2680.0])", "E120", ".item()", ""),
    ("2680.5", "E120", "as an int", "2680"),
    ("True", "E120", "as an int", "2680"),
    ("(2680, ALL)", "E120", "alone", "2680"),
    ("[]", "E120", "as an int", "2680"),
]
NUMBERS: list[tuple[str, Any, str, str]] = [
    ("'2'", "E120", "int(", ""),
    ("[2]", "E120", ".item()", ""),
    ("False", "E120", "as an int", "2"),
    ("(2, SIX)", "E120", "alone", "2"),
    ("SIX", "E120", "as an int", "2"),
    ("SIX.tolist()", "E120", "as an int", "2"),
    ("float('nan')", "E120", "as an int", "2"),
    ("1 << 5000", "E120", "as an int", "2"),
]
DECIDED: list[tuple[str, Any, str, str]] = [
    ("'valid'", "E120", "True where", "True"),
    ("[True]", "E120", "True where", "True"),
    ("2", "E120", "True where", "True"),
    ("SIX", "E120", "True where", "True"),
    ("(True, SIX)", "E120", "True where", "True"),
]
REFUSED = {
    "queens": [*BOARDS, *WHERE_NONE],
    "lizards": [*TREES, *WHERE_NONE],
    "most-queens": BEST,
    "all-queens 6": LISTED,
    "all-queens 11": COUNTED,
    "scooters": NUMBERS,
    "verify-queens": DECIDED,
}
ROWS = [(name, *row) for name, rows in REFUSED.items() for row in rows]


def followed(finding: Finding, result: Any, name: str) -> Any:
    """Return what the expression in a help makes of a result."""
    found = re.match(r"return (.+?)( if | where |, one board|$)", finding.help)
    assert found is not None, finding.help
    grid = problem_of(name).cases[0].board.grid
    scope = {"np": np, "n": grid.shape[0], "m": grid.shape[1], "grid": grid.copy()}
    return eval(found[1], {**scope, "board": result, "found": result, "answer": result})


@pytest.mark.parametrize(
    ("name", "written", "code", "within", "instead"), ROWS, ids=[f"{row[0]}: {row[1]}" for row in ROWS]
)
def test_a_help_leads_to_an_answer(name: str, written: str, code: str, within: str, instead: str) -> None:
    n = int(name.partition(" ")[2] or 6)
    names = {**globals(), "ALL": LISTS.get(n)}
    finding, answer = judged(name, eval(written, names))
    if code == "W115":
        assert answer is not None
        assert (finding, [one.code for one in answer.warnings]) == (None, ["W115"])
        return
    assert finding is not None, answer
    assert (finding.code, finding.verdict) == (code, "WA"), finding
    assert within in finding.help, finding
    better = eval(instead, names) if instead else followed(finding, eval(written, names), name)
    after, _ = judged(name, better)
    right_is_none = instead == "None" and after is not None and after.code == "E113"
    assert after is None or right_is_none, (finding, after)


def test_no_word_of_none_where_there_is_always_a_board() -> None:
    for written in ("False", "'FAIL'", "[]", "{}", "(1, 2)", "solve()", "iter([1])", "1.5", "7", "np.eye(3)"):
        finding, _ = judged("most-queens", eval(written, globals()))
        assert finding is not None
        assert "None" not in finding.help + finding.note + finding.message


def test_a_cell_is_named_by_row_and_column() -> None:
    board = SIX.astype(float)
    board[4, 2] = 0.25
    finding, _ = judged("queens", board)
    assert finding is not None
    assert "0.25 at row 5, column 3" in finding.message
    board[4, 2] = 300
    finding, _ = judged("queens", board.astype(int))
    assert finding is not None
    assert "300" in finding.message
    assert (finding.cells, "row 5, column 3" in finding.where) == (((5, 3),), True)


async def later() -> None:
    return None


def test_a_coroutine_is_called_one() -> None:
    waiting = later()
    finding, _ = judged("queens", waiting)
    waiting.close()
    assert finding is not None
    assert (finding.code, "not async def" in finding.help) == ("E120", True)


# --- any array ------------------------------------------------------------------------------------------------------
DTYPES = st.sampled_from(
    ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint64", "float16", "float32", "float64"]
)
SHAPES = st.sampled_from([(6, 6), (4, 4), (3, 4), (4, 3), (6, 5), (36,), (6,), (1, 6, 6), (0, 6), (0,), (), (2, 11)])
BOARD_SHAPES = {"queens": (6, 6), "lizards": (4, 4), "most-queens": (3, 4)}


@st.composite
def tables(draw: Any) -> Any:
    dtype = np.dtype(draw(DTYPES))
    elements = st.sampled_from([0, 1, 0, 1, 2, -1, 127, 128, 255, 256, -128, -129, 0.5])
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
        assert answer is not None
        assert answer.count == int(value)  # type: ignore[arg-type]
