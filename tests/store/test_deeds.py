"""What people did, what they changed of dates, and what they said of contests: in order, and never changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.model.classroom import Student
from judge.model.deed import ContestMoment, ContestWord, Deed, Term
from judge.store import Store


def test_deeds_are_read_page_by_page_the_newest_first(store: Store) -> None:
    deeds = [Deed(float(at), "prof", "extension", "ann", "queens", f"{at} days") for at in range(5)]
    deeds[1] = Deed(1.0, "", "host link made")
    for deed in deeds:
        store.deeds.add(deed)
    first = store.deeds.latest(2)
    rest = store.deeds.latest(10, before_id=first[-1][0])
    assert [deed for _, deed in [*first, *rest]] == deeds[::-1]
    assert (store.deeds.latest(0), store.deeds.latest(-1), store.deeds.latest(5, before_id=1)) == ([], [], [])


def test_the_last_term_counts_and_an_empty_one_takes_it_back(store: Store) -> None:
    later = Term("2026-12-01", "15min", "10% per day")
    for owner, term in (("", later), ("ann", Term(extension="1 day")), ("ann", Term(extension="2 days"))):
        store.terms.set("queens", owner, term, "prof", 1.0)
    store.terms.set("queens", "bob", Term(extension="1 day"), "prof", 1.0)
    store.terms.set("queens", "bob", Term(), "prof", 2.0)
    store.terms.set("spies", "", Term("2027-01-01"), "", 3.0)
    assert store.terms.of("queens") == {"": later, "ann": Term(extension="2 days")}
    assert (store.terms.of("spies"), store.terms.of("other")) == ({"": Term("2027-01-01")}, {})


def test_words_on_a_contest_come_in_the_order_in_which_they_were_said(store: Store) -> None:
    said: list[tuple[ContestWord, str, float]] = [("start", "", 9.0), ("freeze", "prof", 3.0), ("reveal", "prof", 5.0)]
    for word, author, at_s in said:
        store.contest_words.add("finals", word, author, at_s)
    assert store.contest_words.of("finals") == [ContestMoment(word, at_s, author) for word, author, at_s in said]
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
    assert words(of_hosts=False) == ["served", "signed out", "link made"]
    assert store.deeds.kinds() == ["link made", "role", "served", "signed out"]


def test_who_has_not_seen_the_last_word_says_none(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as one, Store(tmp_path / "store.db") as other:
        one.contest_words.add_after("cup", ContestMoment("freeze", 5.0, "hal"), 0)
        with pytest.raises(JudgeError, match="since you have seen it: freeze") as caught:
            other.contest_words.add_after("cup", ContestMoment("unfreeze", 6.0, "hal"), 0)
        assert caught.value.code == "E520"
        assert caught.value.help == "load the scoreboard again, and decide by what it shows"
        other.contest_words.add_after("cup", ContestMoment("unfreeze", 6.0, "hal"), 1)
        assert one.contest_words.of("cup") == [
            ContestMoment("freeze", 5.0, "hal"),
            ContestMoment("unfreeze", 6.0, "hal"),
        ]


def test_a_term_keeps_who_has_set_it(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.terms.set("queens", "ann", Term(extension="1 day"), "prof", 1.0)
        store.terms.set("queens", "", Term("2026-12-01"), "", 2.0)
        keys = [(store.people.key("ann"), store.people.key("prof")), ("", "")]
    raw = sqlite3.connect(tmp_path / "store.db")
    held = raw.execute("SELECT owner, author FROM term ORDER BY id").fetchall()
    raw.close()
    assert held == keys
    assert all(keys[0])
