"""The decision table: what a phase of a run comes to, by what was measured. Pure: no box, no clock, no file.

The hardest fact decides, in the order of the rows. Each is told from the final numbers, not from who killed. Where no
row is reached what came back is read: a frame, a file, or the words of a compiler.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Final, Literal, get_args

import msgspec
from msgspec import UNSET

from judge.model import Finding, Limits, ReadWarning, Run, Verdict
from judge.sandbox import Facts

IDLE_S = 10.0  # before the first case, in which nothing computes: a cold disk takes a second or two
Phase = Literal["prepare", "warm-up", "compile", "load", "window", "program", "validator"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
TABLE: Final = {  # "-": it can't be, or what was left decides
    #            prepare   warm-up   compile   load      window    program   validator
    "starved":  "JE:E307   JE:E307   JE:E307   JE:E307   JE:E307   JE:E307   JE:E307",
    "memory":   "CE:E215   AC        CE:E215   MLE:E203  MLE:E203  MLE:E203  JE:E309",
    "output":   "CE:E204   CE:E204   CE:E204   OLE:E204  OLE:E204  OLE:E204  JE:E309",
    "answer":   "CE:E208   CE:E208   -         RTE:E208  WA:E112   -         -",
    "early":    "-         -         -         -         RTE:E208  -         -",
    "cpu":      "CE:E214   AC        CE:E214   TLE:E210  TLE:E201  TLE:E201  JE:E309",
    "wall":     "CE:E214   AC        CE:E214   TLE:E210  TLE:E202  TLE:E202  JE:E309",
    "protocol": "CE:E208   CE:E208   -         RTE:E208  -         -         -",
    "killed":   "CE:E219   AC        -         RTE:E206  RTE:E206  -         JE:E309",
    "exited":   "CE:E219   AC        -         RTE:E207  RTE:E207  -         JE:E309",
}  # fmt: skip
VALIDATED: Final = (42, 43)  # how a validator ends that has come to a verdict: right, wrong
VALIDATOR_FAILED: Final = "E309"  # whatever else it does
TRIES: Final = 3  # of a run near a limit
LATE: Final = ("E201", "E202")  # had its case, and ran out of CPU or wall time
_BEFORE: Final = {  # phases without a case, and what a sentence calls them
    "prepare": "importing and compiling",
    "warm-up": "importing and compiling",
    "compile": "compiling",
    "load": "before it was given the case, it",
}
_SAID: Final = 1000  # bytes of stdout, where stderr is empty


def decided(phase: Phase, facts: Facts, limits: Limits) -> Finding | None:
    """Return what the facts of a phase come to before anybody reads what came back; None where that decides. A frame
    that a phase before the case may end with has been taken from it."""
    fact = _hardest(phase, facts, limits)
    verdict, _, code = TABLE[fact].split()[PHASES.index(phase)].partition(":") if fact else ("", "", "")
    if not code:
        return None
    message, note, repair = _in_words(fact, phase, facts, limits)
    return Finding(code, message, note=note, help=repair, command=_WAYS.get(repair, UNSET), verdict=Verdict(verdict))


def _hardest(phase: Phase, facts: Facts, limits: Limits) -> str:
    """Return the row of the table that decides, "" for none. Out of CPU is so on any host, starved or not."""
    before = phase in _BEFORE
    late = not before and facts.cpu_s > limits.time_limit
    killed_for = facts.killed_for
    if killed_for in ("memory", "output", "answer", "early") or (killed_for == "starved" and not late):
        return killed_for
    if killed_for == "cpu" or late:
        return "cpu"
    if killed_for or (not before and facts.wall_s - facts.lost_s > limits.wall_limit_s):
        return "wall"
    if facts.frame:
        return "protocol" if before else ""
    if phase in ("compile", "program") or (phase == "validator" and facts.status in VALIDATED):
        return ""
    return "killed" if (facts.status or 0) < 0 else "exited"


# --- which of several runs counts ------------------------------------------------------------------------------------
def settle_run(runs: Sequence[Run], limits: Limits) -> tuple[Run, bool]:
    """Return which of the runs made so far counts, and whether one more is to be made; four at most.

    A run whose core was taken away is made once more, if it was right or may be out of wall time: for its times alone.
    What is wrong or out of CPU is so on any host, unless it is near a limit. There one time says little, and the middle
    of three counts. Where a try ends in another way than in time or too late, the first one holds: nobody buys a second
    try at an answer, and none that was right is taken back.
    """
    counts, made = runs[0], 1
    if counts.disturbed and (counts.verdict is Verdict.AC or counts.code in ("E202", "E210")):
        if len(runs) == 1:
            return counts, True
        [counts], made = calmer_runs([counts], runs[1:2]), 2
    if not is_borderline(counts, limits):
        return counts, False
    tries = [counts, *runs[made:]]
    if not all(map(timely, tries)):
        return counts, False
    return (counts, True) if len(tries) < TRIES else (_middle(tries, limits), False)


def calmer_runs(first: Sequence[Run], again: Sequence[Run]) -> list[Run]:
    """Return which runs of some cases count, where each was made twice, and all of a list in one go: those of the list
    that others disturbed less, first of all where that may have cost a verdict.

    A second run never changes an answer. What could not be made does not count, and a verdict stays that is so on any
    host: a right answer is not taken back, and a wrong one has no second chance.
    """
    if sum(run.doubt_s for run in first) <= sum(run.doubt_s for run in again):
        return list(first)
    return [one if _stays(one, other) else other for one, other in zip(first, again, strict=True)]


def _stays(run: Run, again: Run) -> bool:
    """Say whether a run counts although it was more disturbed than this other one."""
    if again.verdict is Verdict.JE or not again.samples:
        return True
    return run.verdict not in (again.verdict, Verdict.JE) and not run.in_doubt


def timely(run: Run) -> bool:
    """Say whether nothing but its time decides the verdict: right, or too late."""
    return bool(run.samples) and (run.verdict is Verdict.AC or run.code in LATE)


def is_borderline(run: Run, limits: Limits) -> bool:
    """Say whether only time decides the verdict, and that is within a tenth of the limit."""
    return timely(run) and abs(share(run, limits) - 1) <= Limits.BORDER


def share(run: Run, limits: Limits) -> float:
    """Return the part of its limit that a run used: of CPU, or on the wall clock without the time that others took; the
    larger one decides."""
    return max(run.cpu_s / limits.time_limit, (run.wall_s - run.lost_s) / limits.wall_limit_s)


def _middle(tries: Sequence[Run], limits: Limits) -> Run:
    """Return the middle one of three runs. Where they disagree it says so, with the three times, by the clock that
    decides."""
    middle = sorted(tries, key=lambda run: share(run, limits))[TRIES // 2]
    if len({run.verdict for run in tries}) == 1:
        return middle
    on_wall = any(run.code == "E202" for run in tries)
    *first, last = (f"{run.wall_s - run.lost_s if on_wall else run.cpu_s:.4g}" for run in tries)
    limit_s, clock = (limits.wall_limit_s, " on the wall clock") if on_wall else (limits.time_limit, " of CPU")
    times = f"{', '.join(first)} and {last} s of {limit_s:g} s{clock}"
    said = f"borderline: three runs took {times}; the middle one counts"
    if middle.finding is None:
        return msgspec.structs.replace(middle, notices=(*middle.notices, ReadWarning("W114", said)))
    return msgspec.structs.replace(middle, finding=middle.finding.noted(before=said))


# --- in words --------------------------------------------------------------------------------------------------------
_READY: Final = {"prepare": "getting ready", "warm-up": "getting ready", "compile": "compiling"}
_MISSING: Final = {"program": "the program had not ended", "validator": "no verdict"}
_TO_SOLVE: Final = "move work from the top level into solve"
_CALM: Final = "judge it again on a quieter machine"
_SOONER: Final = "cut branches earlier, and test a cell without a walk over the board"
_LESS: Final = "keep fewer boards at a time, or search depth first"
_WAYS: Final = {_SOONER: "judge explain E201  has ways", _LESS: "judge explain E203  has ways"}
_CAUSES: Final = "judge explain E206  has the usual causes"
_NO_WAIT: Final = "do not sleep, or wait for a thread, a key or more input"
_WORDS: Final[dict[tuple[str, str], tuple[str, str, str]]] = {  # of a row in a phase: message, note, help
    ("starved", ""): ("others had its core for {lost_s:.0f} of {wall_s:.0f} s, so it could not be judged", "", _CALM),
    ("memory", ""): ("it used more than {memory} MiB of memory", "{peak}", _LESS),
    ("memory", "ready"): ("{ready} took more than {memory} MiB", "{peak}", ""),
    ("output", ""): ("it printed more than {output} MiB", "", "take debug prints out of loops"),
    ("output", "ready"): ("it printed more than {output} MiB while {ready}", "", ""),
    ("answer", ""): ("it answered with more bytes than any answer to this case has", "", ""),
    ("early", ""): ("it answered before it had been given the case", "", ""),
    ("cpu", ""): ("{missing} within {time_limit:g} s of CPU{late}", "{unread}", _SOONER),
    ("cpu", "before"): ("{before} used {cpu_s:.1f} s of CPU; the limit is {limit_s:g} s", "", "{less}"),
    ("wall", ""): ("{missing}{within} after {took}", "{limited}{unread}", _NO_WAIT),
    ("wall", "before"): ("{before} took {used}; {in_all}", "", "{less}"),
    ("protocol", "load"): ("it broke the protocol before it was given the case", "", ""),
    ("protocol", "ready"): ("it wrote into the judge's own pipe while {ready}", "", ""),
    ("ended", ""): ("the process ended without a right answer, {ended}", "{said}", ""),
    ("ended", "ready"): ("the process ended while {ready}, {ended}", "{stderr}", ""),
    ("ended", "validator"): ("it ended {ended}, not with 42 or 43", "{stderr}", ""),
}


def _in_words(fact: str, phase: Phase, facts: Facts, limits: Limits) -> list[str]:
    """Return what is said of a row: message, note and help."""
    row = "ended" if fact in ("killed", "exited") else "protocol" if fact == "answer" and phase != "window" else fact
    groups = (phase, *(["ready"] * (phase in _READY)), *(["before"] * (phase in _BEFORE)), "")
    said = next(_WORDS[row, group] for group in groups if (row, group) in _WORDS)
    known = {**msgspec.structs.asdict(facts), **msgspec.structs.asdict(limits)}
    known |= _clocks(phase, facts, limits)
    known |= {
        "ready": _READY.get(phase, ""),
        "before": _BEFORE.get(phase, ""),
        "missing": _MISSING.get(phase, "no answer"),
        "less": {"compile": "", "load": _TO_SOLVE}.get(phase, f"{_TO_SOLVE}; let one kernel do, instead of many"),
        "peak": peak(facts),
        "ended": ending(facts.status),
        "said": facts.stderr or facts.stdout[-_SAID:].decode(errors="replace"),  # a JVM that can't start says so there
    }
    return [words.format_map(known) for words in said]


def _clocks(phase: Phase, facts: Facts, limits: Limits) -> dict[str, object]:
    """Return what sentences say of the clocks of a phase."""
    before, limit_s, wall_limit_s = phase in _BEFORE, limits.compilation_time, limits.compilation_wall_s
    if phase == "load":
        limit_s, wall_limit_s = limits.load_limit_s, limits.load_wall_s
    idle = f", {IDLE_S:g} s of them without computing" if wall_limit_s > IDLE_S else ""
    lost = f", without the {facts.lost_s:.1f} s in which others had its core" if facts.lost_s >= 0.05 else ""
    in_the_end = bool(facts.frame) or facts.status == 0
    unread = "what it had written by then is not looked at" if phase == "program" else ""
    late = not before and (facts.killed_for == "cpu" or facts.cpu_s > limits.time_limit)
    return {
        "limit_s": limit_s,
        "in_all": f"the limit is {limit_s:g} s of CPU and {wall_limit_s:g} s in all{idle}",
        "used": f"{facts.wall_s - facts.lost_s:.1f} s on the wall clock, {facts.cpu_s:.1f} s of them computing",
        "took": f"{facts.wall_s:.1f} s on the wall clock, {facts.cpu_s:.2f} s of them computing",
        "limited": f"the limit is {limits.time_limit:g} s of CPU and {limits.wall_limit_s:g} s in all{lost}",
        "late": ", although it answered in the end" if in_the_end else "",
        "within": f" within {limits.wall_limit_s:g} s, but" if in_the_end else "",
        "unread": unread if late or not unread else f"; {unread}",
    }


def by_ending(facts: Facts) -> Finding:
    """Return that a program ended with its case, which is all there is to say."""
    message, note, _ = _in_words("exited", "program", facts, Limits())
    if (facts.status or 0) >= 0:
        return Finding("E207", message, note=note, verdict=Verdict.RTE)
    return Finding("E206", message, note=note, command=_CAUSES, verdict=Verdict.RTE)


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


def peak(facts: Facts) -> str:
    """Return the most memory that it had, as far as it was measured."""
    return f"the peak was {facts.memory_bytes / 2**20:.0f} MiB" if facts.memory_bytes > 0 else ""
