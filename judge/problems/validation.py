"""Validate a package: what reading it does not find.

A check is a function of a package, or of one of its cases, that yields remarks. A new one is a row of `_OF_A_CASE` or
`_OF_ALL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Problem, ReadWarning, Validated
from judge.problems.constraints import PIECE
from judge.problems.manifest import read_manifest
from judge.problems.package import FILES, read_inside
from judge.problems.prove import CERTIFICATE
from judge.problems.prove.constructions import at_once
from judge.problems.puzzles import Puzzle, is_row, judge_answer, puzzle_named
from judge.problems.puzzles.findings import fail_is_wrong
from judge.problems.puzzles.trial import Trial
from judge.problems.row.goal import largest_in_vain
from judge.text import listed

_ALL_SECRET = "students see no case whole, so their pages name codes, but no module, path or line that is wrong"


def validate_package(problem: Problem) -> list[Validated.Remark]:
    """Judge every answer.txt by the rules, as if it were a submission's, and list what was read tolerantly.

    A Finding among the remarks is a fault of the package; a ReadWarning is only a warning. They are in the order of the
    cases, behind them what holds for the whole package. A FAIL is refused only where something refutes it, and a number
    of arrangements where it is neither what is counted here nor what is known.
    """
    boards = () if problem.validator else problem.cases  # what else a case may be, its own validator knows
    of_cases = [remark for case in boards for check in _OF_A_CASE for remark in check(problem, case)]
    return [*of_cases, *(remark for check in _OF_ALL for remark in check(problem))]


def _tolerantly(problem: Problem, case: Case) -> Iterator[Validated.Remark]:
    """Remark what was read tolerantly in input.txt and answer.txt."""
    root, name = Path(problem.path), case.path
    source, said = (root / case.group / case.name / file for file in FILES)
    _, notices = puzzle_named(problem.puzzle).cases.read(read_inside(root, source), str(source))
    yield from (Validated.Remark(name, str(source), notice) for notice in notices)
    if case.answer is not None and not case.answer.fail:  # behind FAIL stands the proof, which is meant to be there
        yield from (Validated.Remark(name, str(said), notice) for notice in case.answer.warnings)


def _refuted(problem: Problem, case: Case) -> Finding | None:
    """Return what the first arrangement at hand says of a FAIL, where that refutes it."""
    if case.answer is None or not case.answer.fail or not puzzle_named(problem.puzzle).goal.may_fail:
        return None
    board = case.board.grid.copy()
    board.flat[np.flatnonzero(board == 0)[: case.board.pieces]] = PIECE
    finding = judge_answer(case, problem.puzzle, Answer(board=board))
    return finding if finding and finding.refutes_key else None


def _by_number(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge a number of arrangements by the one that others have counted; without one, by whether there are any."""
    if (known := at_once(puzzle, case.board)) is not None:
        return judge_answer(msgspec.structs.replace(case, answer=known), puzzle.name, answer)
    wrong = not answer.count and puzzle.row.theorem(case.board.n)
    return fail_is_wrong(Trial(puzzle.row, case, answer)) if wrong else None


def _answered(problem: Problem, case: Case) -> Iterator[Validated.Remark]:
    """Judge answer.txt as a submission's, after its FAIL by the first arrangement at hand, or else by its proof."""
    if refuted := _refuted(problem, case):
        yield _of_answer(problem, case, refuted)
    else:
        yield from _proven(problem, case)
    if case.answer is None:
        return
    finding = judge_answer(msgspec.structs.replace(case, answer=None), problem.puzzle, case.answer)
    if finding and finding.lacks_key and puzzle_named(problem.puzzle).goal.asks == "all":
        finding = _by_number(puzzle_named(problem.puzzle), case, case.answer)
    if finding and not finding.lacks_key:
        yield _of_answer(problem, case, finding)


def _proven(problem: Problem, case: Case) -> Iterator[Validated.Remark]:
    """Check the certificate of an answer, and remark what is only believed."""
    from judge.problems.prove.certificate import certificate_fault
    from judge.problems.prove.deciding import unproven  # few commands validate

    root = Path(problem.path)
    found = (
        (CERTIFICATE, certificate_fault(root, problem.puzzle, case)),
        (FILES[1], unproven(root, problem.puzzle, case)),
    )
    yield from (Validated.Remark(case.path, str(root / case.path / file), what) for file, what in found if what)


def _unanswered(problem: Problem) -> Iterator[Validated.Remark]:
    """Remark, once, which cases have no answer.txt and need one."""
    names = [case.path for case in problem.unanswered]
    if names:
        written = f"judge answers {problem.path}  writes them"
        how = "write them, as answers are compared with that" if problem.validator else written
        message = f"{len(names)} of {len(problem.cases)} cases without answer.txt: {how}"
        yield Validated.Remark("", problem.path, Finding("E418", message, note=listed(names, 3)))


def _seen_by_nobody(problem: Problem) -> Iterator[Validated.Remark]:
    """Warn of a package of which students see no case."""
    if not any(problem.shows(case.group) for case in problem.cases):
        yield Validated.Remark("", str(Path(problem.path) / "problem.toml"), ReadWarning("W116", _ALL_SECRET))


def _passed_over(problem: Problem) -> Iterator[Validated.Remark]:
    """Warn of what problem.toml says and nothing reads any more."""
    folder = Path(problem.path)
    for notice in read_manifest(folder).passed_over:
        yield Validated.Remark("", str(folder / "problem.toml"), notice)


def _in_vain(problem: Problem) -> Iterator[Validated.Remark]:
    """Warn of a puzzle of the package's own for which there is no arrangement on small boards, nor in its cases."""
    answered = any(case.answer is not None and not case.answer.fail for case in problem.cases)
    if not is_row(problem.puzzle) or problem.validator or answered:
        return
    puzzle, folder = puzzle_named(problem.puzzle), Path(problem.path)
    if n := largest_in_vain(puzzle.row, puzzle.rules):
        line = read_manifest(folder).source.place("puzzle", "").line
        message = f"no board up to {n} x {n} of free cells has an arrangement of {puzzle.row.asked} {puzzle.row.many}"
        yield Validated.Remark("", str(folder / "problem.toml"), ReadWarning("W132", message, line))


_OF_A_CASE: Final[tuple[Callable[[Problem, Case], Iterator[Validated.Remark]], ...]] = (_tolerantly, _answered)
_OF_ALL: Final[tuple[Callable[[Problem], Iterator[Validated.Remark]], ...]] = (
    _unanswered,
    _seen_by_nobody,
    _passed_over,
    _in_vain,
)


def _of_answer(problem: Problem, case: Case, finding: Finding) -> Validated.Remark:
    """Return what is wrong with an answer.txt."""
    return Validated.Remark(case.path, str(Path(problem.path) / case.path / FILES[1]), finding)
