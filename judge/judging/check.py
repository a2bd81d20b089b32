"""Check one answer to one case, both given as Python values or as files: by all that the package of the case says.

An answer in a file is one that a program might have written. Most files are boards, and are checked one at a time by
hand: what only others need is imported when one comes.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from judge.errors import JudgeError
from judge.executors import VALIDATOR_FAILED, Outcome
from judge.judging.execute import decided, judged
from judge.model import Answer, Case, Finding, Instance, Problem, Programs, ReadWarning, Verdict, fault_of
from judge.problems import OneCase, read_output
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
    layer: Instance.Layer | None = None

    @property
    def puzzle(self) -> str:
        """Return the puzzle by whose rules it was checked."""
        return self.problem.puzzle

    @classmethod
    def of_files(cls, case: Path, answer: Path, puzzle: str | None, strict: bool) -> Checked:
        """Judge one file by the other, as `judge run` does by the package of the case; see `OneCase.of_file` for a case
        without.

        Of a case alone the answer.txt beside it, if there is one, says whether FAIL is right. Where the package has a
        program that looks at answers, a sandbox is opened. No time is measured.
        """
        return check_answer(OneCase.of_file(case, puzzle, strict=strict), answer)

    @classmethod
    def of_values(cls, board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> Checked:
        """Judge an answer as `solve` returns it, or as a text or file, by a board or by the text or file of a case.

        A file is read by its package, as `of_files` does. Without `puzzle`, what lies in no package is a case of
        lizards. JudgeError E471 for what is no board, no answer or no puzzle, E401 to E410 for a case that is not as it
        should be.
        """
        one = OneCase.of_value(board, pieces, puzzle)
        done = check_answer(one, answer)
        return msgspec.structs.replace(done, finding=done.finding and _in_words(done.finding, one.assumed))


def check_answer(one: OneCase, given: object) -> Checked:
    """Judge an answer by a case: a file, a text, or what `solve` returns. JudgeError E471 for what is none."""
    said, file = one.answer(given), str(given) if isinstance(given, Path) else TEXT
    if isinstance(said, bytes):
        outcome = decided(written(said, one.problem, one.case, file), one.problem, one.case)
    else:
        outcome = Outcome(Facts(), said) if isinstance(said, Finding) else Outcome(Facts(), answer=said)
    finding = found(one, outcome)
    if finding is not None and outcome.answer is None and isinstance(said, bytes):
        finding = _hinted(one, finding, said)
    return checked(one, outcome, finding)


def written(data: bytes, problem: Problem, case: Case, file: str) -> Outcome:
    """Return what a program would come to that has ended well and left this file: its answer, or why it holds none;
    `file` is what messages call it."""
    rules = msgspec.structs.replace(problem.programs, io="files", output_file=file)
    if len(data) > problem.limits.output_bytes:
        fault = f"{file} is {len(data):,} bytes long"
        facts = Facts(status=0, output_fault=fault, output_too_long=True)
        return Outcome.unread(facts, problem.limits)
    read = read_output(data, msgspec.structs.replace(problem, programs=rules), case.board, file)
    facts = Facts(status=0, output=data)
    return Outcome(facts, read) if isinstance(read, Finding) else Outcome(facts, answer=read)


def found(one: OneCase, outcome: Outcome) -> Finding | None:
    """Return what is wrong with the answer of an outcome. Where the box of the package's validator broke, it has a
    second try in a new one."""
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
    beside = Instance.Layer.of(board, parted=problem.parted)
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


def _in_words(finding: Finding, assumed: bool) -> Finding:
    """Say it in the words of somebody who has values and no package. Where the number of pieces was `assumed`, say
    that."""
    if finding.code == "E108" and assumed:
        finding = finding.noted("as many as rows are asked for, unless pieces says more or less", apart="; ")
    if finding.lacks_key:
        finding = Finding(
            "E302",
            "whether that is right can't be said: nobody knows what there is on this board",
            help="give the case as pathlib.Path('.../input.txt'), with an answer.txt beside it that says what is right",
            verdict=Verdict.JE,
        )
    return finding
