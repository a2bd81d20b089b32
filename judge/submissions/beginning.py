"""In which of several sources a program begins: by their names, by what they do, and by which takes in which."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from judge.model import Programs
from judge.model.programs import UNSAID
from judge.submissions.alone import runs
from judge.submissions.contract import contract_of
from judge.submissions.imports import files_of_modules, imported_modules
from judge.submissions.languages import needs_main
from judge.submissions.syntax import UnreadableError, parse

BEGINNINGS = ("homework", "main", "solution")
CALL_IT = "let the one that is run be called homework, main or solution, and no other so"
PARSED_LIMIT = 512 << 10  # bytes
_MAIN = re.compile(rb"^[ \t]*(?:[\w\[\]]+[ \t]+)*main[ \t]*\(|^if[ \t(]+__name__\b", re.MULTILINE)
_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
_JUNIT = re.compile(rb"^[ \t]*import[ \t]+(?:static[ \t]+)?(?:org\.junit|junit\.framework|org\.testng)\b", re.MULTILINE)
_UNITTEST = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(?:unittest|pytest)\b", re.MULTILINE)
_REQUIRED = re.compile(rb"""\b(?:require|from|import)\b[ \t(]*["']\./([\w./-]+)["']""")  # JavaScript


def run_of(sources: Mapping[str, bytes], rules: Programs = UNSAID) -> list[str]:
    """Return which of these sources, by path within their folder, may be the one that is run; one alone where it is
    clear. `rules` are what the package says of programs.

    It is the only source there is, the only homework.*, main.* or solution.* that is not deeper than another of them,
    or the only one that runs by itself and that no other takes in.
    """
    if len(sources) == 1:
        return list(sources)
    called = [path for path in sources if begins(path)]
    least = min((path.count("/") for path in called), default=0)
    upmost = {path: sources[path] for path in called if path.count("/") == least}
    return _runnable(upmost) or list(upmost) or standing_alone(sources, rules)


def standing_alone(sources: Mapping[str, bytes], rules: Programs = UNSAID) -> list[str]:
    """Return the sources that run by themselves and that no other takes in.

    Of several it is the one with a main that lies least deep and is the only one of its language; of classes of Java in
    packages the ones that no other source names.
    """
    own = {path: text for path, text in sources.items() if not is_unit_test(path, text)}
    short, taken = is_short(own), _parts(own)
    begun = [path for path, text in own.items() if _may_begin(path, text, rules, short=short)]
    begun = [path for path in begun if path not in taken] or begun
    mains = [path for path in begun if has_main(own[path])]
    if len(begun) < 2 or not mains:
        return begun
    least = min(path.count("/") for path in mains)
    upmost = [path for path in mains if path.count("/") == least]
    if len(upmost) == 1 and sum(path.endswith(PurePosixPath(upmost[0]).suffix) for path in mains) == 1:
        return upmost
    packages = all("/" in path for path in own) and all(path.endswith(".java") for path in mains)
    return ([path for path in mains if not _is_named(path, own)] if packages else []) or mains


def hang_together(sources: Mapping[str, bytes]) -> bool:
    """Say whether imports connect all of these sources: then none of them is a submission of its own."""
    links = [{path, *taken_in(path, text, sources)} for path, text in sources.items()]
    reached = links.pop()
    while near := [link for link in links if link & reached]:
        links = [link for link in links if not link & reached]
        reached = reached.union(*near)
    return not links


def is_short(sources: Mapping[str, bytes]) -> bool:
    """Say whether all Python files together are short enough to be parsed, which takes seconds for each MiB."""
    return sum(len(text) for path, text in sources.items() if path.endswith(".py")) <= PARSED_LIMIT


def has_main(text: bytes) -> bool:
    """Say whether a program begins in a file, in whatever language."""
    return _MAIN.search(text) is not None


def begins(path: str) -> bool:
    """Say whether a file is called as one that is run: Python itself runs the `__main__.py` of a folder."""
    name = PurePosixPath(path).name
    return name.lower().startswith(BEGINNINGS) or name == "__main__.py"


def _may_begin(path: str, text: bytes, rules: Programs, *, short: bool) -> bool:
    """Say whether a source runs by itself, or is a function that can be called."""
    if needs_main(PurePosixPath(path).suffix):
        return has_main(text)
    if not path.endswith(".py"):
        return True
    if not short:
        return has_main(text)
    try:
        return runs(parse(text)) or contract_of(text, Path(path), rules) == ("function", None)
    except (SyntaxError, UnreadableError):  # Python 2
        return True


def _runnable(sources: Mapping[str, bytes]) -> list[str]:
    """Return those that are no part of another, and have a main where their language asks for one."""
    taken = _parts(sources)
    return [
        path
        for path, text in sources.items()
        if path not in taken and (not needs_main(PurePosixPath(path).suffix) or has_main(text))
    ]


def _parts(sources: Mapping[str, bytes]) -> set[str]:
    return {part for path, text in sources.items() for part in taken_in(path, text, sources)}


def taken_in(path: str, text: bytes, sources: Mapping[str, bytes]) -> set[str]:
    """Return the other sources that this one takes in: by imports in Python, by path in JavaScript."""
    others = [other for other in sources if other != path]
    if path.endswith((".js", ".mjs")):
        named = {PurePosixPath(path).parent / word.decode() for word in _REQUIRED.findall(text)}
        return {other for other in others if {PurePosixPath(other), PurePosixPath(other).with_suffix("")} & named}
    if not path.endswith(".py"):
        return set()
    own = [name for name in _modules(text) if name.partition(".")[0] not in sys.stdlib_module_names]
    return set(files_of_modules(own, others))


def _modules(text: bytes) -> list[str]:
    if len(text) <= PARSED_LIMIT:
        try:
            return list(imported_modules(parse(text)))
        except (SyntaxError, UnreadableError):  # Python 2
            pass
    return [name.decode() for name in _IMPORTED.findall(text)]


def _is_named(path: str, sources: Mapping[str, bytes]) -> bool:
    """Say whether another source names the class that this file is called after."""
    word = re.compile(rb"\b" + re.escape(PurePosixPath(path).stem.encode()) + rb"\b")
    return any(word.search(text) for other, text in sources.items() if other != path)


def is_unit_test(path: str, text: bytes) -> bool:
    """Say whether a source file holds unit tests, which run by themselves and are not what is handed in."""
    framework = _JUNIT if path.endswith(".java") else _UNITTEST if path.endswith(".py") else None
    return framework is not None and framework.search(text) is not None
