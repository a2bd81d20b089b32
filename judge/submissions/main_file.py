"""Which of many files is run: the one that somebody has named, else the one that stands out among the sources.

It stands out by its name, by what it does, and by which takes in which.
"""

from __future__ import annotations

import ast
import posixpath
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from judge.model import Programs
from judge.submissions.contract import UNSAID, contract_of
from judge.submissions.language import languages
from judge.submissions.source import Source
from judge.submissions.tree import files_of_modules, imported_modules, parse, reads_case, runs_something, tree_in

BEGINNINGS = ("homework", "main", "solution")
CALL_IT = "let the one that is run be called homework, main or solution, and no other so"
PARSED_LIMIT = 512 << 10  # bytes
_MAIN = re.compile(rb"(?:^|;)[ \t]*(?:[\w:\[\]{}]+[ \t]+)*main[ \t]*\(|^if[ \t(]+__name__\b", re.MULTILINE)
_DEFINED = re.compile(r"(?:^|;)[ \t]*(?:[\w:\[\]{}]+[ \t]+)*main[ \t]*\([^;{}]{0,400}\{", re.MULTILINE)
_CONDITION = re.compile(r"[ \t]*#[ \t]*(if(?:ndef\b|[ \t]*(?:!|1\b))?|else|endif)")  # of C and C++
_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
_REQUIRED = re.compile(rb"""\b(?:require|from|import)\b[ \t(]*["'`](\.{1,2}(?:/[\w./-]*)?)["'`]""")  # JavaScript
SOLVES = "it alone defines solve, and nothing else in it reads a case"
RUNS = "it alone runs by itself, and no other file needs it"
CALLED = "it is called as its folder, its zip or the homework is"
_WORD = re.compile(r"\w+")
# What Canvas makes of `hw1.py` where a file of that name was handed in before.
_AGAIN = re.compile(r"(?P<stem>.+)-(?P<number>\d{1,3})(?P<ending>\.[^./]+)", re.DOTALL)


class Version(NamedTuple):
    """A file's name as its author gave it, and which of Canvas's copies of that name it is; 0 is the first."""

    name: str
    number: int


class MainFile(NamedTuple):
    """The files that may be run: one alone where that is clear. `why` says by what it was guessed, `help` what makes
    it clear."""

    paths: list[str]
    why: str = ""
    help: str = CALL_IT

    @staticmethod
    def of(sources: Mapping[str, bytes], rules: Programs, names: Sequence[str] = ()) -> MainFile:
        """Return which of these sources is run. `rules` are what the package says of programs, `names` what the
        folders, the zip and the problem are called that the sources belong to."""
        if len(sources) == 1:
            return MainFile([*sources])
        begun, solver = run_of(sources, rules), _lone_function(sources, rules)
        guessed = not any(map(main_begins, begun))
        if solver and guessed and not all(path.endswith(".py") for path in begun):
            begun = [*dict.fromkeys((*begun, solver))]  # a function, or a program beside it
        told = len(begun) == 1 and (main_begins(begun[0]) or has_main(sources[begun[0]]))
        if solver and ((told and begun == [solver]) or _any_program(sources, begun, rules)):
            solver = ""
        if solver and not (rules.declared and any(has_main(sources[path]) for path in begun)):
            return MainFile([solver], SOLVES)
        if len(begun) == 1:
            return MainFile(begun, "" if told else RUNS)
        called = {name.lower() for name in names}
        pool = begun or [*sources]
        like = [path for path in pool if PurePosixPath(path).stem.lower() in called]
        if len(like) == 1:
            return MainFile(like, CALLED)
        return MainFile([solver], SOLVES) if solver else MainFile(pool)

    @staticmethod
    def named(paths: Iterable[str], wanted: str, *, exactly: bool = False) -> list[str]:
        """Return which of these paths somebody has named: with its folders or without, without its ending, or as a
        class of Java; if not `exactly`, also before Canvas gave it a number, or in other letters. What is said more
        exactly comes first, then what lies less deep."""
        asked = wanted.strip().replace("\\", "/").removeprefix("./")
        every = {path: path for path in paths}
        if found := _upmost(every, asked):
            return found
        if exactly:
            return []
        small, canvas = {path: path.lower() for path in every}, _before_canvas(every)
        guesses = ((canvas, asked), (small, asked.lower()), (_before_canvas(small), asked.lower()))
        return next(filter(None, (_upmost(known_as, word) for known_as, word in guesses)), [])

    @staticmethod
    def begins_in(text: bytes) -> bool:
        """Say whether a main of C, C++ or Java has its body in a file: in no comment, and below no #if that leaves it
        out where nobody defines anything."""
        shown: list[str] = []
        hides: list[bool] = []  # of each #if around a line, whether it leaves the line out
        for line in Source.bare(text.decode("latin-1")).splitlines(keepends=True) if has_main(text) else ():
            word = found[1] if (found := _CONDITION.match(line)) else ""
            if word.startswith("if"):
                hides.append(word == "if")
            elif word == "else" and hides:
                hides[-1] = not hides[-1]
            elif word == "endif" and hides:
                hides.pop()
            elif not any(hides):
                shown.append(line)
        return _DEFINED.search("".join(shown)) is not None

    @staticmethod
    def is_any_of(sources: Mapping[str, bytes], rules: Programs) -> bool:
        """Say whether one of these is more than a part that others import; yes where they are too long to be parsed."""
        runs = (main_begins(path) or _may_begin(path, text, rules, short=True) for path, text in sources.items())
        return not is_short(sources) or any(runs)


