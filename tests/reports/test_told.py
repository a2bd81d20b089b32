"""What is held as text stays short enough for a reader: few files, each short, each held by a test."""

from __future__ import annotations

import ast

from tests.reports.make import TOLD
from tests.reports.test_pictures import DRAWN

MOST_FILES, MOST_LINES = 60, 80
READERS = [*TOLD.parent.rglob("*.py"), TOLD.parents[1] / "schemas.py"]


def holds(function: ast.FunctionDef) -> bool:
    """Whether it compares a text with one that is kept."""
    return not {"hold", "hold_rows", "keep"}.isdisjoint(
        one.id for one in ast.walk(function) if isinstance(one, ast.Name)
    )


def test_a_reviewer_can_read_them() -> None:
    """Show a smaller noun, or what differs alone: a part of it, or rows by `few`. Else split a file by topic."""
    lines = {path.name: path.read_text(encoding="utf-8").count("\n") for path in TOLD.iterdir()}
    assert len(lines) <= MOST_FILES
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_each_is_held_by_a_test_that_writes_it_anew() -> None:
    named, holders = {f"{name}.svg" for name in DRAWN}, []
    for path in READERS:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named |= {one.value for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        holders += [one.name for one in tree.body if isinstance(one, ast.FunctionDef) and holds(one)]
    assert {path.name for path in TOLD.iterdir()} - named == set(), "no test reads it"
    assert [name for name in holders if name.startswith("test_") and "kept" not in name] == [], "-k kept leaves it out"
