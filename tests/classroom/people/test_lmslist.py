"""The columns of grades in a class list of an LMS, and none in one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.people.lms_list import read_lms_list
from judge.errors import JudgeError
from judge.model.lms import GradeColumn, LmsList

CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (12),Final Score,Lab (3) (4)\n"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("id,name,email\n1,Ann,a@x\n", ()),
        ("id,name,Homework 1 (12)\n1,Ann,\n", ()),
        (CANVAS + "    Points Possible,,,,,10.00,(read only),\nAnn,5,,,A,,,\n",
         (GradeColumn("Canvas", "Homework 1 (12)", 10), GradeColumn("Canvas", "Lab (3) (4)"))),
        (CANVAS + "Manual Posting\n    Points Possible,,,,,10\n",
         (GradeColumn("Canvas", "Homework 1 (12)", 10), GradeColumn("Canvas", "Lab (3) (4)"))),
        (CANVAS, (GradeColumn("Canvas", "Homework 1 (12)"), GradeColumn("Canvas", "Lab (3) (4)"))),
        ('"Last Name","First Name","Username","Homework [Total Pts: 100 Score] |118854","Total [Total Pts: 0] |9"\n',
         (GradeColumn("Blackboard", "Homework [Total Pts: 100 Score] |118854", 100),
          GradeColumn("Blackboard", "Total [Total Pts: 0] |9", 0))),
        ("OrgDefinedId,Username,Homework 1 Points Grade,End-of-Line Indicator\n#1,#a,,#\n",
         (GradeColumn("Brightspace", "Homework 1 Points Grade"),)),
        ("OrgDefinedId,HW Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\n#1,,#\n",
         (GradeColumn("Brightspace", "HW Points Grade <Numeric MaxPoints:10>"),)),
    ],
)  # fmt: skip
def test_columns_are_found(tmp_path: Path, text: str, columns: tuple[GradeColumn, ...]) -> None:
    (tmp_path / "list.csv").write_text(text)
    assert read_lms_list(tmp_path / "list.csv") == LmsList(columns)


def test_what_is_no_csv_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(JudgeError) as caught:
        read_lms_list(tmp_path / "list.csv")
    assert caught.value.code == "E462"
