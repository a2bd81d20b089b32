"""A problem.toml keeps what its author wrote."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model.calibration import Calibration
from judge.problems.edited import with_limit
from judge.problems.manifest import read_manifest

TEXT = """\
# The quiz of ada.
title = "Quiz"   # its name
puzzle = "lizards"
algorithms = [
    "DFS",       # all that there is
]

[limits]
memory = 256
time_limit = 5   # by guess

[groups.secret]  # not shown
points = 10
"""
FIGURES = Calibration(0.0092, 0.35, "champion on secret/four", 1, "Xeon", datetime.date(2026, 11, 22))


def test_comments_and_order_stay(tmp_path: Path) -> None:
    made = with_limit(TEXT, 2.0, FIGURES)
    assert made.startswith(TEXT.replace("time_limit = 5 ", "time_limit = 2.0 "))
    (tmp_path / "problem.toml").write_text(made)
    manifest = read_manifest(tmp_path)
    assert (manifest.limits.time_limit, manifest.limits.memory, manifest.calibration) == (2.0, 256, FIGURES)
    assert with_limit(made, 2.0, FIGURES) == made, "a second time changes nothing"


def test_without_a_figure_there_is_none_of_another_limit() -> None:
    made = with_limit(with_limit(TEXT, 2.0, FIGURES), 3.0, None)
    assert made == TEXT.replace("time_limit = 5 ", "time_limit = 3.0 ")


@pytest.mark.parametrize("figures", [FIGURES, None])
def test_what_stands_below_the_table_stays(figures: Calibration | None) -> None:
    below = '# Students see none of these.\n[groups.hidden]\ntitle = """\n[calibration]\n"""\n'
    made = with_limit(f"{with_limit(TEXT, 2.0, FIGURES)}\n{below}", 3.0, figures)
    assert made.startswith(TEXT.replace("time_limit = 5 ", "time_limit = 3.0 "))
    assert made.count(below) == 1
    assert made.count("figure_s = ") == (1 if figures else 0)


def test_a_table_that_only_a_text_holds_is_none() -> None:
    text = f'note = """\n[calibration]\nfigure_s = 1\n"""\n{TEXT}'
    assert with_limit(text, 3.0, None) == text.replace("time_limit = 5 ", "time_limit = 3.0 ")


def test_a_package_without_limits_gets_some(tmp_path: Path) -> None:
    text = TEXT.replace("[limits]\nmemory = 256\ntime_limit = 5   # by guess\n\n", "")
    made = with_limit(text.replace("\n", "\r\n"), 0.1, FIGURES)
    assert made.startswith(text.replace("\n", "\r\n"))
    (tmp_path / "problem.toml").write_bytes(made.encode())
    assert read_manifest(tmp_path).limits.time_limit == 0.1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("figure_s = 0.0092", "figure_s = 0", "figure_s of [calibration] is 0"),
        ("figure_s = 0.0092", "figure_s = inf", "figure_s of [calibration] is inf"),
        ("figure_s = 0.0092", "figure = 0.0092", "the key 'figure' of [calibration] is unknown"),
        ("slowest_s = 0.35\n", "", "the key 'slowest_s' of [calibration] is missing"),
        ("date = 2026-11-22", 'date = "soon"', "[calibration]"),
        ("work = 1", 'work = "1"', "the key 'work' of [calibration] must be a whole number, but is text in quotes"),
    ],
)
def test_the_table_is_read_strictly(tmp_path: Path, before: str, after: str, said: str) -> None:
    text = with_limit(TEXT, 2.0, FIGURES)
    assert before in text
    (tmp_path / "problem.toml").write_text(text.replace(before, after))
    with pytest.raises(JudgeError) as caught:
        read_manifest(tmp_path)
    assert caught.value.code == "E422"
    assert said in caught.value.message
