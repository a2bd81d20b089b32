"""An answer is read there as here: the same form, the same arrangement, and the same that strict refuses."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from judge.model import Answer
from judge.problems.icpc.validators.answer import RefusedError, Said, read_said
from judge.problems.puzzles import read_answer
from tests.problems.icpc.validators.test_verdict import PIECES, mutated

PUZZLE_OF = {"board": "lizards", "board-or-columns": "spies", "list": "all-queens"}
WHOLE = [
    b"OK\n01\n20\n", b"FAIL\n", b"2 4 1 3\n", b"4\n2 4 1 3\n", b"2\n2 4 1 3\n3 1 4 2\n", b"1\n", b"1\n1\n", b"0\n",
    b"OK\r\n0100\r\n0001\r\n1000\r\n0010", b"ok\n0 1\n2 0\n", b"FAIL\nproof: none\n", b"724\n", b"OK\n1\n",
    b"04\n2 4 1 3",    b"\xef\xbb\xbf\n OK \n0100\n0001 \n1000\n0010\n\n\nFAIL\n", b"\xff\xfeO\0K\0",
]  # fmt: skip


def texts() -> Iterator[bytes]:
    """Whole answers, each spoilt in many places, and what is put together of parts."""
    yield from WHOLE
    chance = random.Random(15)
    for _ in range(900):
        yield mutated(chance, mutated(chance, chance.choice(WHOLE)))
        yield b"".join(
            chance.choices([*PIECES, b"\n", b"4", b"9", b"01\n", b"0100\n", b"9" * 20], k=chance.randint(0, 9))
        )


def in_one_form(answer: Answer) -> Said:
    """What the judge has read, as the validator says it. It takes FAIL in a list for 0."""
    board = None if answer.board is None else [row.tobytes() for row in answer.board]
    columns = None if answer.columns is None else answer.columns.tolist()
    return Said(answer.fail, board, columns, answer.count)


def read_there(text: bytes, n: int, reader: str, strict: bool) -> Said | None:
    try:
        return read_said(text, (n, n), reader, strict)
    except RefusedError:
        return None


@pytest.mark.parametrize("reader", PUZZLE_OF)
def test_every_text_is_read_as_the_judge_reads_it(reader: str) -> None:
    taken = 0
    for number, text in enumerate(texts()):
        n, strict = (1, 2, 4, 4, 11)[number % 5], bool(number % 2)
        here = read_answer(text, PUZZLE_OF[reader], (n, n), strict)
        there = read_there(text, n, reader, strict)
        assert there == (in_one_form(here) if isinstance(here, Answer) else None), (text, n, strict)
        taken += there is not None
    assert taken > 50


@pytest.mark.parametrize(
    "text", [b"OK\n" + b" " * (2 << 20) + b"01\n20\n", b"FAIL" + b"\n" * (2 << 20), b"1" * (2 << 20)]
)
@pytest.mark.parametrize("reader", PUZZLE_OF)
def test_nobody_looks_beyond_what_an_answer_may_need(text: bytes, reader: str) -> None:
    here = read_answer(text, PUZZLE_OF[reader], (2, 2))
    assert read_there(text, 2, reader, strict=False) == (in_one_form(here) if isinstance(here, Answer) else None)
