"""Compare what is told of many inputs with a text that is kept beside the tests, so that each word of it is held.

`JUDGE_TESTS_TELL=1 pytest tests/problems -k told` writes the texts again: read their diff before it is kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Finding, Instance, ReadWarning

_LONGEST = 100  # signs of an input that are shown


def hold(file: Path, lines: Iterable[str]) -> None:
    """Fail at the first line that is not as kept."""
    said = (line.rstrip() for text in lines for line in text.split("\n"))
    if os.environ.get("JUDGE_TESTS_TELL"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(said) + "\n", encoding="utf-8")
        return
    kept = file.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    for number, (now, then) in enumerate(zip_longest(said, kept), 1):
        if now != then:
            raise AssertionError(f"{file.name} line {number} is {then!r}, but now it is {now!r}")


def each(inputs: Mapping[str, bytes], look: Callable[[bytes], object]) -> Iterable[str]:
    """Yield each input with what is told of it."""
    for name, data in inputs.items():
        yield f"{name}: {shown(data)}"
        yield from (f"    {line}" for line in told(lambda data=data: look(data)))  # type: ignore[misc]


def told(look: Callable[[], object]) -> list[str]:
    try:
        return in_lines(look())
    except JudgeError as error:
        return [f"{error.code} {error.place}: {error.message}", *_more(error.note, error.help)]


def plain(lines: Iterable[str], root: Path) -> Iterator[str]:
    return (line.replace(str(root), "PACKAGE") for line in lines)


def in_lines(what: object) -> list[str]:
    """Return all that a finding, an answer, a case or a list of them says."""
    if isinstance(what, Finding):
        verdict = "" if what.verdict == "WA" else f"{what.verdict} "
        cells = f"cells {what.cells}" if what.cells else ""
        return [f"{verdict}{what.code} {what.where}: {what.message}", *_more(what.note, what.help, cells)]
    if isinstance(what, Answer):
        facts = [f"count {what.count}" if what.count is not None else "", "FAIL" if what.fail else ""]
        facts += [f"{name} {grid(array)}" for name, array in (("board", what.board), ("columns", what.columns))]
        facts.append(f"first line {what.first_line}")
        return [", ".join(fact for fact in facts if not fact.endswith(" None") and fact), *_each(what.warnings)]
    if isinstance(what, Instance):
        return [f"{what.algorithm}, n {what.n}, pieces {what.pieces}: {grid(what.grid)}"]
    if isinstance(what, ReadWarning):
        return [f"{what.code} line {what.line}: {what.message}"]
    if isinstance(what, tuple | list):
        return _each(what)
    return [repr(what)]


def grid(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]] | None) -> str:
    """Return the type, the shape and the first rows, digits side by side."""
    if array is None:
        return "None"
    rows = [list(map(str, row)) for row in (array.tolist() if array.ndim == 2 else [array.tolist()])]
    blank = " " if array.dtype == np.int64 or any(len(word) > 1 for row in rows for word in row) else ""
    text = " / ".join(blank.join(row) for row in rows[:12])
    return f"{array.dtype} {' x '.join(map(str, array.shape))} [{text}]"


def shown(data: bytes) -> str:
    text = ascii(data)[1:]
    return text if len(text) <= _LONGEST else f"{text[:60]}... {len(data)} bytes ...{text[-20:]}"


def _each(things: Iterable[object]) -> list[str]:
    return [line for thing in things for line in in_lines(thing)]


def _more(note: str, repair: str, cells: str = "") -> list[str]:
    named = (("note", note), ("help", repair), ("", cells))
    return [f"  {name}: {text}" if name else f"  {text}" for name, text in named if text]
