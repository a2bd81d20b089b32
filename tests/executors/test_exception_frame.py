"""The head of a text from a box: numbers are taken where they are numbers, and a place only where the file has it."""

from __future__ import annotations

import pytest

from judge.executors.answer_frame import Raised, read_raised
from judge.submissions.source import Source

SOURCE = Source(b"import numpy\nx = f(1)\n", "mine.py", "/submission/submission.py")


def test_a_frame_is_read() -> None:
    raised = read_raised(b'XIndexError 2 4 8 0 13 1 1\nIndexError: no\n  File "/submission/submission.py", line 2\n')
    assert (raised.kind, raised.headline, raised.says) == ("IndexError", "IndexError: no", "no")
    assert raised.shown(SOURCE).endswith('File "mine.py", line 2')
    assert str(raised.place(SOURCE)) == "mine.py:2:5"
    assert (raised.errno, raised.outside, raised.sealed) == (13, True, True)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "Exception",
        "E 1 2 3",
        "E 1 2 3 4 5",
        "E 1 2 3 4 5 6",
        "E 1 2 3 4 5 6 7 8",
        "E a b c d e f g",
        "E -2 0 0 0 0 0 0",
        "E 1 2 3 4 5 6 " + "9" * 20,
        "E 1 2 3 4 5 6 ٣",
        "E  1 2 3 4 5 6",
    ],
)
def test_a_head_that_is_none_names_no_place(head: str) -> None:
    raised = read_raised(b"X" + head.encode() + b"\ntext")
    assert (raised.line, raised.start, raised.end, raised.line_of_numba) == (0, 0, -1, 0)
    assert (raised.errno, raised.outside, raised.sealed) == (0, False, False)
    assert raised.place(SOURCE) is None
    assert raised.text == "text"


@pytest.mark.parametrize(
    ("raised", "where"),
    [
        (Raised("E", "", 2, 0, -1), "mine.py:2:1"),
        (Raised("E", "", 2, 999, 1000), "mine.py:2:9"),
        (Raised("E", "", 3, 0, 1), "None"),
        (Raised("E", "", -1, -1, -1), "None"),
    ],
)
def test_a_place_is_in_the_file(raised: Raised, where: str) -> None:
    assert str(raised.place(SOURCE)) == where


def test_a_head_may_hold_the_places_alone() -> None:
    raised = read_raised(b"XE 2 4 8 3\ntext")
    assert (raised.line, raised.start, raised.end, raised.line_of_numba) == (2, 4, 8, 3)
    assert (raised.errno, raised.outside, raised.sealed) == (0, False, False)


def test_nothing_said_has_a_headline_too() -> None:
    assert Raised("E", "").headline == "an exception without a text"
    assert Raised("E", "KeyboardInterrupt").says == "KeyboardInterrupt"
