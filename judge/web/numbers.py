"""Numbers as addresses, headers and forms say them. All of it is a stranger's."""

from __future__ import annotations

from typing import Final

MOST_ID: Final = 10**15 - 1  # of a row in the store


def whole(said: str, most: int) -> int | None:
    """Return a whole number from 0 to `most`; None for anything else. Digits of ASCII alone count, and never very many
    of them: `int` takes other scripts, signs and blanks, and long for long ones."""
    if not (said.isascii() and said.isdigit() and len(said) <= len(str(most))):
        return None
    found = int(said)
    return found if found <= most else None
