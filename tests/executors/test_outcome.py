"""What the facts of a run say, before anybody looks at an answer: the limits, and a tenth above them."""

from __future__ import annotations

from typing import Any

import pytest

from judge.executors.outcome import by_limit
from judge.model import Limits, Verdict
from judge.sandbox.request import Facts

LIMITS = Limits(time_limit=5.0)  # 10 s on the wall


def test_a_run_is_ended_a_tenth_above_its_limits() -> None:
    assert LIMITS.stop_s == pytest.approx(5.5)
    assert LIMITS.stop_wall_s == pytest.approx(11.0)
    short = Limits(time_limit=0.5)
    assert short.stop_s < short.stop_wall_s
    assert short.stop_wall_s == pytest.approx(1.65)


@pytest.mark.parametrize(
    ("facts", "code", "said"),
    [
        ({"wall_s": 5.1, "cpu_s": 5.0, "frame": b"a"}, "", ""),
        ({"wall_s": 10.0, "cpu_s": 0.1, "frame": b"a"}, "", ""),
        (
            {"wall_s": 5.2, "cpu_s": 5.01, "frame": b"a"},
            "E201",
            "no answer within 5 s of CPU, although it answered in the end",
        ),
        ({"wall_s": 5.6, "cpu_s": 5.51, "killed_for": "cpu"}, "E201", "no answer within 5 s of CPU"),
        ({"wall_s": 12.0, "cpu_s": 5.2, "killed_for": "wall"}, "E201", "no answer within 5 s of CPU"),
        (
            {"wall_s": 11.0, "cpu_s": 0.25, "killed_for": "wall"},
            "E202",
            "no answer after 11.0 s on the wall clock, 0.25 s of them computing",
        ),
        (
            {"wall_s": 10.5, "cpu_s": 0.25, "frame": b"a"},
            "E202",
            "no answer within 10 s, but after 10.5 s on the wall clock, 0.25 s of them computing",
        ),
        (
            {"wall_s": 10.5, "cpu_s": 0.25, "status": 0},
            "E202",
            "no answer within 10 s, but after 10.5 s on the wall clock, 0.25 s of them computing",
        ),
        ({"wall_s": 30.0, "cpu_s": 0.25, "lost_s": 20.0, "frame": b"a"}, "", ""),
    ],
)
def test_what_is_too_late(facts: dict[str, Any], code: str, said: str) -> None:
    finding = by_limit(Facts(**facts), LIMITS)
    if not code:
        assert finding is None
        return
    assert finding is not None
    assert (finding.code, finding.message, finding.verdict) == (code, said, Verdict.TLE)


@pytest.mark.parametrize(("killed_for", "code"), [("memory", "E203"), ("output", "E204"), ("starved", "E307")])
def test_what_is_harder_than_time_comes_first(killed_for: Any, code: str) -> None:
    finding = by_limit(Facts(wall_s=20.0, cpu_s=20.0, killed_for=killed_for), LIMITS)
    assert finding is not None
    assert finding.code == code
