"""Students x cases for a spreadsheet: letters, seconds, and no formula."""

from __future__ import annotations

import csv
import io

from judge.reports.export.class_csv import HEAD, class_csv
from tests.reports.classroom import overview
from tests.reports.export.graded import EVIL


def rows_of(count: int = 0) -> list[dict[str, str]]:
    text = class_csv(overview(count))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_a_row_for_each_student_with_letters_and_seconds() -> None:
    ann, bob, cy, dan, eve = rows_of()
    paths = ["sample/one", "secret/two", "secret/<i>"]
    assert list(ann) == [*HEAD, *paths, *(f"{path} s" for path in paths)]
    assert [bob[path] for path in paths] == [".", "W", "T"]
    assert (bob["points"], bob["solved"], bob["sample/one s"]) == ("5", "1", "0.5")
    assert [cy[path] for path in paths] == ["C", "C", "C"]
    assert (cy["by_hand"], cy["late"], cy["sample/one s"]) == ("true", "true", "")
    assert (dan["excused"], dan["points"], dan["verdict"], dan["sample/one"]) == ("true", "", "", "")
    assert eve["secret/<i>"] == "-"


def test_no_name_opens_a_formula() -> None:
    names = [row["name"] for row in rows_of(len(EVIL))[5:]]
    assert len(names) == len(EVIL)
    assert not [name for name in names if name.lstrip().startswith(("=", "+", "-", "@", "\uff1d"))]
