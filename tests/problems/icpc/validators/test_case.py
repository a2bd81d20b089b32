"""The cases that the judge writes are cases there, and nothing that differs by a character is one."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Instance
from judge.problems.formats.case import write_case
from judge.problems.icpc.validators.case import Case, CaseError, Form, read_case
from judge.problems.icpc.validators.check_input import check_input

WHOLE = Form(("algorithm", "n", "pieces"), rows=True, trees=True, algorithms=("BFS", "SA"))
BARE = Form(("n", "pieces"), rows=True, trees=False, algorithms=("ANY",))
ALONE = Form(("n",), rows=False, trees=False, algorithms=("ANY",))


def test_a_case_of_the_judge_is_read_whole() -> None:
    grid = np.array([[0, 2], [2, 0]], np.int8)
    case = read_case(write_case(Instance("SA", 2, 3, grid)), WHOLE)
    assert (case.algorithm, case.n, case.pieces) == ("SA", 2, 3)
    assert [list(row) for row in case.rows] == grid.tolist()


def test_what_a_form_leaves_out_follows_from_the_rest() -> None:
    assert read_case(b"2\n", ALONE) == Case("ANY", 2, 2, [b"\0\0", b"\0\0"])
    assert read_case(b"1\n1\n0\n", BARE) == Case("ANY", 1, 1, [b"\0"])


@pytest.mark.parametrize(
    ("text", "form", "said"),
    [
        (b"SA\n2\n3\n02\n20", WHOLE, "the last line has no newline"),
        (b"SA\n2\n", WHOLE, "line 3 is missing: pieces"),
        (b"", WHOLE, "line 1 is missing: algorithm"),
        (b"DFS\n2\n3\n02\n20\n", WHOLE, "line 1 is 'DFS', not one of BFS, SA"),
        (b"SA \n2\n3\n02\n20\n", WHOLE, "line 1 is 'SA ', not one of BFS, SA"),
        (b"SA\n02\n3\n02\n20\n", WHOLE, "n is b'02', not a number from 1 to 20000"),
        (b"SA\n20001\n3\n02\n20\n", WHOLE, "n is b'20001', not a number from 1 to 20000"),
        (b"SA\n2\n0\n02\n20\n", WHOLE, f"the number of pieces is b'0', not a number from 1 to {10**18 - 1}"),
        (b"SA\n2\n3\n02\n", WHOLE, "there are 1 rows, but n is 2"),
        (b"SA\n2\n3\n02\n20\n\n", WHOLE, "there are 3 rows, but n is 2"),
        (b"SA\n2\n3\n02\n200\n", WHOLE, "row 2 must be 2 digits, each 0 or 2"),
        (b"SA\n2\n3\n02\n21\n", WHOLE, "row 2 must be 2 digits, each 0 or 2"),
        (b"SA\n2\n3\r\n02\n20\n", WHOLE, f"the number of pieces is b'3\\r', not a number from 1 to {10**18 - 1}"),
        (b"2\n1\n00\n00\n", BARE, "there must be 2 pieces and no tree"),
        (b"2\n2\n00\n02\n", BARE, "there must be 2 pieces and no tree"),
        (b"2\n2\n", ALONE, "1 lines follow, where none may"),
    ],
)
def test_anything_else_is_refused(text: bytes, form: Form, said: str) -> None:
    with pytest.raises(CaseError) as caught:
        read_case(text, form)
    assert str(caught.value) == said
    assert check_input(text, form) == (43, f"{said}\n")


def test_what_is_right_needs_no_word() -> None:
    assert check_input(b"1\n", ALONE) == (42, "")
