"""Words that any message needs, and that nobody writes again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import judge
from judge.text import counted, listed


@pytest.mark.parametrize(
    ("count", "noun", "said"),
    [(0, "run", "0 runs"), (1, "spy", "1 spy"), (3, "spy", "3 spies"), (2500, "tree", "2,500 trees")],
)
def test_so_many_of_a_thing(count: int, noun: str, said: str) -> None:
    assert counted(count, noun, ",d") == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a, b"),
        (["a", "b", "c"], "a, b and 1 more"),
        (["a"] * 5, "a, a and 3 more"),
    ],
)
def test_the_first_of_many_names(names: list[str], said: str) -> None:
    assert listed(names, 2) == said


def test_nobody_counts_the_rest_of_a_list_by_hand() -> None:
    """`and {len(names) - 5} more` stood in twenty places; lines of a report are cut in one."""
    again = re.compile(r"\{len\(\w+\) - \w+(?::,)?\} more\b.* if len\(")
    root = Path(judge.__file__).parent
    found = {path.name for path in root.rglob("*.py") if again.search(path.read_text(encoding="utf-8"))}
    assert found <= {"class_report.py"}
