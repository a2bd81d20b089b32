"""Spoil a text: its first line, its letters, its end."""

from __future__ import annotations

from collections.abc import Iterator

from judge.model import Answer
from tests.problems.spoilt.made import Spoilt, few

FAIL = Answer(fail=True)


def header(right: bytes, n: int) -> Iterator[Spoilt]:
    """Write FAIL for OK, above the board and alone; leave the word out."""
    board = right.removeprefix(b"OK\n")
    yield Spoilt("header flipped", FAIL, b"FAIL\n" + board, form="forgiven")
    yield Spoilt("header flipped", FAIL, b"FAIL\n")
    yield Spoilt("header flipped", FAIL, returned=FAIL)
    if n > 1:  # alone, a digit may be a number of columns
        yield Spoilt("header flipped", None, b"OK\nFAIL\n")
        yield Spoilt("header flipped", None, b"\n".join((b"OK", *[b"FAIL"] * n)) + b"\n")


def letters(right: bytes, means: Answer) -> Iterator[Spoilt]:
    """Write the word in small letters, and misspell it."""
    word, _, rest = right.partition(b"\n")
    for other in (word.lower(), word.title()):
        yield Spoilt("case of letters", means, other + b"\n" + rest, form="forgiven")
    for other in (word[:-1], word + b"!", b"YES" if word == b"OK" else b"NO"):
        yield Spoilt("word misspelt", None, other + b"\n" + rest)


def truncated(right: bytes) -> Iterator[Spoilt]:
    """End a text early: before, within and after its rows. A last newline alone may be missing."""
    lines = right.splitlines(keepends=True)
    whole = len(right.rstrip(b"\n"))
    ends = {len(lines[0]), len(right) // 2, whole - 1, len(right) - len(lines[-1]), 0, 1}
    for end in sorted(ends):
        if end < whole:
            yield Spoilt("truncated", None, right[:end])


def too_long(right: bytes, means: Answer) -> Iterator[Spoilt]:
    """Write the last row once more, or the whole answer: what follows an answer is not read."""
    last = right.splitlines(keepends=True)[-1]
    yield Spoilt("rows or columns too many", means, right + last, form="forgiven")
    yield Spoilt("answer written twice", means, right + right, form="forgiven")
    yield Spoilt("answer written twice", None, right.partition(b"\n")[0] + b"\n" + right)


def letters_in_rows(right: bytes) -> Iterator[Spoilt]:
    """Write what is no digit into a row: a letter, a sign, a byte of no text."""
    start = right.index(b"\n") + 1
    rows = [at for at in few(range(start, len(right)), 4) if right[at : at + 1].isdigit()]
    for at, sign in zip(rows, (b"x", b"-", b"\0", b"."), strict=False):
        yield Spoilt("digit out of range", None, right[:at] + sign + right[at + 1 :])
