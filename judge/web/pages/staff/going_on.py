"""Where staff go on after a form, and the short message that they see there: a word in the address, never a text."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

from judge.web.ask import Ask
from judge.web.reply import Redirect

_SAID: Final = MappingProxyType(
    {
        "added": "The account is made. Now make a personal link for it.",
        "removed": "The account is removed. What they handed in stays.",
        "role": "The role is changed.",
        "ended": "It lets nobody in any more.",
        "roster": "The class list is entered.",
        "dates": "The dates are changed. Points are counted anew with them; nothing is judged again.",
        "extension": "The extension is changed.",
        "settled": "The match file is kept.",
        "uploaded": "The class is read. Nothing is handed in yet.",
        "handed-in": "All that is clear is handed in.",
        "discarded": "The upload is deleted here. What was handed in before stays.",
    }
)


def go_on(path: str, done: str, **words: str) -> Redirect:
    """Return the way to a page that says what was done."""
    return Redirect(f"{path}?{urlencode({**words, 'done': done})}")


def said(ask: Ask) -> str:
    """Return what the page says at its top, "" where nothing was done."""
    return ask.done(_SAID)
