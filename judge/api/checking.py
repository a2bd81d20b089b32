"""`judge.check`: is this answer right? And what it returns."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.judging import Checked
from judge.model import Finding, ReadWarning, Verdict
from judge.problems import puzzle_named
from judge.reports import finding_html, finding_lines, notice_lines
from judge.text import clean_line

_WIDTH = 100


def check(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> CheckResult:
    """Check an answer by the rules of a puzzle, or by the package of a case; run no submission.

    board   -- an array or lists of 0 (free) and 2 (tree), n x n; or rows of digits as text; or the text of an
               input.txt, or its pathlib.Path: a case of a package is judged as the package says
    answer  -- what `solve` returns: an array or lists of 0, 1 and 2, None for FAIL, for all-queens the arrangements
               or their number; or the text of an output.txt, or its pathlib.Path, as it must be where there is no board
    puzzle  -- lizards, queens, spies or all-queens; by default that of the package of a path, else lizards
    pieces  -- how many are to be placed; by default what an input.txt says, else as many as the board has rows

    The result is true where the answer is right; print it to see the board with the cells in conflict. JudgeError
    for what is no board, no answer or no puzzle.
    """
    return CheckResult.of(Checked.of_values(board, answer, puzzle, pieces))


class CheckResult(msgspec.Struct, frozen=True, eq=False):
    """The verdict on an answer. It is true where the answer is right.

    `cells` are those in conflict, as (row, column) from 1. `warnings` says what was read tolerantly, `board` is the
    answer as an array, None where it is no board. The verdict is JE where nobody knows what is right.
    """

    puzzle: str
    verdict: Verdict = Verdict.AC
    code: str = ""
    message: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    where: str = ""
    note: str = ""
    help: str = ""
    warnings: tuple[ReadWarning, ...] = ()
    board: Any = None

    @classmethod
    def of(cls, checked: Checked) -> CheckResult:
        """Return what was checked in these words."""
        found, seen = checked.finding, (checked.answer_notices, checked.board)
        if found is None:
            return cls(checked.puzzle, warnings=seen[0], board=seen[1])
        said = (found.verdict, found.code, found.message, found.cells, found.where, found.note, found.advice)
        return cls(checked.puzzle, *said, *seen)

    def __bool__(self) -> bool:
        return self.verdict is Verdict.AC

    def __repr__(self) -> str:
        said = f" {self.code}: {clean_line(self.message)}" if self.code else ""
        return f"<judge.CheckResult {self.puzzle} {self.verdict}{said}>"

    def __str__(self) -> str:
        finding, piece = self._finding(), puzzle_named(self.puzzle).row.one
        whole = finding_lines(finding, self.board, piece, width=_WIDTH).plain if finding else "OK"
        return "\n".join(filter(None, (notice_lines(self.warnings, "the answer", _WIDTH).plain, whole)))

    def _repr_html_(self) -> str:
        return finding_html(self._finding(), self.board, puzzle_named(self.puzzle).row.one, self.warnings)

    def _finding(self) -> Finding | None:
        if self:
            return None
        return Finding(self.code, self.message, self.cells, self.where, self.note, self.help, self.verdict)
