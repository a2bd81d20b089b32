"""A cluster on this machine alone, for as long as a run takes: Dask starts a scheduler and workers as processes."""

from __future__ import annotations

import contextlib
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
    worker = {"preload": ["judge.cluster.preload"], "preload_argv": [[*words]], "memory_limit": 0, "dashboard": False}
    with _quiet(), contextlib.ExitStack() as stack:
        try:
            cluster = stack.enter_context(
                SubprocessCluster(
                    host="127.0.0.1",
                    dashboard_address=None,  # type: ignore[arg-type]  # as its documentation says
                    worker_class="distributed.Worker",
                    n_workers=stations,
                    threads_per_worker=1,
                    worker_kwargs=worker,
                    silence_logs=False,
                )
            )
        except (OSError, RuntimeError) as error:
            raise JudgeError("E486", "the cluster on this machine did not start", note=str(error)) from error
        yield read_address(cluster.scheduler_address)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Let what Dask starts print errors alone: its processes write to this terminal."""
    before = os.environ.get(_QUIET)
    os.environ[_QUIET] = before or "critical"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_QUIET]
