"""Make a station of a worker that Dask starts: `dask worker ADDRESS --no-nanny --preload judge.cluster.preload`.

So do dask-jobqueue and dask-ssh start stations. There is a sandbox for each thread of the worker, each on a core of its
own; options of `judge worker` may follow.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack

import click
from distributed import Worker

from judge.cluster.station import opened_here
from judge.sandbox import TIERS, Tier, Waiting, arena

_opened = ExitStack()


@click.command()
@click.option("--cores", default="", help="Cores that time attempts, such as 1 or 0,2-3.")
@click.option("--share-core", is_flag=True, help="Share a core rather than wait: times are rough.")
@click.option("--sandbox", "tier", type=click.Choice(("auto", *TIERS)), default="auto", help="Default: the strongest.")
def dask_setup(worker: Worker, cores: str, share_core: bool, tier: Tier) -> None:
    """Open the sandboxes, before the worker is known to its scheduler."""
    slots, say = worker.state.nthreads, Waiting.now_and_then(logging.getLogger("distributed.worker").warning)
    sandboxes = _opened.enter_context(arena(tier, cores, slots, share_core, say, lasting=True))
    _opened.enter_context(opened_here(sandboxes))


def dask_teardown(_: Worker) -> None:
    """Close them."""
    _opened.close()
