"""Commands within a text, which are to be copied: no line is broken inside of one.

A command begins with `judge` and the name of one of its commands, at the beginning of a line or after a blank. It ends
with the line, at a comma or a full stop, or before two blanks, which is how our sentences part it from the words behind
it.
"""

from __future__ import annotations

import re

GLUE = "\ue000"  # stands for a blank at which no line is broken; of the private use area
_NAMES = (
    "run|check|show|init|submit|board|grade|export|regrade|report|mark|similar|course|store|diff|validate|doctor"
    "|explain|help|cache|watch|completion|hack"
)
_WORD = r"(?: \S*[^\s,;:.)]| \.\S*)"  # a comma or a full stop ends it too
_COMMAND = re.compile(rf"(?<!\S)(?:\S*/)?judge (?:{_NAMES})\b{_WORD}*(?=[,;:.)]*(?:\s|$))", re.MULTILINE)


def glued(text: str) -> str:
    """Return the text with the blanks of each command glued; it has as many characters as before."""
    if "judge " not in text:
        return text
    return _COMMAND.sub(lambda found: found[0].replace(" ", GLUE), text)


def parted(text: str) -> list[tuple[str, bool]]:
    """Return the parts of a text in their order, each with whether it is a command."""
    found, end = list[tuple[str, bool]](), 0
    for match in _COMMAND.finditer(text):
        found += [(text[end : match.start()], False), (match[0], True)]
        end = match.end()
    return [(part, command) for part, command in (*found, (text[end:], False)) if part]


def unglued(text: str) -> str:
    """Return it with blanks again."""
    return text.replace(GLUE, " ")
