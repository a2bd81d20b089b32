"""A problem.toml keeps what its author wrote."""

from __future__ import annotations

from pathlib import Path

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
OF_OLD = """
[calibration]
figure_s = 0.0092
slowest_s = 0.35
"""


def test_comments_and_order_stay(tmp_path: Path) -> None:
    made = with_limit(TEXT, 2.0)
    assert made == TEXT.replace("time_limit = 5 ", "time_limit = 2.0 ")
    (tmp_path / "problem.toml").write_text(made)
    limits = read_manifest(tmp_path).limits
    assert (limits.time_limit, limits.memory) == (2.0, 256)
    assert with_limit(made, 2.0) == made, "a second time changes nothing"


def test_what_an_older_judge_wrote_stays() -> None:
    assert with_limit(TEXT + OF_OLD, 2.0) == TEXT.replace("time_limit = 5 ", "time_limit = 2.0 ") + OF_OLD


def test_a_package_without_limits_gets_some(tmp_path: Path) -> None:
    text = TEXT.replace("[limits]\nmemory = 256\ntime_limit = 5   # by guess\n\n", "").replace("\n", "\r\n")
    made = with_limit(text, 0.1)
    assert made.startswith(text)
    (tmp_path / "problem.toml").write_bytes(made.encode())
    assert read_manifest(tmp_path).limits.time_limit == 0.1
