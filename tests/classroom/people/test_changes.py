"""What a class list changes: all that it says, nothing that it does not say, and nobody above who enters it."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from judge.classroom.people.changes import changes
from judge.model.account import ROLES, Account
from judge.model.classroom import Student

INES = Account(Student("ines"), "instructor")
_word = st.text(string.ascii_letters, max_size=2)
_students = st.lists(
    st.builds(Student, id=st.sampled_from("abcdef"), name=_word, email=_word, section=_word),
    unique_by=lambda one: one.id,
)
_accounts = st.lists(
    st.builds(
        Account, student=st.builds(Student, id=st.sampled_from("abcdef"), name=_word), role=st.sampled_from(ROLES)
    ),
    unique_by=lambda one: one.owner,
)


@given(_students, _accounts, st.booleans())
def test_everybody_is_in_one_part(listed: list[Student], accounts: list[Account], emptied: bool) -> None:
    found = changes(listed, accounts, INES, emptied=emptied)
    renewed = [new for _, new in found.renewed]
    parts = [one.id for part in (found.new, renewed, found.same, found.above) for one in part]
    assert sorted(parts) == sorted(one.id for one in listed)
    roles = {one.owner: one.role for one in accounts}
    assert {roles[one.id] for one in found.above} <= {"host"}
    assert not [one for one in found.entered if roles.get(one.id) == "host"]
    assert {one.id for one in found.unlisted} == {o for o in roles if roles[o] == "student"} - {
        one.id for one in listed
    }


@given(_students, _accounts)
def test_nothing_is_lost_that_the_list_does_not_say(listed: list[Student], accounts: list[Account]) -> None:
    for old, new in changes(listed, accounts, INES).renewed:
        assert (new.name or not old.name, new.email or not old.email) == (new.name or True, new.email or True)
    for old, new in changes(listed, accounts, INES, emptied=True).renewed:
        assert new in listed
        assert new != old


def test_a_field_that_the_list_leaves_empty_stays_unless_it_is_emptied() -> None:
    ada = Account(Student("ada", "Ada", section="B"), "student")
    listed = [Student("ada", "Ada Byron")]
    assert changes(listed, [ada], INES).renewed == ((ada.student, Student("ada", "Ada Byron", section="B")),)
    assert changes(listed, [ada], INES, emptied=True).renewed == ((ada.student, Student("ada", "Ada Byron")),)
