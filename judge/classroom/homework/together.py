"""Which files go with the one that is run: a function is judged alone, a program with what may be a part of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path, PurePosixPath

from judge.classroom.homework.handed import Handed
from judge.classroom.homework.unclear import UnclearError, listed
from judge.model import Programs
from judge.submissions.contract import contract_of
from judge.submissions.read import handed_in
from judge.submissions.syntax import UnreadableError, parse

_SOLVE = re.compile(rb"^(?:async[ \t]+)?def[ \t]+solve\b", re.MULTILINE)
DOCUMENTS = (".md", ".txt", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".html", ".png", ".jpg", ".jpeg", ".log")


def check_alone(handed: Handed, main: str, rules: Programs) -> None:
    """Refuse a function that needs another file: it is judged as one file, and with a second one that it imports it
    would be judged as something it is not."""
    source = handed.data[main]
    if not _is_function(main, source, rules):
        return
    needed = _imported(source)
    beside = [path for path in handed.sources if path != main and PurePosixPath(path).stem in needed]
    if beside:
        what = f"{main} defines solve, which is judged as one file, but it imports {listed(beside)}"
        raise UnclearError(handed.pile.folder, what, "let the student hand in one file")


def say_helper(handed: Handed, main: str, rules: Programs) -> None:
    """Remark on a program that defines `solve`: another reader might take it for a function."""
    source = handed.data[main]
    if main.endswith(".py") and _SOLVE.search(source) and contract_of(source, Path(main), rules)[0] == "program":
        handed.remarks.append(f"{main}: judged as a program, of which solve is a helper")


def _imported(source: bytes) -> set[str]:
    """Return the names of the modules that a file imports, those of a package each by itself."""
    try:
        tree = parse(source)
    except (SyntaxError, UnreadableError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names.update(part for alias in aliases for part in alias.name.split("."))
            case ast.ImportFrom(module=module, names=aliases):
                names.update((module or "").split("."))
                names.update(alias.name for alias in aliases if node.level or not module)
    return names


def _is_function(main: str, source: bytes, rules: Programs) -> bool:
    alone = handed_in("", "", main, ((main, source),), rules)
    return alone.contract == "function" and alone.fault is None


def without_documents(
    main: str, data: dict[str, bytes], rules: Programs
) -> tuple[tuple[tuple[str, bytes], ...], list[str]]:
    """Take a source beside a report as one file; what the source names stays, except the files that the judge gives
    it."""
    source = data[main]
    others = [path for path in data if path != main]
    if _is_function(main, source, rules):
        return ((main, source),), others
    documents = [
        path
        for path in others
        if path.lower().endswith(DOCUMENTS)
        and (path in ("input.txt", "output.txt") or PurePosixPath(path).name.encode() not in source)
    ]
    if len(documents) < len(others):
        documents = [path for path in documents if path in ("input.txt", "output.txt")]
    return tuple((path, data[path]) for path in sorted(data) if path not in documents), documents
