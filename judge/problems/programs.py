"""What a program is given of a case, and how what it wrote is read: as its package wants both.

It is called with words of problem.toml, of which those in braces are filled in for one case. A whole answer is FAIL
where it is a word that means so: only by what `fail_words` of problem.toml says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np

from judge.errors import Place
from judge.model import Answer, Case, Finding, Instance, Problem, Programs, ReadWarning
from judge.problems.puzzles import puzzle_named

FILES: Final = ("input", "output")
OF_BOARD: Final = ("n", "p", "pieces", "m", "columns", "algorithm", "given")
BRACES = re.compile(r"\{([^{}]*)\}|[{}]")
_LINE_END = re.compile(rb"\r\n|\n|\r")

_BEGINS_ELSEWHERE = ("E102", "E111", "E114")  # an answer of another form, or none: not a board with a fault
_OTHER_SHAPES = (
    "this package also reads boards in any signs, lists of columns, and pairs of row and column: it found none"
)
_QUOTED = 40  # characters
LONGEST = 100  # characters of a word
_MOST_BYTES = 1 << 10  # of an answer that is such a word, with the blanks around it
_CODES = ("utf-8-sig", "cp1252", "gb18030")  # what programs write in, on Windows too
_BLANKS, _END = re.compile(r"\s+"), " .!\u3002\uff01"
_STATUS = re.compile(r"^s (?=(?:un)?sat|unknown)")  # before what a SAT solver found
_LIKELY = (
    "-1", "0", "[]", "()", "{}", "none", "null", "nil", "nan", "false", "n/a", "no answer", "no", "no solution",
    "no solutions", "no solution found", "no solution exists", "not possible", "impossible", "not found",
    "unsatisfiable", "unsat", "infeasible", "unsolvable",
)  # fmt: skip


# --- what it is given -------------------------------------------------------------------------------------------------
class ProgramInput(msgspec.Struct, frozen=True):
    """Holds what a program gets of a case: its arguments, a file, and what stdin holds."""

    arguments: tuple[str, ...]
    file: bytes
    stdin: bytes


def program_input(problem: Problem, case: Case) -> ProgramInput:
    """Return what a program gets of a case, as its package wants it."""
    rules, text = problem.programs, _text_of(problem, case)
    arguments = tuple(_filled(argument, case, rules) for argument in rules.arguments)
    stdin = text if rules.reads else puzzle_named(problem.puzzle).stdin(case.board, text)
    return ProgramInput(arguments, text, stdin)


def _text_of(problem: Problem, case: Case) -> bytes:
    rules = problem.programs
    if rules.reads:
        return f"{_filled(rules.reads, case, rules)}\n".encode()
    as_is = case.text if case.text is not None else case.as_is if rules.bytes == "as-is" else None
    text = puzzle_named(problem.puzzle).cases.write(case.board) if as_is is None else as_is
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


# --- what it wrote ----------------------------------------------------------------------------------------------------
def read_output(data: bytes, problem: Problem, board: Instance, file: str = "output.txt") -> Answer | Finding:
    """Return what an output says about a case, or why it is no answer. Never raises.

    The word of a package that means FAIL counts before any form (W126). With `answers = "shapes"` every shape is looked
    for; what is near to one is told how far off it is (E133 to E135).
    """
    programs = problem.programs
    read = puzzle_named(problem.puzzle).answers.read(data, board.shape, problem.strict, file)
    word = _means_fail(data, programs.fail_words)
    if word:
        return _failed(word, read, file)
    if isinstance(read, Answer) and not any(one.code == "W109" for one in read.warnings):
        return read
    if programs.shapes:
        from judge.problems.formats.loose import nearest, read_shape, target_of  # few packages ask for it

        puzzle = puzzle_named(problem.puzzle)
        target = target_of(board, programs, puzzle.row, scored=puzzle.goal.scored)
        shaped = read_shape(data, target, file)
        if isinstance(read, Answer) and isinstance(shaped, Answer) and shaped.others:  # no mere text below it
            return msgspec.structs.replace(read, others=shaped.others, warnings=shaped.warnings)
        if isinstance(read, Finding) and shaped is not None:
            return shaped
        if isinstance(read, Finding) and read.code in _BEGINS_ELSEWHERE:
            other = msgspec.structs.replace(_with_note(read, _OTHER_SHAPES), command="judge help formats  shows them")
            read = nearest(data, target, file) or other
    if isinstance(read, Answer):
        return read
    if likely := _looks_like_fail(data):  # its author can't change what the package says
        return _with_note(read, f"if {likely[:_QUOTED]!r} is to say that there is no arrangement, only FAIL does")
    return read


def _failed(word: str, read: Answer | Finding, file: str) -> Answer | Finding:
    """Return FAIL, unless the text is another answer too."""
    if isinstance(read, Answer) and not read.fail and read.count != 0:
        message = f"the answer can be read in two ways: as the answer {word[:_QUOTED]!r}, and as FAIL"
        repair = "print FAIL where there is no arrangement; the word of the package is an answer to this case too"
        return Finding("E123", message, where=str(Place(file, 1)), help=repair)
    message = f"read as FAIL: the package says that {word[:_QUOTED]!r} means it"
    return Answer(fail=True, warnings=(ReadWarning("W126", message, 1),))


def _with_note(read: Finding, note: str) -> Finding:
    return msgspec.structs.replace(read, note="; ".join(filter(None, (read.note, note))))


# --- words that mean FAIL ---------------------------------------------------------------------------------------------
def _means_fail(data: bytes, words: Iterable[str]) -> str:
    """Return the answer as it stands there, where it is one of the words and nothing else; else nothing."""
    known = {plain_word(word) for word in words}
    return next((said.strip() for said in (_said(data) if known else ()) if plain_word(said) in known), "")


def _looks_like_fail(data: bytes) -> str:
    """Return the answer where it is a word that a package could say to mean FAIL; else nothing."""
    return _means_fail(data, _LIKELY)


def plain_word(text: str) -> str:
    """Return a text as it is compared: without accents and capitals, with single blanks, and no dot at its end."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign)).replace("\u2019", "'")
    return _STATUS.sub("", _BLANKS.sub(" ", bare).strip().casefold().rstrip(_END))


def _said(data: bytes) -> Iterable[str]:
    """Return what a short answer says, in each code that it can be written in."""
    if len(data) > _MOST_BYTES:
        return
    for code in _CODES:
        try:
            yield data.decode(code)
        except UnicodeDecodeError:
            continue
