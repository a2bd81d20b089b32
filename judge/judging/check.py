"""Check an answer that is in a file: as if a program had written it, by all that the package of the case says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from judge.errors import JudgeError
from judge.executors.outcome import Outcome
from judge.executors.written import written
from judge.judging.judged import judged
from judge.model import Answer, Finding, Programs, ReadWarning
from judge.model.layer import Layer
from judge.problems.check import drawing, layer, read_answer_file
from judge.problems.one_case import OneCase, read_one, strictly
from judge.problems.reading import read_output

if TYPE_CHECKING:
    from judge.sandbox.sandbox import Sandbox

Say = Callable[[str], None]


def unheard(_: str) -> None:
    """Drop a message: who asks for none gets none."""


class Checked(msgspec.Struct, frozen=True, eq=False):
    """Holds the finding (None: the answer is right), the board to draw, and what was read tolerantly from each file.

    `shown` is the board of a picture: that of the answer; of FAIL, and of a number where cells have weights, that of
    the case; None where there is none.
    `grid` is the board of the case, `layer` says what it has beside for each cell.
    """

    puzzle: str
    finding: Finding | None
    board: Any
    case_notices: tuple[ReadWarning, ...] = ()
    answer_notices: tuple[ReadWarning, ...] = ()
    shown: Any = None
    grid: Any = None
    layer: Layer | None = None


def check_files(case_path: Path, answer_path: Path, puzzle: str | None, strict: bool, say: Say) -> Checked:
    """Judge one file by the other, as `judge run` does by the package of the case; see `read_one` for a case without.

    Of a case alone the answer.txt beside it, if there is one, says whether FAIL is right. Where the package has a
    program that looks at answers, a sandbox is opened; `say` tells for whom it waits.
    """
    one = read_one(case_path, puzzle)
    if strict:
        one = msgspec.structs.replace(one, problem=strictly(one.problem))
    return check_text(one, read_answer_file(answer_path), str(answer_path), say)


def check_text(one: OneCase, data: bytes, file: str, say: Say) -> Checked:
    """Judge what stands in `file` by a case. JudgeError E430 for a case that asks for no answer."""
    if one.case.call and one.case.call.expects:
        message = "the case asks how a program ends and what it prints, not for an answer: its call.toml says so"
        raise JudgeError("E430", message, help="judge run FILE --problem PROBLEM --case CASE  runs a program on it")
    outcome = written(data, one.problem, one.case, file)
    finding = found(one, outcome, say)
    if finding is not None and outcome.answer is None:
        finding = _hinted(one, finding, data)
    return checked(one, outcome, finding)


def found(one: OneCase, outcome: Outcome, say: Say) -> Finding | None:
    """Return what is wrong with the answer of an outcome."""
    with ExitStack() as stack:

        def opened() -> Sandbox:
            from judge.executors import program
            from judge.sandbox import pool
            from judge.sandbox.cache import own_cache

            [sandbox] = stack.enter_context(pool.arena(say=say))
            stack.enter_context(pool.keeping([sandbox], own_cache()))
            return program.place(sandbox)

        return judged(outcome, one.problem, one.case, opened)[0]


def checked(one: OneCase, outcome: Outcome, finding: Finding | None) -> Checked:
    """Return what was found, with the boards that show it."""
    board, puzzle, answer = one.case.board, one.problem.puzzle, outcome.answer
    if answer is None:
        return Checked(puzzle, finding, None, one.warnings)
    drawn, beside = drawing(answer, board.shape), layer(board, puzzle)
    alone = answer.fail or (drawn is None and beside is not None)
    return Checked(
        puzzle,
        finding,
        drawn,
        one.warnings,
        (*answer.warnings, *(() if finding else outcome.notices)),
        board.grid if alone else drawn,
        board.grid,
        beside,
    )


def _hinted(one: OneCase, finding: Finding, data: bytes) -> Finding:
    """Say of a case alone that a package may read more than its own form, where that would be an answer."""
    if one.packed or one.problem.strict:
        return finding
    problem = msgspec.structs.replace(one.problem, programs=Programs(shapes=True))
    if not isinstance(read_output(data, problem, one.case.board), Answer):
        return finding
    hint = 'the case lies in no package, so only the exact form is read; one with answers = "shapes" reads this too'
    return msgspec.structs.replace(finding, note="; ".join(filter(None, (finding.note, hint))))
