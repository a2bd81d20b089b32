"""Read a course file. JudgeError E435 when it can't be opened, E492 where it is wrong: with its line, and a repair.

title = "CSCI 561"
roster = "roster.csv"
groups = "groups.csv"   # which student is in which group

[[homework]]
problem = "lizards"     # a package, by name or by folder
class = "hw1.zip"       # what was handed in: a folder or a zip; without it, what was handed in on the web
weight = 2              # how much it counts; 1 where nothing is said
title = "Homework 1"    # of the column; the package's name where nothing is said
match = "hw1-match.csv" # whose each unclear submission is
main = "hw1.py"         # the file that is run, as --main says it
deadline = 2026-11-20T23:59:59+01:00    # instead of the package's; grace and late_penalty as well, each by itself
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from judge.classroom.toml_file import At, Kind, TomlFile
from judge.model.classroom import Course, Homework
from judge.model.deadline import Deadline, Term
from judge.problems.deadlines import KEYS, DeadlineError, read_deadline

_TOP = {"title": str, "roster": str, "groups": str, "homework": list}
_HOMEWORK = {
    **{"problem": str, "class": str, "title": str, "weight": (int, float), "match": str, "main": str},
    **dict.fromkeys(KEYS, object),
}
_TEMPLATE = 'write for each homework:  [[homework]]  problem = "lizards"  class = "hw1.zip"'
_HANDED_IN = "name a folder or a zip with class, or delete the key: then it is what was handed in on the web"
_ANY = Deadline(datetime(2000, 1, 1))
_KIND = Kind("E492", "course file", _TEMPLATE)


def read_course(path: Path) -> Course:
    """Return the course. What its paths name need not be there yet."""
    source = TomlFile(path, _KIND)
    top = source.top
    source.check(top, _TOP)
    if not top.get("homework"):
        raise source.wrong(At(), "the course has no homework", _TEMPLATE)
    homeworks = tuple(_homework(one, number, source) for number, one in enumerate(source.tables("homework"), 1))
    titles = [one.title for one in homeworks]
    for number, title in enumerate(titles, 1):
        if title in titles[: number - 1]:
            raise source.wrong(
                _at(number, "title"), f"two homeworks are called {title!r}", "give each a title of its own"
            )
    roster, groups = (path.parent / top[key] if key in top else None for key in ("roster", "groups"))
    return Course(top.get("title", path.stem), homeworks, roster, groups)


def _at(number: int, key: str = "") -> At:
    return At("homework", number, key)


def _homework(words: Mapping[str, Any], number: int, source: TomlFile) -> Homework:
    source.check(words, _HOMEWORK, _at(number))
    if not words.get("problem"):
        raise source.wrong(_at(number), "the key 'problem' of a [[homework]] is missing", _TEMPLATE)
    if "class" in words and not words["class"]:
        raise source.wrong(_at(number, "class"), "the key 'class' names nothing", _HANDED_IN)
    for key in ("match", "main"):
        if key in words and "class" not in words:
            raise source.wrong(_at(number, key), f"the key '{key}' needs the key 'class'", _HANDED_IN)
    weight = float(words.get("weight", 1))
    if not (math.isfinite(weight) and weight >= 0):
        raise source.wrong(_at(number, "weight"), f"the weight is {weight}", "write a number from 0 up")
    folder = source.path.parent
    problem = words["problem"]
    near = (folder / problem / "problem.toml").is_file()
    title = words.get("title") or Path(problem).name
    match = folder / words["match"] if "match" in words else None
    term = _term(words, number, source)
    handed_in = folder / words["class"] if "class" in words else None
    package = str(folder / problem) if near else problem
    return Homework(title, package, handed_in, weight, match, term, words.get("main", ""))


def _term(words: Mapping[str, Any], number: int, source: TomlFile) -> Term:
    """Return the dates, checked. What they don't say, the package does, which need not be there yet."""
    said = {key: words[key] for key in KEYS if key in words}
    try:
        read_deadline(said, _ANY)
    except DeadlineError as fault:
        raise source.wrong(_at(number, fault.key), fault.what, fault.help) from None
    return Term(
        **{key: f"{one:%Y-%m-%d %H:%M:%S%z}" if isinstance(one, datetime) else str(one) for key, one in said.items()}
    )