def version_in(name: str) -> Version:
    """Return what a file was called before Canvas called it `hw1-1.py`."""
    match = _AGAIN.fullmatch(name)
    return Version(match["stem"] + match["ending"], int(match["number"])) if match else Version(name, 0)


def defines_solve(path: str, text: bytes) -> bool:
    """Say whether a file binds a function `solve`, whatever a problem asks of its parameters."""
    return path.endswith(".py") and b"solve" in text and contract_of(text, Path(path))[0] == "function"


def _lone_function(sources: Mapping[str, bytes], rules: Programs) -> str:
    """Return the only file that is a function; empty where none or several are, or nobody parses so much."""
    found = [path for path, text in sources.items() if _is_function(path, text, rules)] if is_short(sources) else []
    return found[0] if len(found) == 1 else ""


def _is_function(path: str, text: bytes, rules: Programs) -> bool:
    """Say whether a file is a function of its own, and does not only take that of another file."""
    if not path.endswith(".py") or b"solve" not in text or contract_of(text, Path(path), rules) != ("function", None):
        return False
    imported = (node for node in parse(text).body if isinstance(node, ast.ImportFrom))
    return not any((alias.asname or alias.name) == "solve" for node in imported for alias in node.names)


def _any_program(sources: Mapping[str, bytes], begun: Sequence[str], rules: Programs) -> bool:
    """Say whether one of the files that may be run is in another language, or anything in Python reads a case."""
    if not all(path.endswith(".py") for path in begun):
        return True
    trees = [tree_in(text) for path, text in sources.items() if path.endswith(".py")]
    return any(tree is None or reads_case(tree, rules.input_file) for tree in trees)  # None: nobody knows


# --- where a program begins -------------------------------------------------------------------------------------------
def run_of(sources: Mapping[str, bytes], rules: Programs = UNSAID) -> list[str]:
    """Return which of these sources, by path within their folder, may be the one that is run; one alone where it is
    clear. `rules` are what the package says of programs.

    It is the only homework.*, main.* or solution.* that is not deeper than another of them and no part of another
    source, or the only one that runs by itself and that no other takes in.
    """
    called = [path for path in sources if main_begins(path)]
    called = [path for path in called if not _is_apart(path, sources[path], rules)] or called
    upmost = {path: sources[path] for path in _least_deep(called)}
    taken = _parts(upmost)
    elsewhere = _parts(sources) if upmost else set()  # a part, unless it does something by itself
    runnable = [
        path
        for path, text in upmost.items()
        if path not in taken
        and _has_its_main(path, text)
        and (path not in elsewhere or _may_begin(path, text, rules, short=True))
    ]
    return _surely(runnable, upmost) or standing_alone(sources, rules) or list(upmost)


def standing_alone(sources: Mapping[str, bytes], rules: Programs = UNSAID) -> list[str]:
    """Return the sources that run by themselves and that no other takes in.

    Of several it is the one with a main that lies least deep and is the only one of its language; of classes of Java in
    packages the ones that no other source names.
    """
    own = {path: text for path, text in sources.items() if not _is_apart(path, text, rules)}
    short, taken = is_short(own), _parts(own)
    begun = [path for path, text in own.items() if _may_begin(path, text, rules, short=short)]
    begun = [path for path in begun if path not in taken] or begun
    mains = _surely([path for path in begun if has_main(own[path])], own)
    if len(begun) < 2 or not mains:
        return begun
    upmost = _least_deep(mains)
    if len(upmost) == 1 and sum(path.endswith(PurePosixPath(upmost[0]).suffix) for path in mains) == 1:
        return upmost
    packages = all("/" in path for path in own) and all(path.endswith(".java") for path in mains)
    return (_unnamed(mains, own) if packages else []) or mains


