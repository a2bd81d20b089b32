"""How a store does: whether it takes rows, and how many jobs came to their end."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from judge.model.job import RegradeWish
from judge.store import Store
from judge.store.database import Database


def test_a_store_that_another_process_writes_to_for_long_is_not_writable(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path, wait_s=0.01) as store:
        assert store.pulse.writable()
        other = Database(path, 1.0)
        with other.writing():
            assert not store.pulse.writable()
        other.close()
        assert store.pulse.writable()


@pytest.mark.parametrize(("free", "writable"), [(16 << 20, True), ((16 << 20) - 1, False)])
def test_a_disk_without_room_is_not_writable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, writable: bool
) -> None:
    asked: list[Path] = []

    def usage(folder: Path) -> SimpleNamespace:
        asked.append(folder)
        return SimpleNamespace(free=free)

    with Store(tmp_path / "store.db") as store:
        monkeypatch.setattr("judge.store.upkeep.shutil.disk_usage", usage)
        assert store.pulse.writable() == writable
    assert asked == [tmp_path]


def test_a_disk_that_is_gone_is_not_writable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def usage(_: Path) -> SimpleNamespace:
        raise FileNotFoundError

    with Store(tmp_path / "store.db") as store:
        monkeypatch.setattr("judge.store.upkeep.shutil.disk_usage", usage)
        assert not store.pulse.writable()


def test_jobs_that_are_done_are_counted_and_no_others(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        assert store.pulse.judged() == 0
        done, replaced, _ = (
            store.queue.add_regrade("quiz", "hal", RegradeWish("why"), at_s) for at_s in (1.0, 2.0, 3.0)
        )
        store.queue.step(done, "running")
        store.queue.step(done, "done")
        store.queue.step(replaced, "replaced")
        assert store.pulse.judged() == 1
