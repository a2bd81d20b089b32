"""Read what a program wrote to a case, as its package wants answers to be read."""

from __future__ import annotations

import msgspec

from judge.errors import Place
from judge.model import Answer, Finding, Instance, Problem, ReadWarning
from judge.problems.formats.fail_words import looks_like_fail, means_fail
from judge.problems.formats.loose import target_of
from judge.problems.puzzles import near_shape, puzzle_named, read_answer, read_shape

_BEGINS_ELSEWHERE = ("E102", "E111", "E114")  # an answer of another form, or none: not a board with a fault
_OTHER_SHAPES = (
    "this package also reads a board in any signs, a list of columns, or pairs of row and column, and found none of "
    "them: judge help formats"
)
_QUOTED = 40  # characters


def read_output(data: bytes, problem: Problem, board: Instance, file: str = "output.txt") -> Answer | Finding:
    """Return what an output says about a case, or why it is no answer. Never raises.

    The word of a package that means FAIL counts before any form (W126). With `answers = "shapes"` every shape is looked
    for; what is near to one is told how far off it is (E133 to E135).
    """
    programs = problem.programs
    read = read_answer(data, problem.puzzle, board.shape, problem.strict, file)
    word = means_fail(data, programs.fail_words)
    if word:
        return _failed(word, read, file)
    if isinstance(read, Answer):
        return read
    if programs.shapes:
        target = target_of(board, programs, scored=puzzle_named(problem.puzzle).goal.scored)
        shaped = read_shape(data, problem.puzzle, target, file)
        if shaped is not None:
            return shaped
        if read.code in _BEGINS_ELSEWHERE:
            read = near_shape(data, problem.puzzle, target, file) or _with_note(read, _OTHER_SHAPES)
    if likely := looks_like_fail(data):  # its author can't change what the package says
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
