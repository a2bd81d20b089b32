"""Check the certificate that lies beside an answer."""

from __future__ import annotations

from pathlib import Path

from judge.errors import JudgeError
from judge.model import Case, Finding, Verdict
from judge.problems.inside import lies_inside
from judge.problems.proofs.certificate_file import HELP, MOST_BYTES, NAME, read_certificate
from judge.problems.proofs.claim import claim_of
from judge.problems.proofs.refutation import Refutation
from judge.problems.proofs.refutation_check import refutation_refused
from judge.problems.puzzles import named
from judge.problems.puzzles.puzzle import Puzzle


def certificate_fault(root: Path, puzzle: str, case: Case) -> Finding | None:
    """Return why the certificate of a case proves nothing, E414 or E415; None where it proves the answer, or is not
    there."""
    file, chosen = root / case.group / case.name / NAME, named(puzzle)
    if not file.is_symlink() and not file.exists():
        return None
    if not lies_inside(file, root) or not file.is_file():
        return _fault("E414", "the certificate is no plain file in the package", file)
    if case.answer is None or not chosen.goal.refutes(case):
        return _fault("E415", _needless(chosen), file)
    try:
        with file.open("rb") as opened:
            certificate = read_certificate(opened.read(MOST_BYTES + 1), str(file))
    except JudgeError as fault:
        return _fault(fault.code, fault.message, file)
    except OSError as fault:
        return _fault("E414", f"the certificate can't be opened: {fault.strerror}", file)
    why = _refused(chosen, case, certificate)
    return _fault("E415", why, file) if why else None


def _needless(puzzle: Puzzle) -> str:
    if puzzle.goal.may_fail:
        return "the certificate says that the pieces do not fit, but answer.txt does not say FAIL"
    return "the certificate says that there is nothing better, but answer.txt does not say than what"


def _refused(puzzle: Puzzle, case: Case, certificate: Refutation) -> str:
    """Return why a certificate does not prove the answer; "" where it does."""
    claim = claim_of(puzzle, case)
    why = refutation_refused(certificate, claim) if claim else "the board is too large to check it"
    return f"the certificate proves nothing: {why}" if why else ""


def _fault(code: str, message: str, file: Path) -> Finding:
    return Finding(code, message, where=str(file), help=HELP, verdict=Verdict.JE)
