"""Samples of a problem: as pictures where there is a board, else as text; and no other case."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.model.about import About
from judge.web.pages.student.problem import Sample, samples_of
from tests.reports.runs import problem, trees

ABOUT = About("x", "", "", "")
BOARD = Instance("ANY", 4, 4, trees(4))


def _samples(*cases: Case, about: About = ABOUT) -> tuple[Sample, ...]:
    return samples_of(msgspec.structs.replace(problem(1), cases=cases), about)


def test_boards_are_drawn_with_their_answers() -> None:
    answer = Answer(board=np.eye(4, dtype=np.int8))
    [one] = _samples(Case("a", "sample", BOARD, answer), Case("b", "secret", BOARD, answer))
    assert [caption for caption, _ in one.pictures] == ["the board", "an answer"]
    assert all(picture.startswith("<svg") for _, picture in one.pictures)
    assert one.answered


def test_answers_without_a_board_are_said() -> None:
    fails, counts, said, unknown = _samples(
        Case("fails", "sample", BOARD, Answer(fail=True)),
        Case("counts", "sample", BOARD, Answer(count=1234)),
        Case("said", "sample", BOARD, Answer(count=1)),
        Case("unknown", "sample", BOARD),
        about=About("x", "", "", "", answers={"sample/said": "True"}),
    )
    assert fails.answer.startswith("FAIL")
    assert counts.answer == "1,234 arrangements"
    assert said.answer == "True"
    assert (unknown.answer, unknown.answered) == ("", False)


def test_texts_are_clean_and_cut() -> None:
    [one] = _samples(Case("a", "sample", BOARD, Answer(text=b"\x1b[31mred\n"), text=b"x" * 5000))
    given, known = dict(one.texts)["input"], dict(one.texts)["answer"]
    assert given.endswith("... (5,000 bytes)")
    assert known == "red\n"