def _is_apart(path: str, text: bytes, rules: Programs) -> bool:
    """Say whether a file is not what is handed in: a unit test, or somebody else's. A `main.py` that reads the case may
    hold tests of its own."""
    if not Source(text, path).is_unit_test:
        return "/node_modules/" in f"/{path}"
    called = path.endswith(".py") and PurePosixPath(path).stem.lower() in BEGINNINGS
    tree = tree_in(text) if called else None
    return tree is None or not reads_case(tree, rules.input_file)


def hang_together(sources: Mapping[str, bytes]) -> bool:
    """Say whether imports connect all of these sources: then none of them is a submission of its own."""
    links = [{path, *imported_sources(path, text, sources)} for path, text in sources.items()]
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
    return (b"main" in text or b"__name__" in text) and _MAIN.search(text) is not None


def main_begins(path: str) -> bool:
    """Say whether a file is called as one that is run: Python itself runs the `__main__.py` of a folder."""
    name = PurePosixPath(path).name
    return name.lower().startswith(BEGINNINGS) or name == "__main__.py"


def _may_begin(path: str, text: bytes, rules: Programs, *, short: bool) -> bool:
    """Say whether a source runs by itself, or is a function that can be called."""
    if not path.endswith(".py"):
        return _has_its_main(path, text)
    if not short:
        return has_main(text)
    tree = tree_in(text)  # None: Python 2
    return tree is None or runs_something(tree) or contract_of(text, Path(path), rules) == ("function", None)


def _has_its_main(path: str, text: bytes) -> bool:
    return not languages().needs_main(path) or has_main(text)


def _surely(paths: list[str], sources: Mapping[str, bytes]) -> list[str]:
    """Return those in which a program surely begins; all where there is none."""
    return [path for path in paths if not languages().needs_main(path) or MainFile.begins_in(sources[path])] or paths


def _least_deep(paths: Iterable[str]) -> list[str]:
    found = list(paths)
    least = min((path.count("/") for path in found), default=0)
    return [path for path in found if path.count("/") == least]


def _parts(sources: Mapping[str, bytes]) -> set[str]:
    return {part for path, text in sources.items() for part in imported_sources(path, text, sources)}


def imported_sources(path: str, text: bytes, sources: Mapping[str, bytes]) -> set[str]:
    """Return the other sources that this one takes in: by imports in Python, by path in JavaScript."""
    others = [other for other in sources if other != path]
    if path.endswith((".js", ".mjs", ".cjs")):
        words = {posixpath.join(posixpath.dirname(path), word.decode()) for word in {*_REQUIRED.findall(text)}}
        named = {posixpath.normpath(word) for word in words}
        named |= {posixpath.normpath(posixpath.join(word, "index")) for word in named}  # of a folder
        return {other for other in others if other in named or other.rpartition(".")[0] in named}
    if not path.endswith(".py"):
        return set()
    own = {name for name in _modules(text) if name.partition(".")[0] not in sys.stdlib_module_names}
    return set(files_of_modules(own, others))


def _modules(text: bytes) -> list[str]:
    tree = tree_in(text) if len(text) <= PARSED_LIMIT else None
    if tree is not None:
        return list(imported_modules(tree))
    return [name.decode() for name in _IMPORTED.findall(text)]


def _unnamed(paths: Iterable[str], sources: Mapping[str, bytes]) -> list[str]:
    """Return those of which no other source names the class that the file is called after."""
    words = {path: frozenset(_WORD.findall(text.decode(errors="replace"))) for path, text in sources.items()}
    stems = {path: PurePosixPath(path).stem for path in paths}
    return [one for one, stem in stems.items() if not any(stem in words[other] for other in words if other != one)]


# --- the one that is named --------------------------------------------------------------------------------------------
def _upmost(known_as: Mapping[str, str], asked: str) -> list[str]:
    """Return those that are called so, of which each is known by some path."""
    words = (f"/{asked}", f"/{asked.replace('.', '/')}")
    bare = {path: f"/{name.removesuffix(PurePosixPath(name).suffix)}" for path, name in known_as.items()}
    ways = (
        [path for path, name in known_as.items() if name == asked],
        [path for path, name in known_as.items() if name.endswith(words[0])],
        [path for path, name in bare.items() if name.endswith(words)],
    )
    return _least_deep(next(filter(None, ways), []))


def _before_canvas(known_as: Mapping[str, str]) -> dict[str, str]:
    names = {path: name.rpartition("/") for path, name in known_as.items()}
    return {path: folder + slash + version_in(name).name for path, (folder, slash, name) in names.items()}
