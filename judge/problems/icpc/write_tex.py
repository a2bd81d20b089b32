"""Write a statement as LaTeX, which the legacy format asks for: as much of Markdown as statements use."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Final

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{one: f"\\{one}" for one in "&%$#_{}"},
}
_BOLD, _CODE = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"(`[^`]*`)")
_RULE = re.compile(r"\|[\s:|-]+\|")


def as_tex(title: str, text: str) -> str:
    """Return a statement in Markdown as the body of a LaTeX document."""
    out = [f"\\problemname{{{_escaped(title)}}}", ""]
    lines = text.splitlines()
    while lines:
        out += _block(lines)
    return "\n".join(out) + "\n"


def _block(lines: list[str]) -> list[str]:
    """Take the next block off the lines: a heading, code, a table, a list, or a line of text."""
    line = lines[0]
    if line.startswith("```"):
        code = _taken(lines[1:], lambda one: not one.startswith("```"))
        del lines[: len(code) + 2]
        return ["\\begin{verbatim}", *code, "\\end{verbatim}"]
    if line.startswith("|"):
        rows = _taken(lines, lambda one: one.startswith("|"))
        del lines[: len(rows)]
        return _table([row for row in rows if not _RULE.fullmatch(row)])
    if line.startswith("- "):
        items = _taken(lines, lambda one: one.startswith(("- ", "  ")))
        del lines[: len(items)]
        shown = [f"  \\item {_inline(one[2:])}" if one.startswith("- ") else f"  {_inline(one)}" for one in items]
        return ["\\begin{itemize}", *shown, "\\end{itemize}"]
    del lines[0]
    level, _, words = line.partition(" ")
    if level and not level.strip("#") and words:
        return [f"\\section*{{{_inline(words)}}}"]
    return [_inline(line)]


def _taken(lines: list[str], wanted: Callable[[str], bool]) -> list[str]:
    """Return the lines up to the first that is not wanted."""
    return [*takewhile(wanted, lines)]


def _table(rows: list[str]) -> list[str]:
    cells = [[_inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
    columns = "l" * (max(map(len, cells), default=1) - 1)
    shown = [f"{' & '.join(row)} \\\\" for row in cells]
    return [f"\\begin{{tabular}}{{{columns}p{{11cm}}}}", *shown, "\\end{tabular}"]


def _inline(text: str) -> str:
    """Return text with its code and bold parts marked, and every special character escaped."""
    return "".join(map(_marked, _CODE.split(text)))


def _marked(part: str) -> str:
    if part.startswith("`"):
        return f"\\texttt{{{_escaped(part.strip('`'))}}}"
    return _BOLD.sub(r"\\textbf{\1}", _escaped(part))


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(one, one) for one in text)
