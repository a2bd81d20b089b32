"""How times grow, in words below a leaderboard."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from rich.console import Console

from judge.model import Judgement
from judge.reports.terminal.closing import Stopped
from judge.reports.terminal.contest import View, board_report, scaling_lines
from judge.scoring.ranking import standings
from tests.scoring.made import growing

SIZES = (50, 100, 200, 400, 800)
QUADRATIC = growing("champion", lambda n: 1e-6 * n**2, SIZES)
DOUBLED = growing("dfs", lambda n: 1e-3 * 2.0 ** (n / 50), SIZES)
ODD = growing("odd", lambda n: 0.01 + abs(n - 200) / 300, SIZES)


def shown(judgements: Sequence[Judgement]) -> list[str]:
    return [line.plain for line in scaling_lines(judgements, "cpu")]


def report(judgements: Sequence[Judgement], view: View) -> str:
    out = io.StringIO()
    Console(file=out, width=view.width).print(board_report(standings(judgements), view))
    return out.getvalue()


def test_each_law_has_a_line() -> None:
    assert shown([QUADRATIC, ODD, DOUBLED]) == [
        "scaling on forest*, DFS: time by n, and the largest n within the limit",
        "  champion  n^2.00 ±0.01    800, by the law 1400",
        "  dfs       1.014^n ±0.001  400",
    ]


def test_without_a_law_there_is_no_line() -> None:
    assert shown([]) == shown([ODD]) == []
    assert shown([growing("few", lambda n: 1e-6 * n**2, SIZES[:3])]) == []


def test_where_the_smallest_is_missed_none_is_within_the_limit() -> None:
    sizes = (20, 50, 75, 100, 150, 200, 300, 400, 600, 800)
    slow = growing("slow", lambda n: 3.0 if n == 20 else 2e-6 * n**2, sizes)
    assert shown([slow])[1].endswith("none")


@pytest.mark.parametrize("name", ["a" * 60, "名" * 40, "\x1b[31mred", "mine"])
def test_a_line_has_80_cells_at_most_and_a_name_styles_nothing(name: str) -> None:
    wide = growing(name, lambda n: 1e-3 * 2.0 ** (n / 50), SIZES[:-1])
    for line in scaling_lines([wide, QUADRATIC], "cpu"):
        assert line.cell_len <= 80
        assert "\x1b" not in line.plain


def test_it_stands_below_the_leaderboard_of_a_whole_contest() -> None:
    lines = report([QUADRATIC, DOUBLED], View()).splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("PAR-2"))
    assert lines[at + 1].startswith("scaling on forest*, DFS")
    assert lines[at + 2].startswith("  champion  n^2.00")
    for view in (View(ranked=False), View(stopped=Stopped(1, 2))):
        assert "scaling" not in report([QUADRATIC, DOUBLED], view)
