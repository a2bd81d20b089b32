"""Offer puzzles the formats of an answer: how a text is read, and how a function's array is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Finding
from judge.problems.formats import loose
from judge.problems.formats.answer import Reader, read_board, read_list, read_number, read_word, write_answer
from judge.problems.formats.page import Shape

Table = np.ndarray[Any, np.dtype[np.int8]]
# Of a text in a file, for a case of which at least the shape is known.
ShapeReader = Callable[[bytes, loose.Target, str], Answer | Finding | None]
NearReader = Callable[[bytes, loose.Target, str], Finding | None]


class AnswerFormat(msgspec.Struct, frozen=True):
    """Read an answer from a text as it should be written (`read`), from a text of any shape (`read_shape`), and from
    the array that a function returned (`take`).

    Each is given rows and columns of the case's board. `shape` is that of the array, None for any length; without it
    the result of the puzzle's call says it.
    """

    read: Reader
    take: Callable[[Table], Answer] = lambda table: Answer(board=table)  # a goal that asks for no board says so
    read_shape: ShapeReader = lambda *_: None  # of a number or a word, any shape would do
    shape: Callable[[Shape], tuple[int | None, ...]] | None = None
    columns: bool = False  # an arrangement may come as column numbers
    nearest: NearReader = lambda *_: None  # why nothing was read of a text of any shape
    write: Callable[[Answer], bytes] = write_answer  # as an answer.txt has it
    is_text: bool = False  # it is taken byte for byte, and nothing here reads it
    wanted: str = "OK and the board, or FAIL"  # what a program is to print


def boards(*, trees: bool = False, columns: bool = False, closed: bool = False) -> AnswerFormat:
    """Return the format of one arrangement: a board, or, if `columns`, its n column numbers in a text; or FAIL. A text
    may hold 3 where a case can have closed cells."""
    return AnswerFormat(
        read=partial(read_board, numbers=columns, closed=closed),
        read_shape=partial(loose.read_board, trees=trees),
        shape=lambda shape: shape,
        nearest=partial(loose.nearest, trees=trees),
        columns=columns,
    )


def lists(counts: Sequence[int], *, most: int | None = None) -> AnswerFormat:
    """Return the format of all arrangements: for n <= 10 a list of columns, one a row, and above that their number.

    `counts` holds how many there are, by n, and `most` bounds them for each n; None: only the board does.
    """
    return AnswerFormat(
        read=partial(read_list, most=most),
        read_shape=partial(loose.read_list, counts=tuple(counts)),
        take=lambda table: Answer(columns=table.astype(np.int64)),
        shape=lambda shape: (None, shape[1]),
        columns=True,
        write=_write_list,
        wanted="the number of arrangements: 0 where there is none",
    )


def numbers() -> AnswerFormat:
    """Return the format of one whole number from 0 up, or FAIL; a function returns an int, or None."""
    return AnswerFormat(read=read_number, wanted="one whole number, or FAIL")


def decisions(valid: str, invalid: str) -> AnswerFormat:
    """Return the format of one of two words, such as valid and invalid; a function returns True or False, or 1 or 0."""
    words = (invalid, valid)
    return AnswerFormat(
        read=partial(read_word, words=words),
        take=lambda table: Answer(count=int(table)) if table.ndim == 0 else Answer(board=table),
        write=lambda answer: f"{words[bool(answer.count)]}\n".encode(),
        wanted=f"{valid} or {invalid}",
    )


def _write_list(answer: Answer) -> bytes:
    """Write the number of arrangements above them: of one alone too, which is else no list."""
    if answer.columns is not None and answer.count is None:
        answer = msgspec.structs.replace(answer, count=len(answer.columns))
    return write_answer(answer)
