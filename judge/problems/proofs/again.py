"""Check again what a package says about its FAIL cases: the certificate, else by trying everything on a small board."""

from __future__ import annotations

from pathlib import Path

from judge.errors import JudgeError
from judge.model import Answer, Case, Finding, ReadWarning, Verdict
from judge.problems.proofs.certificate import NAME
from judge.problems.proofs.certificate_file import MOST_BYTES, read_certificate
from judge.problems.proofs.check import certificate_refused
from judge.problems.proofs.counting import count_bound
from judge.problems.proofs.exhaustive import Effort, search
from judge.problems.proofs.proof import Proof
from judge.problems.proofs.row_by_row import search_rows
from judge.problems.proofs.sets import free_cells
from judge.problems.puzzles import named
from judge.problems.puzzles.goals import is_homeworks
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.search.deciding import searched
from judge.problems.walk import TooManySteps

_SMALL = Effort(nodes=3000)  # half a second at most
_STEPS_A_SECOND, _MOST_CELLS = 10_000, 200
_HELP = "delete the file; judge answers --again  writes a new one where there is a proof"


def certificate_fault(root: Path, puzzle: str, case: Case) -> Finding | None:
    """Return why the certificate of a case proves nothing, E414 or E415; None where it proves FAIL, or is not there."""
    file = root / case.group / case.name / NAME
    if not file.is_symlink() and not file.exists():
        return None
    if not file.resolve().is_relative_to(root.resolve()) or not file.is_file():
        return _fault("E414", "the certificate is no plain file in the package", file)
    if case.answer is None or not case.answer.fail:
        return _fault("E415", "the certificate says that the pieces do not fit, but answer.txt does not say FAIL", file)
    if no_attack not in named(puzzle).rules or not is_homeworks(named(puzzle)):
        return _fault("E415", "a certificate is for pieces that see each other as queens do, and these do not", file)
    try:
        with file.open("rb") as opened:
            certificate = read_certificate(opened.read(MOST_BYTES + 1), str(file))
    except JudgeError as fault:
        return _fault(fault.code, fault.message, file)
    except OSError as fault:
        return _fault("E414", f"the certificate can't be opened: {fault.strerror}", file)
    why = certificate_refused(certificate, case.board)
    return _fault("E415", f"the certificate proves nothing: {why}", file) if why else None


def unproven_fail(root: Path, puzzle: str, case: Case) -> Finding | ReadWarning | None:
    """Return W118 for a FAIL that is only believed, E416 for one that an arrangement refutes; None for one that a
    certificate, a theorem, counting or trying everything proves."""
    if case.answer is None or not case.answer.fail or (root / case.group / case.name / NAME).exists():
        return None
    if named(puzzle).exists(case.board.n) is not None:
        return None  # `judge` holds FAIL against the theorem
    if is_homeworks(named(puzzle)) and no_attack in named(puzzle).rules and count_bound(case.board).proof:
        return None
    found = tried(puzzle, case, _SMALL)
    if isinstance(found, Answer):
        message = f"answer.txt says FAIL, but {case.board.pieces} pieces can be placed"
        repair = f"judge answers {root} --again  keeps such an arrangement: copy it over answer.txt"
        return _fault("E416", message, root / case.group / case.name / "answer.txt", repair)
    if found is None:
        return ReadWarning("W118", f"FAIL is believed, not checked: {case.why_fail}", 2)
    return None


def tried(puzzle: str, case: Case, effort: Effort) -> Answer | Proof | None:
    """Return what trying everything finds; None where the effort is too small, or the rules are none it knows."""
    known = named(puzzle)
    if not is_homeworks(known):
        return _searched(known, case, effort)
    if known.rules == (no_attack,):
        return search(case.board, free_cells(case.board.grid), effort)
    return search_rows(known, case, effort)


def _searched(puzzle: Puzzle, case: Case, effort: Effort) -> Answer | Proof | None:
    steps = int(min(effort.nodes, effort.seconds * _STEPS_A_SECOND))
    if puzzle.small is None or case.board.grid.size > _MOST_CELLS:
        return None
    try:
        found = searched(puzzle, case.board, steps)
    except TooManySteps:
        return None
    return Proof(found[1]) if found and found[0].fail else found and found[0]


def _fault(code: str, message: str, file: Path, repair: str = _HELP) -> Finding:
    return Finding(code, message, where=str(file), help=repair, verdict=Verdict.JE)
