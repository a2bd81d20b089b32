"""What people did, what they changed of dates, and what they decided by hand: in order, and never changed."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from judge.model import Deadline, Deed, Mark, Schedule, Student
from judge.store import Store
from tests.make import AC, replace
from tests.refused import refused
from tests.store.make import add, batch_of, judge_it, script, sql

FIRST = Mark("ann", "points", "by mail\n\x1b[2J", "smith", 1.0, 7.5)
THEN = Mark("bob", "excuse", "ill", "jones", 2.0)


def test_the_last_term_counts_and_an_empty_one_takes_it_back(store: Store, path: Path) -> None:
    later = Deadline.Term("2026-12-01", "15min", "10% per day")
    for owner, term in (
        ("", later), ("ann", Deadline.Term(extension="1 day")), ("ann", Deadline.Term(extension="2 days")),
        ("bob", Deadline.Term(extension="1 day")), ("bob", Deadline.Term()),
    ):  # fmt: skip
        store.terms.set("queens", owner, term, "prof", 1.0)
    store.terms.set("spies", "", Deadline.Term("2027-01-01"), "", 3.0)
    assert store.terms.of("queens") == {"": later, "ann": Deadline.Term(extension="2 days")}
    assert (store.terms.of("spies"), store.terms.of("other")) == ({"": Deadline.Term("2027-01-01")}, {})
    assert store.terms.last("other") == 0 < store.terms.last("queens") < store.terms.last("spies")
    ann, prof = store.people.key("ann"), store.people.key("prof")
    held = sql(path, "SELECT owner, author FROM term ORDER BY id")
    assert (held[1], held[-1], all(held[1])) == ((ann, prof), ("", ""), True), "who has set it stays known"


def test_words_on_a_contest_come_in_order_and_a_host_who_has_not_seen_the_last_one_says_nothing(store: Store) -> None:
    said: list[tuple[Schedule.Word, str, float]] = [("start", "", 9.0), ("freeze", "prof", 3.0)]
    for word, author, at_s in said:
        store.contest_words.add("finals", word, author, at_s)
    store.contest_words.add_after("finals", Deed(5.0, "prof", "reveal"), 2)
    with refused("E520", "another host has changed the contest since you have seen it: reveal"):
        store.contest_words.add_after("finals", Deed(6.0, "smith", "freeze"), 2)
    known = [Deed(at_s, author, word) for word, author, at_s in said]
    assert store.contest_words.of("finals") == [*known, Deed(5.0, "prof", "reveal")]
    assert store.contest_words.of("other") == []


def test_deeds_are_chosen_by_what_was_done_and_by_whom_or_about_whom(store: Store) -> None:
    store.accounts.enter(Student("hal"), "host", "")
    for author, what, about in (("prof", "link made", "ann"), ("ann", "signed out", ""), ("prof", "role", "hal")):
        store.deeds.add(Deed(1.0, author, what, about))
    store.deeds.add(Deed(2.0, "", "served"))
    for chosen, words in (
        ({"what": "role"}, ["role"]),
        ({"who": "ann"}, ["signed out", "link made"]),
        ({"who": "prof", "what": "link made"}, ["link made"]),
        ({"who": "nobody"}, []),
        ({"of_hosts": False}, ["served", "signed out", "link made"]),
    ):
        assert [deed.what for _, deed in store.deeds.latest(9, **chosen)] == words
    first = store.deeds.latest(2)
    assert [*first, *store.deeds.latest(9, before_id=first[-1][0])] == store.deeds.latest(9), "page by page"
    assert store.deeds.latest(0) == store.deeds.latest(-1) == []
    assert store.deeds.kinds() == ["link made", "role", "served", "signed out"]


# --- marks, and the class of a mark ----------------------------------------------------------------------------------
def owners(store: Store, place: object) -> list[str]:
    return [mark.owner for mark in store.marks.of("pkg", str(place))]


def test_marks_come_back_as_they_were_given_and_all_of_a_command_or_nothing(store: Store) -> None:
    odd = Mark("ann", "comment", "\udcff", "\udcfe", 1.0)
    wrong = replace(odd, author=None)
    store.marks.add("quiz", "/hw1.zip", [FIRST, THEN])
    store.marks.add("other", "/hw1.zip", [THEN, odd])
    with pytest.raises((AttributeError, TypeError, sqlite3.Error)):
        store.marks.add("quiz", "/hw1.zip", [FIRST, wrong])
    shown = Mark("ann", "comment", "\\udcff", "\\udcfe", 1.0)
    found = {problem: store.marks.of(problem, "/hw1.zip") for problem in ("quiz", "other", "third")}
    assert found == {"quiz": [FIRST, THEN], "other": [THEN, shown], "third": []}
    assert store.marks.last("third") == 0 < store.marks.last("quiz") < store.marks.last("other")


def test_a_course_that_is_moved_whole_keeps_its_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(tmp_path / "a/.judge/store.db") as store:
        store.marks.add("pkg", str(tmp_path / "a/hw1.zip"), [FIRST])
    (tmp_path / "a").rename(tmp_path / "b")
    with Store(tmp_path / "b/.judge/store.db") as store:
        assert owners(store, tmp_path / "b/hw1.zip") == owners(store, tmp_path / "b/hw1") == ["ann"], "unpacked too"
        assert [owners(store, tmp_path / name) for name in ("a/hw1.zip", "b/hw1.old")] == [[], []]
        store.marks.add("pkg", "web:", [THEN])
        there = str(tmp_path / "b/hw1.zip")
        assert store.marks.elsewhere("pkg", there) == {"web:": [THEN]}
        assert store.marks.elsewhere("pkg", "other.zip") == {"b/hw1": [FIRST], "web:": [THEN]}
        assert store.marks.elsewhere("other", there) == {}


def as_of_old(path: Path) -> None:
    """Make a store one of version 6, whose marks have no class."""
    script(path, "DROP TRIGGER mark_stays; ALTER TABLE mark DROP COLUMN class; PRAGMA user_version = 6")


def give(store: Store, *names: str, at_s: float = 0) -> None:
    """Marks by hand, now or then."""
    marks = [Mark(name, "points", "by mail", "smith", at_s or time.time(), 7.0) for name in names]
    store.marks.add("pkg", "", marks)


def test_a_mark_of_old_counts_in_the_class_that_was_graded(tmp_path: Path) -> None:
    path, here, there = tmp_path / ".judge/store.db", tmp_path / "class", tmp_path / "later.zip"
    with Store(path) as store:
        before_s = time.time()
        judge_it(store, batch_of(store, label=str(here)), "ann", [AC] * 4)
        give(store, "absent", "ann")
        give(store, "early", at_s=before_s - 60)
        time.sleep(0.01)
        judge_it(store, batch_of(store, label=str(there)), "ann", [AC] * 4, "another")
        judge_it(store, batch_of(store, label=str(there)), "bob", [AC] * 4)
        give(store, "ann", "bob", "cy")
    columns = sql(path, "PRAGMA table_info(mark)")
    as_of_old(path)
    for _ in range(2):
        with Store(path) as store:
            assert sql(path, "PRAGMA table_info(mark)") == columns
            assert owners(store, here) == ["absent", "ann", "early", "ann", "cy"]
            assert owners(store, there) == ["early", "ann", "bob", "cy"], "who was in both, or in none, counts in both"
            assert owners(store, tmp_path / "third") == ["early", "ann", "cy"]


def test_a_mark_of_old_is_found_where_the_course_was_moved_before(tmp_path: Path) -> None:
    (tmp_path / "a/sheets").mkdir(parents=True)
    with Store(tmp_path / "a/.judge/store.db") as store:
        for owner, name in (("ann", "sheets/hw1.zip"), ("bob", "gone.zip")):
            judge_it(store, batch_of(store, label=str(tmp_path / "a" / name)), owner, [AC] * 4)
        give(store, "ann", "bob")
    (tmp_path / "a/sheets/hw1.zip").touch()
    as_of_old(tmp_path / "a/.judge/store.db")
    (tmp_path / "a").rename(tmp_path / "b")
    with Store(tmp_path / "b/.judge/store.db") as store:
        assert owners(store, tmp_path / "b/sheets/hw1.zip") == ["ann"]
        assert owners(store, tmp_path / "a/gone.zip") == ["bob"], "as far as can be known"


def test_a_mark_of_old_that_was_given_on_a_page_is_of_the_web(tmp_path: Path) -> None:
    path, here = tmp_path / ".judge/store.db", tmp_path / "class"
    with Store(path) as store:
        for owner in ("ann", "bob"):
            judge_it(store, batch_of(store, label=str(here)), owner, [AC] * 4)
        now_s = time.time()
        add(store, "eve", now_s)
        give(store, "ann", "bob", "eve", at_s=now_s + 1)
        store.deeds.add(Deed(now_s + 1.5, "smith", "marked: points", "ann", "pkg", "7 points"))
    as_of_old(path)
    with Store(path) as store:
        assert (owners(store, "web:"), owners(store, here)) == (["ann", "eve"], ["bob"])
