"""What a program is called with and reads: the words in braces of problem.toml, filled in for one case."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import numpy as np

from judge.model import Case, Problem, Programs
from judge.problems import puzzles

FILES: Final = ("input", "output")
OF_BOARD: Final = ("n", "p", "pieces", "m", "columns", "algorithm", "given")
BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class ProgramInput(msgspec.Struct, frozen=True):
    """Holds what a program gets of a case: its arguments, a file, and what stdin holds."""

    arguments: tuple[str, ...]
    file: bytes
    stdin: bytes


def program_input(problem: Problem, case: Case) -> ProgramInput:
    """Return what a program gets of a case, as its package wants it."""
    rules, text = problem.programs, _text_of(problem, case)
    arguments = tuple(_filled(argument, case, rules) for argument in rules.arguments)
    stdin = text if rules.reads else puzzles.puzzle_named(problem.puzzle).stdin(case.board, text)
    return ProgramInput(arguments, text, stdin)


def _text_of(problem: Problem, case: Case) -> bytes:
    rules = problem.programs
    if rules.reads:
        return f"{_filled(rules.reads, case, rules)}\n".encode()
    as_is = case.text if case.text is not None else case.as_is if rules.bytes == "as-is" else None
    text = puzzles.puzzle_named(problem.puzzle).cases.write(case.board) if as_is is None else as_is
    return _LINE_END.split(text, maxsplit=1)[1] if rules.dialect == "no-algorithm" else text


def _filled(text: str, case: Case, rules: Programs) -> str:
    return BRACES.sub(lambda found: _word(found[1], case, rules), text).rstrip() if "{" in text else text


def _word(name: str, case: Case, rules: Programs) -> str:
    board = case.board
    if name in FILES:
        return rules.input_file if name == "input" else rules.output_file
    if name == "given":
        return " ".join(f"{column + 1} {row + 1}" for row, column in np.argwhere(board.grid == 1).tolist())
    n, m, p = board.n, board.columns, board.pieces
    said = {"n": n, "m": m, "columns": m, "p": p, "pieces": p, "algorithm": board.algorithm}
    return str(said[name])
