"""The judge's own probe: when it runs, what it costs, and what its times say. But for the last the sandbox is none."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import cast

import pytest

from judge.judging import Contest, Work
from judge.judging.crew import Crew
from judge.judging.probe import FEWEST, LEAST_S, MOST, Probe
from judge.model import Contract, Entry, Event, Measurement, Problem, Ran, Run, Verdict
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission, there
from tests.make import case_text
from tests.pretended import Pretended


@pytest.fixture
def problem(package: MakePackage) -> Problem:
    return read_package(package(cases={f"secret/c{number:02}": (case_text(4), "") for number in range(40)}))


@pytest.fixture
def told(
    pretended: Pretended, problem: Problem, submission: MakeSubmission, right: str
) -> Callable[..., tuple[list[Event], float | None]]:
    """Return the events of a contest of these submissions, and the noise."""

    def run(*texts: str, repeat: int = 1, jobs: int = 1) -> tuple[list[Event], float | None]:
        chosen = tuple(submission(right + text, f"s{at}") for at, text in enumerate(texts))
        contest = Contest([cast(Sandbox, pretended)] * jobs, [Entry(problem, chosen)], repeat)
        return list(contest.events(probing="cpu")), contest.noise

    return run


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_runs_beside_the_contest_and_is_no_part_of_it(
    pretended: Pretended, told: Callable[..., tuple[list[Event], float | None]], jobs: int
) -> None:
    dice = random.Random(1)
    pretended.cpu_s = lambda name, _: 0.01 * dice.lognormvariate(0, 0.05 if name == "probe" else 0)
    events, noise = told("", "# other\n", jobs=jobs)
    assert len([event for event in events if isinstance(event, Ran)]) == 80
    assert {event.submission.name for event in events if isinstance(event, Ran)} == {"s0", "s1"}
    assert noise == pytest.approx(0.05, rel=0.6)
    at = [place for place, word in enumerate(pretended.asked) if word == "run probe"]
    assert FEWEST <= len(at) <= MOST
    thirds = {place * 3 // len(pretended.asked) for place in at}
    assert thirds == {0, 1, 2}, "it is spread over the contest"


@pytest.mark.parametrize(("texts", "repeat"), [(("",), 1), (("", ""), 1), (("", "# other\n"), 2)])
def test_it_runs_only_where_single_times_are_compared(
    pretended: Pretended, told: Callable[..., tuple[list[Event], float | None]], texts: tuple[str, ...], repeat: int
) -> None:
    _, noise = told(*texts, repeat=repeat)
    assert noise is None
    assert "run probe" not in pretended.asked


def test_it_costs_little(pretended: Pretended, told: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [0.0]

    def pass_time(name: str, _: object) -> None:
        now_s[0] += 0.2 if name == "probe" else 0.1

    pretended.meanwhile = pass_time
    monkeypatch.setattr("judge.judging.probe.time.monotonic", lambda: now_s[0])
    told("", "# other\n")
    assert 0.2 * pretended.asked.count("run probe") <= max(LEAST_S, 0.2 * FEWEST) + 0.2


@pytest.mark.parametrize(("calm", "noisy"), [(0.01, 0.2), (0.2, 0.01)])
def test_what_others_disturbed_is_left_out(calm: float, noisy: float) -> None:
    dice = random.Random(5)
    probe = taken(Probe("cpu"), [(dice.lognormvariate(0, calm), 0.0) for _ in range(40)])
    taken(probe, [(dice.lognormvariate(0, noisy), 0.9) for _ in range(40)])
    assert probe.noise() == pytest.approx(calm, rel=0.5)


def test_where_all_is_disturbed_that_is_the_noise() -> None:
    dice = random.Random(5)
    probe = taken(Probe("cpu"), [(dice.lognormvariate(0, 0.1), 0.9) for _ in range(40)])
    assert probe.noise() == pytest.approx(0.1, rel=0.5)
    assert taken(Probe("cpu"), [(1.0, 0.9)] * (FEWEST - 1)).noise() is None


def test_a_slow_change_of_the_machine_is_noise_and_a_few_hiccups_are_not() -> None:
    assert taken(Probe("cpu"), [(1 + 0.01 * at, 0.0) for at in range(40)]).noise() == pytest.approx(0.13, rel=0.3)
    steady = [(1 + 0.001 * (at % 3), 0.0) for at in range(40)]
    hiccups = [(3.0, 0.0) if at in (7, 20, 33) else one for at, one in enumerate(steady)]
    noise = there(taken(Probe("cpu"), hiccups).noise())
    assert noise < 0.003


def taken(probe: Probe, times: Sequence[tuple[float, float]]) -> Probe:
    """The probe after runs of so much CPU, and so much lost to others."""
    for cpu_s, lost_s in times:
        sample = Measurement(Verdict.AC, cpu_s, cpu_s, 1, lost_s)
        run = Run("probe", "probe", "ANY", Verdict.AC, cpu_s=cpu_s, wall_s=cpu_s, samples=(sample,))
        [task] = probe.work("function").tasks
        probe.takes(Work.Done(task, run))
    return probe


@pytest.mark.parametrize("contract", ["function", "program"])
def test_it_is_right(sandbox: Sandbox, contract: Contract) -> None:
    probe, crew = Probe("cpu"), Crew([sandbox])
    for done in crew.attempt(probe.work(contract) for _ in range(FEWEST)):
        assert probe.takes(done)
        assert done.run.verdict == "AC"
        assert done.run.cpu_s < 0.2
    crew.end()
    noise = probe.noise()
    assert noise is None or noise > 0
