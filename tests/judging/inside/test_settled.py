"""Which of several runs counts, held against the specification, written a second time in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.judging.settled import settled_run
from judge.model import Finding, Limits, Run, Verdict

LIMITS = Limits(time_limit=5.0)  # 10 s on the wall
PARTS = (0.0, 0.001, 0.5, 0.89, 0.9, 0.95, 1.0, 1.0001, 1.05, 1.1, 1.11, 1.5, 2.0, 20.0)  # of a limit
SECONDS = st.builds(lambda part, limit_s: part * limit_s, st.sampled_from(PARTS), st.sampled_from((5.0, 10.0)))


class Plain(NamedTuple):
    """A run that was made; one that could not be made is JE, and was not measured."""

    verdict: str
    code: str = ""
    cpu_s: float = 0.0
    wall_s: float = 0.0
    lost_s: float = 0.0

    @property
    def disturbed(self) -> bool:
        return self.lost_s > max(0.02, 0.2 * self.wall_s)

    @property
    def in_doubt(self) -> bool:
        return self.disturbed and self.verdict == "TLE" and self.code != "E201"

    @property
    def timely(self) -> bool:
        return self.verdict == "AC" or self.code in ("E201", "E202")

    def share(self, limit_s: float) -> float:
        return max(self.cpu_s / limit_s, (self.wall_s - self.lost_s) / wall_limit(limit_s))

    def is_near(self, limit_s: float) -> bool:
        return self.timely and abs(self.share(limit_s) - 1) <= 0.1


def wall_limit(limit_s: float) -> float:
    return max(2 * limit_s, limit_s + 1)


def settle(runs: Sequence[Plain], limit_s: float) -> tuple[int, bool]:
    """Return which of the runs made so far counts, and whether one more is to be made; four at most."""
    counts, made = 0, 1
    if runs[0].disturbed and (runs[0].verdict == "AC" or runs[0].code in ("E202", "E210")):
        if len(runs) == 1:
            return 0, True
        made, again = 2, runs[1]
        surer = (again.in_doubt, again.lost_s) < (runs[0].in_doubt, runs[0].lost_s)
        taken_back = runs[0].verdict == "AC" and again.verdict != "AC"
        counts = int(again.verdict != "JE" and not taken_back and surer)
    if not runs[counts].is_near(limit_s):
        return counts, False
    tries = [counts]
    for at in range(made, made + 2):
        if at == len(runs):
            return counts, True
        if not runs[at].timely:
            return counts, False
        tries.append(at)
    return sorted(tries, key=lambda at: runs[at].share(limit_s))[1], False


@st.composite
def runs(draw: st.DrawFn) -> Plain:
    kinds = ["", "", "E201", "E202", "E210", "E106", "E205", "JE"]
    code = draw(st.sampled_from(kinds))
    if code == "JE":
        return Plain("JE", "E303")
    name = "AC" if not code else "TLE" if code in ("E201", "E202", "E210") else "WA"
    wall_s = draw(SECONDS)
    lost_s = draw(st.sampled_from((0.0, 0.019, 0.021, 0.2 * wall_s, 0.21 * wall_s, 0.5 * wall_s)))
    return Plain(name, code, draw(SECONDS), wall_s, lost_s)


def attempt_of(run: Plain) -> Run:
    made = Verdict(run.verdict)
    sample = Run.Measurement(made, run.wall_s, run.cpu_s, 1, run.lost_s)
    samples = () if made is Verdict.JE else (sample,)
    finding = None if made is Verdict.AC else Finding(run.code, "as made up", verdict=made)
    return Run(
        *("one", "secret", "DFS", made, run.code),
        wall_s=run.wall_s,
        cpu_s=run.cpu_s,
        samples=samples,
        finding=finding,
    )


@settings(max_examples=2000)
@given(st.lists(runs(), min_size=4, max_size=4))
def test_which_of_several_runs_counts(made: list[Plain]) -> None:
    attempts = [attempt_of(run) for run in made]
    for count in range(1, 5):
        at, more = settle(made[:count], LIMITS.time_limit)
        counts, again = settled_run(attempts[:count], LIMITS)
        assert again == more
        bare = msgspec.structs.replace(counts, finding=attempts[at].finding, notices=())
        assert bare == attempts[at]
        if not more:
            return
    raise AssertionError("a fifth run was asked for")
