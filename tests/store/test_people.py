"""Owners are keys that say nothing, and are shown by name; accounts, and what lets somebody in."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from judge.model import Account, Student
from judge.store import Store
from tests.make import replace
from tests.refused import refused
from tests.store.make import sql

ANN, BOB = Student("ann", "Ann Lee", "ann@example.org", section="B"), Student("bob", "Bob")


def test_a_name_has_one_key_and_another_name_another(store: Store) -> None:
    ann, bob = store.people.enter("ann"), store.people.enter("b\udcffb")
    assert ann != bob
    assert re.fullmatch("[0-9a-f]{16}", ann)
    assert (store.people.enter("ann"), store.people.key("ann"), store.people.key("b\udcffb")) == (ann, ann, bob)
    assert (store.people.key("cid"), store.people.knows("ann"), store.people.knows("cid")) == ("", True, False)


# --- accounts --------------------------------------------------------------------------------------------------------
def test_a_class_list_makes_students_and_leaves_roles_and_their_givers_are_kept(store: Store, path: Path) -> None:
    store.accounts.enter(Student("prof"), "host", "")
    store.accounts.enter(Student("ann"), "instructor", "prof")
    store.accounts.enter(Student("cid"), "student", "bob")
    store.accounts.remove("cid", "prof")
    done = store.accounts.enter_all([ANN, BOB, Student("cid"), BOB], "ann")
    assert (done.made, done.renewed) == (2, 1)
    store.accounts.join(Student("zoe"), "student")
    people = (("ann", "instructor"), ("bob", "student"), ("cid", "student"), ("prof", "host"), ("zoe", "student"))
    known = {"ann": ANN, "bob": BOB}
    assert store.accounts.everybody() == [Account(known.get(name, Student(name)), role) for name, role in people]  # type: ignore[arg-type]
    givers = ["", *map(store.people.key, ["prof", "bob", "prof", "ann", "ann", "zoe"])]
    assert sql(path, "SELECT author FROM account ORDER BY id") == [(giver,) for giver in givers]
    assert all(givers[1:])
    lasts = [store.accounts.last(name) for name in ("nobody", "prof", "ann", "zoe")]
    assert lasts == [0, 1, 2, 7], "who has looked at somebody sees that the role has changed"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        *[("", "it is empty"), (" ", "it is empty"), ("x" * 201, "it is longer than 200 characters")],
        *[(wrong, "it has a blank at an end, or a character") for wrong in (" ann", "an\nn", "an\u200bn", "\udcff")],
        ("x" * 199 + " ", "it has a blank at an end"),
    ],
)
def test_an_id_that_nobody_could_type_is_refused_and_nothing_is_kept(store: Store, wrong: str, why: str) -> None:
    for entered in (
        lambda: store.accounts.enter(Student(wrong), "student", ""),
        lambda: store.accounts.join(Student(wrong), "student"),
        lambda: store.accounts.enter_all([ANN, Student(wrong)], ""),
    ):
        with refused("E505", f"can't be the id of an account: {why}") as caught:
            entered()
        assert "visible characters" in caught.value.help
    assert store.accounts.everybody() == []


def test_who_types_an_id_gets_nobody_else_s(store: Store) -> None:
    store.accounts.enter(ANN, "student", "")
    store.people.enter("graded")  # somebody whose class was a zip
    for typed in ("ann", "ANN", "\uff41nn", "graded"):
        with refused("E505", f"{typed!r} is somebody's id already") as caught:
            store.accounts.join(Student(typed), "student")
        assert caught.value.help.startswith("if it is yours")
    assert store.accounts.everybody() == [Account(ANN, "student")]
    assert store.accounts.join(Student("zoe"), "grader") == store.accounts.of("zoe")


def test_the_last_host_keeps_the_role(store: Store) -> None:
    store.accounts.enter(Student("hal"), "host", "")
    with refused("E513", "nobody would be host"):
        store.accounts.remove("hal", "hal")
    with refused("E513"):
        store.accounts.enter(Student("hal", "Hal"), "instructor", "hal")
    assert store.accounts.of("hal") == Account(Student("hal"), "host"), "nothing of it is written"
    store.accounts.enter(Student("hal", "Hal"), "host", "hal")
    assert store.accounts.of("hal") == Account(Student("hal", "Hal"), "host"), "a host may stay one"
    store.accounts.enter(Student("ines"), "host", "hal")
    store.accounts.remove("hal", "ines")
    assert store.accounts.of("hal") is None


# --- what lets somebody in opens its own door ------------------------------------------------------------------------
HOURS: dict[Account.Credential.Kind, int] = {"session": 12, "link": 30 * 24, "invitation": 7 * 24, "token": 90 * 24}


@pytest.fixture
def ann(store: Store) -> Account:
    return store.accounts.enter(Student("ann"), "student", "")


@pytest.mark.parametrize("kind", HOURS)
def test_a_secret_opens_its_kind_alone_until_its_time(
    store: Store, ann: Account, path: Path, kind: Account.Credential.Kind
) -> None:
    usual = store.credentials.make(kind, ann, "student", None, "")[1]
    assert (round(usual.expires_s - usual.made_s), usual.words) == (3600 * HOURS[kind], "")
    secret, made = store.credentials.make(kind, ann, "student", 60.0, "ann", words="Firefox")
    assert len(secret) == 22
    assert not any(secret.encode() in file.read_bytes() for file in path.parent.iterdir()), "it is written nowhere"
    assert (made.owner, made.role, made.words, made.expires_s - made.made_s) == ("ann", "student", "Firefox", 60.0)
    assert [other for other in HOURS if store.credentials.find(other, secret, made.made_s)] == [kind]
    found = [store.credentials.find(kind, secret, made.expires_s + late_s) for late_s in (-0.01, 0)]
    assert found == [made, None]
    for wrong in ("", secret[:-1], secret + "x", secret.swapcase(), "\udcff", "x" * 100_000):
        assert store.credentials.find(kind, wrong, made.made_s) is None
    store.accounts.enter(Student("ann"), "grader", "")
    role = "student" if kind == "invitation" else "grader"
    assert store.credentials.find(kind, secret, made.made_s) == replace(made, role=role), "the role of now"
    secret, made = store.credentials.make(kind, None, "host", None, "")
    opens = store.credentials.find(kind, secret, made.made_s) is not None
    assert opens == (kind == "invitation"), "what is nobody's opens nothing"


def test_an_invitation_is_used_as_often_as_it_may_be(store: Store, ann: Account) -> None:
    secret, made = store.credentials.make("invitation", None, "grader", None, "", words="graders", most=2)
    assert (made.owner, made.role, made.most) == ("", "grader", 2)
    with refused("E505"):  # which uses nothing up
        store.credentials.accept(made, ann.student)
    used = [store.credentials.use(made) for _ in range(3)]
    assert used == [True, True, False], "even where two have found it at once"
    assert store.credentials.accept(made, Student("cid")) is store.accounts.of("cid") is None
    assert store.credentials.find("invitation", secret, made.made_s) is None
    assert [(one.used, one.most) for one in store.credentials.invitations()] == [(2, 2)]
    free, endless = store.credentials.make("invitation", None, "student", None, "")
    assert all(store.credentials.use(endless) for _ in range(5))
    assert store.credentials.find("invitation", free, time.time()) is not None
    assert store.credentials.accept(endless, Student("zoe")) == Account(Student("zoe"), "student")
    store.credentials.end(endless.id)
    assert not store.credentials.use(endless)
    assert [one.id for one in store.credentials.invitations()] == [made.id]


def test_an_invitation_is_worth_what_its_author_may_still_give(store: Store) -> None:
    store.accounts.enter(Student("prof"), "instructor", "")
    roles: tuple[Account.Role, ...] = "student", "instructor", "host"
    made = [store.credentials.make("invitation", None, role, None, "prof") for role in roles]
    made.append(store.credentials.make("invitation", None, "host", None, ""))

    def open_now() -> list[str]:
        found = (store.credentials.find("invitation", secret, one.made_s) for secret, one in made)
        return [one.role for one in found if one]

    assert open_now() == ["student", "instructor", "host"], "the command line may make anybody anything"
    assert store.credentials.of("who is not known", "invitation") == []
    store.accounts.enter(Student("prof"), "student", "")
    assert open_now() == ["student", "host"]
    store.accounts.remove("prof", "")
    assert open_now() == ["host"]


def test_new_links_end_those_before_alone_and_are_counted(store: Store, ann: Account, path: Path) -> None:
    bob = store.accounts.enter(Student("bob"), "student", "")
    _, session = store.credentials.make("session", ann, "student", 60.0, "ann")
    [first] = store.credentials.renew_links([(ann, "")], 60.0, "prof")
    second, given = store.credentials.renew_links([(ann, ""), (bob, "s" * 22)], 60.0, "prof")
    assert given == "s" * 22
    assert [store.credentials.has(one) for one in (first, given, "t" * 22)] == [True, True, False]
    found = [store.credentials.find("link", one, time.time()) for one in (first, second, given)]
    assert [one and one.owner for one in found] == [None, "ann", "bob"]
    [link] = store.credentials.of("ann", "link")
    assert (link.role, link.expires_s - link.made_s) == ("student", 60.0)
    assert store.credentials.of("ann", "session") == [session]
    author = sql(path, "SELECT author FROM credential WHERE id = ?", link.id)
    assert author == [(store.people.key("prof"),)] != [("",)]
    store.credentials.make("session", ann, "student", -1.0, "ann")
    entrances = store.credentials.entrances()
    assert (entrances["ann"].links, entrances["ann"].sessions, entrances["bob"].tokens) == (1, 1, 0)
    assert (entrances["ann"].signed_in_s or 0) >= session.made_s
    assert entrances["bob"].signed_in_s is None
    store.accounts.remove("ann", "prof")
    store.accounts.enter(ANN, "student", "prof")
    assert store.credentials.find("link", second, time.time()) is None, "it ended with the role"
