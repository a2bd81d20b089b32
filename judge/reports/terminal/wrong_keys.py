"""The cases whose answer key is wrong, a line each: the case, the witness, and what is to be mended."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from judge.model.wrong_key import WrongKey


def wrong_key_lines(keys: Iterable[WrongKey]) -> Group:
    """Return a line for each, with what is to be done below it."""
    return Group(*(text for key in keys for text in (_said(key), _repairs(key))))


def _said(key: WrongKey) -> Text:
    text = Text(str(key), "bold red")
    return text.append(f"\n  = note: {key.note}", "default") if key.note else text


def _repairs(key: WrongKey) -> Text:
    """Return a line for each, never folded: they are to be copied."""
    first, then = key.repairs
    return Text(f"  = help: {first}\n    then: {then}", "dim", no_wrap=True, overflow="ignore")
