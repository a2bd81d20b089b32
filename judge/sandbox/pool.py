"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from judge.sandbox import corelocks, cores
from judge.sandbox.sandbox import Sandbox
from judge.sandbox.tiers import Tier


def _nobody(_: str) -> None:
    """Drop a message: who asks for none gets none."""


@contextmanager
def arena(
    tier: Tier = "auto",
    core_words: str = "",
    jobs: int = 1,
    share_core: bool = False,
    say: corelocks.Say = _nobody,
) -> Iterator[list[Sandbox]]:
    """Open `jobs` sandboxes, each on a core of its own, and close them whatever happens. None is warm: whoever runs a
    function there has it loaded.

    No other judge of this host times attempts on these cores meanwhile. Where one does, this waits, and tells by `say`
    for whom; with `share_core` it goes on beside it.
    """
    with ExitStack() as stack:
        chosen: list[int | None] = [None] * jobs
        if wanted := cores.candidates(core_words, jobs):
            wish = corelocks.Wish(tuple(wanted), jobs, not core_words, share_core)
            chosen = [*stack.enter_context(corelocks.claimed(wish, say))]
        opened = [stack.enter_context(Sandbox(core, tier, warm=False)) for core in chosen]
        stack.callback(cores.return_to, cores.keep_off(chosen, corelocks.timed()))
        yield opened
