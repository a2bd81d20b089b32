"""What `judge doctor` prints: a line for each check, what fixes it below."""

from __future__ import annotations

from rich.text import Text

from judge.model import Check

COMMAND = 1000  # none is cut: it is copied
_STYLES = {"ok": "green", "warning": "yellow", "missing": "bold red"}


def check_line(check: Check) -> Text:
    """Return `ok       cores         2: 0, 1`, and what to do where it is not ok."""
    text = Text(f"{check.state:<8}", _STYLES[check.state])
    text.append(f" {check.name:<19} ").append(check.found.strip().replace("\n", "; "))
    lines = filter(None, (check.mend.words, check.mend.command)) if check.mend else ()
    for before, line in zip(("fix:", ""), lines, strict=False):  # a command has a line of its own: it is copied whole
        text.append(f"\n{'':<29}{before:<5}", "dim").append(line, "bold")
    return text
