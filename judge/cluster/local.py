"""A cluster on this machine alone, for as long as a run takes: Dask starts a scheduler and workers as processes.

These have this module as a preload: with that they end when the run ends, whatever ends it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
from collections.abc import Iterator, Sequence
from typing import Final

import click
from distributed.core import Server
from distributed.deploy.subprocess import SubprocessCluster

from judge.cluster.address import Address, read_address
from judge.errors import JudgeError
from judge.sandbox import prctl

_PARENT_DEATH: Final = 1  # PR_SET_PDEATHSIG of prctl(2)
_QUIET: Final = "DASK_LOGGING__DISTRIBUTED"


@contextlib.contextmanager
def local_cluster(stations: int, words: Sequence[str] = ()) -> Iterator[Address]:
    """Start a scheduler and so many stations, each with a core of its own; end them in the end. `words` are further
    options of preload.py. JudgeError E486 where they do not start."""
    owner = [str(os.getpid())]
    preloads = {"preload": [__name__, "judge.cluster.preload"], "preload_argv": [owner, [*words]]}
    with _quiet():
        try:
            cluster = SubprocessCluster(
                host="127.0.0.1",
                dashboard_address=None,  # type: ignore[arg-type]  # as its documentation says
                scheduler_kwargs={"preload": [__name__], "preload_argv": [owner]},
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


@click.command()
@click.argument("owner", type=int)
def dask_setup(_: Server, owner: int) -> None:
    """Belong to the process with this number: SIGTERM when it has ended. The Ctrl-C of its terminal is its own."""
    os.setpgid(0, 0)
    prctl(_PARENT_DEATH, signal.SIGTERM)
    if os.getppid() != owner:  # it has ended before
        raise SystemExit(1)
