"""What counts as a difference between two submissions, or between one and the rules."""

from __future__ import annotations

import msgspec
import pytest

from judge.judging.hack.differ import is_same, kind_of
from judge.model import Attempt, Verdict


def attempt(code: str) -> Attempt:
    """One that ended so; AC without a code."""
    verdicts = {"": "AC", "E201": "TLE", "E202": "TLE", "E205": "RTE", "E301": "JE", "E307": "JE"}
    return Attempt("board", "hack", "DFS", Verdict(verdicts.get(code, "WA")), code)


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (("", ""), None),
        (("", "E113"), ("right", "E113")),
        (("E106", ""), ("E106", "right")),
        (("E106", "E113"), None),
        (("E106", "E205"), ("E106", "E205")),
        (("", "E202"), ("right", "TLE")),
        (("E201", "E202"), None),
        (("", "E307"), None),
        (("E106", "E307"), None),
        (("E106", None), None),
    ],
)
def test_two_differ_where_one_is_right_or_they_fail_in_different_ways(
    codes: tuple[str | None, ...], kind: tuple[str, ...] | None
) -> None:
    attempts = [None if code is None else attempt(code) for code in codes]
    assert kind_of(attempts, decided=True, against_rules=False) == kind


@pytest.mark.parametrize(
    ("scores", "kind"),
    [((1.0, 0.75), ("right", "less")), ((0.5, 0.75), None), ((1.0, 1.0), None), ((0.5, None), ("less", "right"))],
)
def test_what_is_worth_less_differs_from_the_best(
    scores: tuple[float | None, float | None], kind: tuple[str, ...] | None
) -> None:
    attempts = [msgspec.structs.replace(attempt(""), score=score) for score in scores]
    assert kind_of(attempts, decided=True, against_rules=False) == kind
    assert kind_of(attempts[:1], decided=True, against_rules=True) is None, "no rule refuses it"


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (("",), None),
        (("E106",), ("E106",)),
        (("E201",), ("TLE",)),
        (("E307",), None),
        ((None,), None),
        (("E106", "E106"), ("E106", "E106")),
        (("E106", None), ("E106", "")),
    ],
)
def test_against_the_rules_whatever_is_not_right_counts(
    codes: tuple[str | None, ...], kind: tuple[str, ...] | None
) -> None:
    attempts = [None if code is None else attempt(code) for code in codes]
    assert kind_of(attempts, decided=True, against_rules=True) == kind


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (("", ""), None),  # both say FAIL
        (("E301", "E301"), None),  # both find an arrangement
        (("E301", ""), ("right", "E113")),
        (("E106", ""), ("E106", "")),
        (("E301", "E106"), ("right", "E106")),
    ],
)
def test_where_nobody_knows_what_is_right_an_arrangement_refutes_fail(
    codes: tuple[str, ...], kind: tuple[str, ...] | None
) -> None:
    assert kind_of([attempt(code) for code in codes], decided=False, against_rules=False) == kind


def test_fail_alone_is_no_mistake_where_nobody_knows() -> None:
    assert kind_of([attempt("")], decided=False, against_rules=True) is None
    assert kind_of([attempt("E301")], decided=False, against_rules=True) is None


def test_a_smaller_board_shows_the_same_if_each_does_the_same() -> None:
    assert is_same(("E106", "right"), ("E106", "right"))
    assert not is_same(("E106", "E113"), ("E106", "right"))
    assert not is_same(None, ("E106",))
    assert is_same(("E106", "right"), ("E106", "")), "who said nothing may be right"
