"""Read `output.txt`, bytes to an Answer or a Finding, and write it."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Finding
from judge.problems.formats.answer_text import AnswerForm, open_answer, read_said
from judge.problems.formats.cells import JudgePage, digit_lines
from judge.problems.formats.page import Shape
from judge.problems.formats.refused import RefusedError


def read_text(data: bytes, form: AnswerForm, shape: Shape, strict: bool, file: str) -> Answer | Finding:
    """Return what an output says about a case of this shape, or why its form is refused. Never raises.

    Columns are 0-based, on the board. `first_line` is the line of the first row, of the column numbers, of the first
    arrangement, or, where only a number is asked for, of that number. If `strict`, the first thing that would have been
    forgiven (W101 to W112) is refused: E119.
    """
    try:
        page: JudgePage = open_answer(JudgePage, data, shape, file)
        said = read_said(form, page, shape)
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
    return Answer(said.fail, said.board, columns, said.count, said.first_line, said.lines, notices)


def write_answer(answer: Answer) -> bytes:
    """Return the canonical `output.txt`: LF, a final newline, no blanks but one between two numbers.

    A single arrangement as columns, without `count`, is written as its column numbers alone.
    """
    if answer.fail:
        return b"FAIL\n"
    if answer.board is not None:
        return b"OK\n" + digit_lines(answer.board)
    rows: list[list[int]] = [] if answer.columns is None else (answer.columns + 1).tolist()
    lines = [" ".join(map(str, row)) for row in rows]
    if answer.count is not None or len(rows) != 1:
        lines.insert(0, str(len(rows) if answer.count is None else answer.count))
    return ("\n".join(lines) + "\n").encode()
