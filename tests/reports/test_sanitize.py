"""What strangers wrote never reaches a terminal as anything but its own characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reports.sanitize import clean, clean_line, fold


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain text, ümläut, 漢字, 🦎", "plain text, ümläut, 漢字, 🦎"),
        ("a\tb", "a   b"),
        ("one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", "red"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("half a sequence \x1b", r"half a sequence \x1b"),
        (
            "bell \x07 backspace \x08 nul \0 del \x7f nel \x85",
            r"bell \x07 backspace \x08 nul \x00 del \x7f nel \x85",
        ),
        ("mine\u202eyp.exe", r"mine\u202eyp.exe"),
        ("\u2066\u200f\ufeff", r"\u2066\u200f\ufeff"),
        ("line\u2028separator", r"line\u2028separator"),
        ("tag \U000e0041", r"tag \U000e0041"),
        ("क्\u200dष, soft\u00adhyphen", "क्ष, softhyphen"),
        ("not utf-8: \udcff", r"not utf-8: \xff"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
    ],
)
def test_clean(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@given(st.text(st.characters(codec=None), max_size=60))
def test_nothing_without_a_shape_is_left(raw: str) -> None:
    for character in clean(raw):
        assert character == "\n" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert "\n" not in clean_line(raw)


def test_a_flood_is_cut_and_says_so() -> None:
    assert clean("x" * 100, limit=10) == "x" * 10 + "\n... (90 more characters)"
    assert clean_line("x" * 300) == "x" * 200 + "..."
    assert clean_line("two\nlines") == r"two\nlines"


@pytest.mark.timeout(5)
@pytest.mark.parametrize("flood", ["\x1b]", "\x1b[", "\x1b[" + "0" * 99, "\u202e", "\x90" * 9])
def test_hostile_floods_take_linear_time(flood: str) -> None:
    assert "\x1b" not in clean(flood * (65536 // len(flood)))


def test_fold_keeps_lines_and_hangs_the_rest() -> None:
    assert fold("one two three four five\n  indented line that is long", 20, "= x: ", "     ") == [
        "= x: one two three",
        "     four five",
        "       indented line",
        "       that is long",
    ]
    assert fold("", 40, "= x: ") == ["= x:"]


def test_an_indentation_is_not_repeated_without_end() -> None:
    lines = fold(" " * 30_000 + "a " * 15_000, 80)
    assert sum(map(len, lines)) < 2_000_000
    assert fold("    for row in rows: go on with all of them", 30)[1].startswith("    ")


@pytest.mark.parametrize("none", ["\ufffe", "\uffff", "\ufdd0", "\U0010ffff"])
def test_what_is_no_character_is_written_as_its_escape(none: str) -> None:
    assert clean(f"a{none}").isascii()
    assert clean("a\U0001fae9") == "a\U0001fae9", "younger than some tables, and one all the same"
