"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

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
        yield stack.enter_context(_opened(chosen, tier))


@contextmanager
def _opened(chosen: list[int | None], tier: Tier) -> Iterator[list[Sandbox]]:
    """Open a sandbox on each core, with the judge itself on others."""
    with ExitStack() as stack:
        opened = [stack.enter_context(Sandbox(core, tier, warm=False)) for core in chosen]
        stack.callback(cores.return_to, cores.keep_off(chosen, corelocks.timed()))
        yield opened


@contextmanager
def resting_arena(
    tier: Tier = "auto",
    core_words: str = "",
    jobs: int = 1,
    share_core: bool = False,
    say: corelocks.Say = _nobody,
) -> Iterator[tuple[list[Sandbox], Callable[[], AbstractContextManager[object]]]]:
    """Open the same sandboxes for one who judges now and then; they stay warm. The second value claims their cores, for
    as long as a turn takes: between two turns another judge may have them."""
    chosen: list[int | None] = [None] * jobs
    if wanted := cores.candidates(core_words, jobs):
        with corelocks.claimed(corelocks.Wish(tuple(wanted), jobs, not core_words, share_core), say) as found:
            chosen = [*found]
    own = tuple(core for core in chosen if core is not None)

    def turn() -> AbstractContextManager[object]:
        wish = corelocks.Wish(own, len(own), idlest=False, share=share_core)
        return corelocks.claimed(wish, say) if own else nullcontext()

    with _opened(chosen, tier) as opened:
        yield opened, turn
