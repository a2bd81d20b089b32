"""`input.txt` of all puzzles: what is read, what is forgiven, and what is refused where. The exported validator takes
what is read without a remark, and nothing else. What is refused stands in `refused.txt`, a row each."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Instance, Programs, ReadWarning
from judge.problems import judge_answer, puzzle_fits, puzzle_named, puzzle_names
from tests.conftest import refused, there
from tests.make import problem, replace
from tests.problems.make import blank, own, read_answer, tiny, validator, whole
from tests.problems.told import rows_of

CASE = "2 3 2\n..#\n...\n1 2 3\n4 5 7\n"
LIZARDS = puzzle_named("lizards").cases

HERE = Path(__file__).parent
OWN = {name: json.dumps(row) for name, row in tomllib.loads((HERE / "rows.toml").read_text()).items()}
LONG = ["lizards", f"BFS\n{'9' * 5000}\n1\n", "E403 2:1", "-"]


@cache
def looker(puzzle: str, *, dialect: Any = "whole") -> Any:
    """Return the exported validator of inputs."""
    shipped = whole(puzzle) if puzzle in puzzle_names() else problem(0, puzzle=puzzle)
    changed = replace(shipped, algorithms=("BFS", "DFS", "SA"), programs=Programs(dialect=dialect))
    held = validator(changed, "input_validators")
    return lambda data: held["check_input"](data, held["FORM"])[0]


def seen_there(puzzle: str, data: bytes) -> int:
    """Return what it says of a case; what a program reads of a homework's is less than the whole."""
    return 43 if puzzle_named(puzzle).row.stdin else looker(puzzle)(data)


@pytest.mark.parametrize(("puzzle", "text", "told", "why"), [*rows_of(HERE / "refused.txt"), LONG])
def test_what_is_no_case_is_refused_where_it_is_wrong(puzzle: str, text: str, told: str, why: str) -> None:
    puzzle, data = OWN.get(puzzle, puzzle), text.encode("latin-1")
    fault = refused(lambda: puzzle_fits(puzzle_named(puzzle).cases.read(data, "input.txt")[0], puzzle))
    code, line, column = (f"{told.replace(':', ' ')} 0 0").split()[:3]
    assert (fault.code, fault.place) == (code, Place("input.txt", int(line), int(column)))
    assert why in f"{fault.message} {fault.help}" or why == "-"
    assert fault.message.isprintable()
    assert puzzle == OWN["most"] or seen_there(puzzle, data) == 43


@pytest.mark.parametrize(("puzzle", "dialect", "text", "status"), rows_of(HERE / "looked_at.txt"))
def test_what_a_program_is_given_is_looked_at_there(puzzle: str, dialect: str, text: str, status: str) -> None:
    assert looker(puzzle, dialect=dialect)(text.encode()) == int(status)


# --- what is forgiven -------------------------------------------------------------------------------------------------
@st.composite
def boards(draw: st.DrawFn) -> Instance:
    n = draw(st.integers(1, 9))
    cells = draw(st.binary(min_size=n * n, max_size=n * n))
    grid = (np.frombuffer(cells, np.uint8).reshape(n, n) % 2 * 2).astype(np.int8)
    return Instance(draw(st.sampled_from(get_args(Instance.Algorithm))), n, draw(st.integers(1, 10**18 - 1)), grid)


@given(
    boards(),
    st.sampled_from([(b"\n", ""), (b"\r\n", "W102"), (b"\r", "W103")]),
    st.sampled_from([b"", b" ", b"\t  "]),
    st.sampled_from(["ended", "not ended", "blank lines", "blanks"]),
)
@settings(max_examples=120, deadline=None)
def test_what_is_forgiven_is_named(board: Instance, newline: tuple[bytes, str], trailing: bytes, end: str) -> None:
    eol, eol_code = newline
    data = (trailing + eol).join(LIZARDS.write(board).splitlines()) + trailing
    data += {"ended": eol, "not ended": b"", "blank lines": eol * 3, "blanks": eol + b" \t"}[end]
    expected = {eol_code, "W105" if trailing else ""} - {""}
    expected |= {"ended": set(), "not ended": {"W104"}, "blank lines": {"W106"}, "blanks": {"W104", "W106"}}[end]
    again, notices = LIZARDS.read(data, "input.txt")
    assert LIZARDS.write(again) == LIZARDS.write(board)
    assert {notice.code for notice in notices} == expected


