"""The rules of a row: what they refuse is what its words forbid, for the judge, for a search and for an export."""

from __future__ import annotations

import random

import pytest

from judge.model import Case, Instance
from judge.problems import Puzzle, Trial
from judge.problems.icpc.validators.case import Case as PlainCase
from judge.problems.icpc.validators.verdict import rule_fault as plain_fault
from judge.problems.puzzles.constraints import Quota
from judge.problems.puzzles.looking import rule_fault
from judge.problems.row.export import form_of_row, terms_of_row
from tests.problems.row.rows import RAW, filled, keeps, made, own, row_of


@pytest.mark.parametrize("name", RAW)
def test_a_board_is_refused_where_the_words_forbid_it(name: str) -> None:
    puzzle = own(name)[1]
    dice, broken = random.Random(7), 0
    form, terms = form_of_row(row_of(name), ("ANY",)), terms_of_row(row_of(name), strict=False)
    for seed in range(60):
        board = made(name, dice.randrange(2, 6), seed)
        answer = filled(board, dice.randrange(1, 2 + 2 * board.n), dice)
        trial = Trial(puzzle.words, Case("", "", board), answer, board=answer.board)
        assert answer.board is not None
        right = keeps(name, board, answer.board)
        broken += not right
        assert (rule_fault(puzzle.rules, trial) is None) == right, (board, answer)
        read: PlainCase = form.read(puzzle.stdin(board, puzzle.cases.write(board)))
        rows = [bytes(line.tolist()) for line in answer.board]
        assert (plain_fault(read, rows, None, terms) is None) == right, (board, answer)
        held = [(quota, sum(int(answer.board[cell] == 1) for cell in quota.cells)) for quota in _quotas(puzzle, board)]
        assert all(quota.least <= count <= quota.most for quota, count in held) == right
    assert broken > 2  # boards at random mostly break a rule


def _quotas(puzzle: Puzzle, board: Instance) -> list[Quota]:
    return [quota for rule in puzzle.rules for quota in rule.quotas(board)]
