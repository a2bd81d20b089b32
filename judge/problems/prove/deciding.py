"""Decide a case, as `judge answers` does: an arrangement, or the strongest proof that there is none; and write that.

The ways are tried from the quickest to the slowest; among proofs, those that can be checked by adding up come first.
Each asks for one thing (`search.claim_of`): pieces on cells such as would refute what answer.txt says, or would say.
What is found is judged by the puzzle itself.
`unproven` is what `judge validate` says of an answer without a certificate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from judge.errors import JudgeError
from judge.files import remove, write_file
from judge.model import Answer, Answered, Case, Finding, Problem, ReadWarning, Verdict
from judge.problems import puzzles
from judge.problems.constraints import Cell
from judge.problems.package import answer_text
from judge.problems.prove import CERTIFICATE
from judge.problems.prove.author import MISSING, SOLVED_CELLS, refute, solve
from judge.problems.prove.certificate import Proof, certificate_fault, counted_line, counted_proof, write_certificate
from judge.problems.prove.constructions import at_once
from judge.problems.prove.search import MOST_CELLS, Budget, Claim, claim_of, refuting
from judge.problems.prove.truth import best, claim_fault, least_that_fit, refuter_of, search
from judge.problems.puzzles import Puzzle

Found = tuple[Answer, str]  # an arrangement, and who has found it
Solver = Callable[[Claim, float], tuple[Cell, ...] | Proof | None]  # that is given so many seconds
_SUMS, _SEARCH = 0.5, 0.2  # of the time, for refutations and for our own search; CP-SAT has what is left
_SMALL = 3000  # nodes: half a second at most


class Decision(msgspec.Struct, frozen=True, eq=False):
    """An arrangement with its origin, or a proof; neither where the time was too short. `least` pieces fit, and no more
    than `most`."""

    answer: Answer | None = None
    proof: Proof | None = None
    by: str = ""
    proven: bool = False  # of the best: that there is none better
    least: int = 0
    most: int = 0
    solver_missing: bool = False

    def written(self, problem: Problem, case: Case) -> tuple[Decision, Answered.State]:
        """Write what a case lacks, each file whole or not at all; the certificate comes first, as answer.txt ends the
        case. Return the decision, which is none where the rules refuse its answer, whoever has found it; and what was
        done.

        An answer.txt that is there is never changed: where the decision refutes it, nothing is written.
        """
        answer, proof, folder = self.answer, self.proof, Path(problem.path, case.group, case.name)
        decision = self
        if answer is not None and claim_fault(problem.puzzle, case, answer):
            decision, answer, proof = Decision(most=self.most), None, None
        if case.answer is None:
            if answer is None and proof is None:
                return decision, "undecided"
            write_proof(folder, proof)
            text = answer_text(problem.puzzle, answer or Answer(fail=True), proof.line if proof else "")
            write_file(folder / "answer.txt", text)
            return decision, "proven" if answer is None else "arranged"
        if answer is not None:
            return decision, "refuted"
        if proof is None:
            return decision, "kept"
        write_proof(folder, proof)  # a certificate that proves nothing goes
        known = case.answer.fail and is_known(puzzles.puzzle_named(problem.puzzle), case)
        return decision, "certified" if proof.certificate or known else "kept"


def decide(puzzle: str, case: Case, seconds: float, find: Callable[[], Iterable[Found]]) -> Decision:
    """Decide a case within about so many seconds; `find` asks others for arrangements, one after the other. Of what
    the rules accept the first counts; the best, where that is asked."""
    return _Deciding(puzzle, case, seconds).decided(find)


class _Deciding:
    def __init__(self, puzzle: str, case: Case, seconds: float) -> None:
        self.puzzle, self.case, self.board = puzzles.puzzle_named(puzzle), case, case.board
        self.seconds, self.until = seconds, time.monotonic() + seconds
        self.most = self.board.grid.size
        self.solver_missing = False

    def decided(self, find: Callable[[], Iterable[Found]]) -> Decision:
        """Take the first of the ways that knows it."""
        for found in filter(None, self._ways(find)):
            if found.answer is None:
                return msgspec.structs.replace(found, most=self.most, solver_missing=self.solver_missing)
            return found if found.proven or self.puzzle.goal.asks != "best" else self._best(found, found.answer)
        least = least_that_fit(self.puzzle, self.board)
        return Decision(least=least, most=self.most, solver_missing=self.solver_missing)

    def _ways(self, find: Callable[[], Iterable[Found]]) -> Iterator[Decision | None]:
        goal, known = self.puzzle.goal, self.case.answer is not None
        yield _by(at_once(self.puzzle, self.board), "one descent" if goal.shows else "counting")
        if goal.asks in ("all", "decision"):
            return
        open_ = self.puzzle.row.theorem(self.board.n) is not True
        if open_:
            yield self._counted()
        seeks_best = goal.asks in ("best", "number") and not known
        if seeks_best:  # without a certificate, but `unproven` tries as many nodes
            yield _searched(best(self.puzzle, self.case, self._budget(_SMALL)))
        if goal.may_fail or (goal.shows and not known):
            yield self._heard(find())
        if open_:
            soon = self._tried(_SMALL)
            yield soon if soon and soon.answer else None  # a proof that sums are better than
            yield self._refuted(_SUMS * self.seconds)
        yield self._tried()
        yield self._solved()
        if seeks_best:
            yield _searched(best(self.puzzle, self.case, self._budget()))

    def _heard(self, found: Iterable[Found]) -> Decision | None:
        """Return the first arrangement of others that the rules accept; the best one, where that is asked."""
        name, asked, best = self.puzzle.name, msgspec.structs.replace(self.case, answer=None), None
        for answer, by in found:
            if answer.fail or claim_fault(name, asked, answer):
                continue
            if best is None or _beats(name, asked, answer, best[0]):
                best = answer, by
            if self.puzzle.goal.asks != "best":
                break
        return best and Decision(best[0], by=best[1])

    def _best(self, found: Decision, answer: Answer) -> Decision:
        """Return the best arrangement that can be reached from one, and the proof of it if there is one."""
        while True:
            self.case = msgspec.structs.replace(self.case, answer=answer)
            better = self._refuted(self._left()) or self._tried()
            if better is None or better.answer is None:
                proof = None if better is None else better.proof
                return Decision(answer, proof, found.by, solver_missing=self.solver_missing)
            found, answer = better, better.answer

    def _left(self) -> float:
        return self.until - time.monotonic()

    def _budget(self, nodes: int = 1 << 62) -> Budget:
        return Budget(nodes, min(self._left(), _SEARCH * self.seconds))

    def _counted(self) -> Decision | None:
        """Bound the pieces by what holds one each, which takes no certificate, or else by sets that hold so many."""
        if self.puzzle.goal.may_fail:
            most, line = counted_line(self.puzzle.row, self.board)
            self.most = min(self.most, most)
            if line:
                return Decision(proof=Proof(line))
        claim = claim_of(self.puzzle, self.case)
        return _by(counted_proof(claim), "") if claim else None

    def _refuted(self, seconds: float) -> Decision | None:
        """Refute what the case claims, or would claim, by sums of its rules."""
        return self._asked(refute, seconds, MOST_CELLS, "branch and bound")

    def _tried(self, nodes: int = 1 << 62) -> Decision | None:
        found = search(self.puzzle, self.case, self._budget(nodes))
        if self.puzzle.row.theorem(self.board.n) is False:
            line = f"theorem: {self.board.n} {self.puzzle.row.many} can't be placed on a board of this size"
            found = Proof(f"{line}; {found.line}" if isinstance(found, Proof) else line)
        return _searched(found)

    def _solved(self) -> Decision | None:
        start = time.monotonic()
        found = self._asked(solve, self._left(), SOLVED_CELLS, "CP-SAT")
        took = f"{time.monotonic() - start:.1f} s"
        if found and found.proof:
            return Decision(proof=Proof(f"{found.proof.line}, {took}"))
        return found and msgspec.structs.replace(found, by=f"{found.by}, {took}")

    def _asked(self, solver: Solver, seconds: float, most_cells: int, by: str) -> Decision | None:
        """Ask a solver for the cells of pieces such as the rules accept, or for a proof; None, and a note of that,
        where OR-Tools is not there."""
        claim = claim_of(self.puzzle, self.case, most_cells) if self._left() > 0 else None
        if claim is None:
            return None
        try:
            found = solver(claim, min(self._left(), seconds))
        except JudgeError as error:
            if error.code != MISSING:
                raise
            self.solver_missing = True
            return None
        if isinstance(found, tuple):
            return _by(refuter_of(self.puzzle, self.case, found), by)
        return _by(found, by)


def _by(found: Answer | Proof | None, whom: str, *, proven: bool = False) -> Decision | None:
    """Return what somebody has found as a decision."""
    if isinstance(found, Proof):
        return Decision(proof=found)
    return None if found is None else Decision(found, by=whom, proven=proven)


def _searched(found: Answer | Proof | None) -> Decision | None:
    return _by(found, "exhaustive search", proven=True)


def _beats(puzzle: str, case: Case, answer: Answer, known: Answer) -> bool:
    """Say whether an answer would refute another, as answer.txt of the case."""
    finding = puzzles.judge_answer(msgspec.structs.replace(case, answer=known), puzzle, answer)
    return finding is not None and finding.refutes_key


def needs_answer(problem: Problem, case: Case, *, again: bool) -> bool:
    """Say whether a case has no answer and needs one; with `again` also whether it has a FAIL, or a best, that no
    certificate, count or theorem proves."""
    if problem.keyless or problem.validator:  # without a board, nothing here knows an answer
        return False
    if case.answer is None:
        return True
    root, puzzle = Path(problem.path), puzzles.puzzle_named(problem.puzzle)
    if not again or not refuting(puzzle, case):
        return False
    if certificate_fault(root, problem.puzzle, case) is not None:
        return True
    there = (root / case.group / case.name / CERTIFICATE).is_file()
    return not (there or (case.answer.fail and is_known(puzzle, case)))


def is_known(puzzle: Puzzle, case: Case) -> bool:
    """Say whether a theorem or counting decides a FAIL; `judge` holds it against the theorem."""
    return puzzle.row.theorem(case.board.n) is not None or bool(counted_line(puzzle.row, case.board)[1])


def unproven(root: Path, puzzle: str, case: Case) -> Finding | ReadWarning | None:
    """Return W118 for a FAIL that is only believed, W123 for a best that is, E416 for what an arrangement refutes.

    None for what a certificate, a theorem, counting or trying everything proves, and where nothing is claimed.
    """
    chosen, answer = puzzles.puzzle_named(puzzle), case.answer
    if answer is None or not refuting(chosen, case) or (root / case.group / case.name / CERTIFICATE).exists():
        return None
    if answer.fail and is_known(chosen, case):
        return None
    found = search(chosen, case, Budget(_SMALL))
    if isinstance(found, Answer):
        repair = f"judge answers {root} --again  keeps such an arrangement: copy it over answer.txt"
        where = str(root / case.group / case.name / "answer.txt")
        return Finding("E416", _refuted(case), where=where, help=repair, verdict=Verdict.JE)
    if found is not None:
        return None
    if answer.fail:
        return ReadWarning("W118", f"FAIL is believed, not checked: {case.why_fail}", 2)
    return ReadWarning("W123", "the best is believed, not checked: no certificate rules out a better one", 1)


def _refuted(case: Case) -> str:
    if case.answer is not None and case.answer.fail:
        return f"answer.txt says FAIL, but {case.board.pieces} pieces can be placed"
    return "answer.txt does not hold the best: there is a better arrangement"


def write_proof(folder: Path, proof: Proof | None) -> None:
    """Write the certificate alone, or take away one that was there. JudgeError E435 where that can't be done."""
    path = folder / CERTIFICATE
    if proof and proof.certificate:
        write_file(path, write_certificate(proof.certificate))
    else:
        remove(path)
