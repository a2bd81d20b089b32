"""Check again what a package claims without a certificate: by a theorem, by counting, by trying everything."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from judge.model import Answer, Case, Finding, ReadWarning, Verdict
from judge.problems.proofs.certificate_file import NAME
from judge.problems.proofs.claim import claim_of
from judge.problems.proofs.counting import count_bound, counted
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.proofs.quota_search import search_quotas
from judge.problems.proofs.refuter import arranged, refuter_of
from judge.problems.puzzles import named
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, is_homeworks
from judge.problems.search.deciding import searched
from judge.problems.walk import TooManySteps

_SMALL = Effort(nodes=3000)  # half a second at most
_STEPS_A_SECOND, _MOST_CELLS = 10_000, 200  # of a search that knows nothing but the rules


def unproven(root: Path, puzzle: str, case: Case) -> Finding | ReadWarning | None:
    """Return W118 for a FAIL that is only believed, W123 for a best that is, E416 for what an arrangement refutes.

    None for what a certificate, a theorem, counting or trying everything proves, and where nothing is claimed.
    """
    chosen, answer = named(puzzle), case.answer
    if answer is None or not chosen.goal.refutes(case) or (root / case.group / case.name / NAME).exists():
        return None
    if answer.fail and is_known(chosen, case):
        return None
    found = tried(puzzle, case, _SMALL)
    if isinstance(found, Answer):
        repair = f"judge answers {root} --again  keeps such an arrangement: copy it over answer.txt"
        where = str(root / case.group / case.name / "answer.txt")
        return Finding("E416", _refuted(case), where=where, help=repair, verdict=Verdict.JE)
    if found is not None:
        return None
    if answer.fail:
        return ReadWarning("W118", f"FAIL is believed, not checked: {case.why_fail}", 2)
    return ReadWarning("W123", "the best is believed, not checked: no certificate rules out a better one", 1)


def tried(puzzle: str, case: Case, effort: Effort) -> Answer | Proof | None:
    """Return what trying everything finds; None where the effort is too small, or the rules are none it knows."""
    known = named(puzzle)
    if is_homeworks(known) and known.rules != (no_attack,):
        return search_rows(known, case, effort)
    claim = claim_of(known, case)
    found = search_quotas(claim, effort) if claim else None
    if found is None and known.goal.asks == "one":
        return tried_small(known, case, effort)
    return refuter_of(known, case, found) if isinstance(found, tuple) else found


def is_known(puzzle: Puzzle, case: Case) -> bool:
    """Say whether a theorem or counting decides a FAIL; `judge` holds it against the theorem."""
    if puzzle.exists(case.board.n) is not None:
        return True
    return is_homeworks(puzzle) and no_attack in puzzle.rules and count_bound(case.board).proof is not None


def _refuted(case: Case) -> str:
    if case.answer is not None and case.answer.fail:
        return f"answer.txt says FAIL, but {case.board.pieces} pieces can be placed"
    return "answer.txt does not hold the best: there is a better arrangement"


def tried_small(puzzle: Puzzle, case: Case, effort: Effort) -> Answer | Proof | None:
    """Return what is right on a small board, found by trying everything; None where that takes too long."""
    steps = int(min(effort.nodes, effort.seconds * _STEPS_A_SECOND))
    if puzzle.small is None or case.board.grid.size > _MOST_CELLS:
        return None
    try:
        found = searched(puzzle, case.board, steps)
    except TooManySteps:
        return None
    return Proof(found[1]) if found and found[0].fail else found and found[0]


def search_rows(puzzle: Puzzle, case: Case, effort: Effort) -> Answer | Proof | None:
    """Try every arrangement of one piece a row, whatever the rules of the puzzle are.

    Return an arrangement, or the proof that there is none; None where the effort was too small, or the board has trees
    or another number of pieces than rows. The rules must forbid what a part of an arrangement breaks already.
    """
    board, start, nodes = case.board, time.monotonic(), 0
    n = board.n
    if board.pieces != n or board.grid.any():
        return None
    columns = [-1]
    while columns:
        columns[-1] += 1
        if columns[-1] == n:
            columns.pop()
            continue
        nodes += 1
        if nodes > effort.nodes or time.monotonic() - start > effort.seconds:
            return None
        trial = Trial(puzzle.words, case, Answer(), columns=np.array(columns, np.int64))
        if any(rule(trial) for rule in puzzle.rules):
            continue
        if len(columns) == n:
            return Answer(board=arranged(board, list(enumerate(columns))))
        columns.append(-1)
    took = f"{counted(nodes, 'node')}, {time.monotonic() - start:.1f} s"
    return Proof(f"exhaustive search by judge, {took}: no arrangement of {counted(n, 'piece')}, row by row")
