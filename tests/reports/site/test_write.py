"""A report is written whole, in place of an earlier one, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.reports.site.write import check_folder, write_site
from tests.reports.runs import record


def test_a_report_replaces_an_earlier_one(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "report"
    write_site(record(3, 6), folder)
    stale = folder / "stale.html"
    stale.write_text("old")
    made = write_site(record(2, 3), folder)
    assert made.index.is_file()
    assert not stale.exists()
    assert [one.name for one in folder.parent.iterdir()] == ["report"]
    assert made.size_bytes == sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())


@pytest.mark.parametrize("check", [check_folder, lambda folder: write_site(record(1, 3), folder)])
def test_a_folder_of_something_else_stays_as_it_is(tmp_path: Path, check: object) -> None:
    own = tmp_path / "homework.py"
    own.write_text("print(1)")
    with pytest.raises(JudgeError, match="is not empty") as raised:
        check(tmp_path)  # type: ignore[operator]
    assert raised.value.code == "E475"
    assert [*tmp_path.iterdir()] == [own]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "report"
    file.write_text("x")
    for place in (file, file / "inside"):
        with pytest.raises(JudgeError) as raised:
            check_folder(place)
        assert raised.value.code == "E435"
