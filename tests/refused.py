"""What is refused, with its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.errors import JudgeError


@contextmanager
def refused(
    code: str = "", said: str = "", place: Path | None = None, line: int = 0
) -> Iterator[pytest.ExceptionInfo[JudgeError]]:
    """Do what ends in a JudgeError, of this code and about this file if they are given, whose message has these words.
    What it says is text."""
    with pytest.raises(JudgeError, match=re.escape(said) or None) as caught:
        yield caught
    error, at = caught.value, caught.value.place
    assert code in ("", error.code), error
    assert all(isinstance(text, str) for text in (error.message, error.note, error.help, error.command))
    assert place is None or (at and (at.file, at.line)) == (str(place), line)
