"""What a class list changes: everybody is in one part of it, and loses nothing."""

from __future__ import annotations

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Account, Student
from judge.web.pages.people import changes

INES = Account(Student("ines"), "instructor")
FIELDS = ("name", "email", "section")
_id, _word = st.sampled_from("abcdef"), st.text(string.ascii_letters, max_size=2)
_student = st.builds(Student, id=_id, name=_word, email=_word, section=_word)
_students = st.lists(_student, unique_by=lambda one: one.id)
_account = st.builds(Account, student=_student, role=st.sampled_from(Account.ROLES))
_accounts = st.lists(_account, unique_by=lambda one: one.owner)


@given(_students, _accounts, st.booleans())
@settings(max_examples=40)
def test_everybody_is_in_one_part_and_loses_nothing(
    listed: list[Student], accounts: list[Account], emptied: bool
) -> None:
    found = changes(listed, accounts, INES, emptied=emptied)
    renewed = [new for _, new in found.renewed]
    parts = [one.id for part in (found.new, renewed, found.same, found.above) for one in part]
    assert sorted(parts) == sorted(one.id for one in listed)
    roles = {one.owner: one.role for one in accounts}
    assert {roles[one.id] for one in found.above} <= {"host"}
    assert not [one for one in found.entered if roles.get(one.id) == "host"]
    students = {owner for owner, role in roles.items() if role == "student"}
    assert {one.id for one in found.unlisted} == students - {one.id for one in listed}
    said = {one.id: one for one in listed}
    for old, new in found.renewed:
        both = [getattr(said[new.id], name) or (not emptied and getattr(old, name)) or "" for name in FIELDS]
        assert [getattr(new, name) for name in FIELDS] == both, "nothing is lost that the list does not say"
        assert new != old
