"""What `judge.check` returns."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.judging.check import Checked
from judge.model import Finding, ReadWarning, Verdict
from judge.problems.check import word
from judge.reports.notebook.finding import finding_html
from judge.reports.sanitize import clean_line
from judge.reports.terminal.diagnostic import finding_lines, notice_lines

_WIDTH = 100


class CheckResult(msgspec.Struct, frozen=True, eq=False):
    """What was said of an answer. It is true where the answer is right.

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
        said = (found.verdict, found.code, found.message, found.cells, found.where, found.note, found.help)
        return cls(checked.puzzle, *said, *seen)

    def __bool__(self) -> bool:
        return self.verdict is Verdict.AC

    def __repr__(self) -> str:
        said = f" {self.code}: {clean_line(self.message)}" if self.code else ""
        return f"<judge.CheckResult {self.puzzle} {self.verdict}{said}>"

    def __str__(self) -> str:
        finding = self._finding()
        whole = finding_lines(finding, self.board, word(self.puzzle), width=_WIDTH).plain if finding else "OK"
        return "\n".join(filter(None, (notice_lines(self.warnings, "the answer", _WIDTH).plain, whole)))

    def _repr_html_(self) -> str:
        return finding_html(self._finding(), self.board, word(self.puzzle), self.warnings)

    def _finding(self) -> Finding | None:
        if self:
            return None
        return Finding(self.code, self.message, self.cells, self.where, self.note, self.help, self.verdict)
