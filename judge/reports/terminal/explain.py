"""What `judge explain` prints of a verdict, and of all codes and verdicts, in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from judge.errors import Code
from judge.reports.palette import style_of
from judge.reports.sanitize import fold

KINDS: Final = {
    "E1": "The answer",
    "E2": "The run of a submission",
    "E3": "The judge itself, or a package",
    "E4": "A file that can't be read, or a wrong word on the command line",
    "E5": "A site of judge serve: who is let in, and what is handed in there",
    "W1": "Accepted, but not written as it should be",
}
_INDENT = "  "


def verdict_lines(name: str, row: Code, codes: Mapping[str, Code], width: int = 80) -> Text:
    """Return what a verdict means, the codes that lead to it, and what to do."""
    text = Text().append(name, style_of(name)).append(f": {row.title}\n", "bold")
    text.append("\n" + "\n".join(fold(row.why, width)) + "\n")
    found = [_row(code, one.title, width) for code, one in codes.items() if one.verdict == name]
    if found:
        text.append("\nCodes that lead to it\n", "bold").append("\n".join(found) + "\n")
    return text.append("\nWhat to do\n", "bold").append("\n".join(fold(row.mend, width)))


def all_lines(verdicts: Mapping[str, Code], codes: Mapping[str, Code], width: int = 80) -> Text:
    """Return every verdict and every code with its title, a line or two each."""
    text = Text().append("Verdicts\n", "bold")
    text.append("\n".join(_row(name, row.title, width) for name, row in verdicts.items()) + "\n")
    for kind, head in KINDS.items():
        rows = [_row(code, row.title, width) for code, row in codes.items() if code.startswith(kind)]
        text.append(f"\n{head}\n", "bold").append("\n".join(rows) + "\n")
    return text.append("\njudge explain CODE explains one, with an example; judge explain WA a verdict.\n")


def _row(name: str, title: str, width: int) -> str:
    head = f"{_INDENT}{name:<4}  "
    return "\n".join(fold(title, width, head, " " * len(head)))
