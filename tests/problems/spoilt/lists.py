"""Spoil a list of all arrangements, or their number where that alone is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from judge.model import Answer
from judge.problems.formats.answer import write_answer
from tests.problems.spoilt.columns import line
from tests.problems.spoilt.made import Spoilt, few

Listed = np.ndarray[Any, np.dtype[np.int64]]

_COUNTS = "count off"


def spoilt_count(truth: int) -> Iterator[Spoilt]:
    """Count one too many or too few, only half of them or an eighth, twice, none; answer FAIL."""
    for count in dict.fromkeys((truth + 1, truth - 1, truth // 2, truth // 8, 2 * truth, 0, -truth)):
        if count == truth:
            continue
        means = Answer(count=count)
        yield Spoilt(_COUNTS, means, returned=means)
        if count >= 0:
            yield Spoilt(_COUNTS, means, f"{count}\n".encode())
    text = str(truth).encode()
    yield Spoilt(_COUNTS, None, b"+" + text + b"\n")
    yield Spoilt(_COUNTS, None, text + b".5\n")
    yield Spoilt("truncated", None, b"")
    if truth > 9:
        yield Spoilt("truncated", Answer(count=int(text[:-1])), text[:-1], form="forgiven")
    yield from _failed()


def spoilt_list(every: Listed) -> Iterator[Spoilt]:
    """Leave an arrangement out, list one twice, spoil one, count wrongly, count columns from 0; answer FAIL."""
    number, n = every.shape
    for kind, listed in _relisted(every):
        means = Answer(columns=listed)
        yield Spoilt(kind, means, returned=means)
        yield Spoilt(kind, means, write_answer(counted(listed)))
    rows = b"".join(line([column + 1 for column in row]) for row in every.tolist())
    for count in (number + 1, number - 1):
        means = Answer(count=count, columns=every)
        yield Spoilt(_COUNTS, means, f"{count}\n".encode() + rows, form="written" if count > number else "forgiven")
    if number:
        yield Spoilt(_COUNTS, None, rows, form="shape")
        from_0 = b"".join(line(row) for row in every.tolist())
        yield Spoilt("columns from 0", None, f"{number}\n".encode() + from_0, form="shape")
        yield from _cut_text(f"{number}\n".encode() + rows, n)
        yield from _failed()


def counted(listed: Listed) -> Answer:
    """Return a list with its own number, as it is written."""
    return Answer(count=len(listed), columns=listed)


def _relisted(every: Listed) -> Iterator[tuple[str, Listed]]:
    number, n = every.shape
    for at in few(range(number), 3):
        yield "arrangement missing", np.delete(every, at, axis=0)
        yield "arrangement repeated", np.insert(every, at, every[at], axis=0)
        doubled = every.copy()
        doubled[at] = every[at - 1]
        yield "arrangement repeated", doubled
        for row in few(range(n), 2):
            wrong = every.copy()
            wrong[at, row] = (wrong[at, row] + 1) % n
            yield "piece moved", wrong
            outside = every.copy()
            outside[at, row] = n
            yield "column out of range", outside
    yield "arrangement wrong", np.concatenate([every, np.arange(n).reshape(1, n)])
    yield "order of the list", every[::-1].copy()
    if number:
        yield "columns too many or few", every[:, :-1].copy()
        yield "arrangement missing", every[:0].copy()


def _cut_text(text: bytes, n: int) -> Iterator[Spoilt]:
    whole = len(text.rstrip(b"\n"))
    ends = {text.index(b"\n") + 1, len(text) // 2, whole - 1} if n > 1 else set[int]()
    for end in sorted(ends):
        yield Spoilt("truncated", None, text[:end])
    yield Spoilt("truncated", None, b"")


def _failed() -> Iterator[Spoilt]:
    fail = Answer(fail=True)
    yield Spoilt("header flipped", fail, b"FAIL\n")
    yield Spoilt("header flipped", fail, returned=fail)
