"""Words that mean FAIL: only where the package says so, and only as the whole answer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Finding, Instance, Limits, Problem, Programs
from judge.problems.formats.fail_words import looks_like_fail, means_fail, plain_word
from judge.problems.program_output import read_output

GROVE = Instance("ANY", 4, 2, np.array([[0, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], np.int8))


def heard(data: bytes | str, puzzle: str = "lizards", **said: object) -> Answer | Finding:
    programs = Programs(**said)  # type: ignore[arg-type]
    problem = Problem(puzzle, puzzle, puzzle, ("ANY",), False, Limits(), {}, (), programs=programs)
    return read_output(data.encode() if isinstance(data, str) else data, problem, GROVE, "out.txt")


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
        assert means_fail(said.encode(), [word]) == said.strip().removeprefix("\ufeff")
    assert means_fail(word.encode(code), [word])
    assert not means_fail(word.encode(), ["common"])


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
    found = means_fail(data, words)
    assert not found or plain_word(found) in {plain_word(word) for word in words}
    looks_like_fail(data)
    heard(data, shapes=True, fail_words=tuple(words))
