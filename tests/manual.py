"""The manual: README.md and the topics of `judge help`, cut into chapters; their commands, and what these are to show.

A chapter is a section of the README, called by its heading, or a topic, called by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
HELP = ROOT / "judge/cli/help"
PICTURES = ROOT / ".pictures"
SETUP, FIRST, DEVELOPERS = "Two commands", "First success in ten seconds", "CONTRIBUTING"
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOPICS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HELP.glob("*.md"))}
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SVG = "{http://www.w3.org/2000/svg}"
_LETTER = 20 * 0.61  # how wide rich draws one
_PICTURE = re.compile(r"^!\[[^\]]+\]\(\.pictures/([\w-]+)\.svg\)$", re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    line: str
    status: int


class Shown(NamedTuple):
    """A text block, or the words of a picture, and the command whose output it shows."""

    command: str
    text: str


def sections() -> dict[str, str]:
    """The text below each heading of the README, the first one included."""
    heads = re.split(r"^##? (.*)$", README, flags=re.MULTILINE)
    return dict(zip(heads[1::2], heads[2::2], strict=True))


CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHAPTERS = {**sections(), **TOPICS, "CONTRIBUTING": CONTRIBUTING}


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


def files_of(chapter: str) -> dict[str, str]:
    """Its toml blocks that the text behind them gives a name: `Written to X`."""
    found = re.findall(r"^```toml\n(.*?)^```$\n((?:(?!^```).)*)", CHAPTERS[chapter], re.MULTILINE | re.DOTALL)
    names = ((re.search(r"Written to `([\w.-]+)`", behind), body) for body, behind in found)
    return {name[1]: body for name, body in names if name}


def shown() -> Iterator[Shown]:
    """Every text block and picture of a terminal that has a command, the last `judge ...` in the sentence before it."""
    for text in CHAPTERS.values():
        for block in _BLOCK.finditer(text):
            if block[1] == "text" and (command := _command_before(text, block)):
                yield Shown(command, block[2])
        for picture in _PICTURE.finditer(text):
            if command := _command_before(text, picture):
                yield Shown(command, "\n".join(words(picture_of(picture[1]))))


def picture_of(name: str) -> str:
    """The picture of this name, as it is kept."""
    return (PICTURES / f"{name}.svg").read_text(encoding="utf-8")


def words(picture: str) -> list[str]:
    """The lines of text in the picture of a terminal, top to bottom; none in that of a page."""
    rows: dict[float, str] = {}
    for one in ElementTree.fromstring(picture).iter(f"{_SVG}text"):
        if "clip-path" in one.attrib:  # not the title
            at = float(one.attrib["y"])
            before = rows.get(at, "").ljust(round(float(one.attrib["x"]) / _LETTER))
            rows[at] = before + (one.text or "").replace("\u00a0", " ")
    return [line.rstrip() for _, line in sorted(rows.items())]


def _command_before(text: str, found: re.Match[str]) -> str:
    sentence = text[: found.start()].strip().rpartition("\n\n")[2]
    return next(iter(re.findall(r"`(judge [^`]+)`", sentence)[-1:]), "")
