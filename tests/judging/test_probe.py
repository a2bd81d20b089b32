"""The judge's own probe: when it runs, what it costs, and what its times say. But for the last the sandbox is none."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from judge.judging import Contest
from judge.model import Entry, Ran
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import RIGHT, MakePackage, MakeSubmission, there
from tests.make import board, problem, submission
from tests.pretended import Pretended

FEWEST, MOST, LEAST_S = 6, 60, 0.5  # how often it runs, and what it may cost in any contest
ROBUST = 1.4826  # times the median deviation is the standard deviation
PROBLEM = problem(40, on=board(rows="0000 0000 0000 0000", pieces=4))
PROGRAM = 'open("input.txt").read()\nprint("FAIL")\n'


@pytest.fixture
def told(pretended: Pretended) -> Callable[..., Contest]:
    """Run a contest of these submissions."""

    def run(*texts: str, repeat: int = 1, jobs: int = 1) -> Contest:
        chosen = tuple(submission(text, f"s{at}.py") for at, text in enumerate(texts))
        contest = Contest(pretended.hands * jobs, [Entry(PROBLEM, chosen)], repeat)
        ran = Counter(event.submission.name for event in contest.events(probing="cpu") if isinstance(event, Ran))
        assert ran == dict.fromkeys((one.name for one in chosen), 40 * repeat), "no run of the probe is told"
        return contest

    return run


@pytest.mark.parametrize("jobs", [1, 2])
def test_it_runs_beside_the_contest_not_in_it(pretended: Pretended, told: Callable[..., Contest], jobs: int) -> None:
    dice = random.Random(372)  # of these 60 numbers the first six say as much as all, whatever their order by twos
    pretended.cpu_s = lambda name, _: 0.01 * (dice.lognormvariate(0, 0.05) if name == "probe" else 1)
    assert told("", "# other\n", jobs=jobs).noise == pytest.approx(0.05, rel=0.6)
    at = [place for place, word in enumerate(pretended.asked) if word == "run probe"]
    assert FEWEST <= len(at) <= MOST
    thirds = {place * 3 // len(pretended.asked) for place in at}
    assert thirds == {0, 1, 2}, "it is spread over the contest"


@pytest.mark.parametrize(("texts", "repeat"), [(("",), 1), (("", ""), 1), (("", "# other\n"), 2)])
def test_it_runs_only_where_single_times_are_compared(
    pretended: Pretended, told: Callable[..., Contest], texts: tuple[str, ...], repeat: int
) -> None:
    assert told(*texts, repeat=repeat).noise is None
    assert "run probe" not in pretended.asked


def test_it_costs_little(pretended: Pretended, told: Callable[..., Contest], monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [0.0]

    def pass_time(name: str, _: object) -> None:
        now_s[0] += 0.2 if name == "probe" else 0.1

    pretended.meanwhile = pass_time
    monkeypatch.setattr("time.monotonic", lambda: now_s[0])
    told("", "# other\n")
    assert 0.2 * pretended.asked.count("run probe") <= max(LEAST_S, 0.2 * FEWEST) + 0.2


# --- what its times say ----------------------------------------------------------------------------------------------
@pytest.fixture
def noise(pretended: Pretended, told: Callable[..., Contest]) -> Callable[..., float]:
    """What a contest finds where the probe's runs take so much CPU, and lose so much to others, each by its number."""

    def found(cpu_s: Callable[[int], float], lost_s: Callable[[int], float] = lambda _: 0.0) -> float:
        at, again = -1, False  # what is disturbed is run again at once

        def probe(name: str, _: object) -> None:
            nonlocal at, again
            if name == "probe":
                at += not again
                pretended.times_s, pretended.lost_s = [(1.0, cpu_s(at))], [lost_s(at)]
                again = lost_s(at) > 0 and not again

        pretended.meanwhile = probe
        return there(told("", "# other\n").noise)

    return found


@pytest.mark.parametrize(("calm", "noisy"), [(0.01, 0.2), (0.2, 0.01)])
def test_what_others_disturbed_is_left_out(noise: Callable[..., float], calm: float, noisy: float) -> None:
    dice = random.Random(5)
    assert noise(
        lambda at: dice.lognormvariate(0, noisy if at % 2 else calm), lambda at: 0.9 * (at % 2)
    ) == pytest.approx(calm, rel=0.5)


def test_a_slow_change_of_the_machine_is_noise(noise: Callable[..., float], pretended: Pretended) -> None:
    found = noise(lambda at: math.exp(0.01 * at))
    assert found == pytest.approx(ROBUST * 0.01 * pretended.asked.count("run probe") / 4, rel=0.1)


def test_a_few_hiccups_are_none(noise: Callable[..., float]) -> None:
    assert noise(lambda at: 3.0 if at in (7, 20, 33) else 1 + 0.001 * (at % 3)) < 0.003


def test_of_a_probe_that_fails_nothing_follows(pretended: Pretended, told: Callable[..., Contest]) -> None:
    pretended.ends = lambda name, _: "E205" if name == "probe" else ""
    assert told("", "# other\n").noise is None


@pytest.mark.parametrize("source", [RIGHT, PROGRAM], ids=["function", "program"])
def test_each_form_is_probed(sandbox: Sandbox, package: MakePackage, submission: MakeSubmission, source: str) -> None:
    chosen = submission(source, "a"), submission(f"{source}#", "b")
    contest = Contest([sandbox], [Entry(read_package(package()), chosen)])
    list(contest.events(probing="cpu"))
    assert there(contest.noise) >= 0
