"""`judge.hack/1`: a hunt as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from judge.model import Answer, Attempt, Instance, Submission, Verdict
from judge.model.hack import Hack, Hunt, Said
from judge.problems.package import read_package
from judge.reports.export.atomic import as_json
from judge.reports.export.package_json import hack_json

BOARD = Instance("DFS", 2, 1, np.array([[0, 2], [0, 0]], np.int8))
ARRANGED = np.array([[1, 2], [0, 0]], np.int8)


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        (None, None),
        (Answer(fail=True), "FAIL"),
        (Answer(board=ARRANGED), ["12", "00"]),
        (Answer(count=2680), 2680),
        (Answer(columns=np.zeros((4, 6), np.int64)), 4),
    ],
)
def test_the_board_its_answer_and_what_each_did(
    answer: Answer | None, written: object, package: Callable[..., Path], submission: Callable[..., Submission]
) -> None:
    one, other = submission(name="a"), submission(name="b")
    said = (
        Said(one, Attempt("b", "h", "DFS", Verdict.WA, "E113", "the answer is FAIL")),
        Said(other, Attempt("b", "h", "DFS", Verdict.AC), ARRANGED),
    )
    hunt = Hunt(3, 2.0, 1.0, {1: 4, 2: 9}, Hack(BOARD, BOARD, ("E113", "right"), said, 2, 3, answer), shrunk=5)
    made = hack_json(hunt, read_package(package()), (one, other), Path("pkg/secret/hack-2-1"))
    assert (made["schema"], made["seed"], made["puzzle"], made["problem"]) == ("judge.hack/1", 3, "lizards", "pkg")
    assert made["tried"] == [{"n": 1, "boards": 4}, {"n": 2, "boards": 9}]
    found = made["found"]
    assert found["answer"] == written
    assert found["board"] == {"algorithm": "DFS", "n": 2, "pieces": 1, "rows": ["02", "00"], "layer": None}
    assert (found["runs"], found["confirmed"], found["shrunk"]) == (3, 2, 5)
    assert [(one["name"], one["verdict"], one["code"], one["board"]) for one in found["submissions"]] == [
        ("a", "WA", "E113", None),
        ("b", "AC", "", ["12", "00"]),
    ]
    assert found["added"] == "pkg/secret/hack-2-1"
    assert as_json(made)


def test_nothing_found_is_null(package: Callable[..., Path], submission: Callable[..., Submission]) -> None:
    made = hack_json(Hunt(0, 2.0, 2.0, {1: 4}, complete=True), read_package(package()), (submission(),), None)
    assert made["found"] is None
    assert made["complete"] is True
