"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext

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
        if wanted := cores.usable_cores(core_words, jobs):
            wish = cores.Wish(tuple(wanted), jobs, not core_words, share_core, wait_s)
            chosen = [*stack.enter_context(cores.claimed(wish, say))]
        shared = cores.timed_cores("core", "shared") if share_core else set()
        opened = [stack.enter_context(Sandbox(core, tier, warm=False)) for core in chosen]
        if cache := (own_cache() if lasting else None) or cache_in(opened[0].root / "compiled"):
            stack.enter_context(cache)
        for sandbox in opened:
            sandbox.shares, sandbox.cache = sandbox.core in shared, cache
        stack.callback(cores.return_to, cores.keep_off(chosen, cores.timed_cores(), yields=share_core))
        yield opened


@contextmanager
def untimed_sandbox(extra: Sequence[str] = ()) -> Iterator[Sandbox]:
    """Open a sandbox for one who measures no time, whose boxes see the folders `extra` too.

    It claims no core, so it waits for nobody, and rather keeps off the cores on which other judges time attempts.
    """
    before = cores.keep_off([], cores.timed_cores())
    try:
        with Sandbox(warm=False, extra=extra) as sandbox, own_cache() or nullcontext() as sandbox.cache:
            yield sandbox
    finally:
        cores.return_to(before)
