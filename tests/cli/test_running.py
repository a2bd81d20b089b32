"""What starts before a run, and when."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli.options import RunOptions
from judge.cli.running import start_sandboxes
from judge.errors import JudgeError
from judge.sandbox import pool


class Opened:
    """Stands for a sandbox: it notes what it is asked for."""

    def __init__(self) -> None:
        self.warm = False

    def warm_up(self) -> None:
        self.warm = True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Opened]:
    sandboxes: list[Opened] = []

    @contextlib.contextmanager
    def arena(*_: object, **__: object) -> Iterator[list[Opened]]:
        sandboxes.extend([Opened(), Opened()])
        yield sandboxes

    monkeypatch.setattr(pool, "arena", arena)
    return sandboxes


@pytest.mark.parametrize(
    ("name", "source", "warm"),
    [
        ("a.py", "import numba\n", True),
        ("a.py", "x = 1\nif x:\n    from numba import njit\n", True),
        ("a.py", "import numpy\n# import numba\n", False),
        ("a.py", "import numbat\n", False),
        ("a.py", "", False),
        ("a.c", "import numba\n", False),
    ],
)
def test_numba_is_loaded_early_where_a_file_imports_it(
    tmp_path: Path, opened: list[Opened], name: str, source: str, warm: bool
) -> None:
    (tmp_path / name).write_text(source)
    with start_sandboxes(RunOptions(), files=[tmp_path / name]):
        assert [one.warm for one in opened] == [warm] * 2


def test_a_file_or_folder_that_is_no_source_loads_nothing_early(tmp_path: Path, opened: list[Opened]) -> None:
    (tmp_path / "folder.py").mkdir()
    with start_sandboxes(RunOptions(), files=[tmp_path / "folder.py", tmp_path / "missing.py"]):
        assert not any(one.warm for one in opened)


def test_nothing_is_started_for_a_file_that_is_not_there(tmp_path: Path, opened: list[Opened]) -> None:
    def check() -> None:
        raise JudgeError("E431", "it does not exist")

    with pytest.raises(JudgeError), start_sandboxes(RunOptions(), check, [tmp_path / "missing.py"]):
        pass
    assert opened == []
