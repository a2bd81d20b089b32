"""Every word about an answer that is wrong, or a case that is of another puzzle, is kept in `kept/` below its input.

A line without blanks before it is `puzzle | case | answer.txt | answer`, or `puzzle | case` where the board itself is
looked at. `JUDGE_TESTS_TELL=1 pytest tests/problems -k told` writes what is said below the lines that are there.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Instance, ReadWarning
from judge.problems import judge_answer, puzzle_fits, puzzle_named
from tests.make import board, grid
from tests.problems import told

KEPT = Path(__file__).parent / "kept"


def board_of(puzzle: str, words: str) -> Instance:
    """Read a board: `2 on .T ..`, or an input.txt in quotes."""
    if words.startswith("'"):
        return puzzle_named(puzzle).cases.read(ast.literal_eval(words).encode(), "input.txt")[0]
    pieces, picture = words.split(" on ")
    return board(rows=picture, pieces=int(pieces))


def answer_of(words: str, n: int) -> Answer | None:
    """Read an answer of any form; `line 2` is where its rows begin, `listed 4` its number of columns."""
    if words == "-":
        return None
    more = {key: int(number) for key, number in re.findall(r" (line|listed) (\d+)", words)}
    kind, _, rest = re.sub(r" (line|listed) \d+| W\d+", "", words).partition(" ")
    warnings = tuple(ReadWarning(code, "in some way", 2) for code in re.findall(r" (W\d+)", words))
    match kind:
        case "FAIL":
            said = Answer(fail=True)
        case "count":
            said = Answer(count=int(rest))
        case "board":
            said = Answer(board=grid(rest))
        case "cells":
            said = Answer(board=np.array(ast.literal_eval(rest), np.int8))
        case "zeros":
            said = Answer(board=np.zeros([int(side) for side in rest.split()], np.int8))
        case "columns":
            columns = np.array(ast.literal_eval(rest), np.int64)
            said = Answer(columns=columns if columns.size else columns.reshape(0, n), count=more.get("listed"))
        case _:
            said = Answer()
    return msgspec.structs.replace(said, first_line=more.get("line", 0), warnings=warnings)


def said_of(line: str) -> list[str]:
    puzzle, words, *rest = line.split(" | ")
    board = board_of(puzzle, words)
    if not rest:
        return told.told(lambda: puzzle_fits(board, puzzle))
    known, why, answer = *rest[0].partition(" because ")[::2], answer_of(rest[1], board.n)
    assert answer is not None
    finding = judge_answer(Case("forest-07", "secret", board, answer_of(known, board.n), why), puzzle, answer)
    return told.in_lines(finding) if finding else ["accepted"]


@pytest.mark.parametrize("name", ["answers", "cases"])
def test_what_is_told_of_each_input_is_as_kept(name: str) -> None:
    file = KEPT / f"{name}.txt"
    inputs = file.read_text("utf-8").splitlines()[::2]
    told.hold(file, [text for line in inputs for text in (line, f"    {' / '.join(said_of(line))}")])
