"""Write what a case lacks, each file whole or not at all. The certificate comes first: answer.txt ends the case."""

from __future__ import annotations

from pathlib import Path

from judge.errors import JudgeError, Place
from judge.model import Answer
from judge.problems.atomic import write_file
from judge.problems.formats.answer import write_answer
from judge.problems.proofs.certificate_file import NAME, write_certificate
from judge.problems.proofs.proof import Proof


def write_arrangement(folder: Path, answer: Answer, proof: Proof | None = None) -> None:
    """Write answer.txt with an arrangement or a count, and what proves that it is the best, if there is such."""
    _put(folder / NAME, write_certificate(proof.certificate) if proof and proof.certificate else None)
    _put(folder / "answer.txt", write_answer(answer))


def write_fail(folder: Path, proof: Proof) -> None:
    """Write answer.txt with FAIL and its proof, and the certificate if there is one."""
    write_proof(folder, proof)
    _put(folder / "answer.txt", write_answer(Answer(fail=True)) + f"proof: {proof.line}\n".encode())


def write_proof(folder: Path, proof: Proof) -> None:
    """Write the certificate alone, in the place of one that was there."""
    _put(folder / NAME, write_certificate(proof.certificate) if proof.certificate else None)


def _put(path: Path, data: bytes | None) -> None:
    """Put a file in its place, or take it away. JudgeError E435 where that can't be done."""
    if data is not None:
        write_file(path, data)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        message = f"{path} can't be removed: {fault.strerror}"
        raise JudgeError("E435", message, Place(str(path)), help="make the folder writable") from fault
