"""A case whose answer.txt is refuted: submissions have found an arrangement where it says FAIL, or a better one."""

from __future__ import annotations

from pathlib import Path

import msgspec

from judge.text import listed

FOLDER = Path(".judge/refuted")


class WrongKey(msgspec.Struct, frozen=True):
    """The case, who has refuted it, and how the package says that FAIL was proven. `package` is its folder. `witness`
    holds an arrangement as an answer.txt would; none is kept of a large board. Where `scored`, answer.txt has one too,
    and is not the best."""

    problem: str
    package: str
    group: str
    case: str
    by: tuple[str, ...]
    note: str = ""
    witness: Path | None = None
    scored: bool = False

    @staticmethod
    def witness_path(problem: str, group: str, case: str) -> Path:
        """Return the file that holds the arrangement that was found for a case."""
        return FOLDER / f"{problem}-{group}-{case}.txt"

    def __str__(self) -> str:
        """Return it as one sentence."""
        who = listed(self.by, 3)
        kept = f", kept in {self.witness}" if self.witness else ""
        wrong, found = ("it is not the best", "a better one") if self.scored else ("it says FAIL", "an arrangement")
        return f"the answer key of {self.group}/{self.case} is wrong: {wrong}, {who} found {found}{kept}"

    @property
    def repairs(self) -> tuple[str, str]:
        """Return what is to be done about it, first and then."""
        answer = Path(self.package, self.group, self.case, "answer.txt")
        put = f"cp {self.witness} {answer}" if self.witness else f"write an arrangement into {answer}"
        return put, f"judge regrade --problem {self.package or self.problem} --reason TEXT"

    @property
    def help(self) -> str:
        """Return the same on one line."""
        return "   and then   ".join(self.repairs)
