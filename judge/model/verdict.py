"""The nouns of what is said about an attempt: its verdict, why, and what was read tolerantly."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import PurePath

import msgspec
from msgspec import UNSET, UnsetType

from judge.errors import advice

REFUTES_KEY, LACKS_KEY = "E301", "E302"  # codes on which more hangs than words


class Verdict(StrEnum):
    """ICPC's names. JE is the judge's own fault: it costs nobody a point and gives nobody one."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RTE = "RTE"
    CE = "CE"
    JE = "JE"


class ReadWarning(msgspec.Struct, frozen=True):
    """Something that was read tolerantly: a W code, one sentence, and the line where it first occurs."""

    code: str
    message: str
    line: int = 0


class Finding(msgspec.Struct, frozen=True):
    """Why an answer or a run is not accepted: a code, one sentence, the cells (row, column) from 1."""

    class Excerpt(msgspec.Struct, frozen=True):
        """A line of a submission, and the place in it: characters from `column` to before `end`, counted from 1; 0 for
        the whole line. `text` is the line as it stands in the file, empty where it is too long to be shown."""

        file: str  # as its author called it
        line: int
        text: str = ""
        column: int = 0
        end: int = 0

        def __str__(self) -> str:
            return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"

    code: str
    message: str
    cells: tuple[tuple[int, int], ...] = ()
    where: str = ""  # "output.txt line 3, column 5"
    note: str = ""
    help: str = ""
    verdict: Verdict = Verdict.WA
    traceback: str = ""  # of an error of the judge, for whoever repairs it; students are never shown it
    excerpt: Excerpt | None = None  # of the submission's own source, where `where` is a place in it
    command: str | UnsetType = UNSET  # what to do in a terminal, which not every reader has

    @property
    def refutes_key(self) -> bool:
        """Say whether the answer shows that answer.txt is wrong: it has what that says there is not."""
        return self.code == REFUTES_KEY

    @property
    def lacks_key(self) -> bool:
        """Say whether nothing but an answer.txt could tell what is right, and the case has none."""
        return self.code == LACKS_KEY

    @property
    def advice(self) -> str:
        """Return what to do, as the help and in a terminal."""
        return advice(self.help, self.command or "")

    def noted(self, *words: str, before: str = "", apart: str = "\n") -> Finding:
        """Return it with these words behind its note, or `before` it; empty ones say nothing."""
        return msgspec.structs.replace(self, note=apart.join(filter(None, (before, self.note, *words))))

    def at(self, excerpt: Finding.Excerpt | None) -> Finding:
        """Return it with a place in the submission's source; unchanged without one."""
        if excerpt is None:
            return self
        return msgspec.structs.replace(self, where=str(excerpt), excerpt=excerpt)

    def of_file(self, was: PurePath, file: PurePath) -> Finding:
        """Return the same about another file of the same bytes than the one that `was` run: nobody reads what somebody
        else has called that."""

        def named(text: str) -> str:
            # A file is told from any folder, as /submission/mine.py; a folder may be called queens, or will.
            before, behind = (r"(?<![\w.-])", r"(?![\w-])") if was.suffix else (r"(?<![\w./-])", "(?=/)")
            for old, new in ((str(was), str(file)), (was.name, file.name)):
                text = new.join(re.split(f"{before}{re.escape(old)}{behind}", text))
            return text

        texts = {field: named(getattr(self, field)) for field in ("message", "where", "note", "help")}
        place = self.excerpt and msgspec.structs.replace(self.excerpt, file=named(self.excerpt.file))
        return msgspec.structs.replace(self, excerpt=place, **texts)
