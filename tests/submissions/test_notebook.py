"""A notebook as the Python file that it would be."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.submissions import read_notebook
from tests.submissions.make import rows_of

ROWS = rows_of("notebooks.toml")
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return grid"
LEFT_OUT = "; lines left out that could not run here: "


def book(*cells: str, kind: str = "code", **more: Any) -> bytes:
    """A notebook of nbformat 4, its texts as lists of lines, as Jupyter writes them."""
    listed = [
        {"cell_type": kind, "metadata": {}, "source": cell.splitlines(keepends=True), "outputs": [{"x": [1]}]}
        for cell in cells
    ]
    return json.dumps({"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}).encode()


def test_cells_come_in_their_order_and_say_which_they_are() -> None:
    data = json.loads(book("x = 1\n", "  \n", "print(x)"))
    data["cells"].insert(1, {"cell_type": "markdown", "metadata": {}, "source": "# Title"})
    script = read_notebook(json.dumps(data).encode())
    assert script == (b"# cell 1\nx = 1\n\n\n# cell 2\nprint(x)\n", "2 cells with code")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_text_of_a_cell_may_be_one_string_and_lines_may_end_as_they_do_elsewhere(mark: bytes) -> None:
    data = {"nbformat": 4, "cells": [{"cell_type": "code", "source": "x = 1\r\ny = 2\rz = 3"}]}
    assert read_notebook(mark + json.dumps(data).encode())[0] == b"# cell 1\nx = 1\ny = 2\nz = 3\n"


@pytest.mark.parametrize(("cell", "text", "left_out"), ROWS["ipython"])
def test_what_ipython_alone_knows_becomes_a_comment(cell: str, text: str, left_out: int) -> None:
    source, words = read_notebook(book(cell))
    assert source.decode() == f"# cell 1\n{text}\n"
    assert words == "1 cell with code" + (f"{LEFT_OUT}{left_out}" if left_out else "")
    ast.parse(source)


def test_where_a_cell_defines_solve_those_are_taken_that_define_or_import() -> None:
    source, words = read_notebook(book(*ROWS["homework"]))
    assert source.decode() == ROWS["of_homework"]
    assert words == f"3 of 6 cells with code, those that define or import{LEFT_OUT}2"


@pytest.mark.parametrize(("cells", "taken"), ROWS["taken"])
def test_which_cells_are_taken(cells: list[str], taken: list[int]) -> None:
    source = read_notebook(book(*cells))[0].decode()
    assert source == "\n".join(f"# cell {number + 1}\n{cells[number]}\n" for number in taken)


@pytest.mark.parametrize(("cell", "text"), ROWS["imports"])
def test_imports_that_no_submission_can_make_become_comments_where_nothing_uses_them(cell: str, text: str) -> None:
    source, words = read_notebook(book(cell, "y = 1"))
    assert source.decode() == f"# cell 1\n{text}\n\n# cell 2\ny = 1\n"
    assert words.partition(LEFT_OUT)[2] == (str(text.count("# ")) if "#" in text else "")


@pytest.mark.parametrize(("cell", "text"), ROWS["calls"])
def test_beside_solve_what_only_calls_such_an_import_becomes_a_comment_too(cell: str, text: str) -> None:
    assert read_notebook(book(cell, SOLVE))[0].decode() == f"# cell 1\n{text}\n\n# cell 2\n{SOLVE}\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is no notebook: "),
        (b"PK\x03\x04", "it is no notebook: "),
        (b"[]", "it is no notebook: "),
        (b"{}", "it is no notebook: "),
        (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": 5}]}', "it is no notebook: "),
        (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": "\xff"}]}', "it is no notebook: "),
        (b'{"nbformat": 4, "x": ' + b"[" * 200_000, "it is no notebook: "),
        (book(), "there is no code in it"),
        (book(" \n"), "there is no code in it"),
        (book("# Title", kind="markdown"), "there is no code in it"),
        (book("x <- 1", metadata={"kernelspec": {"name": "ir", "language": "R"}}), "it is a notebook in R"),
        (book("x", metadata={"language_info": {"name": "julia" * 9}}), "it is a notebook in juliajuliajuliajulia"),
        (book(*["x"] * 2001), "it has more than 2,000 cells"),
        (book("#" * (256 << 10), "x"), "its code is longer than 256 KiB"),
    ],
)
def test_what_is_no_notebook_says_so(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}") as caught:
        read_notebook(data)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"kernelspec": {"name": "python3", "language": "python"}},
        {"language_info": {"name": "ipython"}},
        {"kernelspec": {"name": "my env"}},
    ],
)
def test_a_notebook_in_python_is_taken(metadata: dict[str, Any]) -> None:
    assert read_notebook(book("x = 1", metadata=metadata))[1] == "1 cell with code"


LINES = ["x = 1", "%magic", "!sh", "print(y)", "def f(:", "'''", SOLVE, "%%bash\nls"]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1))
def test_whatever_the_cells_say_all_lines_are_there_or_the_notebook_has_solve(cells: list[str]) -> None:
    """As nbconvert does: nothing is dropped, unless solve is defined."""
    source, words = read_notebook(book(*cells))
    text = source.decode()
    if SOLVE in cells:
        assert SOLVE in text
    else:
        assert words.startswith(f"{len(cells)} cell")
        assert " of " not in words
        assert all(line in text for cell in cells for line in cell.splitlines())
