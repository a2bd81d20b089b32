"""Each error that a test of problems meets is told whole: a known code, texts, where it is, and how to mend it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from judge.errors import JudgeError, Place, codes
from judge.sandbox import Sandbox
from tests.commands import Call
from tests.warm import in_place, using

# About a name, a value, a place to write to, or what is not installed.
NOWHERE = ("E412", "E426", "E427", "E430", "E432", "E433", "E435", "E439", "E471")
LACKING = re.compile(r"(?<!')(?<!or )\bNone\b")  # in a sentence, and not in a quotation: something was not there


@pytest.fixture(autouse=True)
def _errors_are_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made, wrong = JudgeError.__init__, list[str]()

    def noted(error: JudgeError, *words: Any, **named: Any) -> None:
        made(error, *words, **named)
        ours = sys._getframe(1).f_globals["__name__"].startswith("judge.")
        wrong.extend([f"{error!r}, {error.place}, {error.note!r}, {error.help!r}"] * (ours and not is_told(error)))

    monkeypatch.setattr(JudgeError, "__init__", noted)
    yield
    assert wrong == []


def is_told(error: JudgeError) -> bool:
    place = error.place or Place("nowhere" if error.code in NOWHERE else "")
    texts = [error.message, error.note, error.help, place.file]
    if error.code not in codes() or not all(isinstance(text, str) for text in texts):
        return False
    whole = place.file and place.line >= min(place.column, 1) and error.message and error.help
    return bool(whole) and not any(map(LACKING.search, texts))


@pytest.fixture
def call(sandbox: Sandbox) -> Iterator[Call]:
    """Run `judge` in this process, in a sandbox that is warm."""
    with in_place(lambda *_, **__: using(sandbox, lasting=True)):
        yield Call()
