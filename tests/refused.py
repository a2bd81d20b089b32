"""What is refused, with its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from judge.errors import JudgeError


@contextmanager
def refused(code: str, said: str = "") -> Iterator[pytest.ExceptionInfo[JudgeError]]:
    """Do what ends in a JudgeError of this code, whose message has these words."""
    with pytest.raises(JudgeError, match=re.escape(said)) as caught:
        yield caught
    assert caught.value.code == code, caught.value
