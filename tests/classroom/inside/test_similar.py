"""What is alike in two programs: tokens, shares, and parts of both texts; which pairs stand out of their class."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest

from judge.classroom.similar import parts
from judge.classroom.similar import shares as fingerprints
from judge.classroom.similar.parts import common_parts
from judge.classroom.similar.shares import GRAM, Numbers, circles_of, grams, limit_of, own_grams, shares, standing_out
from judge.classroom.similar.tokens import tokens_of
from judge.model import Similarities
from tests.classroom.independent import renamed
from tests.classroom.make import written_rows
from tests.inside import test_linear as linear

ALIKE = written_rows("alike.toml", "alike")


def test_names_layout_and_comments_are_nothing_and_what_the_program_does_is_something() -> None:
    for alike in ALIKE:
        one, other = (tokens_of(alike["file"], alike[side]).codes.tolist() for side in ("one", "other"))
        assert len(one) > 8
        assert one == other, alike
    pairs = ("while x: pass|if x: pass", "a + b|a - b", "range(n)|n[range]", "return x|x", "x = 1|x = 'a'")
    for one, other in (pair.split("|") for pair in pairs):
        assert tokens_of("a.py", one).codes.tolist() != tokens_of("a.py", other).codes.tolist(), one


def test_each_token_is_where_it_stands_up_to_the_bound() -> None:
    text = "if a_name == 12:\n    print('x')"
    tokens = tokens_of("a.py", text)
    stood = [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]
    assert stood == ["if", "a_name", "=", "=", "12", ":", "print", "(", "'x'", ")"]
    assert len(tokens_of("a.py", "x " * 100, 30).codes) == 30


def test_any_text_is_read() -> None:
    for text in ("", "\\", '"""', "'", "/*", "`", "\ufffd" * 9, "\ud800", "\x1b[31m", "é = 3"):
        for path in (*(one["file"] for one in ALIKE), "noending", "a.sh"):
            assert tokens_of(path, text).codes.tolist() == tokens_of(path, text).codes.tolist()


def tokenized(said: str) -> None:
    for path in ("a.py", "a.cpp", "a.rs"):
        tokens_of(path, said, 1 << 40)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_text_is_split_into_tokens_in_one_pass() -> None:
    """Twice as much of a stranger's text costs twice the time, which no lexer of a library holds."""
    texts = [*linear.TEXTS["any"], *linear.TEXTS["tokens"]]
    assert linear.too_fast(linear.text(tokenized), texts, linear.QUICK_S) == []


NONE = np.zeros(0, np.uint64)


def numbers(*values: int) -> Numbers:
    return np.array(values, np.uint64)


def test_only_what_is_as_long_as_a_run_and_was_not_given_is_ones_own() -> None:
    assert len(grams(numbers(*range(GRAM - 1)))) == len(own_grams([], NONE)) == 0
    assert len(grams(numbers(*range(GRAM)))) == 1
    half, whole = numbers(*range(GRAM // 2)), numbers(*range(3 * GRAM))
    given = grams(whole[: 2 * GRAM])
    assert len(own_grams([half, half], NONE)) == 0, "no run goes from one file into the next"
    assert len(own_grams([whole], given)) == len(grams(whole)) - len(given)
    assert len(own_grams([whole[:GRAM]], given)) == 0


def test_a_share_is_of_the_smaller_one_and_of_both_the_same() -> None:
    small, large = numbers(1, 2, 3, 4), numbers(1, 2, 3, 4, *range(100, 200))
    table = shares([small, large, numbers(300, 301)])
    assert table[0, 1] == table[1, 0] == pytest.approx(1)
    assert (table[0, 2], bool(table.diagonal().any())) == (0, False)
    for works in ([], [NONE], [NONE, NONE], [NONE, numbers(1, 2)]):
        table = shares(works)
        assert (table.shape, bool(table.any())) == ((len(works), len(works)), False), "nothing shares nothing"


def test_what_is_rare_counts_more_than_what_all_have() -> None:
    usual = [1, 2, 3, 4]
    works = [numbers(*usual, *range(10 * k, 10 * k + 4)) for k in range(1, 30)]
    table = shares([*works, *[numbers(*usual, 7, 8, 9, 6)] * 2])
    assert table[0, 1] < 0.02, "half of the runs, but everybody has them"
    assert table[29, 30] == pytest.approx(1)


def test_a_matrix_in_pieces_is_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    works = [np.unique(chance.integers(0, 400, 100).astype(np.uint64)) for _ in range(9)]
    whole = shares(works)
    monkeypatch.setattr(fingerprints, "_CELLS", 40)
    assert np.allclose(shares(works), whole)


FIRST = "def first(a):\n    total = 0\n    for x in a:\n        if x > 3:\n            total += x\n    return total\n"
SECOND = "def second(b, c):\n    while b and c != 5:\n        b, c = c, b[1:]\n    return [b, c]\n"
OTHER = "class Other:\n    def __init__(self):\n        self.rows = {}\n\n    def put(self):\n        del self.rows\n"


def work(**files: str) -> Similarities.Work:
    return Similarities.Work(("ada",), tuple((f"{name}.py", text) for name, text in files.items()))


def text_of(one: Similarities.Work, span: Similarities.Span) -> str:
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


def test_a_part_is_in_the_file_where_it_stands_and_each_place_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = work(a=OTHER, b=FIRST), work(a=FIRST, b=SECOND)
    (part,) = common_parts(left, right, NONE)
    assert (part.left.file, part.right.file) == (1, 0)
    assert text_of(left, part.left) == text_of(right, part.right) == FIRST.strip()
    (part,) = common_parts(work(a=FIRST), work(a=FIRST * 3), NONE)
    assert part.right.start == 0
    found = common_parts(work(a=FIRST * 3), work(a=FIRST + OTHER + FIRST), NONE)
    assert len({part.right.start for part in found}) == len(found) == 2
    monkeypatch.setattr(parts, "MOST_PARTS", 1)  # as if that were more than numbers of two digits
    left, right = work(a=SECOND + OTHER + FIRST), work(a=FIRST + "import sys\n" + SECOND)
    (part,) = common_parts(left, right, NONE)
    assert text_of(left, part.left) == SECOND.strip(), "the longest"


def test_what_was_given_is_no_part() -> None:
    given, left = grams(tokens_of("a.py", FIRST).codes), work(a=FIRST + SECOND)
    assert common_parts(work(a=FIRST), work(a=FIRST), given) == ()
    assert [text_of(left, part.left) for part in common_parts(left, left, given)] == [SECOND.strip()]


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


def class_of(count: int, usual: float, pairs: Mapping[tuple[int, int], float] = {}) -> np.ndarray:
    """Return shares around the usual one, and those of some pairs."""
    chance = np.random.default_rng(7)
    table = np.triu(np.clip(chance.normal(usual, 0.04, (count, count)), 0, 1), 1)
    for pair, share in pairs.items():
        table[pair] = share
    return table + table.T


def everybody(count: int) -> np.ndarray:
    return np.ones((count, count), np.bool_)


def pairs_in(table: np.ndarray, compared: np.ndarray | None = None) -> list[tuple[int, int]]:
    found = standing_out(table, everybody(len(table)) if compared is None else compared)
    assert all(fingerprints.LEAST <= pair.limit <= fingerprints.NEARLY_ALL for pair in found)
    return [(pair.left, pair.right) for pair in found]


def test_a_pair_stands_out_of_what_is_usual_in_its_class() -> None:
    for usual, share in ((0.05, 0.95), (0.3, 0.95), (0.5, 0.95), (0.1, 0.7)):
        assert pairs_in(class_of(40, usual, {(3, 9): share})) == [(3, 9)]
    assert pairs_in(class_of(40, 0.6, {(3, 9): 0.7})) == [], "that is usual in this class"
    spread = np.triu(np.random.default_rng(7).uniform(0, 0.55, (40, 40)), 1)
    spread[3, 9] = 0.85
    assert pairs_in(spread + spread.T) == [(3, 9)]
    compared = everybody(40)
    compared[3, 9] = compared[9, 3] = False
    assert pairs_in(class_of(40, 0.1, {(3, 9): 0.95}), compared) == [], "they may not be a pair"
    assert pairs_in(np.zeros((0, 0))) == pairs_in(np.zeros((1, 1))) == []


def test_one_who_is_like_everybody_is_like_nobody() -> None:
    """A short solution is contained in all others: that is its own background."""
    table = class_of(40, 0.1)
    table[0, 1:] = table[1:, 0] = np.linspace(0.6, 0.85, 39)
    assert pairs_in(table) == []
    table[0, 5] = table[5, 0] = 1
    assert [(pair.left, pair.right) for pair in standing_out(table, everybody(40))] == [(0, 5)]


def test_few_are_no_background() -> None:
    few, small, least = fingerprints.FEW, fingerprints.SMALL, fingerprints.LEAST
    assert pairs_in(class_of(few, 0.3, {(1, 2): small + 0.02, (3, 4): small - 0.02})) == [(1, 2)]
    assert [limit_of(np.zeros(count)) for count in (few - 1, few)] == [small, least]


def test_a_copy_is_found_though_most_have_copied() -> None:
    table = class_of(30, 0.1, dict.fromkeys(combinations(range(20), 2), 1.0))
    found = standing_out(table, everybody(30))
    assert len(found) == 190
    assert [circle.works for circle in circles_of(found)] == [tuple(range(20))]


def test_a_work_is_in_one_circle_and_the_shown_pairs_join_it() -> None:
    pairs = [Similarities.Pair(*pair, 0.5) for pair in ((1, 2, 0.9), (5, 6, 0.8), (2, 3, 0.8), (1, 3, 0.7))]
    first, second = circles_of(pairs)
    assert (first.works, first.pairs, first.shown) == ((1, 2, 3), (pairs[0], *pairs[2:]), (pairs[0], pairs[2]))
    assert (second.works, second.shown) == ((5, 6), (pairs[1],))
    pairs = [Similarities.Pair(*pair, 0.5) for pair in ((1, 2, 0.9), (3, 4, 0.9), (2, 4, 0.8), (4, 5, 0.7))]
    (circle,) = circles_of(pairs)  # two that a later pair joins are one
    assert (circle.works, len(circle.shown)) == ((1, 2, 3, 4, 5), 4)
