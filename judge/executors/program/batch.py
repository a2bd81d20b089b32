"""A batch: one run of a program on all cases of a group, whose output is cut into an answer a line.

Each case is judged by its own line. Nobody outside the process can tell what one of them took, so each is given the
same share of the time, and all shares together are what was measured; the limit of the run is that of a case, times
their number. Where the program crashes or runs out of time, the cases that it had answered by then are judged, and the
others get that.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import msgspec

from judge.executors.outcome import Outcome, by_limit
from judge.executors.program import output
from judge.model import Case, Finding, Limits, Problem, ReadWarning, Verdict
from judge.problems.calling import stdin_of, text_of
from judge.problems.formats.page import plural
from judge.problems.reading import read_output
from judge.sandbox.request import Facts

Ended = tuple[Finding | None, tuple[ReadWarning, ...]]


def stretched(limits: Limits, cases: Sequence[Case]) -> Limits:
    """Return the limits of a run on these cases."""
    return msgspec.structs.replace(limits, time_limit=limits.time_limit * len(cases))


def joined(problem: Problem, cases: Sequence[Case]) -> tuple[bytes, bytes]:
    """Return what the file and stdin hold of these cases, one after the other, each with an end of line."""
    texts = [text_of(problem, case) for case in cases]
    stdins = [stdin_of(problem, case, text) for case, text in zip(cases, texts, strict=True)]
    return b"".join(map(_ended, texts)), b"".join(map(_ended, stdins))


def wrote(facts: Facts, problem: Problem) -> bool:
    """Say whether anything stands where the answers are looked for, or can't be read there."""
    rules = problem.programs
    printed = rules.io != "files" and facts.stdout.strip()
    return bool(printed or (rules.io != "stdio" and (facts.output or facts.output_fault)))


def explained(outcomes: Sequence[Outcome], why: Finding) -> list[Outcome]:
    """Return the outcomes of a run that wrote nothing, with what is known of where its lines went."""
    return [
        msgspec.structs.replace(
            outcome,
            finding=msgspec.structs.replace(outcome.finding, note="\n".join(filter(None, (why.message, why.note)))),
        )
        if outcome.finding
        else outcome
        for outcome in outcomes
    ]


def cut(facts: Facts, limits: Limits, problem: Problem, cases: Sequence[Case], crashed: Ended) -> list[Outcome]:
    """Return what a run on these cases, within their limits, came to for each. `crashed` is the finding of one that did
    not end well, which in a strict contest is that of each case, and what is told of it where an answer is right."""
    fault, notices = crashed
    part = _share(facts, len(cases))
    late = by_limit(facts, limits, "the program had not ended")
    ended = late or fault
    if (late and late.verdict is Verdict.JE) or (fault and problem.strict):
        return [Outcome(part, ended)] * len(cases)
    if facts.output_fault and problem.programs.io != "stdio":
        return [Outcome(part, ended or output.refused_output(facts.output_fault, limits))] * len(cases)
    file, count, lines = _lines(facts, problem, len(cases), whole=ended is None)
    if late:
        lines = lines[: len(cases) - 1]  # when all is written, the last of it came too late
    why = _why(ended, count, len(cases))
    if ended is None and why is not None:
        notices = (ReadWarning("W124", why.message),)
    otherwise = None if ended else why  # a line too many may have put each answer in the place of another
    outcomes = [Outcome(part, why)] * len(cases)
    for at, (case, (number, line)) in enumerate(zip(cases, lines, strict=False)):
        answer = read_output(line + b"\n", problem, case.board, file)
        if isinstance(answer, Finding):
            outcomes[at] = Outcome(part, _beside(otherwise, answer, f"line {number} of {file} answers this case"))
        else:
            outcomes[at] = Outcome(part, answer=answer, otherwise=otherwise, notices=notices, file=file)
    return outcomes


def _beside(otherwise: Finding | None, fault: Finding, which: str) -> Finding:
    """Return what is told of a line that is no answer: first that the lines are not as many as the cases."""
    if otherwise:
        return msgspec.structs.replace(otherwise, note=f"{which}: {fault.message}")
    return msgspec.structs.replace(fault, where="", note="; ".join(filter(None, (which, fault.note))))


def _why(ended: Finding | None, lines: int, cases: int) -> Finding | None:
    """Return what is wrong with a case without an answer, or with all where there are too many."""
    if ended is not None:
        note = f"{cases} cases were one run, with {cases} times the limit of one; {lines} were answered before that"
        return msgspec.structs.replace(ended, note="\n".join(filter(None, (ended.note, note))))
    if lines == cases:
        return None
    repair = "write one line for each case, in their order, and nothing else"
    return Finding(
        "E258", f"the program wrote {plural(lines, 'line')}, but there are {plural(cases, 'case')}", help=repair
    )


def _lines(facts: Facts, problem: Problem, most: int, *, whole: bool) -> tuple[str, int, list[tuple[int, bytes]]]:
    """Return where the answers stood, how many lines are not blank, and the first of these with their numbers. A line
    without an end may be half of one, unless the program came to its end."""
    rules = problem.programs
    data, file = facts.stdout, output.STDOUT
    if rules.io != "stdio" and facts.output is not None:
        data, file = facts.output, rules.output_file
    elif rules.io == "files":
        data = b""
    count, lines = 0, []
    for number, line in enumerate(io.BytesIO(data), 1):
        if line.strip() and (whole or line.endswith(b"\n")):
            count += 1
            lines += [(number, line.removesuffix(b"\n"))] if count <= most else []
    return file, count, lines


def _share(facts: Facts, cases: int) -> Facts:
    return msgspec.structs.replace(
        facts, wall_s=facts.wall_s / cases, cpu_s=facts.cpu_s / cases, lost_s=facts.lost_s / cases
    )


def _ended(text: bytes) -> bytes:
    return text if text.endswith(b"\n") else text + b"\n"
