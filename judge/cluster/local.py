"""A cluster on this machine alone, for as long as a run takes: Dask starts a scheduler and workers as processes."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator, Sequence
from typing import Final

from distributed.deploy.subprocess import SubprocessCluster

from judge.cluster.address import Address, read_address
from judge.errors import JudgeError

_QUIET: Final = "DASK_LOGGING__DISTRIBUTED"


@contextlib.contextmanager
def local_cluster(stations: int, words: Sequence[str] = ()) -> Iterator[Address]:
    """Start a scheduler and so many stations, each with a core of its own; end them in the end. `words` are further
    options of preload.py. JudgeError E486 where they do not start."""
    owned, owner = "judge.cluster.parent_death", [str(os.getpid())]
    preloads = {"preload": [owned, "judge.cluster.preload"], "preload_argv": [owner, [*words]]}
    with _quiet():
        try:
            cluster = SubprocessCluster(
                host="127.0.0.1",
                dashboard_address=None,  # type: ignore[arg-type]  # as its documentation says
                scheduler_kwargs={"preload": [owned], "preload_argv": [owner]},
                worker_class="distributed.Worker",
                n_workers=stations,
                threads_per_worker=1,
                worker_kwargs={**preloads, "memory_limit": 0, "dashboard": False},
                silence_logs=False,
            )
        except (OSError, RuntimeError) as error:
            raise JudgeError("E486", "the cluster on this machine did not start", note=str(error)) from error
        try:
            yield read_address(cluster.scheduler_address)
        finally:
            with contextlib.suppress(Exception):  # its scheduler may have ended before; what is left ends with this
                cluster.close()


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Let what Dask starts print errors alone: its processes write to this terminal."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    before = os.environ.get(_QUIET)
    os.environ[_QUIET] = before or "critical"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_QUIET]
