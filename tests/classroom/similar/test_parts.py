"""What two have in common, in the texts of both."""

from __future__ import annotations

import numpy as np
import pytest

from judge.classroom.similar import parts
from judge.classroom.similar.fingerprints import grams
from judge.classroom.similar.parts import common_parts
from judge.classroom.similar.tokens import tokens_of
from judge.model.similarity import Span, Work
from tests.classroom.similar.independent import renamed

FIRST = "def first(a):\n    total = 0\n    for x in a:\n        if x > 3:\n            total += x\n    return total\n"
SECOND = "def second(b, c):\n    while b and c != 5:\n        b, c = c, b[1:]\n    return [b, c]\n"
OTHER = "class Other:\n    def __init__(self):\n        self.rows = {}\n\n    def put(self):\n        del self.rows\n"
NONE = np.zeros(0, np.uint64)


def work(**files: str) -> Work:
    return Work(("ada",), tuple((f"{name}.py", text) for name, text in files.items()))


def text_of(one: Work, span: Span) -> str:
    return one.files[span.file][1][span.start : span.end]


def test_functions_in_another_order_are_parts_of_their_own() -> None:
    left, right = work(a=FIRST + OTHER + SECOND), work(a=renamed(SECOND) + "\nimport sys\n" + renamed(FIRST))
    first, second = common_parts(left, right, NONE)
    assert text_of(left, first.left) == FIRST.strip()
    assert text_of(left, second.left) == SECOND.strip()
    assert first.right.start > second.right.start
    codes = [tokens_of("a.py", text_of(*side)).codes.tolist() for side in ((left, first.left), (right, first.right))]
    assert codes[0] == codes[1]
    assert first.tokens == len(codes[0])


def test_a_part_is_in_the_file_where_it_stands() -> None:
    left, right = work(a=OTHER, b=FIRST), work(a=FIRST, b=SECOND)
    (part,) = common_parts(left, right, NONE)
    assert (part.left.file, part.right.file) == (1, 0)
    assert text_of(left, part.left) == text_of(right, part.right) == FIRST.strip()


def test_what_was_given_is_no_part() -> None:
    given = grams(tokens_of("a.py", FIRST).codes)
    assert common_parts(work(a=FIRST), work(a=FIRST), given) == ()
    left = work(a=FIRST + SECOND)
    (part,) = common_parts(left, left, given)
    assert text_of(left, part.left) == SECOND.strip()


def test_each_place_is_in_one_part() -> None:
    (part,) = common_parts(work(a=FIRST), work(a=FIRST * 3), NONE)
    assert part.right.start == 0
    found = common_parts(work(a=FIRST * 3), work(a=FIRST + OTHER + FIRST), NONE)
    assert len({part.right.start for part in found}) == len(found) == 2


def test_texts_that_repeat_themselves_cost_no_time_squared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = [0]
    alike = parts._Matching._alike

    def counted(row: parts._Matching, at: int, place: int) -> int:
        size = alike(row, at, place)
        compared[0] += size + 1
        return size

    monkeypatch.setattr(parts._Matching, "_alike", counted)
    for unit, end in (("x = y + 1\n", "x = -y\n"), ("x ", "= x"), ("x = y\n" * 3 + "z()\n", "x\n")):
        compared[0] = 0
        left, right = work(a=unit * 1000), work(a=(unit * 15 + end) * 60)
        tokens = [len(tokens_of("a.py", one.files[0][1]).codes) for one in (left, right)]
        assert common_parts(left, right, NONE)
        assert compared[0] < 20 * sum(tokens)


def test_more_parts_than_numbers_of_two_digits_are_the_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MOST_PARTS", 1)
    left, right = work(a=SECOND + OTHER + FIRST), work(a=FIRST + "import sys\n" + SECOND)
    (part,) = common_parts(left, right, NONE)
    assert text_of(left, part.left) == SECOND.strip()
