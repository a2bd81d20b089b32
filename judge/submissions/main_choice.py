"""Which of many files is run: the one that somebody has named, else the one that stands out among the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from judge.model import Programs
from judge.submissions.alone import reads_case
from judge.submissions.beginning import begins, has_main, is_short, run_of
from judge.submissions.contract import contract_of
from judge.submissions.syntax import UnreadableError, parse

SOLVES = "it alone defines solve, and nothing else in it reads a case"
RUNS = "it alone runs by itself, and no other file needs it"
CALLED = "it is called as its folder, its zip or the homework is"
# What Canvas makes of `hw1.py` where a file of that name was handed in before.
_AGAIN = re.compile(r"(?P<stem>.+)-(?P<number>\d{1,3})(?P<ending>\.[^./]+)", re.DOTALL)


class Chosen(NamedTuple):
    """The files that may be run: one alone where that is clear. `why` says by what it was guessed."""

    paths: list[str]
    why: str = ""


class Version(NamedTuple):
    """A file's name as its author gave it, and which of Canvas's copies of that name it is; 0 is the first."""

    name: str
    number: int


def version_of(name: str) -> Version:
    """Return what a file was called before Canvas called it `hw1-1.py`."""
    match = _AGAIN.fullmatch(name)
    return Version(match["stem"] + match["ending"], int(match["number"])) if match else Version(name, 0)


def named(paths: Iterable[str], wanted: str, *, exactly: bool = False) -> list[str]:
    """Return which of these paths somebody has named: with its folders or without, without its ending, or as a class of
    Java; if not `exactly`, also before Canvas gave it a number, or in other letters. What is said more exactly comes
    first, then what lies less deep."""
    asked = wanted.strip().replace("\\", "/").removeprefix("./")
    every = {path: path for path in paths}
    if found := _upmost(every, asked):
        return found
    if exactly:
        return []
    small = {path: path.lower() for path in every}
    guesses = (
        (_before_canvas(every), asked),
        (small, asked.lower()),
        (_before_canvas(small), asked.lower()),
    )
    return next(filter(None, (_upmost(known_as, word) for known_as, word in guesses)), [])


def _upmost(known_as: Mapping[str, str], asked: str) -> list[str]:
    """Return those that are called so, of which each is known by some path."""
    words = (f"/{asked}", f"/{asked.replace('.', '/')}")
    ways = (
        [path for path, name in known_as.items() if name == asked],
        [path for path, name in known_as.items() if name.endswith(words[0])],
        [path for path, name in known_as.items() if f"/{_without_ending(name)}".endswith(words)],
    )
    found = next(filter(None, ways), [])
    least = min((path.count("/") for path in found), default=0)
    return [path for path in found if path.count("/") == least]


def _before_canvas(known_as: Mapping[str, str]) -> dict[str, str]:
    names = {path: name.rpartition("/") for path, name in known_as.items()}
    return {path: folder + slash + version_of(name).name for path, (folder, slash, name) in names.items()}


def _without_ending(path: str) -> str:
    return path.removesuffix(PurePosixPath(path).suffix)


def chosen(sources: Mapping[str, bytes], rules: Programs, names: Sequence[str] = ()) -> Chosen:
    """Return which of these sources is run. `rules` are what the package says of programs, `names` what the folders,
    the zip and the problem are called that the sources belong to."""
    begun = run_of(sources, rules)
    if len(sources) == 1:
        return Chosen(begun)
    solves = [path for path, text in sources.items() if _is_function(path, text, rules)] if is_short(sources) else []
    guessed = not any(map(begins, begun))
    if len(solves) == 1 and guessed and not all(path.endswith(".py") for path in begun):
        begun = [*begun, *(path for path in solves if path not in begun)]  # a function, or a program beside it
    told = len(begun) == 1 and (begins(begun[0]) or has_main(sources[begun[0]]))
    if len(solves) != 1 or (told and begun == solves) or _any_program(sources, begun, rules):
        solves = []
    if solves and not (rules.declared and any(has_main(sources[path]) for path in begun)):
        return Chosen(solves, SOLVES)
    if len(begun) == 1:
        return Chosen(begun, "" if told else RUNS)
    called = {name.lower() for name in names}
    pool = begun or list(sources)
    like = [path for path in pool if PurePosixPath(path).stem.lower() in called]
    if len(like) == 1:
        return Chosen(like, CALLED)
    return Chosen(solves, SOLVES) if solves else Chosen(pool)


def defines_solve(path: str, text: bytes) -> bool:
    """Say whether a file binds a function `solve`, whatever a problem asks of its parameters."""
    return path.endswith(".py") and b"solve" in text and contract_of(text, Path(path))[0] == "function"


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
    return any(path.endswith(".py") and _reads(text, rules) for path, text in sources.items())


def _reads(text: bytes, rules: Programs) -> bool:
    try:
        return reads_case(parse(text), rules.input_file)
    except (SyntaxError, UnreadableError):  # nobody knows
        return True
