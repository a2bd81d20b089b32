"""What tests of kernels share: this process forks as a zygote does, and a submission lies in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sandbox.inside.forked import HEAD, Write, set_up


@pytest.fixture(scope="session")
def forks() -> None:
    """Do once what a zygote does before it forks."""
    set_up()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(source: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text(HEAD + source)
        return path

    return write
