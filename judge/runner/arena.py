"""The sandboxes of a contest: one per core that times attempts, the judge itself on the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from judge.runner import cores
from judge.runner.sandbox import Sandbox
from judge.runner.tiers import Tier


@contextmanager
def arena(tier: Tier = "auto", core_words: str = "", jobs: int = 1) -> Iterator[list[Sandbox]]:
    """Open `jobs` sandboxes, each on a core of its own, and close them whatever happens."""
    chosen = cores.choose(core_words, jobs)
    with ExitStack() as stack:
        opened = [stack.enter_context(Sandbox(core, tier)) for core in chosen]
        stack.callback(cores.return_to, cores.keep_off(chosen))
        yield opened
