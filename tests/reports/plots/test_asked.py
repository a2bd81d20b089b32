"""Which plots a run has for what was asked."""

from __future__ import annotations

import msgspec
import pytest

from judge.errors import JudgeError
from judge.model.run_record import RunRecord
from judge.reports.plots.asked import KINDS, Asked, plots_of
from tests.reports.runs import alone, record

RUN = record(5, 40)


def test_each_problem_has_a_plot() -> None:
    assert [name for name, _ in plots_of(RUN, Asked("cactus")).made] == ["lizards", "queens"]
    some = plots_of(RUN, Asked("growth"))
    assert [name for name, _ in some.made] == ["lizards"]
    assert [(name, fault.code) for name, fault in some.left_out] == [("queens", "E470")], "it has three cases"
    for kind in KINDS:
        assert len(plots_of(alone(RUN), Asked(kind)).made) == 1


def test_what_was_asked_for_narrows_and_keeps_its_style() -> None:
    place = [row.judgement.submission.name for row in RUN.boards[0]].index("bfs")
    for kind in ("cactus", "growth"):
        [(_, plot)] = plots_of(RUN, Asked(kind, "lizards", ("bfs",))).made
        assert {series.style for series in plot.series} == {place}
    [(_, plot)] = plots_of(RUN, Asked("growth", family="full*, DFS, without an answer")).made
    assert "full*, DFS, without an answer" in plot.title


def test_a_scatter_takes_the_best_two_or_those_that_are_named_in_this_order() -> None:
    names = [row.judgement.submission.name for row in RUN.boards[0]]
    assert f"{names[0]} and {names[1]}" in plots_of(alone(RUN), Asked("scatter")).made[0][1].title
    for pair in ((names[3], names[1]), (names[1], names[3])):
        [(_, plot)] = plots_of(alone(RUN), Asked("scatter", submissions=pair)).made
        assert plot.x.label.endswith(pair[0])
        assert plot.y.label.endswith(pair[1])


@pytest.mark.parametrize(
    ("asked", "message", "note"),
    [
        (Asked("cactus", "lizard"), "no problem 'lizard'; did you mean lizards?", "problems: lizards, queens"),
        (Asked("cactus", submissions=("bfz",)), "no submission 'bfz'; did you mean bfs?", "champion"),
        (Asked("scatter", submissions=("bfs",)), "takes two submissions, and there is 1", "bfs"),
        (Asked("scatter", submissions=("bfs", "broken")), "no case in common", "broken: 0 cases"),
        (Asked("growth", "queens"), "4 sizes", "none"),
        (Asked("growth", "lizards", family="forest"), "several families begin with 'forest'", "forest*, BFS"),
        (Asked("growth", "lizards", family="sea"), "no family 'sea'", "meadow*, DFS"),
        (Asked("cactus", submissions=("broken",)), "nobody solves a case", "broken (CE)"),
        (Asked("cactus", "\x1b[31m\u202e"), r"no problem '\\u202e'", "lizards"),
    ],
)
def test_what_can_not_be_plotted_says_what_there_is(asked: Asked, message: str, note: str) -> None:
    with pytest.raises(JudgeError) as caught:
        plots_of(RUN, asked)
    assert caught.value.code == "E470"
    assert message in caught.value.message
    assert note in caught.value.note


def test_an_empty_run_has_nothing_to_plot() -> None:
    empty: RunRecord = msgspec.structs.replace(RUN, boards=())
    with pytest.raises(JudgeError, match="the run is empty"):
        plots_of(empty, Asked("cactus"))
