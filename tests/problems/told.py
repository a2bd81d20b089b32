"""Compare what is told of many inputs with a text that is kept beside the tests, so that each word of it is held.

`JUDGE_TESTS_TELL=1 pytest tests/problems -k told` writes the texts again: read their diff before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from itertools import zip_longest
from pathlib import Path

from judge.errors import JudgeError
from judge.model import Finding


def hold(file: Path, lines: Iterable[str]) -> None:
    """Fail at the first line that is not as kept."""
    said = (line.rstrip() for text in lines for line in text.split("\n"))
    if os.environ.get("JUDGE_TESTS_TELL"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(said) + "\n", encoding="utf-8")
        return
    kept = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    for number, (now, then) in enumerate(zip_longest(said, kept), 1):
        if now != then:
            raise AssertionError(f"{file.name} line {number} is {then!r}, but now it is {now!r}")


def hold_rows(file: Path, say: Callable[[str], object]) -> None:
    """Fail at the first line `words => what is said of them` of which something else is said now."""
    inputs = [line.rpartition(" =>")[0] for line in file.read_text(encoding="utf-8").splitlines()]
    hold(file, [f"{words} => {say(words)}" for words in inputs])


def rows_of(file: Path) -> list[list[str]]:
    """Return the rows of a table that stands in a text: fields between bars, and headings behind `#`."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [[*map(unescaped, line.split(" | "))] for line in lines if line and not line.startswith("# ")]


def unescaped(words: str) -> str:
    r"""Return a text that is written on one line: `\n` is its end, and any sign may be written so."""
    return words.encode("latin-1", "backslashreplace").decode("unicode_escape")


def told(look: Callable[[], object]) -> list[str]:
    """Return what the error of a look says, or that there is none."""
    try:
        return [repr(look())]
    except JudgeError as error:
        return [f"{error.code} {error.place}: {error.message}", *_more(error.note, error.help)]


def in_lines(finding: Finding) -> list[str]:
    """Return all that a finding says."""
    verdict = "" if finding.verdict == "WA" else f"{finding.verdict} "
    cells = f"cells {finding.cells}" if finding.cells else ""
    shown = f"shown: {finding.excerpt.text}" if finding.excerpt else ""
    command = f"command: {finding.command}" if finding.command else ""
    said = f"{verdict}{finding.code} {finding.where}: {finding.message}"
    return [said, *_more(finding.note, finding.help, cells), *filter(None, (shown, command))]


def _more(note: str, repair: str, cells: str = "") -> list[str]:
    named = (("note", note), ("help", repair), ("", cells))
    return [f"{name}: {text}" if name else text for name, text in named if text]
