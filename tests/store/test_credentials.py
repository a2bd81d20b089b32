"""What lets somebody in opens its own door, for its own time, and nothing after it was taken back."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model.account import Account, Entry
from judge.model.classroom import Student
from judge.store import Store
from judge.store.credentials import LASTS_S

KINDS: tuple[Entry, ...] = ("link", "invitation", "session", "token")


@pytest.fixture
def ann(store: Store) -> Account:
    return store.accounts.enter(Student("ann"), "student", "")


def test_a_secret_opens_its_kind_alone_until_its_time(store: Store, ann: Account) -> None:
    secret, made = store.credentials.make("session", ann, "student", 60.0, "ann", words="Firefox")
    assert len(secret) == 22
    assert (made.owner, made.role, made.words, made.expires_s - made.made_s) == ("ann", "student", "Firefox", 60.0)
    found = [kind for kind in KINDS if store.credentials.find(kind, secret, made.made_s)]
    assert (found, store.credentials.find("session", secret, made.expires_s - 0.01)) == (["session"], made)
    assert store.credentials.find("session", secret, made.expires_s) is None
    for wrong in ("", secret[:-1], secret + "x", secret.swapcase(), "\udcff", "x" * 100_000):
        assert store.credentials.find("session", wrong, made.made_s) is None


def test_each_kind_lasts_a_time_of_its_own() -> None:
    assert {kind: lasts_s / 3600 for kind, lasts_s in LASTS_S.items()} == {
        **{"session": 12, "link": 30 * 24, "invitation": 7 * 24, "token": 90 * 24},
    }


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_ends_after_its_usual_time(store: Store, ann: Account, kind: Entry) -> None:
    secret, made = store.credentials.make(kind, ann, "student", None, "")
    assert (made.expires_s, made.words) == (made.made_s + LASTS_S[kind], "")
    assert store.credentials.find(kind, secret, made.made_s + LASTS_S[kind] + 1) is None


def test_no_secret_is_in_the_file_and_none_is_given_twice(store: Store, ann: Account, tmp_path: Path) -> None:
    made = {store.credentials.make("token", ann, "student", None, "")[0] for _ in range(20)}
    held = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert len(made) == 20
    assert not [secret for secret in made if secret.encode() in held]
    raw = sqlite3.connect(tmp_path / "store.db")
    plan = raw.execute("EXPLAIN QUERY PLAN SELECT * FROM credential WHERE hash = 'x' AND kind = 'token'").fetchall()
    raw.close()
    assert "USING INDEX" in str(plan)


def test_the_role_is_the_one_that_its_owner_has_now(store: Store, ann: Account) -> None:
    secret, made = store.credentials.make("session", ann, "student", None, "")
    store.accounts.enter(Student("ann"), "grader", "")
    found = store.credentials.find("session", secret, made.made_s)
    assert found is not None
    assert found.role == "grader"


def test_who_has_no_account_is_let_in_by_nothing_and_not_by_what_they_had_before(store: Store, ann: Account) -> None:
    secret, made = store.credentials.make("link", ann, "student", None, "")
    store.accounts.remove("ann", "")
    assert store.credentials.find("link", secret, made.made_s) is None
    store.accounts.enter(Student("ann"), "student", "")
    assert store.credentials.find("link", secret, made.made_s) is None


def test_what_was_taken_back_opens_nothing(store: Store, ann: Account) -> None:
    bob = store.accounts.enter(Student("bob"), "student", "")
    made = [store.credentials.make(kind, ann, "student", None, "") for kind in ("link", "session", "session")]
    other = store.credentials.make("session", bob, "student", None, "")
    assert [one.id for one in store.credentials.of("ann", "session")] == [made[2][1].id, made[1][1].id]
    store.credentials.end(made[1][1].id)
    assert store.credentials.of("ann", "session") == [made[2][1]]
    store.credentials.end_all("ann", "session")
    store.credentials.end_all("nobody")
    assert (store.credentials.of("ann", "session"), store.credentials.of("ann", "link")) == ([], [made[0][1]])
    store.credentials.end_all("ann")
    assert [store.credentials.find(one.kind, secret, one.made_s) for secret, one in made] == [None] * 3
    assert store.credentials.find("session", other[0], other[1].made_s) == other[1]
    assert store.credentials.of("nobody", "session") == []


@pytest.mark.parametrize("kind", ["link", "session", "token"])
def test_what_is_nobody_s_opens_nothing(store: Store, kind: Entry) -> None:
    secret, made = store.credentials.make(kind, None, "host", None, "")
    assert store.credentials.find(kind, secret, made.made_s) is None


def test_an_invitation_is_used_as_often_as_it_may_be(store: Store) -> None:
    secret, made = store.credentials.make("invitation", None, "grader", None, "", words="graders", most=2)
    assert (made.owner, made.role, made.most) == ("", "grader", 2)
    assert [store.credentials.use(made) for _ in range(3)] == [
        True,
        True,
        False,
    ]  # even where two have found it at once
    assert store.credentials.find("invitation", secret, made.made_s) is None
    assert [(one.used, one.most) for one in store.credentials.invitations()] == [(2, 2)]
    free, endless = store.credentials.make("invitation", None, "student", None, "")
    assert all(store.credentials.use(endless) for _ in range(5))
    assert store.credentials.find("invitation", free, time.time()) is not None
    store.credentials.end(endless.id)
    assert not store.credentials.use(endless)
    assert [one.id for one in store.credentials.invitations()] == [made.id]


def test_an_invitation_is_worth_what_its_author_may_still_give(store: Store) -> None:
    store.accounts.enter(Student("prof"), "instructor", "")
    made = [
        store.credentials.make("invitation", None, role, None, "prof") for role in ("student", "instructor", "host")
    ]

    def open_now() -> list[str]:
        found = (store.credentials.find("invitation", secret, one.made_s) for secret, one in made)
        return [one.role for one in found if one]

    assert open_now() == ["student", "instructor"]
    assert store.credentials.of("who is not known", "invitation") == []
    store.accounts.enter(Student("prof"), "student", "")
    assert open_now() == ["student"]
    store.accounts.remove("prof", "")
    assert open_now() == []
    made = [store.credentials.make("invitation", None, "host", None, "")]
    assert open_now() == ["host"], "the command line may make anybody anything"


def test_an_invitation_makes_one_account_for_each_use_and_none_for_a_taken_id(store: Store) -> None:
    secret, made = store.credentials.make("invitation", None, "grader", None, "", most=1)
    store.accounts.enter(Student("ann"), "student", "")
    with pytest.raises(JudgeError):
        store.credentials.accept(made, Student("ann"))
    assert store.credentials.find("invitation", secret, made.made_s) == made, "it is not used up by that"
    assert store.credentials.accept(made, Student("bob")) == Account(Student("bob"), "grader")
    assert store.credentials.accept(made, Student("cid")) is None
    assert [(one.owner, one.role) for one in store.accounts.everybody()] == [("ann", "student"), ("bob", "grader")]


def test_new_links_end_those_before_and_are_counted(store: Store, ann: Account) -> None:
    bob = store.accounts.enter(Student("bob"), "student", "")
    [first] = store.credentials.renew_links([(ann, "")], 60.0, "prof")
    made = dict(
        zip(("ann", "bob"), store.credentials.renew_links([(ann, ""), (bob, "s" * 22)], 60.0, "prof"), strict=True)
    )
    assert made["bob"] == "s" * 22
    assert [store.credentials.has(one) for one in (first, made["bob"], "t" * 22)] == [True, True, False]
    now_s = time.time()
    assert store.credentials.find("link", first, now_s) is None
    assert [store.credentials.find("link", made[owner], now_s) is not None for owner in ("ann", "bob")] == [True, True]
    _, session = store.credentials.make("session", ann, "student", 60.0, "ann")
    store.credentials.make("session", ann, "student", -1.0, "ann")
    found = store.credentials.entrances()
    assert (found["ann"].links, found["ann"].sessions, found["bob"].tokens) == (1, 1, 0)
    assert (found["ann"].signed_in_s or 0) >= session.made_s
    assert found["bob"].signed_in_s is None


def test_a_new_link_ends_links_alone_and_keeps_its_time_and_its_author(
    store: Store, ann: Account, tmp_path: Path
) -> None:
    _, session = store.credentials.make("session", ann, "student", 60.0, "ann")
    store.credentials.renew_links([(ann, "")], 60.0, "prof")
    [link] = store.credentials.of("ann", "link")
    assert (link.expires_s - link.made_s, store.credentials.of("ann", "session")) == (60.0, [session])
    raw = sqlite3.connect(tmp_path / "store.db")
    held = raw.execute("SELECT author FROM credential WHERE id = ?", (link.id,)).fetchall()
    raw.close()
    assert held == [(store.people.key("prof"),)] != [("",)]
