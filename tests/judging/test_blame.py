"""Who broke the box: real zygotes that die by what one submission does, and a probe that gets through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.executors import program
from judge.executors.program.commands import homes
from judge.judging import blame, execute
from judge.judging.contest import Contest
from judge.model import Contract, Entry, Submission, Verdict
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from tests.boxed import kill_zygote
from tests.conftest import MakePackage, MakeSubmission

PROGRAM = """\
n = int(open("input.txt").read().split()[1])
print("OK")
for column in {4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}[n]:
    print("".join("01"[column == k] for k in range(n)))
"""


@pytest.fixture(scope="module")
def own() -> Iterator[Sandbox]:
    """One that may be broken; without numba it is up again in no time."""
    with Sandbox(warm=False) as opened:
        yield opened


@pytest.mark.parametrize("contract", ["function", "program"])
def test_a_probe_gets_through_where_the_sandbox_works(sandbox: Sandbox, contract: Contract) -> None:
    assert blame.passes(execute.place(sandbox, contract), contract)


def test_a_probe_does_not_get_through_where_it_does_not(own: Sandbox) -> None:
    kill_zygote(own.lean(homes()))
    assert not blame.passes(own.lean(homes()), "program")
    own.restart()
    assert blame.passes(own.lean(homes()), "program")


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["prepare", "run_case"])
def test_who_kills_the_zygote_again_and_again_is_to_blame(
    own: Sandbox, package: MakePackage, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    """Whatever way it found: here its zygote is killed as soon as it is its turn."""
    problem = read_package(package(time_limit=2))
    killer, good = submission(PROGRAM + "# killer", "killer.py"), submission(PROGRAM, "good.py")
    prepare, run_case, mine = execute.prepare, execute.run_case, list[object]()

    def preparing(sandbox: Sandbox, what: Submission, *rest: object) -> object:
        if what is killer and phase == "prepare":
            kill_zygote(sandbox)
        prepared, ready = prepare(sandbox, what, *rest)  # type: ignore[arg-type]
        mine.extend([ready] * (what is killer))
        return prepared, ready

    def running(sandbox: Sandbox, ready: program.Ready, *rest: object) -> object:
        if phase == "run_case" and any(ready is one for one in mine):
            kill_zygote(sandbox)
        return run_case(sandbox, ready, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(execute, "prepare", preparing)
    monkeypatch.setattr(execute, "run_case", running)
    contest = Contest([own], [Entry(problem, (killer, good))])
    list(contest.events())
    bad, fine = contest.judgements()
    assert (fine.verdict, fine.points) == (Verdict.AC, 20)
    assert (bad.verdict, bad.points) == (Verdict.CE if phase == "prepare" else Verdict.RTE, 0)
    finding = bad.prepare.finding if phase == "prepare" else bad.runs[0].finding
    assert finding is not None
    assert finding.code == "E308"
    assert "has stopped" in finding.note
