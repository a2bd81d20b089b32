"""The judge's own probe: when it runs, what it costs, and what its times say. But for the last the sandbox is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from judge.judging.contest import Contest
from judge.judging.probe import FEWEST, LEAST_S, MOST, Probe
from judge.judging.worker import Worker
from judge.model import Contract, Entry, Event, Problem, Ran, Submission
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from tests.conftest import case_text
from tests.pretended import Pretended

MakePackage = Callable[..., Path]
MakeSubmission = Callable[..., Submission]


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
    assert {event.submission.name for event in events} == {"s0", "s1"}
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


def test_what_disturbed_it_is_left_out(pretended: Pretended, told: Callable[..., tuple[object, float | None]]) -> None:
    pretended.meanwhile = lambda name, _: pretended.lost_s.append(0.9 if name == "probe" else 0.0)
    _, noise = told("", "# other\n")
    assert noise is None


@pytest.mark.parametrize("contract", ["function", "program"])
def test_it_is_right(sandbox: Sandbox, contract: Contract) -> None:
    probe, worker = Probe("cpu"), Worker(sandbox)
    for _ in range(FEWEST):
        for task, run in probe.unit(contract)(worker):
            assert probe.takes(task, run)
            assert run.verdict == "AC"
            assert run.cpu_s < 0.2
    worker.forget()
    noise = probe.noise()
    assert noise is None or noise > 0
