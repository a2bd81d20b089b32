"""A backup is one whole file, checked; nothing is overwritten, and nothing is left where it fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.errors import JudgeError, Place
from judge.model import Verdict
from judge.model.classroom import Student
from judge.model.deed import Deed, Term
from judge.store import Store
from judge.store.database import Database
from tests.store.test_store import PROBLEM, batch_of, judge_it, state, submission_of

AC = Verdict.AC


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state/store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        judge_it(opened, batch_of(opened), "ann", [AC] * 4)
        yield opened


def refused(store: Store, target: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        store.upkeep.backup(target)
    return caught.value


def test_a_backup_holds_what_the_store_held(store: Store, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies/copy.db"
    copy.parent.mkdir()
    with Store(path) as other:  # another judge that writes
        judge_it(other, batch_of(other), "bob", [AC] * 4)
        size = store.upkeep.backup(copy)
        judge_it(other, batch_of(other), "cleo", [AC] * 4)
    assert [file.name for file in copy.parent.iterdir()] == ["copy.db"]
    assert copy.stat().st_size == size > 0
    assert copy.stat().st_mode & 0o777 == 0o600
    with Store(copy) as again:
        assert state(again) == {"ann": (AC, 50), "bob": (AC, 50)}
        assert again.key == store.key
    assert set(state(store)) == {"ann", "bob", "cleo"}


def test_a_backup_holds_what_the_web_held_while_that_goes_on(store: Store, path: Path, tmp_path: Path) -> None:
    store.accounts.enter(Student("ann", "Ann"), "student", "")
    secret, made = store.credentials.make("link", store.accounts.of("ann"), "student", None, "")
    store.queue.add(PROBLEM.name, "ann", "ann", submission_of("mine"), 1.0, replaces=False)
    store.deeds.add(Deed(1.0, "", "link made", "ann"))
    store.terms.set(PROBLEM.name, "ann", Term(extension="1 day"), "", 1.0)
    store.contest_words.add("finals", "start", "", 1.0)
    with Store(path) as other, other._db.writing():  # the web, in the midst of a row
        other._db.add("INSERT INTO deed (at_s, author, what, about, problem, words) VALUES (2, '', 'half', '', '', '')")
        store.upkeep.backup(tmp_path / "copy.db")
    with Store(tmp_path / "copy.db") as again:
        assert again.accounts.everybody() == store.accounts.everybody()
        assert again.credentials.find("link", secret, made.made_s) == made
        assert [job.owner for job in again.queue.open()] == ["ann"]
        assert [deed.what for _, deed in again.deeds.latest(9)] == ["link made"]
        assert again.terms.of(PROBLEM.name) == {"ann": Term(extension="1 day")}
        assert [moment.word for moment in again.contest_words.of("finals")] == ["start"]


def test_nothing_is_overwritten(store: Store, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("precious")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("old", "link"):
        error = refused(store, tmp_path / name)
        assert (error.code, error.message) == ("E490", f"{tmp_path / name} is there already")
        assert error.help == "name a file that is not there yet"
    assert (tmp_path / "old").read_text() == "precious"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "old", "state"]


def test_a_name_that_somebody_takes_meanwhile_is_left(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Database.copy

    def slow(self: Database, target: Path) -> None:
        copy(self, target)
        (tmp_path / "copy.db").write_text("precious")

    monkeypatch.setattr(Database, "copy", slow)
    assert refused(store, tmp_path / "copy.db").code == "E490"
    assert (tmp_path / "copy.db").read_text() == "precious"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "state"]


def test_a_file_system_without_links_gets_it_too(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    store.upkeep.backup(tmp_path / "copy.db")
    with Store(tmp_path / "copy.db") as again:
        assert state(again) == {"ann": (AC, 50)}
    assert sorted(file.name for file in tmp_path.iterdir() if file.suffix != ".claims") == ["copy.db", "state"]


def test_it_is_on_the_disk_before_it_has_its_name(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    link = Path.hardlink_to

    def noted(self: Path, other: Path) -> None:
        said.append(self.name)
        link(self, other)

    monkeypatch.setattr("os.fsync", lambda _: said.append("synced"))
    monkeypatch.setattr(Path, "hardlink_to", noted)
    store.upkeep.backup(tmp_path / "copy.db")
    assert said == ["synced", "copy.db"]


def test_a_place_that_can_not_be_written_is_said(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "nowhere/copy.db"
    error = refused(store, target)
    assert (error.code, error.message) == ("E435", f"{target} can't be written: No such file or directory")
    assert (error.place, error.help) == (Place(str(target)), "name a file in a folder that you may write to")


def test_a_damaged_store_makes_no_backup(store: Store, path: Path, tmp_path: Path) -> None:
    store._db.add("PRAGMA wal_checkpoint(TRUNCATE)")
    store._db.add("PRAGMA writable_schema = ON")
    store._db.add("UPDATE sqlite_master SET sql = replace(sql, '(judgement)', '(id)') WHERE name = 'run_of_judgement'")
    store._db.add("PRAGMA writable_schema = RESET")
    error = refused(store, tmp_path / "copy.db")
    assert error.code == "E352"
    assert error.message.startswith("this file can't be read as a store: ")
    assert "run_of_judgement" in error.message
    assert error.place == Place(str(path))
    assert [file.name for file in tmp_path.iterdir()] == ["state"]


def test_a_full_disk_is_said_of_the_copy(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(sqlite3.Connection):
        def execute(self, *_: object) -> sqlite3.Cursor:
            fault = sqlite3.OperationalError("database or disk is full")
            fault.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise fault

    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", lambda path: connect(path, factory=Full))
    with pytest.raises(JudgeError) as caught:
        store._db.copy(tmp_path / "copy.db")
    assert (caught.value.code, caught.value.place) == ("E353", Place(str(tmp_path / "copy.db")))
