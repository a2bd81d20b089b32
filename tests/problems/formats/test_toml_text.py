"""The text of a TOML file: what is wrong with it is said with its place, and nothing else is raised."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.problems.formats.toml_source import decoded, parsed


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("a = 1\nb = \n", "cup/a.toml line 2, column 5", "a.toml is not TOML: invalid value"),
        ("a = [1,\n", "cup/a.toml line 2", "a.toml is not TOML: invalid value"),
        ("a = " + "[" * 100_000, "cup/a.toml", "a.toml can't be read: a number has thousands"),
        ("a = " + "9" * 5_000, "cup/a.toml", "a.toml can't be read: "),
    ],
)
def test_what_is_no_toml_is_said_with_its_place(text: str, place: str, said: str) -> None:
    with pytest.raises(JudgeError) as caught:
        parsed(text, "E422", "cup/a.toml")
    assert (caught.value.code, str(caught.value.place)) == ("E422", place)
    assert caught.value.message.startswith(said)


def test_what_is_no_utf_8_is_said_with_its_line() -> None:
    with pytest.raises(JudgeError) as caught:
        decoded(b"a = 1\n# caf\xe9\n", "E411", "generators.toml")
    assert (caught.value.code, str(caught.value.place)) == ("E411", "generators.toml line 2")


@given(st.text() | st.text("[]{}=.,'\"#\n 1a", max_size=40))
def test_nothing_but_a_judge_error_is_raised(text: str) -> None:
    with suppress(JudgeError):
        assert isinstance(parsed(text, "E422", "a.toml"), dict)
