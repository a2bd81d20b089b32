"""Accounts: the last word on a role counts, a class list renews what is known, and names stay in one place."""

from __future__ import annotations

import pytest

from judge.errors import JudgeError
from judge.model.account import ROLES, Account, Role
from judge.model.classroom import Student
from judge.store import Store

ANN, BOB = Student("ann", "Ann Lee", "ann@example.org", section="B"), Student("bob", "Bob")


def test_an_account_is_what_was_last_said_of_it(store: Store) -> None:
    assert store.accounts.of("ann") is None
    assert store.accounts.enter(ANN, "student", "") == Account(ANN, "student")
    assert store.accounts.of("ann") == Account(ANN, "student")
    store.accounts.enter(Student("ann", "Ann B. Lee"), "grader", "prof")
    assert store.accounts.of("ann") == Account(Student("ann", "Ann B. Lee"), "grader")
    assert store.accounts.of("prof") is None  # who says it needs no account for that


def test_who_has_no_role_any_more_is_nobody_until_they_get_one_again(store: Store) -> None:
    for student in (BOB, ANN):
        store.accounts.enter(student, "student", "")
    store.accounts.remove("ann", "prof")
    store.accounts.remove("nobody", "prof")
    assert (store.accounts.of("ann"), store.accounts.everybody()) == (None, [Account(BOB, "student")])
    store.accounts.enter(ANN, "grader", "prof")
    assert store.accounts.everybody() == [Account(ANN, "grader"), Account(BOB, "student")]


def test_a_class_list_makes_students_and_leaves_roles(store: Store) -> None:
    store.accounts.enter(Student("ann"), "instructor", "")
    store.accounts.enter(Student("cid"), "student", "")
    store.accounts.remove("cid", "")
    done = store.accounts.enter_all([ANN, BOB, Student("cid"), BOB], "ann")
    assert (done.made, done.renewed) == (2, 1)
    assert [(one.student, one.role) for one in store.accounts.everybody()] == [
        (ANN, "instructor"),
        (BOB, "student"),
        (Student("cid"), "student"),
    ]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        *[("", "it is empty"), (" ", "it is empty"), ("x" * 201, "it is longer than 200 characters")],
        *[(wrong, "a blank at an end, or a character") for wrong in (" ann", "an\nn", "an\u200bn", "\udcff")],
        ("x" * 199 + " ", "a blank at an end"),
    ],
)
def test_an_id_that_nobody_could_type_is_refused_and_nothing_of_the_list_is_kept(
    store: Store, wrong: str, why: str
) -> None:
    for entered in (
        lambda: store.accounts.enter(Student(wrong), "student", ""),
        lambda: store.accounts.enter_all([ANN, Student(wrong)], ""),
    ):
        with pytest.raises(JudgeError, match="can't be the id of an account: .*" + why) as caught:
            entered()
        assert (caught.value.code, "visible characters" in caught.value.help) == ("E505", True)
    assert store.accounts.everybody() == []


def test_who_gave_a_role_is_written_down(store: Store) -> None:
    store.accounts.enter(Student("prof"), "host", "")
    store.accounts.enter_all([ANN], "prof")
    store.accounts.enter(ANN, "grader", "bob")
    store.accounts.remove("ann", "prof")
    store.accounts.join(Student("zoe"), "student")
    found = store._db.ask("SELECT author FROM account ORDER BY id")
    givers = ["", *map(store.people.key, ["prof", "bob", "prof", "zoe"])]
    assert [row["author"] for row in found] == givers
    assert all(givers[1:])


@pytest.mark.parametrize("least", ROLES)
@pytest.mark.parametrize("role", ROLES)
def test_a_role_may_do_what_those_before_it_may(role: Role, least: Role) -> None:
    assert Account(ANN, role).may(least) == (ROLES.index(role) >= ROLES.index(least))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        *[
            (typed, f"{typed!r} is somebody's id already; if it is yours")
            for typed in ("ann", "ANN", "\uff41nn", "graded")
        ],
        (" zoe", "it has a blank at an end"),
    ],
)
def test_who_types_an_id_gets_nobody_else_s(store: Store, typed: str, told: str) -> None:
    store.accounts.enter(ANN, "student", "")
    store.people.enter("graded")  # somebody whose class was a zip
    with pytest.raises(JudgeError) as caught:
        store.accounts.join(Student(typed), "student")
    assert caught.value.code == "E505"
    assert told in f"{caught.value.message}; {caught.value.help}"
    assert store.accounts.everybody() == [Account(ANN, "student")]
    assert store.accounts.join(Student("zoe"), "grader") == store.accounts.of("zoe")


def test_the_last_host_keeps_the_role(store: Store) -> None:
    for owner in ("hal", "ines"):
        store.accounts.enter(Student(owner), "host", "")
    store.accounts.enter(Student("ines"), "grader", "hal")
    with pytest.raises(JudgeError, match="nobody would be host") as refused:
        store.accounts.remove("hal", "hal")
    assert (refused.value.code, refused.value.help) == ("E513", "make somebody else a host first")
    with pytest.raises(JudgeError, match="nobody would be host"):
        store.accounts.enter(Student("hal", "Hal"), "instructor", "ines")
    assert store.accounts.of("hal") == Account(Student("hal"), "host"), "nothing of it is written"
    store.accounts.enter(Student("hal", "Hal"), "host", "hal")
    assert store.accounts.of("hal") == Account(Student("hal", "Hal"), "host"), "a host may stay one"
    store.accounts.enter(Student("ines"), "host", "hal")
    store.accounts.remove("hal", "ines")
    assert store.accounts.of("hal") is None
