"""What a program wrote, read as its package says: in looser forms, with words that mean FAIL, as the whole answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Finding, Instance, Programs
from tests.problems import make

GROVE = Instance("ANY", 4, 2, np.array([[0, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], np.int8))


def heard(data: bytes | str, puzzle: str = "lizards", board: Instance = GROVE, **said: Any) -> Answer | Finding:
    return make.heard(data, puzzle, board, file="out.txt", **said)


def cells(answer: Answer | Finding) -> list[list[int]]:
    assert isinstance(answer, Answer), answer
    assert answer.board is not None
    return np.argwhere(answer.board == 1).tolist()


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ("row column from 0", [[1, 2], [3, 1]]),
        ("row column from 1", [[0, 1], [2, 0]]),
        ("column row from 0", [[1, 3], [2, 1]]),
        ("column row from 1", [[0, 2], [1, 0]]),
    ],
)
def test_pairs_mean_what_problem_toml_says(pairs: Programs.Pairs, found: list[list[int]]) -> None:
    for text in ("[(1, 2), (3, 1)]", "1 2\n3 1\n"):
        assert cells(heard(text, shapes=True, pairs=pairs)) == found
    assert isinstance(heard("1 2 3 1 and no more", shapes=True, pairs=pairs), Finding)


def test_a_layer_that_is_no_mirror_image_needs_the_row_told() -> None:
    empty = np.zeros((4, 4), np.int8)
    plain = Instance("ANY", 4, 2, empty)
    assert cells(heard("[(0, 2), (3, 1)]", board=plain, shapes=True)) == [[0, 2], [3, 1]]
    weights = Instance("ANY", 4, 2, empty, np.arange(16).reshape(4, 4))
    finding = heard("[(0, 2), (3, 1)]", board=weights, shapes=True)
    assert isinstance(finding, Finding)
    assert finding.code == "E134"
    assert finding.message == (
        "the 2 pairs can be read as row and column, counted from 0, or as column and row, counted from 0"
    )
    assert finding.where == "out.txt line 1"
    assert finding.note == "line 1 is '[(0, 2), (3, 1)]'"


@pytest.mark.parametrize(
    ("text", "code", "plain"),
    [
        ("OK\n(0, 2)\n(3, 1)\n(1, 0)\n", "E133", "E111"),
        ("[[0 1 0 ... 0 0 0]\n [1 0 0 ... 0 0 2]]\n", "E135", "E102"),
        ("OK\n100\n020\n001\n", "E105", "E105"),
        ("hello world\n", "E102", "E102"),
        ("yes\n1 3\n", "E102", "E102"),
        ("", "E101", "E101"),
    ],
)
def test_the_nearest_shape_is_told_where_shapes_are_read(text: str, code: str, plain: str) -> None:
    loose, strict = heard(text, shapes=True), heard(text)
    assert isinstance(loose, Finding)
    assert isinstance(strict, Finding)
    assert (loose.code, strict.code) == (code, plain)
    assert ("judge help formats" in loose.note) == (code == "E102")
    assert "judge help formats" not in strict.note


# --- words for FAIL ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shapes", [False, True])
@pytest.mark.parametrize("text", ["-1", " -1\r\n", "None", "NONE.\n", "[]", "null", "NO", "0", "s UNSATISFIABLE\n"])
def test_a_word_of_the_package_means_fail(text: str, shapes: bool) -> None:
    said = ("-1", "[]", "none", "Null", "no", "0", "UNSATISFIABLE")
    answer = heard(text, shapes=shapes, fail_words=said)
    assert isinstance(answer, Answer)
    assert answer.fail
    [notice] = answer.warnings
    assert notice.code == "W126"
    assert notice.message == f"read as FAIL: the package says that {text.strip()!r} means it"


@pytest.mark.parametrize("shapes", [False, True])
@pytest.mark.parametrize("text", ["-1", "None", "[]", "null", "0", "UNSATISFIABLE", "not found"])
def test_without_it_nothing_is_guessed_and_fail_is_named(text: str, shapes: bool) -> None:
    finding = heard(text, shapes=shapes)
    assert isinstance(finding, Finding)
    assert finding.code in ("E102", "E111")
    assert finding.note.endswith(f"if {text!r} is to say that there is no arrangement, only FAIL does")
    assert "problem.toml" not in finding.note, "its author can't change what the package says"


@pytest.mark.parametrize("text", ["-1 -1", "-12", "none of them", "-1\n-1", "[ ]", "no solution at all", "1", "OK -1"])
def test_only_the_whole_answer_counts(text: str) -> None:
    assert isinstance(heard(text, fail_words=("-1", "[]", "no solution", "common")), Finding)


@pytest.mark.parametrize(
    ("word", "code"), [("keine Lösung", "cp1252"), ("não há solução", "cp1252"), ("无解", "gb18030")]
)
def test_a_word_is_understood_in_each_code(word: str, code: str) -> None:
    for said in (word, word.upper(), f"\ufeff{word.capitalize()}!\r\n"):
        answer = heard(said, fail_words=(word,))
        assert isinstance(answer, Answer)
        assert said.strip().removeprefix("\ufeff") in answer.warnings[0].message
    assert isinstance(heard(word.encode(code), fail_words=(word,)), Answer)
    assert isinstance(heard(word, fail_words=("common",)), Finding)


def test_a_word_that_is_another_answer_too_is_refused() -> None:
    finding = heard("2", "all-queens", fail_words=("2",))
    assert isinstance(finding, Finding)
    assert finding.code == "E123"
    assert isinstance(heard("0", "all-queens", fail_words=("0",)), Answer)
    assert isinstance(heard("FAIL", fail_words=("FAIL",)), Answer)


def test_fail_is_understood_without_any_word() -> None:
    for said in ((), ("-1",)):
        answer = heard("FAIL\n", fail_words=said)
        assert isinstance(answer, Answer)
        assert answer.fail
        assert answer.warnings == ()


@settings(max_examples=100, deadline=None)
@given(
    data=st.binary(max_size=40) | st.text(max_size=20).map(str.encode), words=st.lists(st.text(min_size=1), max_size=3)
)
def test_no_bytes_make_it_raise(data: bytes, words: list[str]) -> None:
    heard(data, shapes=True, fail_words=tuple(words))
