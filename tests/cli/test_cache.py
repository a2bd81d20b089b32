"""`judge cache`, and what a run takes from it and leaves there."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.sandbox.sandbox import Sandbox
from tests.boxed import kept
from tests.cli.handed_in import Call


@pytest.fixture
def folder(tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is kept. The sandbox is set up before, so that nothing but submissions comes there."""
    sandbox.forget(kept(sandbox, {"submission.py": b""}))
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept/compiled"


@pytest.fixture
def mine(here: Path, right: str) -> str:
    (here / "mine.py").write_text(right)
    return "mine.py"


def prepared(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Note each box that is started, whether it is one of a prepare phase."""
    boxes: list[bool] = []
    start = Sandbox.start

    def noted(self: Sandbox, *words: object) -> object:
        boxes.append(words[-1].prepare)  # type: ignore[attr-defined]
        return start(self, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(Sandbox, "start", noted)
    return boxes


def test_the_second_run_of_a_file_compiles_nothing(
    call: Call, mine: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = prepared(monkeypatch)
    first, second = call("run", mine, "--problem", "pkg"), call("run", mine, "--problem", "pkg")
    assert first[0] == second[0] == 0, first
    assert boxes.count(True) == 1
    assert boxes.count(False) == 4
    status, said, _ = call("cache", "info")
    assert status == 0
    assert said.splitlines() == ["1 entry, 4 KiB of at most 1024 MiB", f"in {folder}"]
    assert call("cache") == (status, said, "")


def test_without_the_cache_a_run_compiles_and_keeps_nothing(
    call: Call, mine: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = prepared(monkeypatch)
    for _ in range(2):
        assert call("run", mine, "--problem", "pkg", "--no-cache")[0] == 0
    assert boxes.count(True) == 2
    assert call("cache")[1].startswith("0 entries, 0 KiB")


def test_what_is_kept_can_be_removed(call: Call, mine: str, folder: Path) -> None:
    call("run", mine, "--problem", "pkg")
    assert call("cache", "clear")[1] == "1 entry removed: 4 KiB\n"
    assert list(folder.iterdir()) == []
    assert call("cache", "clear")[1] == "0 entries removed: 0 KiB\n"


def test_a_cache_that_can_not_be_used_costs_time_and_nothing_else(call: Call, mine: str, folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o755)
    folder.chmod(0o755)
    assert call("run", mine, "--problem", "pkg")[0] == 0
    assert list(folder.iterdir()) == []
    status, _, said = call("cache")
    assert status == 2
    assert said.startswith("error[E435]: the cache can't be opened: it is another user's, or open to others")
    assert str(folder) in said.replace("\n           ", "")


def test_only_two_things_can_be_done_with_it(call: Call, folder: Path) -> None:
    status, _, said = call("cache", "empty")
    assert status == 2
    assert "'info', 'clear'" in said
