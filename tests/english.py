"""How the manual speaks, as far as a program can tell: short sentences that begin with what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator

WORDS = 25  # of a sentence, at most
_RIDDLE = re.compile(r"[*-]*\s*(Who|Whom|What|Whoever|Of whom)\b")


def sentences(markdown: str) -> Iterator[str]:
    """The sentences of its paragraphs and lists; code, tables and headings have none."""
    text = re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    prose = "\n".join(line for line in text.splitlines() if not line.startswith(("|", "#")))
    for paragraph in re.split(r"\n\s*\n|\n\s*(?=[-*] |\d+\. )", prose):
        yield from re.split(r"(?<=[.!?:])\s+(?=[A-Z`*\[])", " ".join(paragraph.split()))


def heavy(markdown: str) -> list[str]:
    """The sentences that are too long, or begin with a riddle such as `Who ...`."""

    def is_heavy(sentence: str) -> bool:
        plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "X", sentence)
        count = sum(bool(re.search(r"\w", word)) for word in plain.split())
        return count > WORDS or (bool(_RIDDLE.match(sentence)) and not sentence.endswith("?"))

    return [sentence for sentence in sentences(markdown) if is_heavy(sentence)]
