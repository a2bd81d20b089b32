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
from judge.problems.formats.lenient import text as texts
from judge.problems.formats.lenient.found import Found
from judge.problems.formats.lenient.numbers import permutation
from judge.problems.formats.lenient.text import lines, longest, pieces, plainer
from judge.problems.formats.lenient.words import total
from judge.problems.puzzles import read_shape
from judge.problems.rules.plain import every_queens
from tests.problems import told
from tests.problems.formats.lenient.test_words import NONE
from tests.problems.formats.lenient.writers import EIGHT, FOUR, LISTS, WRITERS, numbers

KEPT = Path(__file__).parent / "kept"
TEN = [0, 2, 5, 7, 9, 4, 8, 1, 3, 6]
TWELVE = [0, 2, 4, 7, 9, 11, 5, 10, 1, 6, 8, 3]
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


def test_what_the_writers_write_is_read_as() -> None:
    def all_of_them() -> Iterator[str]:
        for name, write in WRITERS.items():
            for columns in (FOUR, EIGHT, TEN, TWELVE):
                yield name
                yield from said(write(columns), len(columns), ("queens", "spies", "all-queens"))

    told.hold(KEPT / "writers.txt", all_of_them())


def test_what_lists_are_read_as() -> None:
    def all_of_them() -> Iterator[str]:
        for name, write in LISTS.items():
            for n in (4, 6):
                yield name
                yield from said(write([list(columns) for columns in every_queens(n)]), n, ("queens", "all-queens"))

    told.hold(KEPT / "lists.txt", all_of_them())


@pytest.mark.parametrize("section", CASES)
def test_what_a_text_is_read_as(section: str) -> None:
    n, puzzles = CASES[section]
    found = [*(NONE if section == "words" else ()), *texts_of(section)]
    told.hold(KEPT / f"{section}.txt", (line for text in found for line in said(text, n, puzzles)))


def test_small_boards_are_read_as() -> None:
    def all_of_them() -> Iterator[str]:
        for text in ("Q.\n.Q\n", "2 1", "21", "1 2\n2 1", "10\n01", "a1 b2", "b1 a2", "2\n1"):
            yield from said(text, 2, ("queens", "all-queens"))
        for text in (
            "Q..\n..Q\n.Q.\n",
            "2 3 1",
            "231",
            "1 2\n2 3\n3 1",
            "2\n3\n1",
            "b1 c2 a3",
            "1 100\n2 001\n3 010",
            "a Q..\nb ..Q\nc .Q.",
        ):
            yield from said(text, 3, ("queens", "spies", "all-queens"))
        for columns in (TEN, [*TEN[:-1], 10, 6]):
            for between in ("", " ", "\n"):
                for base in (0, 1):
                    yield from said(numbers(columns, base, between), len(columns), ("queens", "all-queens"))

    told.hold(KEPT / "small.txt", all_of_them())


def test_how_a_text_is_made_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    raws = [text.encode("latin-1") for text in texts_of("plain")]
    said = [f"{raw!r}: {plainer(raw, 1 << 20)!r} {list(lines(plainer(raw, 1 << 20)))}" for raw in raws]
    signs = "".join(
        map(
            chr,
            (*range(0x2500, 0x2620), 0xA0, 0xB7, 0xD7, 0x2002, 0x2003, 0x2009, 0x2022, 0x2655, 0x265B, 0x2715, 0x2716),
        )
    )
    said += [
        plainer(signs.encode(), 1 << 20).decode(),
        plainer(signs.replace("\u265b", "").replace("\u2655", "").encode(), 1 << 20).decode(),
    ]
    said += [f"{n} {listed} {longest(n, listed)}" for n in (1, 4, 100, 20_000) for listed in (0, 1, 3, 4, 5, 724)]
    said.append(str([pieces(least).findall(b"ab[c]def:g::h[ij:") for least in (1, 2, 3)]))
    long = b"".join(b"%d\n" % k for k in range(40))
    said += [
        f"{limit}: {plainer(long, limit)!r}" for limit in (0, 1, 2, 3, 4, 5, 10, 11, 20, 50, len(long) - 1, len(long))
    ]
    monkeypatch.setattr(texts, "_MOST_LINES", 6)
    said += [f"few lines: {plainer(long[:cut], 1000)!r}" for cut in (10, 12, 13, 14, 16, 18, 30)]
    said += [f"few lines, {limit}: {plainer(long, limit)!r}" for limit in (5, 8, 9, 20)]
    said.append(str(pieces().findall(b"a]bc[d")))
    said += [f"few lines of words: {plainer(b'a b c' + long, limit)!r}" for limit in (20, 1000)]
    told.hold(KEPT / "plain.txt", said)


def test_totals_and_permutations() -> None:
    said = [
        f"{text!r}: {total(plainer(text.encode(), 1 << 20), n)!r}"
        for text in (*texts_of("counted"), "total 3 5", "total 5 0", "way 5")
        for n in (3, 12)
    ]
    for words in (
        "0 1",
        "1 0",
        "1 2",
        "2 1",
        "0 2",
        "2 3",
        "1 1",
        "1",
        "1 2 3",
        "01 2",
        "2 01",
        "0 00",
        "1 12345678",
        "1 1234567",
        "2 0000001",
        "1 " + "9" * 5000,
    ):
        split = [word.encode() for word in words.split()]
        said.append(f"{words}: {[permutation(split, 2, ordered) for ordered in (False, True)]}")
    told.hold(KEPT / "numbers.txt", said)


def test_how_long_a_list_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as all arrangements of its n together, where their number is known."""
    asked: list[tuple[int, ...]] = []

    def noted(*sizes: int) -> int:
        asked.append(sizes)
        return 1 << 20

    monkeypatch.setattr(lenient, "longest", noted)
    for n in (1, 2, 3, 12):
        lenient.read_shaped_list(b"x", n, "a.txt", counts=(1, 1, 7))
        lenient.read_shaped_board(b"x", n, "a.txt", trees=False, columns=False)
    assert asked == [(1, 1), (1,), (2, 7), (2,), (3, 0), (3,), (12, 0), (12,)]


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
