"""Places in a file: their line as it stands there, and columns that count characters."""

from __future__ import annotations

import ast

import pytest

from judge.model import Excerpt
from judge.submissions.excerpt import LONGEST, excerpt_at, excerpt_of

SOURCE = b"import numpy\r\nx = '\xc3\xa4' + y\rlast = 1"


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ((1,), Excerpt("a.py", 1, "import numpy")),
        ((1, 8), Excerpt("a.py", 1, "import numpy", 8, 9)),
        ((1, 8, 13), Excerpt("a.py", 1, "import numpy", 8, 13)),
        ((1, 8, 999), Excerpt("a.py", 1, "import numpy", 8, 13)),
        ((1, 13), Excerpt("a.py", 1, "import numpy", 13, 14)),
        ((1, 14), Excerpt("a.py", 1, "import numpy")),
        ((1, 8, 2), Excerpt("a.py", 1, "import numpy", 8, 9)),
        ((1, -3, -2), Excerpt("a.py", 1, "import numpy")),
        ((3, 1, 5), Excerpt("a.py", 3, "last = 1", 1, 5)),
        ((4, 1, 5), None),
        ((0, 1, 5), None),
        ((-1,), None),
    ],
)
def test_a_place_is_within_its_line(place: tuple[int, ...], found: Excerpt | None) -> None:
    assert excerpt_at(SOURCE, "a.py", *place) == found


@pytest.mark.parametrize("source", [SOURCE, "# coding: latin-1\nx = 'ä' + y".encode("latin-1")])
def test_columns_count_characters(source: bytes) -> None:
    right = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and node.id == "y")
    found = excerpt_of(source, "a.py", right)
    assert found is not None
    assert (found.text, found.text[found.column - 1 : found.end - 1]) == ("x = 'ä' + y", "y")


def test_a_node_of_several_lines_is_its_first() -> None:
    source = b"f(1,\n  2)\n"
    [call] = ast.parse(source).body
    assert excerpt_of(source, "a.py", call) == Excerpt("a.py", 1, "f(1,", 1, 5)


def test_a_line_that_is_too_long_is_not_kept() -> None:
    found = excerpt_at(b"x" * (LONGEST + 1), "a.py", 1, 7)
    assert found == Excerpt("a.py", 1, "", 7, 8)


@pytest.mark.parametrize("source", [b"# coding: nonsense\nx", b"# coding: utf-7\nx", b"\xff\nx", b"#\0\nx"])
def test_strange_bytes_have_lines_too(source: bytes) -> None:
    assert excerpt_at(source, "a.py", 2) == Excerpt("a.py", 2, "x")
