"""What the shipped solutions did: read from a package, or not, and as it lies in those that are shipped."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from judge.model import About
from judge.problems import about_of, read_package
from tests.bench.field import BLOCK, TOPIC
from tests.conftest import MakePackage
from tests.shipped import ROOT

LARGEST = 1 << 16  # bytes of a file that is read
ROW = {"name": "one", "verdict": "AC", "solved": 2, "par2_s": 0.5, "slowest_case": "b", "slowest_s": 0.4}
KNOWN = {"date": "2026-11-22", "host": "a machine", "time_limit": 5.0, "cases": 2, "solutions": [ROW]}


def reference(folder: Path) -> About.Reference | None:
    return about_of(read_package(folder), "it").reference


@pytest.mark.parametrize("name", ["all-queens", "lizards", "queens", "spies"])
def test_the_times_of_a_shipped_package_are_of_its_cases_and_of_all_its_solutions(name: str) -> None:
    found = reference(ROOT / "testcases" / name)
    assert found is not None, "judge run --json all.json && python -m tests.bench.times all.json"
    assert found.cases == len(read_package(ROOT / "testcases" / name).cases)
    assert {row.name for row in found.solutions} == {path.stem for path in (ROOT / "solutions" / name).glob("*.py")}
    solved = [row.solved for row in found.solutions]
    assert solved == sorted(solved, reverse=True), "the best comes first"
    assert max(solved) == found.cases


def test_a_file_that_is_too_long_is_left_out(package: MakePackage) -> None:
    folder = package()
    assert reference(folder) is None
    text = json.dumps(KNOWN).encode()
    (folder / "times.json").write_bytes(text.ljust(LARGEST))
    found = reference(folder)
    assert found is not None
    assert (found.cases, [row.name for row in found.solutions]) == (2, ["one"])
    (folder / "times.json").write_bytes(text.ljust(LARGEST + 1))
    assert reference(folder) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"date": "now"}), "x" * LARGEST])
def test_what_can_not_be_read_is_left_out(package: MakePackage, text: str) -> None:
    folder = package()
    (folder / "times.json").write_text(text)
    assert reference(folder) is None


def test_the_manual_lists_each_shipped_solution_and_no_other() -> None:
    found = BLOCK.search(TOPIC.read_text("utf-8"))
    assert found is not None, "python -m tests.bench.field --write"
    tables = re.split(r"^\| ([\w-]+) \| verdicts .*\n\|[-|]+\n", found[2], flags=re.MULTILINE)
    listed = {
        problem: sorted(re.findall(r"^\| `(\w+)` \|", rows, flags=re.MULTILINE))
        for problem, rows in zip(tables[1::2], tables[2::2], strict=True)
    }
    there = {
        folder.name: sorted(path.stem for path in folder.glob("*.py")) for folder in (ROOT / "solutions").iterdir()
    }
    assert listed == {problem: names for problem, names in there.items() if names}
