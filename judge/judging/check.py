"""Check an answer that is in a file: as if a program had written it, by all that the package of the case says.

Most files are boards, and are checked one at a time by hand: what only others need is imported when one comes.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from judge.errors import JudgeError
from judge.executors import Outcome
from judge.judging.rightness import decided, judged
from judge.model import Answer, Case, Finding, Layer, Problem, Programs, ReadWarning, fault_of
from judge.problems import OneCase, answer_of_value, read_one, read_output
from judge.sandbox import Facts

if TYPE_CHECKING:
    from judge.sandbox import Sandbox


TEXT = "the text"  # what an answer that came as a text is called


class Checked(msgspec.Struct, frozen=True, eq=False):
    """Holds the finding (None: the answer is right), the board to draw, and what was read tolerantly from each file.

    `shown` is the board of a picture: that of the answer; of FAIL, and of a number where cells have weights, that of
    the case; None where there is none.
    `grid` is the board of the case, `layer` says what it has beside for each cell.
    """

    problem: Problem
    finding: Finding | None
    board: Any
    case_notices: tuple[ReadWarning, ...] = ()
    answer_notices: tuple[ReadWarning, ...] = ()
    shown: Any = None
    grid: Any = None
    layer: Layer | None = None

    @property
    def puzzle(self) -> str:
        """Return the puzzle by whose rules it was checked."""
        return self.problem.puzzle


def check_files(case_path: Path, answer_path: Path, puzzle: str | None, strict: bool) -> Checked:
    """Judge one file by the other, as `judge run` does by the package of the case; see `read_one` for a case without.

    Of a case alone the answer.txt beside it, if there is one, says whether FAIL is right. Where the package has a
    program that looks at answers, a sandbox is opened. No time is measured.
    """
    return check_answer(read_one(case_path, puzzle, strict=strict), answer_path)


def check_answer(one: OneCase, given: object) -> Checked:
    """Judge an answer by a case: a file, a text, or what `solve` returns. JudgeError E471 for what is none."""
    said = answer_of_value(given, one)
    if isinstance(said, bytes):
        return check_text(one, said, str(given) if isinstance(given, Path) else TEXT)
    outcome = Outcome(Facts(), said) if isinstance(said, Finding) else Outcome(Facts(), answer=said, file=TEXT)
    return checked(one, outcome, found(one, outcome))


def check_text(one: OneCase, data: bytes, file: str) -> Checked:
    """Judge what stands in `file` by a case."""
    outcome = decided(written(data, one.problem, one.case, file), one.problem, one.case)
    finding = found(one, outcome)
    if finding is not None and outcome.answer is None:
        finding = _hinted(one, finding, data)
    return checked(one, outcome, finding)


def written(data: bytes, problem: Problem, case: Case, file: str) -> Outcome:
    """Return what a program would come to that has ended well and left this file: its answer, or why it holds none;
    `file` is what messages call it."""
    rules = msgspec.structs.replace(problem.programs, io="files", output_file=file)
    if len(data) > problem.limits.output_bytes:
        from judge.executors import refused_output

        fault = f"{file} is {len(data):,} bytes long"
        return Outcome(Facts(status=0, output_fault=fault), refused_output(fault, problem.limits))
    read = read_output(data, msgspec.structs.replace(problem, programs=rules), case.board, file)
    facts = Facts(status=0, output=data)
    return Outcome(facts, read) if isinstance(read, Finding) else Outcome(facts, answer=read, file=file)


def found(one: OneCase, outcome: Outcome) -> Finding | None:
    """Return what is wrong with the answer of an outcome. Where the box of the package's validator broke, it has a
    second try in a new one."""
    from judge.executors import VALIDATOR_FAILED  # it brings all that runs programs

    try:
        return _found(one, outcome)
    except JudgeError as error:
        if error.code != VALIDATOR_FAILED:
            raise
    try:
        return _found(one, outcome)
    except JudgeError as error:
        return fault_of(error)


def _found(one: OneCase, outcome: Outcome) -> Finding | None:
    with ExitStack() as stack:

        def opened() -> Sandbox:
            from judge.executors import open_untimed

            return stack.enter_context(open_untimed())

        return judged(outcome, one.problem, one.case, opened)[0]


def checked(one: OneCase, outcome: Outcome, finding: Finding | None) -> Checked:
    """Return what was found, with the boards that show it."""
    board, problem, answer = one.case.board, one.problem, outcome.answer
    if answer is None:
        return Checked(problem, finding, None, one.warnings)
    decided = problem.asks == "decision"  # about the board of the case
    drawn = board.grid if decided else answer.drawn(board.shape)
    beside = Layer.of(board, parted=problem.parted)
    alone = answer.fail or (drawn is None and beside is not None)
    return Checked(
        problem,
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
    return finding.noted(hint, apart="; ")
