"""Let a process that Dask has started for one run end with that run, whatever ends it: a preload of local.py."""

from __future__ import annotations

import os
import signal
from typing import Final

import click
from distributed.core import Server

from judge.sandbox.inside.syscall import prctl

_PARENT_DEATH: Final = 1  # PR_SET_PDEATHSIG of prctl(2)


@click.command()
@click.argument("owner", type=int)
def dask_setup(_: Server, owner: int) -> None:
    """Belong to the process with this number: SIGTERM when it has ended. The Ctrl-C of its terminal is its own."""
    os.setpgid(0, 0)
    prctl(_PARENT_DEATH, signal.SIGTERM)
    if os.getppid() != owner:  # it has ended before
        raise SystemExit(1)
