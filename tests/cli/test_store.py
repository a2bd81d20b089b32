"""`judge store`: what is said, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.store import Store
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


def test_a_cache_that_can_not_be_used_is_said(own_cache: Path, call: Call) -> None:
    own_cache.mkdir(parents=True, mode=0o755)
    own_cache.chmod(0o755)
    said = call.fails(2, "cache")
    assert said.startswith("error[E435]: the cache can't be opened: it is another user's, or open to others")
    assert str(own_cache) in said.replace("\n           ", "")
