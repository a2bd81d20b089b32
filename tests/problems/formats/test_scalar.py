"""One number or one word as an answer: what is read, what is forgiven, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer, Finding
from judge.problems.formats.answer import read_text
from judge.problems.formats.answer_format import boards, decisions, numbers


def read(text: bytes, *, word: bool = False, strict: bool = False) -> tuple[object, ...]:
    form = decisions("valid", "invalid") if word else numbers()
    said = read_text(text, form.read, 4, strict, "output.txt")
    if isinstance(said, Finding):
        return (said.code,)
    return said.fail, said.count, said.first_line, [one.code for one in said.warnings]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"42\n", (False, 42, 1, [])),
        (b"0\n", (False, 0, 1, [])),
        (b"\n42\n", (False, 42, 2, ["W111"])),
        (b"42\nand more\n", (False, 42, 1, ["W109"])),
        (b"FAIL\n", (True, None, 1, [])),
        (b"fail\nwhy\n", (True, None, 1, ["W108", "W110"])),
        (b"-1\n", ("E102",)),
        (b"4 2\n", ("E102",)),
        (b"4.0\n", ("E102",)),
        (b"9" * 41, ("E102",)),
        (b"", ("E101",)),
    ],
)
def test_numbers(text: bytes, said: tuple[object, ...]) -> None:
    assert read(text)[: len(said)] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"valid\n", (False, 1, 1, [])),
        (b"invalid\n", (False, 0, 1, [])),
        (b"Valid\n", (False, 1, 1, ["W108"])),
        (b"invalid\nas two attack\n", (False, 0, 1, ["W109"])),
        (b"yes\n", ("E102",)),
        (b"\xff\n", ("E102",)),
        (b"valid invalid\n", ("E102",)),
    ],
)
def test_words(text: bytes, said: tuple[object, ...]) -> None:
    assert read(text, word=True)[: len(said)] == said


def test_strict_forgives_nothing() -> None:
    assert read(b"VALID\n", word=True, strict=True) == ("E119",)
    assert read(b"7\nmore\n", strict=True) == ("E119",)


def test_no_other_shape_is_looked_for() -> None:
    for form in (numbers(), decisions("yes", "no")):
        assert form.read_shape(b"Total: 4", (4, 4), "output.txt") is None


def test_an_array_stays_a_board() -> None:
    import numpy as np

    taken = numbers().take(np.zeros((2, 2), np.int8))
    assert isinstance(taken, Answer)
    assert taken.board is not None


def test_a_board_with_closed_cells() -> None:
    read = boards(closed=True).read
    said = read_text(b"OK\n013\n300\n", read, (2, 3), False, "output.txt")
    assert isinstance(said, Answer)
    assert said.board is not None
    assert said.board.tolist() == [[0, 1, 3], [3, 0, 0]]
    wrong = read_text(b"OK\n014\n300\n", read, (2, 3), False, "output.txt")
    assert isinstance(wrong, Finding)
    assert (wrong.code, wrong.message) == ("E111", "row 1 holds '4', but a cell is 0, 1, 2 or 3")
    other = read_text(b"OK\n013\n300\n", boards().read, (2, 3), False, "output.txt")
    assert isinstance(other, Finding)
    assert other.message == "row 1 holds '3', but a cell is 0, 1 or 2"


def test_a_decision_is_written_as_its_word_and_taken_from_a_truth_value() -> None:
    form = decisions("valid", "invalid")
    assert [form.write(Answer(count=count)) for count in (1, 0)] == [b"valid\n", b"invalid\n"]
    assert [form.take(np.asarray(value)).count for value in (True, False, 1)] == [1, 0, 1]
    assert form.take(np.zeros((1, 1), np.int8)).count is None
