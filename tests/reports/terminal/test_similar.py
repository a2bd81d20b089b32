"""The table of alike submissions: each named once, never blamed."""

from __future__ import annotations

import msgspec
import pytest

from judge.model.similarity import Similarities
from judge.reports.similar_words import NO_VERDICT, percent
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.similar import similar_report
from tests.reports.similarities import alike, unlike


def printed(found: Similarities) -> str:
    console = PlainConsole(width=100, markup=False, highlight=False)
    with console.capture() as caught:
        console.print(similar_report(found))
    return caught.get()


def test_a_circle_is_a_row() -> None:
    lines = printed(alike()).splitlines()
    assert " ".join(lines[0].split()) == "# who shared usual up to"
    assert lines[1].startswith("1  ada, ")
    assert " ".join(lines[1].split()).endswith("87 % to 100 % 70 %")
    assert "eve (2025)" in lines[1]


def test_it_says_that_it_is_no_verdict_and_what_was_compared() -> None:
    said = " ".join(printed(alike()).split())
    assert NO_VERDICT in said
    assert "3 submissions and 1 earlier one compared. Half of the pairs share less than 4 %." in said
    assert "not compared dan, fay: it is empty" in said


def test_nobody_is_a_row_where_none_are_alike() -> None:
    assert printed(unlike()) == "1 submission compared. None are unusually alike.\n"


def test_many_that_are_left_out_for_one_reason_are_counted() -> None:
    many = msgspec.structs.replace(unlike(), left_out=tuple((f"s{k}", "it is empty") for k in range(30)))
    assert "not compared s0, s1, s2, s3, s4, s5, s6, s7 and 22 more: it is empty" in printed(many)


@pytest.mark.parametrize(("share", "said"), [(1.0, "100 %"), (0.9999999, "99 %"), (0.996, "99 %"), (0.125, "12 %")])
def test_only_all_is_100_percent(share: float, said: str) -> None:
    assert percent(share) == said