@pytest.mark.parametrize("head", [" 2 3 2", "2  3 2", "2\t3 2"])
def test_what_real_files_do_is_only_noted(head: str) -> None:
    text = CASE.replace("2 3 2", head).replace("\n", " \r\n")
    board, notices = puzzle_named(OWN["sums"]).cases.read(text.encode() + b"\r\n", "input.txt")
    assert [notice.code for notice in notices] == ["W102", "W105", "W107", "W106"]
    assert board.grid.tolist() == [[0, 0, 2], [0, 0, 0]]


@cache
def texts() -> list[tuple[str, bytes]]:
    return [(name, puzzle_named(name).cases.write(board)) for name in puzzle_names() for board in tiny(name, 12, 2, 6)]


PUT = st.binary(max_size=3) | st.sampled_from([b"\n", b"\r\n", b" ", b"1", b"0", b"\0", b"2\n", b".", b"*", b"3"])


def read_or_error(name: str, data: bytes) -> tuple[Instance, tuple[ReadWarning, ...]] | JudgeError:
    try:
        return puzzle_named(name).cases.read(data, "input.txt")
    except JudgeError as error:
        return error


@given(
    st.deferred(lambda: st.sampled_from(texts())),
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 3), PUT), max_size=3),
)
@example(("lizards", b""), [(0, 0, b"BFS\n20000\n1\n000\n")])  # a huge n costs nothing when the rows are missing
@settings(max_examples=500, deadline=None)
def test_any_bytes_are_a_case_or_an_error_with_a_code(one: tuple[str, bytes], changes: list[Any]) -> None:
    name, data = one
    for at, width, put in changes:
        data = data[:at] + put + data[at + width :]
    puzzle = puzzle_named(name)
    found = read_or_error(name, data)
    if isinstance(found, JudgeError):
        assert found.code in (*(f"E40{digit}" for digit in range(1, 10)), "E476")
        assert seen_there(name, data) == 43
        return
    board, notices = found
    assert (puzzle.cases.write(board) == data) == (notices == ())
    assert changes or not notices
    assert puzzle.misfit(board) or puzzle.row.stdin or (looker(name)(data) == 42) == (not notices)


def test_a_large_case_is_read_or_refused_at_its_last_cell() -> None:
    n = 1000
    grid = np.zeros((n, n), np.int8)
    grid[::7, ::5] = 2
    data = LIZARDS.write(Instance("SA", n, n, grid))
    assert (LIZARDS.read(data, "input.txt")[0].grid == grid).all()
    assert (LIZARDS.read(data.replace(b"\n", b" \r\n"), "input.txt")[0].grid == grid).all()
    assert refused(LIZARDS.read, data[:-2] + b"x\n", "input.txt").place == Place("input.txt", n + 3, n)


# --- what is read -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("puzzle", "text", "values"), rows_of(HERE / "given.txt"))
def test_a_function_is_given_what_the_case_says(puzzle: str, text: str, values: str) -> None:
    puzzle = OWN.get(puzzle, puzzle)
    cases, call = puzzle_named(puzzle).cases, puzzle_named(puzzle).call
    board, notices = cases.read(text.encode(), "input.txt")
    puzzle_fits(board, puzzle)
    assert notices == ()
    assert cases.write(board) == text.encode()
    assert (board.grid.dtype.name, board.grid.flags.c_contiguous, board.grid.flags.writeable) == ("int8", True, True)
    given_ = [one.tolist() if isinstance(one, np.ndarray) else one for one in there(call).values(board)]
    assert [one for one in given_ if puzzle != "scooters" or one != [[0] * 3] * 3] == json.loads(values)


def test_a_list_may_be_longer_than_that_of_queens() -> None:
    rooks = own(case=["n"], cells={}, pieces="n", apart="rook", goal="all")
    every = list(permutations(range(7)))
    answer = Answer(columns=np.array(every, np.int64), count=len(every))
    read = read_answer(puzzle_named(rooks).answers.write(answer), rooks, 7)
    assert judge_answer(Case("", "", blank(7), answer), rooks, read) is None
