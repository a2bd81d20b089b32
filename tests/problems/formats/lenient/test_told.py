"""What each text is read as, with every word that is said of it, as it is kept in `kept/`."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, takewhile
from pathlib import Path

import numpy as np
import pytest

from judge.model import Answer
from judge.problems.formats import lenient
from judge.problems.formats.lenient import boards
from judge.problems.formats.lenient.finds import Found
from judge.problems.puzzles import read_shape
from tests.problems import told
from tests.problems.formats.lenient.test_words import NONE

KEPT = Path(__file__).parent / "kept"
CASES = {  # of each section of texts.txt, the size of the board and the puzzles
    "fours": (4, ("queens", "spies", "all-queens")),
    "lizards": (3, ("lizards",)),
    "ones": (1, ("lizards", "queens", "spies", "all-queens")),
    "counted": (12, ("all-queens", "queens")),
    "words": (4, ("queens", "all-queens")),
    "tens": (10, ("queens", "all-queens")),
    "elevens": (11, ("spies", "all-queens")),
}


def texts_of(section: str) -> list[str]:
    """Return the texts of a section: each is a line of it, written as in Python."""
    file = Path(__file__).with_name("texts.txt")
    _, _, rest = file.read_text(encoding="utf-8").partition(f"\n[{section}]\n")
    return [literal_eval(line) for line in takewhile(bool, rest.splitlines())]


def said(text: str, n: int, puzzles: Iterable[str]) -> Iterator[str]:
    yield f"{told.shown(text.encode())} n = {n}"
    for puzzle in puzzles:
        found = read_shape(text.encode(), puzzle, n, "out.txt")
        yield from (f"    {puzzle}: {line}" for line in (told.in_lines(found) if found is not None else ["nothing"]))


@pytest.mark.parametrize("section", CASES)
def test_what_a_text_is_read_as(section: str) -> None:
    n, puzzles = CASES[section]
    found = [*(NONE if section == "words" else ()), *texts_of(section)]
    told.hold(KEPT / f"{section}.txt", (line for text in found for line in said(text, n, puzzles)))


def test_what_is_one_arrangement_seen_from_eight_sides() -> None:
    """No other permutation of five is the same but for a turn or a reflection."""
    board = np.eye(5, dtype=np.int8)[[1, 4, 0, 3, 2]]
    sides = {tuple(np.rot90(flipped, turns).argmax(axis=1)) for flipped in (board, board.T) for turns in range(4)}
    assert len(sides) == 8

    def alike(one: Sequence[tuple[int, ...]], other: Sequence[tuple[int, ...]]) -> bool:
        groups = [[Found("", 1, columns) for columns in group] for group in (one, other)]
        return lenient._alike(*groups)

    first = (1, 4, 0, 3, 2)
    for side in permutations(range(5)):
        assert alike([first], [side]) == (side in sides)
    both, turned = [first, (0, 1, 2, 4, 3)], [(2, 3, 0, 4, 1), (3, 4, 2, 1, 0)]
    assert alike(both, turned)
    assert not alike(both, turned[::-1])
    assert not alike(both, turned[:1])
    assert not alike(both, [turned[0], both[1]])


@pytest.mark.parametrize(("most", "found"), [(4, 1), (8, 2), (12, 3)])
def test_of_very_many_rows_the_first_are_looked_at(monkeypatch: pytest.MonkeyPatch, most: int, found: int) -> None:
    monkeypatch.setattr(boards, "_MOST_ROWS", most)
    answer = read_shape(b".Q..\n...Q\nQ...\n..Q.\n" * 3, "all-queens", 4)
    assert isinstance(answer, Answer)
    assert answer.columns is not None
    assert len(answer.columns) == found
