"""Names: what no tool keeps of them, what a platform makes of them, which agree, and which are near."""

from __future__ import annotations

import pytest

from judge.classroom.people.names import Near, Written, agree, exact, glued, orders, squeezed
from judge.model.classroom import Shape, Student


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("JOSE\u0301\u00ad  N\u200d", "josé n", True),
        ("O\u2019Neil", "o'neil", True),
        ("Jean\u2010Luc", "jean-luc", True),
        ("José", "Jose", False),
        ("Weiß", "Weiss", False),
        ("राम", "रीमा", False),
        ("Đặng", "Đang", False),
        ("Łukasz", "Lukasz", False),
    ],
)
def test_accents_are_letters_and_case_is_nothing(one: str, other: str, same: bool) -> None:
    assert (squeezed(one) == squeezed(other)) is same


def test_forms_of_a_name() -> None:
    assert exact(" Jose\u0301\u200b ") == "José"
    assert orders("O'Neil, Sean J.") == {"o'neil, sean j.", "sean j. o'neil"}
    assert orders("") == set()
    assert glued("शर्मा, री_मा-2") == "शर्मारी_मा2"


@pytest.mark.parametrize(
    ("shape", "told", "names"),
    [
        ("Moodle", "sean oneil", ["Sean O'Neil", "ONeil, Sean"]),
        ("Moodle", "Sean O'Neil", ["Sean O'Neil"]),
        ("Moodle", "Jean-Luc Martin", []),
        ("Moodle", "Ann J Roe", []),
        ("plain", "Ann_J_Roe", ["Ann J. Roe"]),
        ("plain", "Sean O'Neil", ["Sean O'Neil"]),
        ("Google Classroom", "Sean ONeil", ["ONeil, Sean"]),
        ("Google Classroom", "Ann J Roe", []),
        ("Canvas", "oneilsean", ["Sean O'Neil", "ONeil, Sean"]),
        ("Canvas", "martinjeanluc", ["Jean Luc Martin"]),
        ("Canvas", "lucmartinjean", ["Jean Luc Martin"]),
        ("Canvas", "martinlucjean", []),
        ("Sakai", "Nunez, Jose", ["José Núñez"]),
        ("Gradescope", "Nunez, Jose", []),
    ],
)
def test_what_a_platform_may_have_written_so(shape: Shape, told: str, names: list[str]) -> None:
    known = ["Sean O'Neil", "ONeil, Sean", "Jean Luc Martin", "José Núñez", "Ann J. Roe"]
    assert Written(shape, known).of(told) == names


@pytest.mark.parametrize(
    ("told", "known", "same"),
    [
        ("Ann Lee", "Lee, Ann", True),
        ("annlee", "Ann Lee", True),
        ("Ann Mary Lee", "Ann Lee", True),
        ("Ann Lee", "Lee, Ann Mary", True),
        ("Ann Lee", "Ann Leo", False),
        ("Ann", "Ann Lee", False),
        ("Lee", "Lee Lee", False),
        ("", "Ann", False),
        ("", "", False),
    ],
)
def test_which_names_agree(told: str, known: str, same: bool) -> None:
    assert agree(told, known) is same


def test_who_is_near() -> None:
    students = [
        Student("1", "Anna Karenina"), Student("2", "Levin"), Student("akarenina", "A."), Student("4", "Anna Karenina"),
    ]  # fmt: skip
    near = Near(students)
    assert [one.id for one in near.to("anna_karenina.py")] == ["1", "4", "akarenina"]
    assert near.to("Zoe") == ()
    assert [one.id for one in near.to("LÉVIN")] == ["2"]
    assert near.to("") == ()
