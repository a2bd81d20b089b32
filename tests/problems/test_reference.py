"""What the shipped solutions did: read from a package, or not, and as it lies in those that are shipped."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from judge.model import Reference, Verdict
from judge.model.package import ReferenceRow
from judge.problems import about, read_package
from judge.problems.about import TIMES, read_reference
from tests.bench.field import BLOCK, TOPIC

ROOT = Path(__file__).parents[2]
KNOWN = Reference("2026-11-22", "a machine", 5.0, 2, (ReferenceRow("one", Verdict.AC, 2, 0.5, "b", 0.4),))


@pytest.mark.parametrize("name", ["all-queens", "lizards", "queens", "spies"])
def test_the_times_of_a_shipped_package_are_of_its_cases_and_of_all_its_solutions(name: str) -> None:
    found = read_reference(ROOT / "testcases" / name)
    assert found is not None, "judge run --json all.json && python -m tests.bench.times all.json"
    assert found.cases == len(read_package(ROOT / "testcases" / name).cases)
    assert {row.name for row in found.solutions} == {path.stem for path in (ROOT / "solutions" / name).glob("*.py")}
    solved = [row.solved for row in found.solutions]
    assert solved == sorted(solved, reverse=True), "the best comes first"
    assert max(solved) == found.cases


def test_a_file_that_is_too_long_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_reference(tmp_path) is None
    (tmp_path / TIMES).write_bytes(msgspec.json.encode(KNOWN))
    size = (tmp_path / TIMES).stat().st_size
    monkeypatch.setattr(about, "_LARGEST_TIMES", size)
    assert read_reference(tmp_path) == KNOWN
    monkeypatch.setattr(about, "_LARGEST_TIMES", size - 1)
    assert read_reference(tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"date": "now"}), "x" * (1 << 17)])
def test_what_can_not_be_read_is_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / TIMES).write_text(text)
    assert read_reference(tmp_path) is None


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
