"""Write the statements of an exported package: ours in Markdown, without what other judges put there themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from judge.model import Problem
from judge.problems.inside import lies_inside
from judge.problems.statement import STATEMENT

_NAMED = re.compile(r"problem(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.md")
_HEADING = re.compile(r"^##? ")
ENGLISH: Final = "en"
_STDIN: Final = "Your program reads the input from standard input and writes its answer to standard output.\n"
_INPUT: Final = "\n## Input\n\n"
NONE: Final = "This package has no statement of its own.\n"


def statements(problem: Problem) -> dict[str, str]:
    """Return the statement in each language of the package; one sentence in English where there is none.

    Without the title, which is prepended elsewhere, and without sections that show an ```input: samples are appended.
    """
    found: dict[str, str] = {}
    root = Path(problem.path)
    for path in sorted((root / STATEMENT).glob("problem*.md")):
        name = _NAMED.fullmatch(path.name)
        if name and path.is_file() and lies_inside(path, root):
            text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").removeprefix("\ufeff")
            found[name[1] or ENGLISH] = _without_samples(text)
    return found or {ENGLISH: NONE}


def _without_samples(text: str) -> str:
    kept = [section for section in _sections(text) if "\n```input\n" not in section]
    if kept and kept[0].startswith("# "):
        kept[0] = kept[0].partition("\n")[2]
    whole = "".join(kept).strip("\n") + "\n"
    told = whole.replace(_INPUT, _INPUT + _STDIN + "\n", 1)
    return told if told != whole else f"{whole}\n{_STDIN}"


def _sections(text: str) -> list[str]:
    """Split a text before each heading of its first two levels, but not within a block of code."""
    sections, fenced = [""], False
    for line in text.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if _HEADING.match(line) and not fenced:
            sections.append("")
        sections[-1] += line
    return [section for section in sections if section]
