"""Annotations as workflow commands of GitHub Actions: lines on stdout that its runner takes out of the log.

A runner obeys every line that begins with two colons, no matter who wrote it. A submission's words are in the output
too, so commands are switched off while that is printed, by a word that nobody can guess.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.reports.export.annotations import Annotation, Level
from judge.reports.sanitize import clean_line

MOST = 10  # of each level that GitHub shows for one step; it drops the others without a word
_ORDER: tuple[Level, ...] = ("error", "warning")


def stopped(word: str) -> str:
    """Return the line from which on no other command counts."""
    return f"::stop-commands::{word}"


def resumed(word: str) -> str:
    """Return the line from which on commands count again."""
    return f"::{word}::"


def github_lines(annotations: Sequence[Annotation], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return a line for each annotation, errors first. Of more than GitHub shows, the last says how many there are."""
    lines = []
    for level in _ORDER:
        found = [one for one in annotations if one.level == level]
        shown = found if len(found) <= MOST else found[: MOST - 1]
        lines += [_line(one, environment) for one in shown]
        if len(shown) < len(found):
            lines.append(f"::{level}::{len(found) - len(shown)} more are in the log of this step")
    return lines


def _line(one: Annotation, environment: Mapping[str, str]) -> str:
    facts = {"title": clean_line(one.title)}
    if one.file is not None:
        column = {"col": str(one.column)} if one.column else {}
        facts = {"file": _in_repository(one.file, environment), "line": str(one.line), **column, **facts}
    words = ",".join(f"{name}={_property(value)}" for name, value in facts.items())
    return f"::{one.level} {words}::{_escaped(one.message)}"


def _in_repository(file: Path, environment: Mapping[str, str]) -> str:
    """Return the path from the root of the repository, which is all that GitHub knows; else as it is."""
    root = environment.get("GITHUB_WORKSPACE", "")
    whole = Path(os.path.abspath(file))  # noqa: PTH100 - a link in the repository stays one
    if root and whole.is_relative_to(root):
        return whole.relative_to(root).as_posix()
    return file.as_posix()


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
