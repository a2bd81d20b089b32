"""A plot as data for a page: small, clean, and nothing in it that a page would take for mark-up."""

from __future__ import annotations

import json
import math

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.reports.plots.cactus import cactus
from judge.reports.plots.data import as_data, as_json, looks
from judge.reports.plots.palette import COLOURS, DASHES, SHAPES
from judge.reports.plots.plot import Axis, Dot, Mark, Plot, Series
from tests.reports.runs import record

HOSTILE = "</script><script>alert(1)</script><!--&\u2028\u2029\u202e\x00\x1b[31m\ud800\n]]>'\"\\"


def named(text: str) -> Plot:
    """Return a plot with this text wherever one can be."""
    dots = (Dot(1.0, 2.0, text), Dot(0.123456, 2e-7, text, open=True), Dot(3.0, 4.0))
    return Plot(
        text,
        Axis(text, text, log=True),
        Axis(text, names=(text,)),
        (Series(text, dots),),
        (Mark(text, 0.5),),
        text,
    )


@settings(max_examples=30)
@example(HOSTILE)
@given(st.text())
def test_no_text_leaves_the_script_that_it_stands_in(text: str) -> None:
    made = as_json(named(text))
    assert not set("<>&\u2028\u2029\x00\x1b\u202e") & set(made)
    read = json.loads(made)
    assert read == as_data(named(text))


def test_it_is_mark_up_that_no_template_escapes_again() -> None:
    assert as_json(named("a")).__html__() == as_json(named("a"))


def test_numbers_are_short_and_what_is_empty_is_left_out() -> None:
    data = as_data(named("t"))
    one = {"name": "t", "x": [1, 0.1235, 3], "y": [2, 2e-07, 4], "labels": ["t", "t", ""], "open": [1]}
    assert data["series"] == [one]
    assert data["x"] == {"label": "t", "unit": "t", "log": True}
    assert data["marks"] == [{"label": "t", "at": 0.5}]
    bare = as_data(Plot("t", Axis("x"), Axis("y"), ()))
    assert bare == {"title": "t", "x": {"label": "x"}, "y": {"label": "y"}}


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_of_json_is_null(value: float) -> None:
    plot = Plot("t", Axis("x"), Axis("y"), (Series("s", (Dot(value, 1.0),)),))
    assert json.loads(as_json(plot))["series"][0]["x"] == [None]


def test_times_are_in_ms_and_what_counts_on_is_said_once() -> None:
    dots = tuple(Dot(at + 1, 0.0012345, f"case {at}") for at in range(3))
    axis = Axis("time", "s")
    plot = Plot("t", Axis("n"), axis, (Series("s", dots),), (Mark("limit", 0.5),))
    data = as_data(plot)
    assert data["series"] == [{"name": "s", "y": [1.234, 1.234, 1.234], "labels": ["case 0", "case 1", "case 2"]}]
    assert [one["at"] for one in data["marks"]] == [500]


def test_a_series_says_how_it_looks() -> None:
    plot = cactus(record(3, 6).boards[0], "cpu")
    assert plot is not None
    made = as_data(plot)
    assert [one.get("style", 0) for one in made["series"]] == [0, 1, 2, 3]
    assert made["series"][0]["line"] == "steps"
    found = json.loads(looks().removeprefix(b"const LOOKS = ").rstrip(b";\n"))
    for name, known in (("colours", COLOURS), ("shapes", SHAPES), ("dashes", DASHES)):
        assert found[name] == [[*one] for one in known]


def test_a_dot_takes_few_bytes() -> None:
    board = record(4, 100).boards[0]
    plot = cactus(board, "cpu")
    assert plot is not None
    assert len(as_json(plot)) < 32 * sum(row.solved for row in board) + 150 * len(board)


def test_every_field_of_a_plot_is_in_it() -> None:
    """A new field has to be shown by pages, too."""
    assert Plot.__struct_fields__ == ("title", "x", "y", "series", "marks", "summary")
    assert Axis.__struct_fields__ == ("label", "unit", "log", "whole", "names")
    assert Dot.__struct_fields__ == ("x", "y", "label", "open")
    assert Series.__struct_fields__ == ("name", "dots", "line", "points", "style")
    assert msgspec.json.encode(as_data(named("x")))
