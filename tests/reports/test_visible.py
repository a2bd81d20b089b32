"""What may be seen of a case that is not shown whole: its name and its size, and nothing else that a case has."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems.package import read_package
from judge.problems.places import SHIPPED
from judge.reports.export.packing import Packing
from judge.reports.export.problem_json import problem_json
from judge.reports.visible import as_published
from tests.reports import runs

BOARD = Instance("DFS", 2, 1, np.ones((2, 2), np.int8), np.full((2, 2), 77, np.int64))
SECRET = Case("one", "hidden", BOARD, Answer(count=5), "why", b"text", b"as is")


def test_nothing_of_a_secret_case_is_left() -> None:
    problem = runs.problem(2)
    groups = {**problem.groups, "hidden": msgspec.structs.replace(problem.groups["secret"], visibility="sentence")}
    shown = as_published(msgspec.structs.replace(problem, groups=groups, cases=(*problem.cases, SECRET)))
    left = shown.cases[-1]
    empty = Case(left.name, left.group, left.board)
    for field in Case.__struct_fields__[3:]:
        assert getattr(left, field) == getattr(empty, field), field
    assert (left.board.algorithm, left.board.n, left.board.pieces) == ("DFS", 2, 1)
    assert (left.board.grid.size, left.board.layer) == (0, None)


def test_the_regions_of_secret_cases_are_not_written() -> None:
    problem = as_published(read_package(SHIPPED / "star-battle"))
    rows = problem_json(problem, Packing())["cases"]
    assert all(row["regions"] for row in rows if row["group"] == "sample")
    assert {row["regions"] for row in rows if row["group"] != "sample"} == {None}
