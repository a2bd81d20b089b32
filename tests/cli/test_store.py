"""`judge store`: what is said, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.sandbox import Sandbox
from judge.store import Store
from tests.boxed import kept
from tests.commands import Call


def digest() -> str:
    with Store() as store:
        [one] = store.upkeep.contents().packages
    return one.digest


def test_a_copy_is_a_store(graded: Path, call: Call) -> None:
    out = call.done("store", "backup", "copy.db")
    assert out == f"copy.db: {-(-Path('copy.db').stat().st_size // 1024)} KiB, checked\n"
    Store.PATH.unlink()
    Path("copy.db").rename(Store.PATH)
    out = call.done("store", "info")
    assert "2 judgements of 2 students in 1 batch, 4 repetitions" in out
    assert digest()[:12] in out
    call.refused("E490", "store", "backup", "class")


def test_nobody_is_forgotten_without_a_word(graded: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def confirm(text: str, **_: object) -> None:
        asked.append(text)
        raise KeyboardInterrupt

    monkeypatch.setattr("click.confirm", confirm)
    assert call("store", "forget", "ada")[0] == 130
    assert asked == ["Name and code of ada will be gone for good. Go on?"]
    assert b"by ada" in b"".join(file.read_bytes() for file in Store.PATH.parent.iterdir() if file.is_file())


def test_an_appeal_is_shown_the_board_of_then(graded: Path, call: Call) -> None:
    case = Path("testcases/pkg/secret/four/input.txt")
    then = case.read_bytes()
    known = digest()
    case.write_text("DFS\n4\n1\n" + "0000\n" * 4)
    assert call.done("store", "package", known[:8], "then") == f"then/pkg: pkg with {known[:12]}, 5 files\n"
    assert Path("then/pkg/secret/four/input.txt").read_bytes() == then


# --- `judge cache` ---------------------------------------------------------------------------------------------------
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


def test_a_second_run_compiles_nothing(call: Call, mine: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes, run = prepared(monkeypatch), ("run", mine, "--problem", "pkg")
    for _ in range(2):
        call.done(*run, "--no-cache")
    assert boxes.count(True) == 2
    assert call("cache")[1].startswith("0 entries, 0 KiB"), "without the cache a run compiles and keeps nothing"
    boxes.clear()
    for _ in range(2):
        call.done(*run)
    assert (boxes.count(True), boxes.count(False)) == (1, 4)
    said = call.done("cache", "info")
    assert said.splitlines() == ["1 entry, 4 KiB of at most 1024 MiB", f"in {folder}"]
    assert call("cache", "clear")[1] == "1 entry removed: 4 KiB\n"
    assert list(folder.iterdir()) == []


def test_a_cache_that_can_not_be_used_costs_time_and_nothing_else(call: Call, mine: str, folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o755)
    folder.chmod(0o755)
    call.done("run", mine, "--problem", "pkg")
    assert list(folder.iterdir()) == []
    said = call.fails(2, "cache")
    assert said.startswith("error[E435]: the cache can't be opened: it is another user's, or open to others")
    assert str(folder) in said.replace("\n           ", "")
