"""How an answer to a row's case is written: a board in the signs of the case, columns, a list, a number or a word."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from judge.problems.formats.answer import LISTED_N, write_answer
from judge.problems.formats.answer_format import AnswerFormat, boards, decisions, lists, numbers
from judge.problems.row.words import STATES, Row
from judge.problems.rules.plain import BACKWARDS

if TYPE_CHECKING:
    from judge.model import Answer
    from judge.problems.formats.answer import Reader
    from judge.problems.formats.page import Page, Shape

QUEENS: Final = (  # how many arrangements of n queens there are, n from 0 to 27: A000170 of oeis.org
    *(1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624),
    *(4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440, 227514171973736, 2207893435808352),
    *(22317699616364044, 234907967154122528),
)


def answers_of(row: Row) -> AnswerFormat:
    """Return how an answer is read and written."""
    if isinstance(row.answer, tuple):
        return decisions(*row.answer)
    if row.written == "number":
        return numbers()
    if row.written == "list":
        return lists(QUEENS[: LISTED_N + 1], most=QUEENS[LISTED_N] if _queens(row) else None)
    plain = boards(trees="tree" in row.states, columns=row.written != "board", closed="closed" in row.states)
    digits = _digits(row)
    if not digits:
        return plain
    back = {digit: sign for sign, digit in digits.items() if digit != "1" or sign == row.mark}
    return msgspec.structs.replace(
        plain,
        read=partial(
            _read_signs, plain.read, bytes.maketrans("".join(digits).encode(), "".join(digits.values()).encode())
        ),
        write=partial(_write_signs, str.maketrans(back)),
        wanted=f"OK and the board, with {row.mark} for each {row.one}, or FAIL",
    )


def _queens(row: Row) -> bool:
    """Say whether there are at most as many arrangements as of queens on an empty square."""
    steps = dict(row.steps).get("ride", ())
    return set(BACKWARDS) <= set(steps) and "tree" not in row.states and "m" not in row.fields


def _digits(row: Row) -> dict[str, str]:
    """Return the digit of each sign of a board that is none itself."""
    signs = {sign: str(STATES[state]) for state, sign in row.cells.items()}
    signs[row.mark] = "1"
    return {sign: digit for sign, digit in signs.items() if sign != digit}


def _read_signs(read: Reader, table: bytes, page: Page, shape: Shape) -> Answer:
    """Read a board in signs, as if its digits stood there; the first line is words or numbers."""
    end = page.text.find(b"\n", page.at) + 1
    if page.text[page.at : end].strip().upper() == b"OK":
        page.text = page.text[:end] + page.text[end:].translate(table)
    return read(page, shape)


def _write_signs(table: dict[int, str], answer: Answer) -> bytes:
    text = write_answer(answer).decode()
    head, line, rows = text.partition("\n")
    return (head + line + (rows.translate(table) if answer.board is not None else rows)).encode()
