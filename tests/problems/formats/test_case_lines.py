"""The lines of a case in a puzzle's own format: what is forgiven and what is refused is the same for every puzzle."""

from __future__ import annotations

import re

import pytest

from judge.errors import JudgeError
from judge.problems.puzzles import named

CASES = {
    "star-battle": b"2 1\n1 1\n2 2\n",
    "most-queens": b"2 3\n000\n020\n",
    "place-queens": b"2 3 1\n000\n020\n",
    "list-queens": b"4 1\n1 2\n",
    "no-three-in-line": b"2 4\n",
}
AROUND = [b" ", b"\t", b"  "]


def read(puzzle: str, data: bytes) -> dict[str, int]:
    """The warnings, with their lines. What is read must be that of the canonical text."""
    cases = named(puzzle).cases
    board, notices = cases.read(data, "input.txt")
    assert cases.write(board) == CASES[puzzle]
    return {notice.code: notice.line for notice in notices}


@pytest.mark.parametrize("puzzle", CASES)
@pytest.mark.parametrize("blanks", AROUND)
def test_blanks_around_numbers_are_forgiven_by_name(puzzle: str, blanks: bytes) -> None:
    data = CASES[puzzle]
    assert read(puzzle, data) == {}
    assert read(puzzle, blanks + data) == {"W107": 1}
    assert read(puzzle, data.replace(b"\n", blanks + b"\n", 1)) == {"W105": 1}
    assert read(puzzle, data.replace(b" ", b" " + blanks, 1)) == {"W107": 1}
    assert read(puzzle, data.replace(b" ", b"\t", 1)) == {"W107": 1}


@pytest.mark.parametrize("puzzle", CASES)
@pytest.mark.parametrize("zeros", [b"0", b"00", b"-0"])
def test_a_zero_before_a_number_is_refused_with_its_place(puzzle: str, zeros: bytes) -> None:
    for found in re.finditer(rb"[1-9]", CASES[puzzle].partition(b"\n")[0]):
        with pytest.raises(JudgeError) as caught:
            read(puzzle, CASES[puzzle][: found.start()] + zeros + CASES[puzzle][found.start() :])
        assert caught.value.code == "E476"
        assert str(caught.value.place) == f"input.txt line 1, column {found.start() + 1}"


@pytest.mark.parametrize("puzzle", ["star-battle", "most-queens", "place-queens", "list-queens", "lizards"])
@pytest.mark.parametrize("rest", [b"", b" \n", b"\n\n", b"\t"])
def test_a_case_that_ends_too_early_has_a_line_and_no_column(puzzle: str, rest: bytes) -> None:
    lines = CASES.get(puzzle, b"DFS\n2\n1\n00\n02\n").splitlines(keepends=True)
    with pytest.raises(JudgeError) as caught:
        named(puzzle).cases.read(b"".join(lines[:-1]) + rest, "input.txt")
    assert caught.value.code == ("E406" if puzzle == "lizards" else "E476")
    assert str(caught.value.place) == f"input.txt line {len(lines)}"
