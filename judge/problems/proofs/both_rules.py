"""Hold an arrangement against the rules twice: the plain ones, and those at the speed of the machine."""

from __future__ import annotations

import msgspec

from judge.model import Answer, Case
from judge.problems import puzzles
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.rules.twofold import disagreement
from judge.problems.puzzles.spies import no_three_in_line
from judge.problems.rules.plain import PIECE, plain_attack, plain_collinear

_ONLY_THE_PACKAGE_KNOWS = "E302"
_MANY = 200  # rows: with more, every three pieces would take seconds


def refused(puzzle: str, case: Case, answer: Answer) -> str:
    """Return why an arrangement or a count is none of the case; "" where both ways of checking accept it."""
    finding = puzzles.judge(msgspec.structs.replace(case, answer=None), puzzle, answer)
    unproven = answer.count is None and (answer.fail or not puzzles.named(puzzle).goal.shows)
    if finding and (finding.code != _ONLY_THE_PACKAGE_KNOWS or unproven):
        return finding.message
    if answer.board is None:
        return ""
    from judge.problems.rules.fast import fast_attack, fast_collinear

    rules, columns = puzzles.named(puzzle).rules, (answer.board == PIECE).argmax(axis=1)
    trial = Trial(puzzles.named(puzzle).words, case, answer, board=answer.board)
    if differ := next(filter(None, (disagreement(rule, trial) for rule in rules)), ""):
        return f"the judge's two rules do not agree: {differ}"
    if no_attack in rules and (plain_attack(answer.board) or fast_attack(answer.board)):
        return "two pieces attack each other"
    if no_three_in_line not in rules:
        return ""
    plain = plain_collinear(columns) if len(columns) <= _MANY else None
    return "three pieces stand on one straight line" if plain or fast_collinear(columns) else ""
