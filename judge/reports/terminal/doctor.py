"""What `judge doctor` prints: a line for each check, what fixes it below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from judge.model import Check, Repair
from judge.reports.sanitize import clean, clean_line

COMMAND = 1000  # none is cut: it is copied
_STYLES = {"ok": "green", "warning": "yellow", "missing": "bold red"}


def check_line(check: Check) -> Text:
    """Return `ok       cores         2: 0, 1`, and what to do where it is not ok."""
    text = Text(f"{check.state:<8}", _STYLES[check.state])
    text.append(f" {clean_line(check.name):<19} ").append(clean(check.found).strip().replace("\n", "; "))
    before = "fix:"
    for line, style in _lines(check.mend):
        text.append(f"\n{'':<29}{before:<5}", "dim").append(clean_line(line, COMMAND), style)
        before = ""
    return text


def _lines(mend: Iterable[Repair]) -> Iterator[tuple[str, str]]:
    """Yield words and commands, each on a line of its own: a command is copied whole."""
    for repair in mend:
        if repair.words:
            yield repair.words, "none" if repair.command else "bold"
        if repair.command:
            yield repair.command, "bold"
