"""The cases whose answer key is wrong, a line each: the case, the witness, and what is to be mended."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from judge.model.wrong_key import WrongKey
from judge.reports.sanitize import clean_line


def wrong_key_lines(keys: Iterable[WrongKey]) -> Group:
    """Return a line for each, with what is to be done below it."""
    return Group(*(_line(key) for key in keys))


def _line(key: WrongKey) -> Text:
    text = Text(clean_line(str(key), 400), "bold red")
    if key.note:
        text.append(f"\n  = note: {clean_line(key.note, 400)}", "default")
    return text.append(f"\n  = help: {clean_line(key.help, 400)}", "dim")
