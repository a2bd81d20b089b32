"""The commands of a machine: doctor examines it, cache shows what it keeps, worker lends it to a cluster."""

from __future__ import annotations

from typing import Annotated

import click

from judge.cli.declaration import argument, command, option
from judge.cli.running import need_dask
from judge.errors import JudgeError
from judge.judging import examine
from judge.reports import check_line, plain_console, room
from judge.sandbox import Cache, own_folder
from judge.text import counted

_Cluster = Annotated[
    str, option("--cluster", "Examine the machines of this Dask scheduler instead.", default="", metavar="ADDRESS")
]
_What = Annotated[str, argument("[info|clear]", type=click.Choice(("info", "clear")), default="info")]
_Jobs = Annotated[
    int | None, option("-j --jobs", "Attempts at once. Default: one a core.", type=click.IntRange(1, 1024))
]


@command
def doctor(cluster: _Cluster) -> int:
    """Examine this host: what it enforces, how noisy it is.

    Each line that is not ok says how to fix it. The last lines take a few seconds.
    """
    if cluster:
        need_dask()
        from judge.cli.cluster import examine_cluster

        return examine_cluster(cluster)
    console = plain_console()
    missing = 0
    for found in examine():
        console.print(check_line(found), soft_wrap=True)
        missing += found.state == "missing"
    return 1 if missing else 0


@command
def cache(what: _What) -> int:
    """Show or remove what earlier runs have compiled.

    Kernels and programs lie in your cache folder, so that what has not changed is not compiled again.
    """
    console = plain_console()
    with _opened() as own:
        held = own.held()
        size = room(sum(one.size_bytes for one in held))
        if what == "clear":
            own.clear()
            console.print(f"{counted(len(held), 'entry')} removed: {size}")
            return 0
        console.print(f"{counted(len(held), 'entry')}, {size} of at most {room(own.most_bytes)}")
        console.print(f"in {own.path}", soft_wrap=True)
    return 0


def _opened() -> Cache:
    """Open this user's cache; JudgeError E435 where it can't be used."""
    where = ""
    try:
        folder = own_folder()
        where = f"it lies in {folder}; "
        return Cache(folder)
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        note = f"{where}every run compiles everything anew meanwhile"
        raise JudgeError("E435", f"the cache can't be opened: {why}", note=note) from error


@command
def worker(address: Annotated[str, argument()], jobs: _Jobs) -> int:
    """Judge on this machine for a cluster.

    ADDRESS is that of a Dask scheduler, such as tls://10.0.0.5:8786. Ctrl-C ends it.
    """
    need_dask()
    from judge.cli.cluster import serve_station

    return serve_station(address, jobs)
