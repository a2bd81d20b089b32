"""A case that calls a program wrongly, or otherwise says how it must end: its exit status, and what it prints."""

from __future__ import annotations

from judge.executors.outcome import Outcome, ending
from judge.model import Call, Case, Finding, Problem, Verdict
from judge.sandbox.request import Facts

_SHOWN = 200  # characters of what it printed


def judged(facts: Facts, call: Call, problem: Problem, case: Case) -> Outcome | None:
    """Return why it did not end as its case says, or that it did; None where an answer is to be judged as well."""
    if fault := _status(facts, call) or _stdout(facts, call, problem):
        return Outcome(facts, fault)
    return None if call.stdout is None and case.text is not None else Outcome(facts)


def _status(facts: Facts, call: Call) -> Finding | None:
    if call.status is None or facts.status == call.status:
        return None
    return Finding(
        "E255",
        f"the program is to end with exit status {call.status}, but ended {ending(facts.status)}",
        note=f"it said on stderr: {facts.stderr.strip().splitlines()[-1]}" if facts.stderr.strip() else "",
        help=f"look at the arguments first, and where they are wrong end with status {call.status}",
        verdict=Verdict.WA,
    )


def _stdout(facts: Facts, call: Call, problem: Problem) -> Finding | None:
    said = facts.stdout.decode(errors="replace")
    if call.stdout is None or said == call.stdout or (not problem.strict and _plain(said) == _plain(call.stdout)):
        return None
    printed = f"printed {said[:_SHOWN]!r}" if said.strip() else "printed nothing"
    return Finding(
        "E257",
        f"the program is to print {call.stdout[:_SHOWN]!r}, but {printed}",
        help="print exactly that to stdout, and nothing else",
        verdict=Verdict.WA,
    )


def _plain(text: str) -> list[str]:
    """Return its lines without blanks at their ends, and without blank lines below."""
    return [line.rstrip() for line in text.rstrip().splitlines()]
