"""What people did, what they changed of dates, and what they said of contests: in order, and never changed."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from judge.model import Deed, Mark, Schedule, Student, Term, Verdict
from judge.store import Store
from tests.refused import refused
from tests.store.make import add, batch_of, judge_it, script, sql


def test_the_last_term_counts_and_an_empty_one_takes_it_back(store: Store, path: Path) -> None:
    later = Term("2026-12-01", "15min", "10% per day")
    for owner, term in (
        ("", later), ("ann", Term(extension="1 day")), ("ann", Term(extension="2 days")),
        ("bob", Term(extension="1 day")), ("bob", Term()),
    ):  # fmt: skip
        store.terms.set("queens", owner, term, "prof", 1.0)
    store.terms.set("spies", "", Term("2027-01-01"), "", 3.0)
    assert store.terms.of("queens") == {"": later, "ann": Term(extension="2 days")}
    assert (store.terms.of("spies"), store.terms.of("other")) == ({"": Term("2027-01-01")}, {})
    assert store.terms.last("other") == 0 < store.terms.last("queens") < store.terms.last("spies")
    ann, prof = store.people.key("ann"), store.people.key("prof")
    held = sql(path, "SELECT owner, author FROM term ORDER BY id")
    assert (held[1], held[-1], all(held[1])) == ((ann, prof), ("", ""), True), "who has set it stays known"


def test_words_on_a_contest_come_in_order(store: Store) -> None:
    said: list[tuple[Schedule.Word, str, float]] = [
        ("start", "", 9.0),
        ("freeze", "prof", 3.0),
        ("reveal", "prof", 5.0),
    ]
    for word, author, at_s in said:
        store.contest_words.add("finals", word, author, at_s)
    assert store.contest_words.of("finals") == [Deed(at_s, author, word) for word, author, at_s in said]
    assert store.contest_words.of("other") == []


def test_deeds_are_chosen_by_what_was_done_and_by_whom_or_about_whom(store: Store) -> None:
    store.accounts.enter(Student("hal"), "host", "")
    for author, what, about in (("prof", "link made", "ann"), ("ann", "signed out", ""), ("prof", "role", "hal")):
        store.deeds.add(Deed(1.0, author, what, about))
    store.deeds.add(Deed(2.0, "", "served"))

    def words(**chosen: Any) -> list[str]:
        return [deed.what for _, deed in store.deeds.latest(9, **chosen)]

    assert words(what="role") == ["role"]
    assert words(who="ann") == ["signed out", "link made"]
    assert words(who="prof", what="link made") == ["link made"]
    assert words(who="nobody") == []
    first = store.deeds.latest(2)
    assert [*first, *store.deeds.latest(9, before_id=first[-1][0])] == store.deeds.latest(9), "page by page"
    assert words(of_hosts=False) == ["served", "signed out", "link made"]
    assert store.deeds.kinds() == ["link made", "role", "served", "signed out"]


# --- Decisions by hand in the store ----------------------------------------------------------------------------------
AC = Verdict.AC

FIRST = Mark("ann", "points", "by mail\n\x1b[2J", "smith", 1.0, 7.5)
HERE = "/courses/561/hw1.zip"
THEN = Mark("bob", "excuse", "ill", "jones", 2.0)


def test_marks_come_back_as_they_were_given_and_of_one_problem(path: Path) -> None:
    odd = Mark("ann", "comment", "\udcff", "\udcfe", 1.0)
    with Store(path) as store:
        store.marks.add("quiz", HERE, [FIRST, THEN])
        store.marks.add("other", HERE, [THEN, odd])
    with Store(path) as store:
        assert store.marks.of("quiz", HERE) == [FIRST, THEN]
        assert store.marks.of("other", HERE) == [THEN, Mark("ann", "comment", "\\udcff", "\\udcfe", 1.0)]
        assert store.marks.of("third", HERE) == []


def test_all_of_a_command_is_kept_or_nothing(store: Store) -> None:
    wrong = Mark("ann", "points", "x", None, 1.0)  # type: ignore[arg-type]
    with pytest.raises((AttributeError, TypeError, sqlite3.Error)):
        store.marks.add("quiz", HERE, [FIRST, wrong])
    assert store.marks.of("quiz", HERE) == []


def test_a_host_who_has_not_seen_the_last_word_says_nothing(store: Store) -> None:
    start = Deed(5.0, "prof", "start")
    store.contest_words.add_after("finals", start, 0)
    with refused("E520", "another host has changed the contest since you have seen it: start"):
        store.contest_words.add_after("finals", Deed(6.0, "smith", "freeze"), 0)
    assert store.contest_words.of("finals") == [start]


# --- the class of a mark ---------------------------------------------------------------------------------------------
PROBLEM_NAME = "pkg"


def owners(store: Store, place: object) -> list[str]:
    return [mark.owner for mark in store.marks.of(PROBLEM_NAME, str(place))]


def test_a_course_that_is_moved_whole_keeps_its_marks(tmp_path: Path) -> None:
    with Store(tmp_path / "a/.judge/store.db") as store:
        store.marks.add(PROBLEM_NAME, str(tmp_path / "a/hw1.zip"), [FIRST])
    (tmp_path / "a").rename(tmp_path / "b")
    with Store(tmp_path / "b/.judge/store.db") as store:
        assert owners(store, tmp_path / "b/hw1.zip") == owners(store, tmp_path / "b/hw1") == ["ann"], "unpacked too"
        assert owners(store, tmp_path / "a/hw1.zip") == []
        assert owners(store, tmp_path / "b/hw1.old") == []
        store.marks.add(PROBLEM_NAME, "web:", [THEN])
        there = str(tmp_path / "b/hw1.zip")
        assert store.marks.elsewhere(PROBLEM_NAME, there) == {"web:": [THEN]}
        assert list(store.marks.elsewhere(PROBLEM_NAME, "other.zip").values()) == [[FIRST], [THEN]]
        assert store.marks.elsewhere("other", there) == {}


def as_of_old(path: Path) -> None:
    """Make a store one of version 6, whose marks have no class."""
    script(path, "DROP TRIGGER mark_stays; ALTER TABLE mark DROP COLUMN class; PRAGMA user_version = 6")


def given(owner: str, at_s: float | None = None) -> Mark:
    return Mark(owner, "points", "by mail", "smith", time.time() if at_s is None else at_s, 7.0)


def test_a_mark_of_old_counts_in_the_class_that_was_graded(tmp_path: Path) -> None:
    path, here, there = tmp_path / ".judge/store.db", tmp_path / "class", tmp_path / "later.zip"
    with Store(path) as store:
        before_s = time.time()
        judge_it(store, batch_of(store, label=str(here)), "ann", [AC] * 4)
        store.marks.add(PROBLEM_NAME, "", [given("absent"), given("ann"), given("early", before_s - 60)])
        time.sleep(0.01)
        judge_it(store, batch_of(store, label=str(there)), "ann", [AC] * 4, "another")
        judge_it(store, batch_of(store, label=str(there)), "bob", [AC] * 4)
        store.marks.add(PROBLEM_NAME, "", [given("ann"), given("bob"), given("cy")])
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
        store.marks.add(PROBLEM_NAME, "", [given("ann"), given("bob")])
    (tmp_path / "a/sheets/hw1.zip").touch()
    as_of_old(tmp_path / "a/.judge/store.db")
    (tmp_path / "a").rename(tmp_path / "b")
    with Store(tmp_path / "b/.judge/store.db") as store:
        assert owners(store, tmp_path / "b/sheets/hw1.zip") == ["ann"]
        assert owners(store, tmp_path / "a/gone.zip") == ["bob"], "as far as can be known"


def test_a_mark_of_old_that_was_given_on_a_page_is_of_the_web(tmp_path: Path) -> None:
    path, here = tmp_path / ".judge/store.db", tmp_path / "class"
    with Store(path) as store:
        judge_it(store, batch_of(store, label=str(here)), "ann", [AC] * 4)
        judge_it(store, batch_of(store, label=str(here)), "bob", [AC] * 4)
        now_s = time.time()
        add(store, "eve", now_s)
        store.marks.add(PROBLEM_NAME, "", [given("ann", now_s + 1), given("bob", now_s + 1), given("eve", now_s + 1)])
        store.deeds.add(Deed(now_s + 1.5, "smith", "marked: points", "ann", PROBLEM_NAME, "7 points"))
    as_of_old(path)
    with Store(path) as store:
        assert (owners(store, "web:"), owners(store, here)) == (["ann", "eve"], ["bob"])
