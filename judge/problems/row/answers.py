"""How an answer to a row's case is written: a board in the signs of the case, columns, a list, a number or a word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding
from judge.problems.constraints import BACKWARDS
from judge.problems.formats.answer_text import LISTED_N, AnswerForm, open_answer, read_said
from judge.problems.formats.cells import DIGITS, JudgePage, drawn_lines
from judge.problems.formats.page import Shape
from judge.problems.formats.refusals import RefusedError
from judge.problems.row.words import STATES, Row

Table = np.ndarray[Any, np.dtype[np.int8]]

QUEENS: Final = (  # how many arrangements of n queens there are, n from 0 to 27: A000170 of oeis.org
    *(1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624),
    *(4968057848, 39029188884, 314666222712, 2691008701644, 24233937684440, 227514171973736, 2207893435808352),
    *(22317699616364044, 234907967154122528),
)


def write_answer(answer: Answer, signs: Mapping[int, str] = DIGITS) -> bytes:
    """Return the canonical `output.txt`: LF, a final newline, no blanks but one between two numbers.

    A single arrangement as columns, without `count`, is written as its column numbers alone.
    """
    if answer.fail:
        return b"FAIL\n"
    if answer.board is not None:
        return b"OK\n" + drawn_lines(answer.board, signs)
    rows: list[list[int]] = [] if answer.columns is None else (answer.columns + 1).tolist()
    lines = [" ".join(map(str, row)) for row in rows]
    if answer.count is not None or len(rows) != 1:
        lines.insert(0, str(len(rows) if answer.count is None else answer.count))
    return ("\n".join(lines) + "\n").encode()


class AnswerFormat(msgspec.Struct, frozen=True):
    """Read and write an answer as a text (`form`), and take the array that a function returned (`take`).

    `shape` is that of the array, None for any length; without it the result of the puzzle's call says it.
    """

    form: AnswerForm
    take: Callable[[Table], Answer] = lambda table: Answer(board=table)  # a goal that asks for no board says so
    shape: Callable[[Shape], tuple[int | None, ...]] | None = None
    write: Callable[[Answer], bytes] = write_answer  # as an answer.txt has it
    is_text: bool = False  # it is taken byte for byte, and nothing here reads it
    wanted: str = "OK and the board, or FAIL"  # what a program is to print

    @property
    def columns(self) -> bool:
        """Say whether an arrangement may come as column numbers."""
        return self.form.kind in ("board-or-columns", "list")

    def read(self, data: bytes, shape: Shape, strict: bool = False, file: str = "output.txt") -> Answer | Finding:
        """Return what an output says about a case whose board has this shape, or why its form is refused. Never raises.

        Columns are 0-based, on the board. `first_line` is the line of the first row, of the column numbers, of the
        first arrangement, or, where only a number is asked for, of that number. If `strict`, the first thing that would
        have been forgiven (W101 to W112) is refused: E119.
        """
        if self.is_text:
            return Answer(text=data)
        try:
            page: JudgePage = open_answer(JudgePage, data, shape, file)
            said = read_said(self.form, page, shape)
        except RefusedError as refused:
            place = Place(file, refused.line, refused.column)
            return Finding(refused.code, refused.message, where=str(place), note=refused.note, help=refused.help)
        notices = page.notices()
        if strict and notices:
            notice = notices[0]
            message = f"the answer is not in the strict form: {notice.message}"
            note = f"this problem asks for the strict form; elsewhere this is only the warning {notice.code}"
            repair = "print the answer as specified: LF at line ends, no blanks, nothing before or after it"
            return Finding("E119", message, where=str(Place(file, notice.line)), note=note, help=repair)
        columns = None if said.columns is None else np.array(said.columns, np.int64).reshape(-1, shape[0])
        return Answer(said.fail, said.board, columns, said.number, said.first_line, said.lines, notices, file=file)


def answers_of(row: Row) -> AnswerFormat:
    """Return how an answer is read and written."""
    if row.goal == "validator":
        return _for_validator(row)
    if isinstance(row.answer, tuple):
        return _decision(*row.answer)
    if row.written == "number":  # a function returns an int, or None
        return AnswerFormat(AnswerForm("number"), wanted="one whole number, or FAIL")
    return _list(row) if row.written == "list" else _board(row)


def _decision(valid: str, invalid: str) -> AnswerFormat:
    """Return the format of one of two words; a function returns True or False, or 1 or 0."""
    words = (invalid, valid)
    return AnswerFormat(
        AnswerForm("word", (valid, invalid)),
        take=lambda table: Answer(count=int(table)) if table.ndim == 0 else Answer(board=table),
        write=lambda answer: f"{words[bool(answer.count)]}\n".encode(),
        wanted=f"{valid} or {invalid}",
    )


def _list(row: Row) -> AnswerFormat:
    """Return the format of all arrangements: for n <= 10 a list of columns, one a row, and above that their number."""
    return AnswerFormat(
        AnswerForm("list", most=QUEENS[LISTED_N] if _queens(row) else None),
        take=lambda table: Answer(columns=table.astype(np.int64)),
        shape=lambda shape: (None, shape[1]),
        write=_write_list,
        wanted="the number of arrangements: 0 where there is none",
    )


def _board(row: Row) -> AnswerFormat:
    """Return the format of one arrangement: a board in the signs of the case, or, where the row says so, its n column
    numbers in a text; or FAIL. A text may hold 3 where a case can have closed cells."""
    digits, kind = _digits(row), "board" if row.written == "board" else "board-or-columns"
    form = AnswerForm(kind, signs=tuple(digits.items()), closed="closed" in row.states)
    plain = AnswerFormat(form, shape=lambda shape: shape)
    if not digits:
        return plain
    back = {int(digit): sign for sign, digit in digits.items() if digit != "1" or sign == row.mark}
    return msgspec.structs.replace(
        plain,
        write=partial(write_answer, signs=DIGITS | back),
        wanted=f"OK and the board, with {row.mark} for each {row.one}, or FAIL",
    )


def _write_list(answer: Answer) -> bytes:
    """Write the number of arrangements above them: of one alone too, which is else no list."""
    if answer.columns is not None and answer.count is None:
        answer = msgspec.structs.replace(answer, count=len(answer.columns))
    return write_answer(answer)


def _for_validator(row: Row) -> AnswerFormat:
    """Return the format of what a validator is given: a program's text as it is; of a function a table of numbers, one
    number or a word, and FAIL for None."""
    number = AnswerFormat(AnswerForm("number"), write=_as_numbers)
    plain = _decision(*row.answer) if isinstance(row.answer, tuple) else number
    return AnswerFormat(
        plain.form,
        take=plain.take,
        shape=(lambda shape: shape) if row.written == "board" else None,
        write=lambda answer: b"FAIL\n" if answer.fail else plain.write(answer),
        is_text=True,
        wanted="the answer",
    )


def _as_numbers(answer: Answer) -> bytes:
    if answer.board is None:
        return f"{answer.count}\n".encode()
    return "".join(" ".join(map(str, line)) + "\n" for line in answer.board.tolist()).encode()


def _queens(row: Row) -> bool:
    """Say whether there are at most as many arrangements as of queens on an empty square."""
    steps = dict(row.steps).get("ride", ())
    return set(BACKWARDS) <= set(steps) and "tree" not in row.states and "m" not in row.fields


def _digits(row: Row) -> dict[str, str]:
    """Return the digit of each sign of a board that is none itself."""
    signs = {sign: str(STATES[state]) for state, sign in row.cells.items()}
    signs[row.mark] = "1"
    return {sign: digit for sign, digit in signs.items() if sign != digit}
