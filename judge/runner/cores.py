"""Which cores time attempts, and which are the judge's own."""

from __future__ import annotations

import os
import re

from judge.errors import JudgeError


def available() -> list[int]:
    """The cores that this process may use; none known where the system does not say."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def choose(words: str, jobs: int) -> list[int | None]:
    """One core for each of `jobs` attempts at once: those of `words` ("1" or "0,2-3"), else the last ones there are,
    so that the judge, and what a system pins to its first core, stay away. JudgeError E440 when that can't be."""
    cores = available()
    if not cores:
        return [None] * jobs
    wanted = _parse(words, cores) if words else cores[::-1]
    if jobs > len(wanted):
        raise JudgeError(
            "E440",
            f"{jobs} attempts at once need {jobs} cores, but there are {len(wanted)}",
            note="two attempts on one core would time each other",
            help=f"-j {len(wanted)} is the most here",
        )
    return list(wanted[:jobs])


def keep_off(taken: list[int | None]) -> list[int]:
    """Move this process to the cores that are left, if any is; where it was, for `return_to`."""
    before = available()
    if free := set(before) - set(taken):
        os.sched_setaffinity(0, free)
    return before


def return_to(cores: list[int]) -> None:
    """Undo `keep_off`."""
    if cores:
        os.sched_setaffinity(0, cores)


def _parse(words: str, cores: list[int]) -> list[int]:
    wanted: list[int] = []
    for word in words.split(","):
        ends = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", word.strip())
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if first > last:
            raise JudgeError("E440", f"--cores {words} is not a list of cores", help="write it like 1 or 0,2-3")
        wanted += range(first, last + 1)
    if strangers := sorted(set(wanted) - set(cores)):
        known = ", ".join(map(str, cores))
        raise JudgeError("E440", f"there is no core {strangers[0]} for this process", note=f"its cores are {known}")
    return list(dict.fromkeys(wanted))
