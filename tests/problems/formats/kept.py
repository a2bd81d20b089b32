"""Texts of answers that are kept in files, a line each: the puzzle, its board, the text, and what is read of it.

`JUDGE_TESTS_TELL=1 pytest tests/problems/formats` writes what is read beside the texts that are there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from judge.errors import codes
from judge.model import Answer, Finding, Instance
from tests.make import board
from tests.problems.conftest import LACKING
from tests.problems.make import blank, heard
from tests.problems.told import hold, unescaped

TOLD = ("E123", "E133", "E134", "E135", "W112")  # of these all words are kept


def board_of(words: str) -> Instance:
    """Read `4` or `2 x 3`, an empty board, or `2 on .T ..`."""
    pieces, _, picture = words.partition(" on ")
    if picture:
        return board(algorithm="ANY", rows=picture, pieces=int(pieces))
    return blank(*(int(side) for side in words.split(" x ")))


def said_of(found: Answer | Finding) -> Iterator[str]:
    """Say what is read: the cells with pieces or the columns, and what was forgiven; or what is refused where."""
    if isinstance(found, Finding):
        assert found.help
        assert not LACKING.search(f"{found.message} {found.note} {found.help}")
        assert found.message.isprintable()
        assert found.code in codes()
        place = found.where.removeprefix("output.txt").strip()
        said = [found.message] if found.code in TOLD else re.findall(r"\d+", f"{found.message} {found.help}")
        words = " ".join([*said, *["and a note"] * bool(found.note)])
        yield ": ".join(filter(None, (f"{found.code} {place}".rstrip(), words)))
        return
    if found.board is not None:
        yield " ".join(f"{row},{column}" for row, column in np.argwhere(found.board == 1).tolist())
    if found.columns is not None:
        yield "columns " + " / ".join(" ".join(map(str, columns)) for columns in found.columns.tolist())
    yield from ["FAIL"] * found.fail
    yield from [f"count {found.count}"] * (found.count is not None)
    shown = found.columns if found.board is None else found.board
    if shown is not None and len(shown) and found.first_line:
        yield f"rows on {[found.line_of(row) for row in range(len(shown))]}"
    elif found.first_line:
        yield f"from line {found.first_line}"
    for notice in found.warnings:
        others = " in words of its own" * (notice.message != codes()[notice.code].title)
        yield f"{notice.code} line {notice.line}{f': {notice.message}' if notice.code in TOLD else others}"
    yield from (f"others {len(found.others)}" for _ in found.others[:1])


def readings(file: Path) -> Iterator[tuple[str, str, Instance, bytes, str]]:
    """Yield what stands of each text, its puzzle, board and bytes, and what pairs mean there."""
    for line in file.read_text("utf-8").splitlines():
        row, _, _ = line.rpartition(" =>")
        puzzle, words, *pairs, escaped = row.split(" | ")
        text = unescaped(escaped)
        data = text.encode("latin-1") if "bytes" in pairs else text.encode()
        yield row, puzzle, board_of(words), data, "".join(pairs).replace("bytes", "")


def hold_readings(file: Path, **said: Any) -> None:
    """Fail at the first text of which something else is read than is kept."""
    lines = []
    for row, puzzle, on, data, pairs in readings(file):
        lines.append(f"{row} => {'; '.join(said_of(heard(data, puzzle, on, pairs=pairs, **said)))}")
    hold(file, lines)
