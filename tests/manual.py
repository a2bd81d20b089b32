"""The manual: README.md and the topics of `judge help`, cut into chapters; their commands, and what these are to show.

A chapter is a section of the README, called by its heading, or a topic, called by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from judge.cli.manual import HELP

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOPICS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HELP.glob("*.md"))}
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    line: str
    status: int


class Shown(NamedTuple):
    """A text block and the command whose output it shows."""

    command: str
    text: str


def sections() -> dict[str, str]:
    """The text below each heading of the README's second level."""
    heads = re.split(r"^## (.*)$", README, flags=re.MULTILINE)
    return dict(zip(heads[1::2], heads[2::2], strict=True))


CHAPTERS = {**sections(), **TOPICS}
WHOLE = "\n".join([README, *TOPICS.values()])


def blocks(text: str, language: str) -> list[str]:
    return [body for found, body in _BLOCK.findall(text) if found == language]


def commands_of(chapter: str) -> list[Command]:
    """The lines of its sh blocks; one that ends in a backslash goes on in the next."""
    found = []
    for line in "".join(blocks(CHAPTERS[chapter], "sh")).replace("\\\n", "").splitlines():
        command, _, comment = line.partition("  # ")
        status = re.search(r"exit status (\d+)", comment)
        found.append(Command(command.strip(), int(status[1]) if status else 0))
    return found


def shown() -> Iterator[Shown]:
    """Every text block of the manual that has a command, the last `judge ...` in the sentence before it."""
    for text in CHAPTERS.values():
        for block in _BLOCK.finditer(text):
            sentence = text[: block.start()].strip().rpartition("\n\n")[2]
            named = re.findall(r"`(judge [^`]+)`", sentence)
            if block[1] == "text" and named:
                yield Shown(named[-1], block[2])
