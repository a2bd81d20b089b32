"""Decisions by hand in the store: in order, of one problem, never changed; in a store of an older version as well."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from judge.model.mark import Mark
from judge.store import Store
from tests.store.test_migration import OLD

FIRST = Mark("ann", "points", "by mail\n\x1b[2J", "smith", 1.0, 7.5)
THEN = Mark("bob", "excuse", "ill", "jones", 2.0)


def test_marks_come_back_as_they_were_given_and_of_one_problem(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.marks.add("quiz", [FIRST, THEN])
        store.marks.add("other", [THEN])
    with Store(tmp_path / "store.db") as store:
        assert store.marks.of("quiz") == [FIRST, THEN]
        assert store.marks.of("other") == [THEN]
        assert store.marks.of("third") == []


def test_all_of_a_command_is_kept_or_nothing(tmp_path: Path) -> None:
    wrong = Mark("ann", "points", "x", None, 1.0)  # type: ignore[arg-type]
    with Store(tmp_path / "store.db") as store:
        with pytest.raises((AttributeError, TypeError, sqlite3.Error)):
            store.marks.add("quiz", [FIRST, wrong])
        assert store.marks.of("quiz") == []


@pytest.mark.parametrize("statement", ["UPDATE mark SET points = 99", "DELETE FROM mark"])
def test_nothing_is_changed_or_deleted(tmp_path: Path, statement: str) -> None:
    with Store(tmp_path / "store.db") as store:
        store.marks.add("quiz", [FIRST])
    raw = sqlite3.connect(tmp_path / "store.db")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        raw.execute(statement)
    raw.close()


def test_an_older_store_takes_marks(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "store.db")
    raw.executescript(OLD.read_text())
    raw.close()
    with Store(tmp_path / "store.db") as store:
        store.marks.add("quiz", [FIRST])
        assert store.marks.of("quiz") == [FIRST]


def test_a_name_that_is_no_text_is_spelled_out(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.marks.add("quiz", [Mark("ann", "comment", "\udcff", "\udcfe", 1.0)])
        [found] = store.marks.of("quiz")
    assert (found.text, found.author) == ("\\udcff", "\\udcfe")


def test_who_has_nothing_but_a_mark_can_be_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path) as store:
        store.marks.add("quiz", [Mark("annabel", "excuse", "annabel is ill", "smith", 1.0), FIRST])
        store.upkeep.forget("annabel")
        forgotten, kept = store.marks.of("quiz")
    assert kept == FIRST
    assert (forgotten.owner[:10], forgotten.kind, forgotten.text) == ("forgotten-", "excuse", "")
    assert not [file for file in tmp_path.iterdir() if b"annabel" in file.read_bytes()]


def test_who_has_nothing_but_a_mark_is_merged_with_their_name(tmp_path: Path) -> None:
    with Store(tmp_path / "there.db") as there:
        there.marks.add("quiz", [THEN])
    with Store(tmp_path / "here.db") as here:
        here.marks.add("quiz", [FIRST])
        here.upkeep.merge(tmp_path / "there.db")
        assert here.marks.of("quiz") == [FIRST, THEN]
