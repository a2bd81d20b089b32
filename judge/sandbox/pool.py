"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from judge.sandbox import corelocks, cores
from judge.sandbox.cache import Cache, cache_in, own_cache
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
    function there has it loaded. What is prepared in one of them is kept for all, as long as they are open; see
    `keeping`.

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
        stack.enter_context(keeping(opened, cache_in(opened[0].root / "compiled")))
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


@contextmanager
def untimed(extra: Sequence[str] = ()) -> Iterator[Sandbox]:
    """Open a sandbox for one who measures no time, whose boxes see the folders `extra` too.

    It claims no core, so it waits for nobody, and rather keeps off the cores on which other judges time attempts.
    """
    before = cores.keep_off([], corelocks.timed())
    try:
        with Sandbox(warm=False, extra=extra) as sandbox, keeping([sandbox], own_cache()):
            yield sandbox
    finally:
        cores.return_to(before)


@contextmanager
def keeping(sandboxes: Sequence[Sandbox], cache: Cache | None) -> Iterator[None]:
    """Have these sandboxes use this cache, if there is one, in place of their own; close it in the end."""
    own = [sandbox.cache for sandbox in sandboxes]
    with cache or nullcontext():
        for sandbox in sandboxes:
            sandbox.cache = cache or sandbox.cache
        try:
            yield
        finally:
            for sandbox, before in zip(sandboxes, own, strict=True):
                sandbox.cache = before
