"""Without a cgroup: CPU of one process is exact, one that starts more stays right, and no child hides its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from judge.executors import Outcome, executor_of
from judge.model import Limits
from judge.sandbox import Sandbox
from tests.boxed import ANSWER, of_tier, problem_of, without_cgroups
from tests.conftest import MakeSubmission
from tests.executors.make import PROGRAMS, Doing, ready_of, tried
from tests.make import replace

PROBLEM = problem_of(limits=Limits(time_limit=5.0, memory=512, compilation_time=60))
SPIN = PROGRAMS["spin"]
TOP = SPIN + PROGRAMS["hidden"]
ACTS = PROGRAMS["acts_of"]
PROGRAM_OF = f"{SPIN}{{}}\nopen('output.txt', 'w').write({ANSWER!r})\n"


@pytest.fixture(scope="module", params=["namespaces", pytest.param("landlock", marks=pytest.mark.nightly(sample=2))])
def uncounted(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox of a host that has no cgroup."""
    with without_cgroups(), of_tier(request.param) as own:
        assert own.host().clock == "processes"
        yield own


@pytest.fixture(scope="module")
def outcome_of(uncounted: Sandbox) -> Iterator[Callable[[str], Outcome]]:
    """What comes of a `solve` that does this, and then is right."""
    doing = Doing(uncounted, TOP)

    def ask(words: str) -> Outcome:
        for ready in doing.ready.values():
            ready.habits.forks = False  # as in its first attempt
        asked = doing.ask(PROBLEM, f"right({words})")
        assert asked.finding is None
        return asked.outcome

    yield ask
    doing.forget()


def holds(outcome: Outcome, spent_s: float, *, forks: bool, most_s: float = 0.1) -> None:
    """What it spent is told; with a child as much as it took, as no more can be hidden."""
    facts = outcome.facts
    assert ("W130" in {notice.code for notice in outcome.notices}) == forks == (not facts.exact)
    assert facts.counts_s >= spent_s - 0.005
    if forks:
        assert facts.counts_s >= facts.wall_s - facts.lost_s - 0.001
    else:
        assert facts.counts_s < spent_s + most_s


@pytest.mark.parametrize(("act", "spent_s", "forks"), ACTS["functions"].values(), ids=ACTS["functions"])
def test_time_of_a_function_counts(outcome_of: Callable[[str], Outcome], act: str, spent_s: float, forks: bool) -> None:
    holds(outcome_of(act), spent_s, forks=forks)


def test_a_wait_counts_as_time_that_nobody_saw(outcome_of: Callable[[str], Outcome]) -> None:
    """A stall is told by it from what was computed."""
    outcome = outcome_of("subprocess.run(['sleep', '0.5'], check=True)")
    facts = outcome.facts
    holds(outcome, facts.unseen_s, forks=True)
    assert facts.unseen_s + facts.lost_s >= 0.4, "but for what others had of the core"


def test_who_starts_a_process_at_import_is_right_in_each_case(uncounted: Sandbox, submission: MakeSubmission) -> None:
    at_import = (
        "child = os.fork()\nif not child:\n    os._exit(0)\nos.waitpid(child, 0)\nimport numpy as np\nsolve = right\n"
    )
    one = submission(f"{TOP}{at_import}")
    ready = ready_of(uncounted, one, PROBLEM)
    for _ in range(2):
        run = tried(uncounted, ready, PROBLEM, PROBLEM.cases[0])
        assert (run.finding, [notice.code for notice in run.outcome.notices]) == (None, ["W130"])


@pytest.mark.parametrize(("body", "spent_s", "forks"), ACTS["programs"].values(), ids=ACTS["programs"])
def test_time_of_a_program_counts(
    uncounted: Sandbox, submission: MakeSubmission, body: str, spent_s: float, forks: bool
) -> None:
    one = replace(submission(PROGRAM_OF.replace("{}", body)), contract="program", fault=None)
    ready = ready_of(uncounted, one, PROBLEM)
    run = tried(executor_of("program").place(uncounted), ready, PROBLEM, PROBLEM.cases[0])
    assert run.finding is None
    holds(run.outcome, spent_s, forks=forks, most_s=0.2)
    cpu_s = run.outcome.facts.counts_s
    assert forks or cpu_s * 100 != pytest.approx(round(cpu_s * 100), abs=1e-6), "ticks tell nothing apart"
