"""Which files go with the one that is run: a function is judged alone, a program with what may be a part of it."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from judge.classroom.homework.handed import Handed
from judge.classroom.homework.unclear import UnclearError
from judge.model import Programs
from judge.submissions.contract import contract_of
from judge.submissions.read import is_alone, needed_beside, not_alone

_SOLVE = re.compile(rb"^(?:async[ \t]+)?def[ \t]+solve\b", re.MULTILINE)
_CASE = ("input.txt", "output.txt")  # which the judge gives a program, or has it write
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")


def together(handed: Handed, main: str, rules: Programs) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Return the files that are judged with `main`, and the names of those that are not. UnclearError for a function
    that imports another file: as one file it can't run, and with that one it would be judged as a program."""
    others = [path for path in handed.data if path != main]
    if is_alone(main, handed.sources, rules):
        if needed := needed_beside(main, handed.sources):
            raise UnclearError(handed.pile.folder, not_alone(main, needed), "let the student hand in one file")
        return ((main, handed.data[main]),), others
    _say_helper(handed, main, rules)
    documents = _documents(handed.data[main], others)
    return tuple((path, handed.data[path]) for path in sorted(handed.data) if path not in documents), documents


def _say_helper(handed: Handed, main: str, rules: Programs) -> None:
    """Remark on a program that defines `solve`: another reader might take it for a function."""
    source, others = handed.data[main], [path for path in handed.sources if path != main]
    if (
        main.endswith(".py")
        and _SOLVE.search(source)
        and contract_of(source, Path(main), rules, others)[0] == "program"
    ):
        handed.remarks.append(f"{main}: judged as a program, of which solve is a helper")


def _documents(source: bytes, others: list[str]) -> list[str]:
    """Return which other files are no part of a program: all reports beside a source that names none of them, where
    nothing else lies there, and the files that the judge gives it."""
    given = [path for path in others if path in _CASE]
    reports = [path for path in others if path.lower().endswith(DOCUMENTS) and _name(path) not in source]
    documents = list(dict.fromkeys([*given, *reports]))
    return documents if len(documents) == len(others) else given


def _name(path: str) -> bytes:
    return PurePosixPath(path).name.encode()
