"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others. `cores.py` says which
of the cores that may be used other judges have."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence, Set
from contextlib import ExitStack, contextmanager, nullcontext

from judge.errors import JudgeError
from judge.sandbox import cores
from judge.sandbox.cache import cache_in, own_cache
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.tiers import Tier


@contextmanager
def arena(  # noqa: PLR0913 - each is one word of a command line
    tier: Tier = "auto",
    core_words: str = "",
    jobs: int = 1,
    share_core: bool = False,
    say: cores.Say = lambda _: None,
    *,
    wait_s: float = cores.Waiting.MOST_S,
    lasting: bool = False,
) -> Iterator[list[Sandbox]]:
    """Open `jobs` sandboxes, each on a core of its own, and close them whatever happens. None is warm: whoever runs a
    function there has it loaded. What is prepared in one of them is kept for all, as long as they are open; or
    `lasting`, in this user's own cache, where that can be used.

    No other judge of this host has these cores for itself meanwhile. Where one does, this waits up to `wait_s`, and
    tells by `say` for whom: JudgeError E311 after that. With `share_core` it waits for nobody and takes the cores that
    are used least: its times are rough where somebody else is there.
    """
    with ExitStack() as stack:  # the judge itself is on other cores meanwhile
        chosen: list[int | None] = [None] * jobs
        if wanted := usable_cores(core_words, jobs):
            wish = cores.Wish(tuple(wanted), jobs, not core_words, share_core, wait_s)
            chosen = [*stack.enter_context(cores.claimed(wish, say))]
        shared = cores.timed_cores("core", "shared") if share_core else set()
        opened = [stack.enter_context(Sandbox(core, tier, warm=False)) for core in chosen]
        if cache := (own_cache() if lasting else None) or cache_in(opened[0].root / "compiled"):
            stack.enter_context(cache)
        for sandbox in opened:
            sandbox.shares, sandbox.cache = sandbox.core in shared, cache
        stack.enter_context(_kept_off(chosen, cores.timed_cores(), yields=share_core))
        yield opened


@contextmanager
def untimed_sandbox(extra: Sequence[str] = ()) -> Iterator[Sandbox]:
    """Open a sandbox for one who measures no time, whose boxes see the folders `extra` too.

    It claims no core, so it waits for nobody, and rather keeps off the cores on which other judges time attempts.
    """
    with (
        _kept_off([], cores.timed_cores()),
        Sandbox(warm=False, extra=extra) as sandbox,
        own_cache() or nullcontext() as sandbox.cache,
    ):
        yield sandbox


# --- cores of this process --------------------------------------------------------------------------------------------
def _own() -> list[int]:
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def usable_cores(words: str = "", jobs: int = 1) -> list[int]:
    """Return the cores on which `jobs` attempts may run at once: those of `words` ("1" or "0,2-3"), else all of this
    process, the last ones first, so that the judge, and what a system pins to its first core, stay away. None where the
    system has no say; JudgeError E440 when there are too few."""
    own = _own()
    if not own:
        return []
    wanted = _parse(words, own) if words else own[::-1]
    if jobs > len(wanted):
        raise JudgeError(
            "E440",
            f"{jobs} attempts at once need {jobs} cores, but there are {len(wanted)}",
            note="two attempts on one core would time each other",
            help=f"-j {len(wanted)} is the most here",
        )
    return wanted


@contextmanager
def _kept_off(taken: list[int | None], others: Set[int], *, yields: bool = False) -> Iterator[None]:
    """Have this process meanwhile on the cores that are left, if any is, and rather on those on which no other judge
    times attempts. One that `yields` to the others rather stays on its own."""
    before = _own()
    left = set(before) - set(taken)
    if free := left - others or (yields and set(before) - others) or left:
        os.sched_setaffinity(0, free)
    try:
        yield
    finally:
        if before:
            os.sched_setaffinity(0, before)


def _parse(words: str, own: list[int]) -> list[int]:
    """Return the cores of a list, which are all among `own`."""
    wanted: list[int] = []
    for word in words.split(","):
        ends = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", word.strip())
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if first > last:
            raise JudgeError("E440", f"--cores {words} is not a list of cores", help="write it like 1 or 0,2-3")
        wanted += range(first, last + 1)
    if strangers := sorted(set(wanted) - set(own)):
        known = ", ".join(map(str, own))
        raise JudgeError("E440", f"there is no core {strangers[0]} for this process", note=f"its cores are {known}")
    return list(dict.fromkeys(wanted))
