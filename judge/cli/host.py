"""The commands of a machine: doctor examines it, cache shows what it keeps, worker lends it to a cluster."""

from __future__ import annotations

from typing import Annotated

import click

from judge.cli.declaration import argument, command
from judge.cli.machine import machine
from judge.cli.options import Flags
from judge.cli.running import need_dask
from judge.judging import examine
from judge.reports import FleetReport, PlainConsole, check_line
from judge.sandbox import Cache, Waiting, usable_cores
from judge.text import counted, room

_Cluster = Annotated[
    str, Flags.CLUSTER.saying("Examine the machines of this Dask scheduler instead.", metavar="ADDRESS")
]
_What = Annotated[str, argument("[info|clear]", type=click.Choice(("info", "clear")), default="info")]
_Jobs = Annotated[int | None, Flags.JOBS.saying("Attempts at once. Default: one a core.", default=None)]


@command
def doctor(cluster: _Cluster) -> int:
    """Examine this host: what it enforces, how noisy it is.

    Each line that is not ok says how to fix it. The last lines take a few seconds.
    """
    if cluster:
        return _examine_cluster(cluster)
    console = PlainConsole()
    missing = 0
    for found in examine():
        console.print(check_line(found), soft_wrap=True)
        missing += found.state == "missing"
    return 1 if missing else 0


def _examine_cluster(address: str) -> int:
    """Show each machine of a cluster; return 1 where one can't be used."""
    need_dask()
    from judge.cluster import examine_stations

    seen, pages = examine_stations(address, machine().tier)
    console = PlainConsole()
    console.print(FleetReport(seen).stations(), soft_wrap=True)
    if pages:
        console.print(f"Dask's own pages: {pages}", soft_wrap=True)
    return int(any(one.refused for one in seen))


@command
def cache(what: _What) -> int:
    """Show or remove what earlier runs have compiled.

    Kernels and programs lie in your cache folder, so that what has not changed is not compiled again.
    """
    console = PlainConsole()
    with Cache.own() as own:
        held = own.held()
        size = room(sum(one.size_bytes for one in held))
        if what == "clear":
            own.clear()
            console.print(f"{counted(len(held), 'entry')} removed: {size}")
            return 0
        console.print(f"{counted(len(held), 'entry')}, {size} of at most {room(own.most_bytes)}")
        console.print(f"in {own.path}", soft_wrap=True)
    return 0


@command
def worker(address: Annotated[str, argument()], jobs: _Jobs) -> int:
    """Judge on this machine for a cluster.

    ADDRESS is that of a Dask scheduler, such as tls://10.0.0.5:8786. Ctrl-C ends it.
    """
    need_dask()
    from judge.cluster import serve_station

    console, asked = PlainConsole(), machine()

    def say(words: str) -> None:
        console.print(words, soft_wrap=True)

    opening = asked.arena(jobs or max(1, len(usable_cores(asked.cores))), Waiting.now_and_then(say))
    serve_station(address, opening, say)
    return 0
