"""The hostile submissions once more, judged by an ordinary user: for root, whose boxes get a user id of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.as_user import run_tests_as_ordinary_user

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="an ordinary user runs all of it anyway"),
    pytest.mark.timeout(1200),
]


@pytest.mark.parametrize(
    "marked",
    [
        pytest.param("not slow and not nightly or sampled", marks=pytest.mark.slow),
        pytest.param("slow or nightly", marks=pytest.mark.nightly),
    ],
)
def test_they_are_contained_as_an_ordinary_user_too(marked: str) -> None:
    files = [str(Path(__file__).with_name(name)) for name in ("test_hostile.py", "test_ring.py")]
    done = run_tests_as_ordinary_user(files, marked)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
