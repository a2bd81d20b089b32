"""A judge for tests that runs nothing: it takes a job out of the queue and writes down what it is told to."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Batch, Conditions, Finding, Host, Job, Prepared, Problem, Run, Verdict
from judge.scoring import judgement_of
from judge.store import Store
from judge.submissions import handed_in
from tests import make

HOST = Host("namespaces", ("cpu",), (), "cgroup", "Linux", "3.11", "0.63", 2)
CODES = {Verdict.AC: "", Verdict.WA: "E106", Verdict.TLE: "E201", Verdict.JE: "E303"}
SECRET = "row 2 of the secret board"  # what a diagnostic says of a case, and nobody may read


def put(store: Store, problem: Problem, owner: str, source: bytes, at_s: float = 1.0) -> Job:
    """Put a program of one file into the queue, as if it had come then."""
    one = handed_in(owner, problem.name, "main.py", (("main.py", source),), problem.programs)
    return store.queue.add(problem.name, owner, owner, one, at_s, replaces=False)


def taken(store: Store, problem: Problem) -> tuple[Job, Batch.Ticket]:
    """Take the next job, and enter it as a judge does."""
    job = store.queue.take("a judge")
    assert job
    assert job.submission
    submission = store.sourced(job.submission)
    batch = store.begin(Batch("submit", problem, HOST, Conditions.of(problem, HOST), again=True))
    ticket = store.enter(batch, submission, job.owner, job.at_s)
    return store.queue.step(job, "preparing", ticket.id), ticket


def run(
    store: Store, job: Job, ticket: Batch.Ticket, problem: Problem, verdicts: Sequence[Verdict], *, cpu_s: float = 0.25
) -> list[Run]:
    """Write down an attempt at each of the first cases."""
    store.queue.step(job, "running")
    found = []
    for case, verdict in zip(problem.cases, verdicts, strict=False):
        one = attempt(problem, case.name, verdict, cpu_s)
        store.record_run(ticket, one)
        found.append(Run.of(one, [one]))
    return found


def attempt(problem: Problem, name: str, verdict: Verdict, cpu_s: float = 0.25) -> Run:
    """Return one attempt at a case."""
    [case] = [case for case in problem.cases if case.name == name]
    code = CODES[verdict]
    finding = Finding(code, SECRET, note=SECRET, verdict=verdict) if code else None
    samples = (Run.Measurement(verdict, 0.5, cpu_s, 1),)
    said = {"code": code, "message": SECRET if code else "", "finding": finding}
    return make.replace(make.run(case, (verdict, cpu_s)), memory_bytes=1, samples=samples, **said)


def finish(
    store: Store, job: Job, ticket: Batch.Ticket, problem: Problem, runs: Sequence[Run], *, made: Prepared | None = None
) -> None:
    """Write down how it ended, and how it was prepared."""
    store.finish(ticket, judgement_of(ticket.submission, problem, made or Prepared(), tuple(runs)))
    store.queue.step(job, "done")
    store.queue.give_back(job)


def judge(store: Store, problem: Problem, *verdicts: Verdict, cpu_s: float = 0.25) -> None:
    """Judge the next job, with a verdict for each case."""
    job, ticket = taken(store, problem)
    finish(store, job, ticket, problem, run(store, job, ticket, problem, verdicts, cpu_s=cpu_s))
