"""`input.txt` of all puzzles: what is read, what is forgiven, and what is refused where. The exported validator takes
what is read without a remark, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from itertools import permutations
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

SUMS = own(
    piece="stone",
    case=["n m stones", "cells", "weights"],
    cells={"free": ".", "tree": "#"},
    range={"n": [1, 50], "m": [1, 50], "stones": [1, 2500]},
    pieces="stones",
    apart="rook",
    goal="heaviest",
)
MOST = own(case=["n", "cells"], cells={"free": ".", "piece": "*"}, pieces="", apart="rook", goal="most")
CAMELS = own(  # as the homework, with signs and bounds of its own
    piece="camel",
    case=["algorithm", "n", "camels", "cells"],
    cells={"free": ".", "tree": "#"},
    range={"n": [2, 9], "camels": [1, 20]},
    pieces="camels",
    apart="camel",
    goal="arrangement",
)
TWICE = own(case=["n", "stones"], range={"stones": "2 n"}, pieces="2 n", row=2, column=2, goal="arrangement")
GOOD = b"BFS\n3\n2\n000\n020\n002\n"
CASE = "2 3 2\n..#\n...\n1 2 3\n4 5 7\n"
STARS = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"
DAY = "3\n2\n1\n" + "1,0\n" * 7 + "0,2\n" * 5
LIZARDS = puzzle_named("lizards").cases

# the puzzle, what the file holds, the code, the line and the column that are named, and a word of what is said
REFUSED: list[tuple[str, Any, str, str, str]] = [
    ("lizards", b"", "E401", "", ""),  # empty
    ("lizards", b"bfs\n1\n1\n0\n", "E402", "1:1", ""),  # lower case
    ("lizards", b" BFS\n1\n1\n0\n", "E402", "1:1", ""),  # blank before the algorithm
    ("lizards", b"A*\n1\n1\n0\n", "E402", "1:1", ""),  # unknown algorithm
    ("lizards", b"\nBFS\n1\n1\n0\n", "E402", "1:1", ""),  # blank line first
    ("lizards", b"\x1b[31mBFS\n1\n1\n0\n", "E402", "1:1", ""),  # escape sequence
    ("lizards", b"BFS\n", "E403", "2:1", ""),  # n missing
    ("lizards", b"BFS\n0\n1\n", "E403", "2:1", ""),  # n zero
    ("lizards", b"BFS\n3.0\n1\n", "E403", "2:1", ""),  # n not whole
    ("lizards", b"BFS\n03\n1\n", "E403", "2:1", ""),  # n with leading zero
    ("lizards", b"BFS\n3 2\n000\n", "E403", "2:1", ""),  # n and p on one line
    ("lizards", "BFS\n\u0663\n1\n".encode(), "E403", "2:1", ""),  # n in Arabic digits
    ("lizards", b"BFS\n20001\n1\n", "E403", "2:1", ""),  # n too large
    ("lizards", b"BFS\n" + b"9" * 5000 + b"\n1\n", "E403", "2:1", ""),  # n with 5000 digits
    ("lizards", b"BFS\n3\n", "E404", "3:1", ""),  # p missing
    ("lizards", b"BFS\n3\n0\n000\n020\n002\n", "E404", "3:1", ""),  # p zero
    ("lizards", b"BFS\n1\n" + b"9" * 19 + b"\n0\n", "E404", "3:1", ""),  # p too large
    ("lizards", b"BFS\n3\n2\n000\n02\n002\n", "E405", "5:3", ""),  # short row
    ("lizards", b"BFS\n3\n2\n000\n0200\n002\n", "E405", "5:4", ""),  # long row
    ("lizards", b"BFS\n3\n2\n000\n\n002\n", "E405", "5:1", ""),  # blank row
    ("lizards", b"BFS\n3\n2\n0000\n0000\n0000\n0000\n", "E405", "4:4", ""),  # all rows of another n
    ("lizards", b"BFS\n3\n2\n", "E406", "4", ""),  # no rows
    ("lizards", b"BFS\n3\n2\n000\n020\n", "E406", "6", ""),  # a row missing
    ("lizards", GOOD + b"000\n", "E406", "7:1", ""),  # a row too many
    ("lizards", b"BFS\n3\n2\n000\n021\n002\n", "E407", "5:3", ""),  # a piece
    ("lizards", b"BFS\n3\n2\n000\n020\n.02\n", "E407", "6:1", ""),  # a dot
    ("lizards", b"BFS\n3\n2\n0 0 0\n0 2 0\n0 0 2\n", "E407", "4:2", ""),  # blanks between digits
    ("lizards", b"BFS\n3\n2\n000\n 020\n002\n", "E407", "5:1", ""),  # blank before a row
    ("lizards", b"BFS\r\n3\r\n2\r\n000\r\n0O0\r\n002\r\n", "E407", "5:2", ""),  # CRLF and a letter
    ("lizards", GOOD + b"\n the end\n", "E408", "8:1", ""),  # text behind
    (CAMELS, "dfs\n2\n1\n..\n..\n", "E402", "1:1", "BFS, DFS, SA or ANY"),
    (CAMELS, "DFS\n1\n1\n.\n", "E403", "2:1", "from 2 to 9"),
    (CAMELS, "DFS\n2\n21\n..\n..\n", "E404", "3:1", "from 1 to 20"),
    (CAMELS, "DFS\n2\n1\n..\n.\n", "E405", "5:2", ""),
    (CAMELS, "DFS\n2\n1\n..\n..\n.#\n", "E406", "6:1", "follow line 3, but n is 2"),
    (CAMELS, "DFS\n2\n1\n..\n.2\n", "E407", "5:2", "a cell is . or #"),
    (CAMELS, "DFS\n2\n1\n..\n..\nx\n", "E408", "6:1", ""),
    (TWICE, "5\n9\n", "E410", "2", "there must be 10"),
    ("lizards", "BFS\n1\n1\n0\n".encode("utf-16"), "E409", "1:1", ""),  # UTF-16
    ("lizards", b"\xef\xbb\xbf" + GOOD, "E409", "1:1", ""),  # byte order mark
    ("lizards", b"BFS\r\n3\r\n2\r\n000\r\n0\x000\r\n002\r\n", "E409", "5:2", ""),  # NUL in a row
    ("lizards", b"\0" + GOOD, "E409", "1:1", ""),  # NUL first
    (SUMS, b"0 3 2\n", "E476", "1:1", "correct the number"),
    (SUMS, b"03 3 2\n", "E476", "1:1", "without a 0 before it"),
    (SUMS, "", "E401", "", "empty"),
    (SUMS, "2 3\n", "E476", "1:4", "holds 2 words"),
    (SUMS, "2 x 2\n", "E476", "1:3", "'x' stands where m must be"),
    (SUMS, "2 03 2\n", "E476", "1:3", "'03' stands where m must be"),
    (SUMS, "2 3 2 7\n", "E476", "1:7", "holds 4 words"),
    (SUMS, "2 3 2\n..#\n", "E476", "3", "ends before line 3"),
    (SUMS, "2 3 2\n..#\n \n\t", "E476", "3", "ends before line 3"),
    (SUMS, "2 3 2\n..#\n.x.\n", "E476", "3:2", "holds 'x' in column 2"),
    (SUMS, "2 3 2\n..#\n..\n", "E476", "3:3", "row 2 has 2 cells"),
    (SUMS, CASE.replace("4 5 7", "4 5"), "E476", "5:4", "row 2 has 2 numbers"),
    (SUMS, CASE.replace("4 5 7", "4 5 -7"), "E476", "5:5", "'-7' stands where a weight must be"),
    (SUMS, CASE.replace("4 5 7", "4 05 7"), "E476", "5:3", "'05' stands where a weight must be"),
    (SUMS, CASE.replace("4 5 7", "4 5 1000000001"), "E476", "5:5", "from 0 to 1,000,000,000"),
    (SUMS, CASE + "1\n", "E476", "6:1", "after the last row"),
    ("most-rooks", "2 2\n01\n00\n", "E476", "2:2", "a cell is 0, 2 or 3"),
    ("most-queens", "2 2\n00\n30\n", "E476", "3:1", "a cell is 0 or 2"),
    ("place-rooks", "2 2\n00\n00\n", "E476", "1:4", "n, m, pieces"),
    ("completion", "0 0\n", "E476", "1:1", "from 1 to 999"),
    ("completion", "4 1\n", "E476", "2", "a row, a column"),
    ("completion", "4 1\n1 5\n", "E476", "2:3", "from 1 to 4"),
    ("completion", "4 1\n0 1\n", "E476", "2:1", "from 1 to 4"),
    ("completion", "4 1\n1 2\n3 1\n", "E476", "3:1", "after the last row"),
    ("completion", "4 2\n1 2\n1 2\n", "E476", "3", "row 1, column 2 is named twice"),
    ("list-queens", "11 0\n", "E476", "1:1", "from 1 to 10"),
    ("star-battle", "2 1\n1 2\n1\n", "E476", "3:2", "row 2 has 1 number"),
    ("star-battle", "2 1\n1 2\n1 3\n", "E476", "3:3", "from 1 to 2"),
    ("star-battle", "4 1\n1 1 1 2\n3 1 2 2\n3 3 3 2\n3 3 3 3\n", "E410", "2", "3 regions"),
    ("no-three-in-line", "1 2\n", "E476", "1:1", "from 2 to 1,000"),
    ("no-three-in-line", "1001 4\n", "E476", "1:1", "from 2 to 1,000"),
    ("no-three-in-line", "5 11\n", "E410", "1", "pieces is 11"),
    ("count-queens", "\n", "E401", "", "empty"),
    ("count-queens", "..\n.\n", "E476", "2:2", "row 2 has 1 cell"),
    ("count-queens", "..\n...\n", "E476", "2:3", "row 2 has 3 cells"),
    ("count-queens", "..\n..\n..\n", "E476", "3:1", "after the last row"),
    ("count-queens", "." * 40 + "\n", "E476", "1:33", "32 columns"),
    ("verify-queens", "..\n.x\n", "E476", "2:2", r"a cell is . or \*"),
    ("scooters", DAY[:-4], "E476", "15", "x, y"),
    ("scooters", DAY + "0,0\n", "E476", "16:1", "after the last row"),
    ("scooters", DAY.replace("1,0", "1,3"), "E476", "4:3", "y must be"),
    ("scooters", DAY.replace("1,0", "-1,0"), "E476", "4:1", "x must be"),
    ("scooters", DAY.replace("1,0", "1,0,0"), "E476", "4:1", "must hold x,y"),
    ("scooters", DAY.replace("3\n2\n", "3\n4\n", 1), "E410", "2", "officers is 4"),
    (MOST, "2\n*.\n*.\n", "E410", "1", "the given pieces break a rule"),
    ("queens", "ANY\n2\n2\n00\n02\n", "E410", "5", "row 2, column 2 holds a tree"),
    ("spies", "ANY\n2\n2\n00\n20\n", "E410", "5", "row 2, column 1 holds a tree"),
    ("all-queens", "ANY\n2\n1\n00\n00\n", "E410", "3", "there must be 2 queens, not 1"),
]


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


@pytest.mark.parametrize(("puzzle", "text", "code", "where", "why"), REFUSED)
def test_what_is_no_case_is_refused_where_it_is_wrong(puzzle: str, text: Any, code: str, where: str, why: str) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    fault = refused(lambda: puzzle_fits(puzzle_named(puzzle).cases.read(data, "input.txt")[0], puzzle))
    line, column = ([int(number) for number in where.split(":")] + [0, 0])[:2] if where else (0, 0)
    assert (fault.code, fault.place) == (code, Place("input.txt", line, column))
    assert re.search(why, f"{fault.message} {fault.help}")
    assert fault.message.isprintable()
    assert puzzle == MOST or seen_there(puzzle, data) == 43


@pytest.mark.parametrize(
    ("puzzle", "dialect", "text", "status"),
    [
        ("spies", "whole", b"2\n", 42),
        ("spies", "whole", b"2\n2\n", 43),
        ("queens", "no-algorithm", b"1\n1\n0\n", 42),
        ("queens", "no-algorithm", b"2\n1\n00\n00\n", 43),
        ("queens", "no-algorithm", b"2\n2\n00\n02\n", 43),
        ("lizards", "whole", b"SA\n2\n3\n02\n20\n", 42),
        ("lizards", "whole", b"ANY\n2\n3\n02\n20\n", 43),  # none of the package's
    ],
)
def test_what_a_program_is_given_is_looked_at_there(puzzle: str, dialect: str, text: bytes, status: int) -> None:
    assert looker(puzzle, dialect=dialect)(text) == status


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
    board, notices = puzzle_named(SUMS).cases.read(text.encode() + b"\r\n", "input.txt")
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


def test_a_large_case_is_read_without_a_look_at_each_cell() -> None:
    n = 3000
    grid = np.zeros((n, n), np.int8)
    grid[::7, ::5] = 2
    data = LIZARDS.write(Instance("SA", n, n, grid))
    assert (LIZARDS.read(data, "input.txt")[0].grid == grid).all()
    assert (LIZARDS.read(data.replace(b"\n", b" \r\n"), "input.txt")[0].grid == grid).all()
    assert refused(LIZARDS.read, data[:-2] + b"x\n", "input.txt").place == Place("input.txt", n + 3, n)


# --- what is read -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("puzzle", "text", "values"),
    [
        (SUMS, CASE, (2, 3, 2, [[0, 0, 2], [0, 0, 0]], [[1, 2, 3], [4, 5, 7]])),
        ("lizards", GOOD.decode(), ("BFS", 3, 2, [[0, 0, 0], [0, 2, 0], [0, 0, 2]])),
        ("lizards", "DFS\n3\n7\n002\n002\n000\n", ("DFS", 3, 7, [[0, 0, 2], [0, 0, 2], [0, 0, 0]])),
        ("most-queens", "2 3\n002\n000\n", (2, 3, [[0, 0, 2], [0, 0, 0]])),
        ("place-rooks", "2 2 1\n03\n20\n", (2, 2, 1, [[0, 3], [2, 0]])),
        ("completion", "4 1\n1 2\n", (4, [[0, 1, 0, 0], *[[0] * 4] * 3])),
        ("star-battle", STARS, (4, 1, [[1, 1, 1, 2], [3, 1, 2, 2], [3, 4, 4, 2], [3, 4, 4, 4]])),
        ("no-three-in-line", "5 10\n", (5, 10)),
        ("count-queens", "*.\n..\n", (2, [[3, 0], [0, 0]])),
        ("verify-queens", "*.\n..\n", (2, [[1, 0], [0, 0]])),
        ("scooters", DAY, (3, 2, [[0, 7, 0], [0, 0, 0], [5, 0, 0]])),  # places are column and row, and add up
    ],
)
def test_a_function_is_given_what_the_case_says(puzzle: str, text: str, values: tuple[object, ...]) -> None:
    cases, call = puzzle_named(puzzle).cases, puzzle_named(puzzle).call
    board, notices = cases.read(text.encode(), "input.txt")
    puzzle_fits(board, puzzle)
    assert notices == ()
    assert cases.write(board) == text.encode()
    assert (board.grid.dtype.name, board.grid.flags.c_contiguous, board.grid.flags.writeable) == ("int8", True, True)
    given_ = [one.tolist() if isinstance(one, np.ndarray) else one for one in there(call).values(board)]
    assert tuple(one for one in given_ if puzzle != "scooters" or one != [[0] * 3] * 3) == values


def test_a_list_may_be_longer_than_that_of_queens() -> None:
    rooks = own(case=["n"], cells={}, pieces="n", apart="rook", goal="all")
    every = list(permutations(range(7)))
    answer = Answer(columns=np.array(every, np.int64), count=len(every))
    read = read_answer(puzzle_named(rooks).answers.write(answer), rooks, 7)
    assert judge_answer(Case("", "", blank(7), answer), rooks, read) is None
