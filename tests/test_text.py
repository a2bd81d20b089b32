"""Words that any message needs, and that nobody writes again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.text import alphabetic, capitalized, counted, identifier, identifiers, is_identifier, listed


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [
        (0, "run", "0 runs"),
        (1, "spy", "1 spy"),
        (3, "spy", "3 spies"),
        (2, "day", "2 days"),
        (2500, "tree", "2,500 trees"),
    ],
)
def test_a_number_stands_before_its_noun(count: int, noun: str, said: str) -> None:
    assert counted(count, noun, ",d") == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a, b"),
        (["a", "b", "c"], "a, b and 1 more"),
        (["a"] * 5, "a, a and 3 more"),
    ],
)
def test_the_first_of_many_names(names: list[str], said: str) -> None:
    assert listed(names, 2) == said


@pytest.mark.parametrize(("words", "said"), [("", ""), ("wrong answer", "Wrong answer"), ("CPU of it", "CPU of it")])
def test_a_sentence_begins_with_a_capital(words: str, said: str) -> None:
    assert capitalized(words) == said


def test_names_are_sorted_as_people_expect() -> None:
    names = ["", "adam", "O'Neill", "Özil", "Paul", "Zoe", "Zoé", "zoe", "Анна"]
    assert sorted({*names}, key=alphabetic) == names


# --- identifiers ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "made"),
    [
        ("The Lizards", "the-lizards"),
        ("Ärzte & Söhne", "aerzte-soehne"),
        ("Łódź", "odz"),
        ("École n° 1", "ecole-n-1"),
        ("-x.", "x"),
        ("團隊", "team"),
        ("", "team"),
        ("\x1b[2J\n..", "2j"),
        ("a" * 40, "a" * 36),
    ],
)
def test_an_identifier_looks_like_the_words(words: str, made: str) -> None:
    assert identifier(words, "team") == made


@pytest.mark.parametrize("word", ["a", "_", "t-1", "A.b", "x" * 36])
def test_an_identifier_stays(word: str) -> None:
    assert is_identifier(word)
    assert identifiers([word], "team") == [word]


@pytest.mark.parametrize("word", ["", "-a", ".a", "a.", "a b", "é", "x" * 37, "a\n"])
def test_what_is_no_identifier(word: str) -> None:
    assert not is_identifier(word)


def test_two_that_look_alike_are_told_apart() -> None:
    long = "x" * 50
    assert identifiers(["A b", "a-b", "團", "隊", long, long], "team") == [
        *("a-b", "a-b-2", "team-3", "team-4", "x" * 36, f"{'x' * 34}-2"),
    ]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=50), max_size=8))
def test_all_are_identifiers_and_no_two_the_same(words: list[str]) -> None:
    made = identifiers(words, "team")
    assert all(map(is_identifier, made))
    assert len(set(made)) == len(words)
