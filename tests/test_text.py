"""Words that any message needs, and that nobody writes again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.text import alphabetic, capitalized, counted, exact_moment, identifier, identifiers, is_identifier, listed
from tests.problems.told import hold_rows, unescaped

SAYS: dict[str, Callable[..., object]] = {
    "counted": lambda count, noun: counted(int(count), noun, ",d"),
    "listed": lambda names: listed(names.split(), 2),
    "capitalized": capitalized,
    "identifier": lambda words: identifier(words, "team"),
    "exact_moment": lambda at_s, zone: exact_moment(int(at_s), ZoneInfo(zone)),
    "stays": lambda word: (is_identifier(word), identifiers([word], "team")),
}


def said(row: str) -> str:
    """What a row of words.txt says: the name of a function, and behind each bar a word that it is given."""
    name, *words = row.split(" | ")
    return repr(SAYS[name](*(unescaped(word.strip('"')) for word in words)))


def test_each_word_is_as_it_is_kept() -> None:
    hold_rows(Path(__file__).with_name("words.txt"), said)


def test_names_are_sorted_as_people_expect() -> None:
    names = ["", "adam", "O'Neill", "Özil", "Paul", "Zoe", "Zoé", "zoe", "Анна"]
    assert sorted({*names}, key=alphabetic) == names


def test_two_that_look_alike_are_told_apart() -> None:
    long = "x" * 50
    made = ["a-b", "a-b-2", "team-3", "team-4", "x" * 36, f"{'x' * 34}-2"]
    assert identifiers(["A b", "a-b", "團", "隊", long, long], "team") == made


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(max_size=50), max_size=8))
def test_all_are_identifiers_and_no_two_the_same(words: list[str]) -> None:
    made = identifiers(words, "team")
    assert all(map(is_identifier, made))
    assert len(set(made)) == len(words)
