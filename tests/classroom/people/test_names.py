"""Names as tools change them: which are the same, and which are near."""

from __future__ import annotations

import pytest

from judge.classroom.people.names import Near, agree, exact, glued_forms, in_a_path, squeezed
from judge.model.classroom import Student


@pytest.mark.parametrize(
    ("told", "known", "same"),
    [
        ("Ann Lee", "Ann Lee", True),
        ("Ann Lee", "Lee, Ann", True),
        ("ONeil Sean", "O'Neil Sean", True),
        ("oneilsean", "O'Neil, Sean", True),
        ("leeannmary", "Ann Mary Lee", True),
        ("Ann Mary Lee", "Ann Lee", True),
        ("Ann Lee", "Lee, Ann Mary", True),
        ("Team A-Ann Lee", "Ann Lee", True),
        ("Team-A-Eve Ray-Orr", "Eve Ray-Orr", True),
        ("Ann Lee", "Ann Leo", False),
        ("Ann", "Ann Lee", False),
        ("Team A", "Ann Lee", False),
        ("Team Ann Lee's", "Ann Lee", False),
        ("-Ann Lee", "Ann Lee", True),
        ("Lee", "Lee Lee", False),
        ("", "Ann", False),
    ],
)
def test_which_names_agree(told: str, known: str, same: bool) -> None:
    assert agree(told, known) is same


def test_forms_of_a_name() -> None:
    assert exact(" Jose\u0301\u200b ") == "José"
    assert squeezed("JOSE\u0301\u00ad  N\u200d") == "josé n"
    assert in_a_path("O'Neil, Sean:_J.") == "sean j oneil"
    assert glued_forms("Lee, Ann M.") == {"leeannm", "annmlee"}
    assert glued_forms("") == set()


def test_who_is_near() -> None:
    students = [
        Student("1", "Anna Karenina"), Student("2", "Levin"), Student("akarenina", "A."), Student("4", "Anna Karenina"),
    ]  # fmt: skip
    near = Near(students)
    assert [one.id for one in near.to("anna_karenina.py")] == ["1", "4", "akarenina"]
    assert near.to("Zoe") == ()
    assert [one.id for one in near.to("LÉVIN")] == ["2"]
    assert near.to("") == ()
