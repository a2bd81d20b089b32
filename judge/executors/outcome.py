"""What the facts of a run say before anybody looks at an answer: a limit that ended it, or how the process ended."""

from __future__ import annotations

import signal
from typing import Final

import msgspec

from judge.model import Answer, Finding, Limits, ReadWarning, Verdict
from judge.model.problem import IDLE_S
from judge.sandbox.request import Facts

_SOONER: Final = "cut branches earlier, and test a cell without a walk over the board; judge explain E201 has ways"
_LESS: Final = "keep fewer boards at a time, or search depth first; judge explain E203 has ways"
SAID = 1000  # bytes of stdout, where stderr is empty


class Outcome(msgspec.Struct, frozen=True, eq=False):
    """What one attempt came to: a finding, or an answer that is still to be judged. `otherwise` is the finding if that
    answer turns out wrong, `notices` are told if it is right."""

    facts: Facts
    finding: Finding | None = None
    answer: Answer | None = None
    otherwise: Finding | None = None
    notices: tuple[ReadWarning, ...] = ()
    file: str = "output.txt"  # where the answer was read


def by_limit(facts: Facts, limits: Limits, missing: str = "no answer") -> Finding | None:
    """Look at memory, output, the protocol, then time; computed from the final numbers, not from who killed. `missing`
    is what there was not in time."""
    match facts.killed_for:
        case "starved":
            return starved(facts)
        case "memory":
            message = f"it used more than {limits.memory} MiB of memory"
            return Finding("E203", message, note=peak(facts), help=_LESS, verdict=Verdict.MLE)
        case "output":
            message = f"it printed more than {limits.output} MiB"
            return Finding("E204", message, help="take debug prints out of loops", verdict=Verdict.OLE)
        case "answer":
            return Finding("E112", "it answered with more bytes than any answer to this case has")
        case "early":
            return Finding("E208", "it answered before it had been given the case", verdict=Verdict.RTE)
    late = ", although it answered in the end" if facts.frame or facts.status == 0 else ""
    if facts.killed_for == "cpu" or facts.cpu_s > limits.time_limit:
        message = f"{missing} within {limits.time_limit:g} s of CPU{late}"
        return Finding("E201", message, help=_SOONER, verdict=Verdict.TLE)
    if facts.killed_for or facts.wall_s - facts.lost_s > limits.wall_limit_s:
        took = f"{facts.wall_s:.1f} s on the wall clock, {facts.cpu_s:.2f} s of them computing"
        return Finding(
            "E202",
            f"{missing} within {limits.wall_limit_s:g} s, but after {took}" if late else f"{missing} after {took}",
            note=f"the limit is {limits.time_limit:g} s of CPU and {limits.wall_limit_s:g} s in all{_kept(facts)}",
            help="do not sleep, or wait for a thread, a key or more input",
            verdict=Verdict.TLE,
        )
    return None


def peak(facts: Facts) -> str:
    """Return the most memory that it had, as far as it was measured."""
    return f"the peak was {facts.memory_bytes / 2**20:.0f} MiB" if facts.memory_bytes > 0 else ""


def _kept(facts: Facts) -> str:
    return f", without the {facts.lost_s:.1f} s in which others had its core" if facts.lost_s >= 0.05 else ""


def starved(facts: Facts) -> Finding:
    """Return that others had the core all the time: no verdict, and nobody's fault who handed in."""
    return Finding(
        "E307",
        f"others had its core for {facts.lost_s:.0f} of {facts.wall_s:.0f} s, so it could not be judged",
        help="judge it again on a quieter machine",
        verdict=Verdict.JE,
    )


def late_for(phase: str, facts: Facts, limit_s: float, wall_limit_s: float) -> str:
    """Return the sentence for a phase before the first case that ran out of its time: by which clock, and what it
    used."""
    if facts.killed_for == "cpu":
        return f"{phase} used {facts.cpu_s:.1f} s of CPU; the limit is {limit_s:g} s"
    took = f"{phase} took {facts.wall_s - facts.lost_s:.1f} s on the wall clock, {facts.cpu_s:.1f} s of them computing"
    limits = f"the limit is {limit_s:g} s of CPU and {wall_limit_s:g} s in all"
    idle = f", {IDLE_S:g} s of them without computing" if wall_limit_s > IDLE_S else ""
    return f"{took}; {limits}{idle}"


def by_ending(facts: Facts) -> Finding:
    """Return that the process ended, which is all there is to say."""
    return Finding(
        "E206" if facts.status is not None and facts.status < 0 else "E207",
        f"the process ended without a right answer, {ending(facts.status)}",
        note=facts.stderr or facts.stdout[-SAID:].decode(errors="replace"),  # a JVM that can't start says so there
        verdict=Verdict.RTE,
    )


def ending(status: int | None) -> str:
    """Return `by SIGSEGV`, `with exit status 3`."""
    if status is None:
        return "and took the box down with it"
    if status >= 0:
        return f"with exit status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"
