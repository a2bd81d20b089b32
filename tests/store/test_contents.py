"""What a store holds, counted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

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
from judge.store.upkeep import size_of
from tests.conftest import MakePackage
from tests.store.test_store import HOST, PROBLEM, batch_of, judge_it, submission_of

AC = Verdict.AC
YEAR_S = 365 * 86400.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


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
