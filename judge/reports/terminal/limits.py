"""What `judge limits` says: the limit that follows from the submissions, whose times it is made of, and how sure these
are."""

from __future__ import annotations

import math

from rich.text import Text

from judge.model import Limits, Verdict
from judge.reports.sanitize import clean_line, fold
from judge.reports.units import mebibytes, seconds
from judge.scoring.limits import AC_TO_TIME_LIMIT, TIME_LIMIT_TO_TLE, TIME_RESOLUTION, Proposal, Worst, too_late_s

_HEAD = 20  # characters before what is said


def limits_lines(proposal: Proposal, limits: Limits, width: int = 100) -> Text:
    """Return the report. `limits` are those that the package has."""
    rows = [
        ("slowest accepted", _slowest(proposal.slowest)),
        ("fastest too slow", _fastest(proposal)),
        ("memory", _memory(proposal, limits)),
        ("by language", _languages(proposal)),
        ("noise", _noise(proposal)),
        ("until now", f"time_limit = {limits.time_limit:g} in problem.toml"),
    ]
    text = _verdict(proposal)
    for head, said in rows:
        if said:
            text.append("\n" + "\n".join(fold(said, width, f"  {head:<{_HEAD - 2}}", " " * _HEAD)))
    for fault in proposal.faults:
        wanted = "accepted" if fault.expected is Verdict.AC else "too slow"
        what = f"{fault.submission} is to be {wanted}, but is {fault.verdict} {fault.code}"
        said = clean_line(f"{what}{f' on {fault.case}' if fault.case else ''}: {fault.message}", 1000)
        text.append("\n" + "\n".join(fold(said, width, "  ", "    ")), "bold red")
    return text


def contradiction(proposal: Proposal) -> str:
    """Return in a sentence that no limit satisfies both sides, with the two that are in each other's way."""
    limit = proposal.time_limit or 0.0
    return (
        f"no time limit fits: {proposal.slowest} needs a limit of {limit:g} s,"
        f" and {proposal.fastest} needs only {seconds(proposal.fastest.time_s if proposal.fastest else 0.0)},"
        f" not {too_late_s(limit):g} s or more"
    )


def _verdict(proposal: Proposal) -> Text:
    text = Text(f"{proposal.problem}: ", "bold")
    if not proposal.fits:
        return text.append("no time limit", "bold red")
    return text.append(f"time limit {proposal.time_limit or 0.0:g} s", "bold green")


def _slowest(slowest: Worst | None) -> str:
    if slowest is None:
        return "nobody solved a case"
    needed = seconds(slowest.time_s * AC_TO_TIME_LIMIT)
    steps = f"in steps of {TIME_RESOLUTION:g} s"
    return f"{slowest}: {seconds(slowest.time_s)}; times {AC_TO_TIME_LIMIT:g} is {needed}, {steps}"


def _fastest(proposal: Proposal) -> str:
    fastest = proposal.fastest
    if proposal.time_limit is None:
        return ""
    if fastest is None:
        return "none is given, so nothing says that the limit is not too long"
    needed = f"{proposal.time_limit:g} s times {TIME_LIMIT_TO_TLE:g} is {too_late_s(proposal.time_limit):g} s"
    return f"{fastest}: {f'stopped after {needed}' if fastest.stopped else f'{seconds(fastest.time_s)}; {needed}'}"


def _memory(proposal: Proposal, limits: Limits) -> str:
    if proposal.memory is None or proposal.memory.time_s <= 0:
        return ""
    most, factor = proposal.memory.time_s, AC_TO_TIME_LIMIT
    needed = math.ceil(most * factor / 2**20)
    said = (
        f"{proposal.memory}: {mebibytes(int(most))}; times {factor:g} is {needed} MiB, and {limits.memory} are allowed"
    )
    return said + (": too few" if needed > limits.memory else "")


def _languages(proposal: Proposal) -> str:
    if len(proposal.languages) < 2:
        return ""
    return ", ".join(f"{name} {seconds(worst.time_s)}" for name, worst in proposal.languages.items())


def _noise(proposal: Proposal) -> str:
    slowest, runs = proposal.slowest, proposal.disturbance
    if slowest is None:
        return ""
    spread = f"{len(slowest.times)} repetitions of the slowest differ by {100 * slowest.spread:.0f} %; "
    return (spread if len(slowest.times) > 1 else "") + f"{runs.disturbed} of {runs.runs} runs were disturbed"
