"""judge similar, from the words on the command line to what it shows and writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.classroom.independent import independent, renamed
from tests.cli.handed_in import write_class
from tests.commands import Call


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sources(**more: str) -> dict[str, str]:
    return {**{f"s{k}": independent(k) for k in range(12)}, **more}


def test_alike_ones_are_shown_and_written(call: Call) -> None:
    write_class(sources(copy=renamed(independent(3)), tiny='print("FAIL")\n'))
    out = call.silent(0, *["similar", "class", "--html", "alike.html", "--json", "alike.json"])
    assert [line.split()[1:3] for line in out.splitlines() if line.startswith("1  ")] == [["copy,", "s3"]]
    assert "This is no verdict." in out
    assert "side by side: alike.html" in out
    assert re.search(r"Not compared: too short: .*\n  tiny\n", out)
    assert Path("alike.html").read_text().count('class="part"') >= 2
    (group,) = json.loads(Path("alike.json").read_text())["groups"]
    assert [one["name"] for one in group["members"]] == ["copy", "s3"]


def test_an_earlier_class_and_a_starter_count(call: Call) -> None:
    write_class(sources(old=renamed(independent(5000)), given=independent(6000), taken=renamed(independent(6000))))
    write_class({"eve": independent(5000), "fay": renamed(independent(5000), 7)}, "hw1-2025")
    Path("start.py").write_text(independent(6000))
    out = call.done("similar", "class", "--past", "hw1-2025", "--starter", "start.py")
    (row,) = [line for line in out.splitlines() if line[:3].strip().isdigit() and "  " in line]
    assert row.startswith("1  old, eve (hw1-2025), fay (hw1-2025)")
    assert re.search(r"Not compared: too short: .* \(2\)\n  given, taken\n", out)
    assert "13 submissions and 2 earlier ones compared." in out
