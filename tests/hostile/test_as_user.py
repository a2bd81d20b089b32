"""The hostile submissions once more, judged by an ordinary user: for root, whose boxes get a user id of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.as_user import run_tests_as_ordinary_user

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="an ordinary user runs all of it anyway"),
    pytest.mark.timeout(1200),
]


@pytest.mark.parametrize("name", ["test_hostile.py", "test_ring.py"])
def test_they_are_contained_as_an_ordinary_user_too(name: str) -> None:
    done = run_tests_as_ordinary_user([str(Path(__file__).with_name(name))])
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
