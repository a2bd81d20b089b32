"""What a box says was raised, read from its frame: the submission's words, and places that must be in its file."""

from __future__ import annotations

import re

import msgspec

from judge.model import Excerpt
from judge.submissions.source import Source

WORDS = (4, 7)  # behind the kind: the places alone, or what the system refused as well
_LONGEST = 300  # of a headline
_NUMBER = re.compile(r"-1|[0-9]{1,9}")


class Raised(msgspec.Struct, frozen=True):
    """The kind of exception, its text with the way to it, and its places; 0 or -1 where nothing is known. `errno` is
    what the system answered, `outside` says that this was about a path outside the working directory, and `sealed` that
    a sandbox may be why."""

    kind: str
    text: str  # as it came
    line: int = 0  # of the innermost place in the submission's file
    start: int = 0
    end: int = -1
    line_of_numba: int = 0
    errno: int = 0
    outside: bool = False
    sealed: bool = False

    def shown(self, source: Source) -> str:
        """Return the text, in which the file is called as its author called it."""
        return self.text.replace(source.inside, source.file) if source.inside else self.text

    @property
    def headline(self) -> str:
        """Return `IndexError: list index out of range`."""
        return self.text.splitlines()[0][:_LONGEST] if self.text else "an exception without a text"

    @property
    def says(self) -> str:
        """Return the headline without the name of the exception."""
        return self.headline.partition(": ")[2] or self.headline

    def place(self, source: Source) -> Excerpt | None:
        """Return the innermost place in the submission's file."""
        if self.end < 0:  # of a kernel numba tells the line alone
            return source.marked(self.line) or source.at(self.line)
        return source.in_bytes(self.line, self.start, self.end)


def read_raised(frame: bytes) -> Raised:
    """Return what a frame says."""
    head, _, text = frame[1:].decode(errors="replace").partition("\n")
    kind, *words = head.split(" ") if head else [""]
    numbers = [int(word) for word in words if _NUMBER.fullmatch(word)]
    if len(numbers) != len(words) or len(words) not in WORDS:
        return Raised(kind, text.strip())
    line, start, end, of_numba, errno, outside, sealed = (*numbers, 0, 0, 0)[:7]
    return Raised(kind, text.strip(), line, start, end, of_numba, errno, outside == 1, sealed == 1)
