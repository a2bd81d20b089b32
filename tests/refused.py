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
    code: str, said: str = "", place: Path | None = None, line: int = 0
) -> Iterator[pytest.ExceptionInfo[JudgeError]]:
    """Do what ends in a JudgeError of this code, whose message has these words, about this file if it is given."""
    with pytest.raises(JudgeError, match=re.escape(said) or None) as caught:
        yield caught
    assert caught.value.code == code, caught.value
    at = caught.value.place
    assert place is None or (at and (at.file, at.line)) == (str(place), line)
