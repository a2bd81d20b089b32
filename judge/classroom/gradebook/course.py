"""Read a course file. JudgeError E435 when it can't be opened, E492 where it is wrong: with its line, and a repair.

title = "CSCI 561"
roster = "roster.csv"
groups = "groups.csv"   # which student is in which group

[[homework]]
problem = "lizards"     # a package, by name or by folder
class = "hw1.zip"       # what was handed in: a folder or a zip
weight = 2              # how much it counts; 1 where nothing is said
title = "Homework 1"    # of the column; the package's name where nothing is said
match = "hw1-match.csv" # whose each unclear submission is
deadline = 2026-11-20T23:59:59+01:00    # instead of the package's; grace and late_penalty as well
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.errors import JudgeError, Place
from judge.model.course import Course, Homework
from judge.model.deadline import Deadline
from judge.problems.deadlines import KEYS, DeadlineError, read_deadline

MOST = 1 << 20  # bytes
_TOP = {"title": str, "roster": str, "groups": str, "homework": list}
_HOMEWORK = {
    **{"problem": str, "class": str, "title": str, "weight": (int, float), "match": str},
    **dict.fromkeys(KEYS, object),
}
_WORDS = {str: "text in quotes", list: "tables that begin with [[homework]]", (int, float): "a number"}
_TEMPLATE = 'write for each homework:  [[homework]]  problem = "lizards"  class = "hw1.zip"'


class _Source:
    """The text of a course file, which finds the line of a key."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self._lines = text.splitlines()

    def place(self, homework: int, key: str) -> Place:
        """Return the line of `key` in the homework of this number, counted from 1; 0 is the top of the file. Without
        such a line it is where the homework begins."""
        at = begin = 0
        for number, line in enumerate(self._lines, 1):
            if re.match(r"\s*\[\[\s*[\"']?homework", line):
                at += 1
                begin = number if at == homework else begin
            if key and at == homework and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
                return Place(str(self.path), number)
        return Place(str(self.path), begin)

    def wrong(self, at: tuple[int, str], what: str, repair: str, note: str = "") -> JudgeError:
        """Return the error of the key in this homework."""
        return JudgeError("E492", what, self.place(*at), note, repair)


def read_course(path: Path) -> Course:
    """Return the course. What its paths name need not be there yet."""
    source, top = _parsed(path)
    _check(top, _TOP, source, 0)
    if not top.get("homework"):
        raise source.wrong((0, ""), "the course has no homework", _TEMPLATE)
    homeworks = tuple(_homework(one, number, source) for number, one in enumerate(top["homework"], 1))
    titles = [one.title for one in homeworks]
    for number, title in enumerate(titles, 1):
        if title in titles[: number - 1]:
            raise source.wrong((number, "title"), f"two homeworks are called {title!r}", "give each a title of its own")
    roster, groups = (path.parent / top[key] if key in top else None for key in ("roster", "groups"))
    return Course(top.get("title", path.stem), homeworks, roster, groups)


def _parsed(path: Path) -> tuple[_Source, dict[str, Any]]:
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as fault:
        raise JudgeError("E435", f"{path} can't be opened: {fault.strerror}", help="name a course file") from fault
    source = _Source(path, data.decode("utf-8", "replace"))
    if len(data) > MOST:
        raise source.wrong((0, ""), f"it is longer than {MOST >> 20} MiB", "name a course file")
    try:
        return source, tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as fault:
        place = Place(str(path), data[: fault.start].count(b"\n") + 1)
        raise JudgeError("E492", "the course file is not UTF-8", place, help="save it as UTF-8") from fault
    except tomllib.TOMLDecodeError as fault:
        line = re.search(r"line (\d+)", str(fault))
        place = Place(str(path), int(line[1]) if line else 0)
        raise JudgeError("E492", f"the course file is no TOML: {fault}", place, help=_TEMPLATE) from fault


def _homework(words: Any, number: int, source: _Source) -> Homework:
    if not isinstance(words, dict):
        raise source.wrong((0, "homework"), "homework must be tables that begin with [[homework]]", _TEMPLATE)
    _check(words, _HOMEWORK, source, number)
    for key in ("problem", "class"):
        if not words.get(key):
            raise source.wrong((number, ""), f"the key '{key}' of a [[homework]] is missing", _TEMPLATE)
    weight = float(words.get("weight", 1))
    if not (math.isfinite(weight) and weight >= 0):
        raise source.wrong((number, "weight"), f"the weight is {weight}", "write a number from 0 up")
    folder = source.path.parent
    problem = words["problem"]
    near = (folder / problem / "problem.toml").is_file()
    title = words.get("title") or Path(problem).name
    match = folder / words["match"] if "match" in words else None
    due = _deadline(words, number, source)
    return Homework(title, str(folder / problem) if near else problem, folder / words["class"], weight, match, due)


def _deadline(words: Mapping[str, Any], number: int, source: _Source) -> Deadline | None:
    try:
        return read_deadline({key: words.get(key) for key in KEYS})
    except DeadlineError as fault:
        raise source.wrong((number, fault.key), fault.what, fault.help) from None


def _check(words: Mapping[str, Any], known: Mapping[str, Any], source: _Source, number: int) -> None:
    """Refuse keys that nobody knows, and values of another kind."""
    table = "[[homework]]" if number else "the course file"
    for key, value in words.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            note = f"the keys of {table} are {', '.join(known)}"
            repair = f"write {near[0]}" if near else "delete the key"
            raise source.wrong((number, key), f"the key {key!r} of {table} is unknown", repair, note)
        if not isinstance(value, known[key]) or (isinstance(value, bool) and known[key] is not object):
            what = f"the key {key!r} of {table} must be {_WORDS[known[key]]}"
            raise source.wrong((number, key), what, "correct the value")
