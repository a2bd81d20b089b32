"""Places in a file: their line as it stands there, columns that count characters, and what a message speaks of; and
what helps against a name that is not defined."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from judge.model import Finding
from judge.submissions import Source
from tests.conftest import there
from tests.submissions.make import rows_of

ROWS = rows_of("source.toml")
SOURCE = b"import numpy\r\nx = '\xc3\xa4' + y\rlast = 1"


@pytest.mark.parametrize(("place", "found"), ROWS["places"])
def test_a_place_is_within_its_line(place: list[int], found: list[Any]) -> None:
    assert Source(SOURCE, "a.py").at(*place) == (Finding.Excerpt("a.py", *found) if found else None)


@pytest.mark.parametrize("source", [SOURCE, "# coding: latin-1\nx = 'ä' + y".encode("latin-1")])
def test_columns_count_characters(source: bytes) -> None:
    right = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and node.id == "y")
    found = there(Source(source, "a.py").of_node(right))
    assert (found.text, found.text[found.column - 1 : found.end - 1]) == ("x = 'ä' + y", "y")


def test_a_node_of_several_lines_is_its_first() -> None:
    source = b"f(1,\n  2)\n"
    [call] = ast.parse(source).body
    assert Source(source, "a.py").of_node(call) == Finding.Excerpt("a.py", 1, "f(1,", 1, 5)


def test_a_line_that_is_too_long_is_not_kept() -> None:
    for length, shown in ((400, "x" * 400), (401, "")):
        assert Source(b"x" * length, "a.py").at(1, 7) == Finding.Excerpt("a.py", 1, shown, 7, 8)


@pytest.mark.parametrize("source", [b"# coding: nonsense\nx", b"# coding: utf-7\nx", b"\xff\nx", b"#\0\nx"])
def test_strange_bytes_have_lines_too(source: bytes) -> None:
    assert Source(source, "a.py").at(2) == Finding.Excerpt("a.py", 2, "x")


# --- marks ----------------------------------------------------------------------------------------------------------
FILE: str = ROWS["file"]


@pytest.mark.parametrize(("line", "mark", "name", "found"), ROWS["marks"])
def test_a_mark_is_found_on_its_line(line: int, mark: str, name: str, found: str) -> None:
    place = there(Source(FILE.encode(), "a.py").marked(line, mark, name))
    assert place.text[place.column - 1 : place.end - 1] == found


def test_what_is_nowhere_is_not_found() -> None:
    for line, mark, name in ((999, "call", "sum"), (0, "", ""), (0, "call", "nothing")):
        assert Source(FILE.encode(), "a.py").marked(line, mark, name) is None
    assert Source(b"x = (", "a.py").marked(1, "call", "sum") is None


@pytest.mark.parametrize(("text", "columns"), [(b"x = a[0] + b[1]", (1, 16)), (b"x = a[0] + b", (5, 9))])
def test_of_several_subscripts_on_a_line_the_statement_is_shown(text: bytes, columns: tuple[int, int]) -> None:
    found = there(Source(text, "a.py").marked(1, "subscript"))
    assert (found.column, found.end) == columns


# --- a name that is not defined ---------------------------------------------------------------------------------------
NAMING = Source(
    b"import numpy\nfrom math import sqrt as root\nCOLUMNS = 4\ndef place_queen(board): pass\nclass State: pass",
    "mine.py",
)


OTHER = "give it a value, hand it in as a parameter, or import it"
HINTS = ROWS["hints"] | dict.fromkeys(("helper", "x" * 10_000, ""), OTHER)


@pytest.mark.parametrize("name", HINTS, ids=lambda name: name[:20])
def test_a_name_that_is_not_defined_has_a_hint(name: str) -> None:
    assert NAMING.hint_for(name) == HINTS[name]


def test_a_hint_names_the_parameters_of_the_problem() -> None:
    source = Source(NAMING.data, "mine.py", parameters=("n", "stars", "regions"))
    assert source.hint_for("Stars") == "did you mean stars? solve is given (n, stars, regions)"
    assert source.hint_for("k") == source.hint_for("grid") == OTHER
