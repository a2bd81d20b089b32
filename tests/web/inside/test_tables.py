"""The table of a class and the samples of a problem, as their pages show them."""

from __future__ import annotations

import msgspec

from judge.model import About, Answer, Case, Deadline, Instance, Mark, Overview
from judge.web.pages.gradebook import matrix
from judge.web.pages.problems import samples_of
from tests.reports.make import overview, problem, trees

replace = msgspec.structs.replace
EXCUSE = Mark("u4", "excuse", "ill", "smith", 0.0)


def class_of_five() -> Overview:
    """Return a class of whom u3 was late and u4 is excused."""
    whole = overview()
    lines = [replace(one, lateness=Deadline.Lateness(), late=False, mark=None) for one in whole.lines]
    lines[2] = replace(lines[2], points=12.5, late=True, lateness=Deadline.Lateness(0.0, 7200, 2.5))
    lines[3] = replace(lines[3], points=None, verdict=None, mark=Mark.Decided(EXCUSE, EXCUSE))
    return replace(whole, lines=tuple(lines))


CLASS = class_of_five()


ORDERS = {
    "": "1 2 3 4 5",
    "-id": "5 4 3 2 1",
    "name": "1 3 5 4 2",
    "points": "2 5 3 1 4",
    "-points": "1 3 5 2 4",
    "verdict": "1 5 2 3 4",
    "late": "3 1 2 4 5",
    "case:secret/two": "1 5 2 3 4",
    "-case:secret/two": "3 2 1 5 4",
    "case:secret/three": "1 2 3 4 5",
    "points'": "1 2 3 4 5",
}


def test_every_column_sorts() -> None:
    found = {by: " ".join(row[0].removeprefix("u") for row in matrix(CLASS, by)["table"]) for by in ORDERS}
    assert found == ORDERS


def test_the_head_turns_its_order_round_and_what_was_decided_is_said() -> None:
    heads = matrix(CLASS, "-points")["heads"]
    points, late = heads["points"], heads["late"]
    assert (points.order, points.by, late.order, late.by) == ("descending", "points", "none", "-late")
    again = matrix(CLASS, points.by)["heads"]["points"]
    assert (again.order, again.by) == ("ascending", "-points")
    words = matrix(CLASS)
    assert [row[2] for row in words["table"]] == ["", "", "2 h, -2.5", "", ""]
    assert [row[3] for row in words["table"]] == ["", "", "", "excused, comment", ""]
    assert (words["anybody_late"], words["anybody_decided"]) == (True, True)


BOARD = Instance("ANY", 4, 4, trees(4))


def test_samples_are_clean_and_cut_and_say_their_answers() -> None:
    answers = {"text": Answer(text=b"\x1b[31mred\n"), "fails": Answer(fail=True), "said": Answer(count=1)}
    answers |= {"counts": Answer(count=1234)}
    cases = [Case(name, "sample", BOARD, one, text=b"x" * 5000 if one.text else None) for name, one in answers.items()]
    cases.append(Case("unknown", "sample", BOARD))
    about = About("x", "", "", "", answers={"sample/said": "True"})
    text, *others = samples_of(replace(problem(1), cases=tuple(cases)), about)
    given, known = dict(text.texts)["input"], dict(text.texts)["answer"]
    assert given.endswith("... (5,000 bytes)")
    assert known == "red\n"
    assert [(one.answer, one.answered) for one in others] == [
        *(("FAIL: there is no arrangement", True), ("True", True), ("1,234 arrangements", True), ("", False)),
    ]
