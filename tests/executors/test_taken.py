"""What `solve` may return: the rule as a table, in real boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from judge.model import Answer, Case, Instance, Limits, Problem
from judge.problems import puzzle_named
from judge.sandbox import Sandbox
from judge.submissions import Source
from tests.conftest import there
from tests.executors.make import Asked, Doing, rows_of

TABLE = rows_of("taken.toml")
TOP = TABLE["top"]
KNOWN: dict[str, Any] = {}
exec(TOP, KNOWN)
SIX, FOREST, LAWN = (KNOWN[name] for name in ("SIX", "FOREST", "LAWN"))
RIGHT: dict[str, str] = TABLE["right"]
TABLES = [name for name, right in RIGHT.items() if right.isupper()]
NUMBERS = [name for name in RIGHT if name not in TABLES]
GRIDS = {"queens": np.zeros((6, 6)), "lizards": FOREST, "most-queens": LAWN, "verify-queens": SIX, "scooters": FOREST}


def problem_of(name: str, *, strict: bool = False) -> Problem:
    puzzle, _, size = name.partition(" ")
    side = int(size or 6)
    grid = np.array(GRIDS.get(name, np.zeros((side, side))), np.int8)
    known = {"scooters": Answer(count=2), "most-queens": Answer(count=5), "all-queens 11": Answer(count=2680)}
    board = {"queens": "SIX", "lizards": "EATEN"}.get(name)
    answer = Answer(board=KNOWN[board]) if board else known.get(name)
    shown = Instance("ANY", len(grid), len(grid), grid, grid.astype(np.int64))
    case = Case("c", "g", shown, answer)
    return Problem("p", "P", puzzle, ("ANY",), strict, Limits(), {"g": Problem.Group(1)}, (case,))


Ask = Callable[..., Asked]


@pytest.fixture(scope="module")
def ask(sandbox: Sandbox) -> Iterator[Ask]:
    """What comes of a `solve` that returns this."""
    doing = Doing(sandbox, TOP)
    yield lambda name, words, strict=False: doing.ask(problem_of(name, strict=strict), words)
    doing.forget()


# --- taken ----------------------------------------------------------------------------------------------------------
EXACT = ("as it should be", "in Fortran order", "read-only")
PAIRS = [  # each form with one table always, and with the others of them by turns
    pytest.param(form, name, marks=[pytest.mark.nightly(sample=4)] * (name != TABLES[at % len(TABLES)]))
    for at, form in enumerate(KNOWN["FORMS"])
    for name in TABLES
]


@pytest.mark.parametrize(("form", "name"), PAIRS)
def test_an_array_is_taken_in_any_form(ask: Ask, form: str, name: str) -> None:
    words = f"FORMS[{form!r}]({RIGHT[name]})"
    warned = form not in EXACT
    assert ask(name, words).code == ("W115" if warned else "")
    if name == "queens":
        assert ask(name, words, strict=True).code == ("E120" if warned else "")


@pytest.mark.slow  # it compiles for seconds
def test_a_typed_list_of_numba_is_taken(ask: Ask) -> None:
    assert ask("queens", "__import__('numba.typed').typed.List(list(SIX))").code == "W115"


@pytest.mark.parametrize(("kind", "what"), [("list", "a list"), ("tuple", "a tuple"), ("np.array", "int64")])
def test_what_it_was_is_told_beside_what_it_was_read_as(ask: Ask, kind: str, what: str) -> None:
    [warning] = there(ask("queens", f"{kind}(SIX.tolist())").answer).warnings
    assert warning.message.partition(",")[0] == f"solve returned {what}; it was read as int8"


def test_a_whole_number_is_taken_in_any_form(ask: Ask) -> None:
    forms = ("float({})", "np.float64({})", "np.float16({})", "np.int32({})", "np.array({})", "np.array([{}])[0]")
    for at, name in enumerate(NUMBERS):
        right = RIGHT[name]
        assert ask(name, right).code == ask(name, right, strict=True).code == ""
        assert ask(name, forms[at].format(right), strict=True).code == "E120"
        for form in forms[at::2]:
            assert ask(name, form.format(right)).code == "W115"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        *(("True", ""), ("np.bool_(True)", ""), ("1", ""), ("np.array(True)", "W115"), ("1.0", "W115")),
        *(("False", "E132"), ("0", "E132"), ("None", "E132")),
    ],
)
def test_a_truth_value_is_taken_in_any_form(ask: Ask, words: str, code: str) -> None:
    assert ask("verify-queens", words).code == code


EMPTY = ("np.array([], np.int8)", "np.array([])", "np.empty((0, 0))", "np.zeros((0, 3))", "np.zeros((3, 0), np.int8)")


@pytest.mark.parametrize("name", ["all-queens 3", pytest.param("list-queens 3", marks=pytest.mark.nightly(sample=4))])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        *((words, "W115") for words in (*EMPTY, "[]", "()", "[[], []]", "0.0")),
        *((words, "") for words in ("np.empty((0, 3), np.int8)", "0", "None")),
    ],
)
def test_what_has_no_cell_is_no_arrangement(ask: Ask, name: str, words: str, code: str) -> None:
    assert ask(name, words).code == code
    assert ask(name.replace("3", "6"), words).code in ("E113", "E116", "E118"), "there are some"


# --- refused, and what to do ----------------------------------------------------------------------------------------
ROWS = [line.split(" | ") for line in Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("name", "code", "within", "written"), ROWS, ids=[f"{row[0]}: {row[-1]}" for row in ROWS])
def test_what_is_refused_is_told_with_what_to_return(ask: Ask, name: str, code: str, within: str, written: str) -> None:
    finding = ask(name, written).wrong
    assert (finding.code, finding.verdict) == (code, "WA"), finding
    assert within in finding.help, finding
    wanted = puzzle_named(name.partition(" ")[0]).goal.wanted(problem_of(name).cases[0])
    assert wanted in finding.help + finding.note or code != "E120", finding
    if name == "most-queens":  # where there is always a board
        assert "None" not in finding.help + finding.note + finding.message


CELL = "(lambda board: (board.__setitem__((4, 2), {}), board)[1])(SIX.astype({}))"


def test_a_cell_is_named_by_row_and_column(ask: Ask) -> None:
    assert "0.25 at row 5, column 3" in ask("queens", CELL.format(0.25, "float")).wrong.message
    finding = ask("queens", CELL.format(300, "int")).wrong
    assert "300" in finding.message
    assert (finding.cells, "row 5, column 3" in finding.where) == (((5, 3),), True)


@pytest.mark.parametrize(("written", "said"), TABLE["no_array"])
def test_what_makes_no_array_is_told_by_its_type(ask: Ask, written: str, said: str) -> None:
    assert said in ask("queens", written).wrong.message


# --- nothing at all ---------------------------------------------------------------------------------------------------
HEAD = "def solve(algorithm, n, lizards, grid):\n"


@pytest.mark.parametrize(("body", "where"), TABLE["nothing"])
def test_solve_never_returns(body: str, where: str) -> None:
    finding = there(Source((HEAD + body).encode(), "mine.py").why_nothing())
    assert (finding.code, finding.where) == ("E124", where)
    assert bool(finding.note) == ("print" in body)


@pytest.mark.parametrize("body", ["    return None\n", "    if n:\n        return grid\n", "    yield grid\n"])
@pytest.mark.parametrize("text", [HEAD, "", "solve = f\n", "def solve(:\n", "async def solve(): pass\n"])
def test_who_returns_something_or_has_no_text_of_solve_is_told_nothing(text: str, body: str) -> None:
    assert Source((HEAD + body if text == HEAD else text).encode(), "mine.py").why_nothing() is None


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


def written(table: np.ndarray[Any, Any], *, listed: bool = False) -> str:
    words = f"np.frombuffer(bytes.fromhex('{table.tobytes().hex()}'), '{table.dtype.str}').reshape({table.shape})"
    return f"{words}.tolist()" if listed else words


NAMES = [*BOARD_SHAPES, "all-queens 3", "all-queens 6", "all-queens 11", "scooters", "count-queens", "verify-queens"]


def is_taken(name: str, table: np.ndarray[Any, Any]) -> bool:
    """Whether it is a board or a list of which int8 has all, or one number that is whole."""
    if name in BOARD_SHAPES:
        return exact(table) and table.shape == BOARD_SHAPES[name]
    if table.ndim and name in ("all-queens 3", "all-queens 6"):
        return exact(table) and (table.size == 0 or (table.ndim == 2 and table.shape[1] == int(name[-1])))
    value = table.item() if table.ndim == 0 else None
    if isinstance(value, bool):
        return name == "verify-queens"
    return value is not None and float(value).is_integer()


@settings(max_examples=200, deadline=None)
@given(tables(), st.sampled_from(NAMES), st.booleans())
def test_an_array_is_an_answer_where_nothing_of_it_is_lost(ask: Ask, table: Any, name: str, listed: bool) -> None:
    outcome, finding = ask(name, written(table, listed=listed and table.ndim > 0))
    answer = outcome.answer
    if name in BOARD_SHAPES:
        taken = answer is not None and answer.board is not None and answer.board.shape == BOARD_SHAPES[name]
    elif answer is not None and answer.columns is not None:
        taken = answer.columns.shape[1:] == (int(name.split()[1]),)
    else:
        taken = answer is not None and answer.count is not None
    assert taken == is_taken(name, table), finding
    if answer and taken and answer.board is not None:
        assert answer.board.dtype == np.int8
        assert answer.board.tolist() == [[int(one) for one in row] for row in table.tolist()]
        assert bool(answer.warnings) == (listed or table.dtype != np.int8)
    elif answer and taken and table.ndim == 0:
        assert answer.count == int(table.item())
