"""Which cores time attempts, and which are the judge's own."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Set
from pathlib import Path

from judge.errors import JudgeError
from judge.sandbox.inside.linux import core_times

LOOK_S, STEPS = 0.1, 4  # how long the cores are looked at, and how finely: a quarter of their time
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def _own() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def usable_cores(words: str = "", jobs: int = 1) -> list[int]:
    """Return the cores on which `jobs` attempts may run at once: those of `words` ("1" or "0,2-3"), else all of this
    process, the last ones first, so that the judge, and what a system pins to its first core, stay away. None where the
    system has no say; JudgeError E440 when there are too few."""
    cores = _own()
    if not cores:
        return []
    wanted = _parse(words, cores) if words else cores[::-1]
    if jobs > len(wanted):
        raise JudgeError(
            "E440",
            f"{jobs} attempts at once need {jobs} cores, but there are {len(wanted)}",
            note="two attempts on one core would time each other",
            help=f"-j {len(wanted)} is the most here",
        )
    return wanted


def idlest(cores: list[int]) -> list[int]:
    """Return these cores, that with the least to do first; those that are about equal keep their order."""
    before = {core: core_times(core).idle_s for core in cores}
    time.sleep(LOOK_S)
    idle = {core: core_times(core).idle_s - before[core] for core in cores}
    return sorted(cores, key=lambda core: -round(STEPS * idle[core] / LOOK_S))


def siblings(core: int) -> set[int]:
    """Return the other halves of this core, where two or more share its units; none where the system does not tell."""
    try:
        words = Path(TOPOLOGY.format(core)).read_text()
        return {*_parse(words.strip(), None)} - {core}
    except OSError:
        return set()


def keep_off(taken: list[int | None], others: Set[int] = frozenset(), *, yields: bool = False) -> list[int]:
    """Move this process to the cores that are left, if any is, and rather to those on which no other judge times
    attempts; where it was, for `return_to`. One that `yields` to the others rather stays on its own."""
    before = _own()
    left = set(before) - set(taken)
    if free := left - others or (yields and set(before) - others) or left:
        os.sched_setaffinity(0, free)
    return before


def return_to(cores: list[int]) -> None:
    """Undo `keep_off`."""
    if cores:
        os.sched_setaffinity(0, cores)


def _parse(words: str, cores: list[int] | None) -> list[int]:
    """Return the cores of a list, which are all among `cores`."""
    wanted: list[int] = []
    for word in words.split(","):
        ends = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", word.strip())
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if first > last:
            raise JudgeError("E440", f"--cores {words} is not a list of cores", help="write it like 1 or 0,2-3")
        wanted += range(first, last + 1)
    if cores is not None and (strangers := sorted(set(wanted) - set(cores))):
        known = ", ".join(map(str, cores))
        raise JudgeError("E440", f"there is no core {strangers[0]} for this process", note=f"its cores are {known}")
    return list(dict.fromkeys(wanted))
