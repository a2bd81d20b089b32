"""What a store holds, counted."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from judge.model import Verdict
from judge.model.classroom import Student
from judge.model.contents import Counts, WebHeld
from judge.model.deed import Deed
from judge.model.job import RegradeWish
from judge.model.record import Batch, conditions, package_digest
from judge.problems.package import read_package
from judge.store import Store
from judge.store.database import Database
from judge.store.upkeep import size_of
from tests.conftest import MakePackage
from tests.store.test_store import HOST, PROBLEM, batch_of, judge_it, submission_of

AC = Verdict.AC
YEAR_S = 365 * 86400.0


def test_an_empty_store_holds_nothing(store: Store, path: Path) -> None:
    held = store.upkeep.contents()
    assert (held.counts, held.runs, held.forgotten, held.packages, held.years) == (Counts(), 0, 0, (), ())
    assert held.prunable_bytes == 0
    wal = path.with_name("store.db-wal")
    assert held.size_bytes == path.stat().st_size + wal.stat().st_size
    assert wal.stat().st_size > 0


def test_judgements_are_counted_by_package_and_by_year(
    store: Store, path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = read_package(package("lizards"))
    now_s = [3.5 * YEAR_S]
    monkeypatch.setattr(time, "time", lambda: now_s[0])
    for owner in ("ann", "bob", "ann"):
        judge_it(store, batch_of(store), owner, [AC] * 4, f"{owner} {now_s[0]}")
        now_s[0] += YEAR_S
    other = store.begin(Batch("grade", problem, HOST, conditions(problem, HOST), label="class"))
    store.enter(other, msgspec.structs.replace(submission_of("x"), problem="lizards"), "cleo")
    held = store.upkeep.contents()
    first, last = 3.5 * YEAR_S, 6.5 * YEAR_S
    assert held.counts == Counts(2, 4, 3, first, last)
    assert (held.runs, held.forgotten) == (12, 0)
    lizards, pkg = held.packages
    assert (lizards.problem, lizards.digest, lizards.whole) == ("lizards", package_digest(problem), True)
    assert lizards.counts == Counts(1, 1, 1, last, last)
    assert (pkg.problem, pkg.digest, pkg.whole) == ("pkg", package_digest(PROBLEM), False)
    assert pkg.counts == Counts(1, 3, 2, first, 5.5 * YEAR_S)
    assert held.years == (
        (1973, Counts(1, 1, 1, first, first)),
        (1974, Counts(1, 1, 1, 4.5 * YEAR_S, 4.5 * YEAR_S)),
        (1975, Counts(1, 1, 1, 5.5 * YEAR_S, 5.5 * YEAR_S)),
        (1976, Counts(1, 1, 1, last, last)),
    )


def test_who_is_forgotten_is_counted_once(store: Store, path: Path) -> None:
    for owner in ("ann", "bob"):
        for text in ("one", "two"):
            judge_it(store, batch_of(store), owner, [AC] * 4, f"{owner} {text}")
    store.upkeep.forget("ann")
    held = store.upkeep.contents()
    assert (held.forgotten, held.counts.students) == (1, 2)


def test_packages_of_a_problem_come_in_the_order_of_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now_s[0])
    digests = ["f", "a", "c"]
    for digest in digests:
        under = msgspec.structs.replace(conditions(PROBLEM, HOST), package=digest)
        judge_it(store, batch_of(store, conditions=under), "ann", [AC], digest)
        now_s[0] += 1
    assert [one.digest for one in store.upkeep.contents().packages] == digests


def test_a_store_without_a_journal_beside_it_is_counted_too(path: Path) -> None:
    path.write_bytes(b"x" * 10)
    assert size_of(path) == 10


def test_what_the_web_has_left_is_counted(store: Store) -> None:
    for name in ("ann", "bob", "ann"):
        store.accounts.enter(Student(name), "student", "")
    store.accounts.remove("bob", "")
    jobs = [store.queue.add("pkg", "ann", "ann", submission_of(text), 1.0, replaces=False) for text in ("one", "two")]
    store.queue.end(jobs[0], "why")
    store.queue.add_regrade("pkg", "prof", RegradeWish("why"), 1.0)
    store.deeds.add(Deed(1.0, "prof", "regrade"))
    assert store.upkeep.contents().web == WebHeld(1, 2, 1, 1)


# --- how it does just now ---------------------------------------------------------------------------------------------
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
