"""Write elements in which text is text, for the pictures of a page. Only an `Html` is taken as mark-up; every other
string is cleaned and escaped. Templates take it as it is."""

from __future__ import annotations

import html
import re
from functools import cache

from judge.text import clean

_NAMES = (
    "run|check|show|init|submit|board|grade|export|regrade|report|mark|similar|course|store|diff|validate|doctor"
    "|explain|help|cache|watch|completion|hack"
)
_WORD = r"(?: \S*[^\s,;:.)]| \.\S*)"  # a comma or a full stop ends it too
# It begins a line or follows a blank, and ends with the line, at a comma or a full stop, or before two blanks, which is
# how our sentences part it from the words behind it.
_COMMAND = re.compile(rf"(?<!\S)(?:\S*/)?judge (?:{_NAMES})\b{_WORD}*(?=[,;:.)]*(?:\s|$))", re.MULTILINE)
_VOID = {"br", "hr"}


class Html(str):
    """Text that is mark-up already, made by `element`."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return it as it is: what templates ask of mark-up."""
        return str(self)


def element(tag: str, *inside: str, **attributes: str | float | None) -> Html:
    """Return an element. Of an attribute's name `_` at the end goes and any other becomes `-`; None leaves it out."""
    words = [f"<{tag}"]
    for name, value in attributes.items():
        if value is not None:
            text = _escaped(str(value)).replace('"', "&quot;")
            words.append(f'{_name(name)}="{text}"')
    begin = f"{' '.join(words)}>"
    return Html(begin if tag in _VOID else f"{begin}{join_html(*inside)}</{tag}>")


@cache
def _name(attribute: str) -> str:
    return attribute.removesuffix("_").replace("_", "-")


def join_html(*parts: str) -> Html:
    """Return parts behind one another, each cleaned and escaped that is no mark-up."""
    return Html("".join([part if isinstance(part, Html) else _escaped(part) for part in parts]))


def prose(text: str) -> Html:
    """Return a text of ours, with its commands as such."""
    parts, end = list[str](), 0
    for found in _COMMAND.finditer(text):
        parts += [text[end : found.start()], element("code", found[0])]
        end = found.end()
    return join_html(*parts, text[end:])


def _escaped(text: str) -> str:
    return html.escape(clean(text, len(text)), quote=False)
