"""Judging on other machines: what worker, doctor, run, grade and regrade do with a cluster.

Its imports need Dask: it is loaded once `need_dask` has said that Dask is there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from judge.cli.machine import machine
from judge.cli.options import RunOptions
from judge.cluster import (
    Address,
    ClusterCrew,
    Stations,
    Wanted,
    connected,
    dashboard,
    local_cluster,
    read_address,
    run_station,
    security_for,
)
from judge.errors import JudgeError
from judge.judging import Workers
from judge.model import Host, judge_version, version_of
from judge.reports import PlainConsole, fleet_lines, plain_console, share_lines, station_lines
from judge.sandbox import arena, available_cores, core_candidates, keeping, now_and_then, own_cache

_LOCAL = re.compile(r"local:([0-9]{1,4})")


def serve_station(address: str, jobs: int | None) -> int:
    """Judge on this machine for the cluster of this scheduler, so many attempts at once, until Ctrl-C."""
    console = plain_console()
    found = read_address(address)
    security_for(found)  # say what is missing before anybody waits for a core

    def say(words: str) -> None:
        console.print(words, soft_wrap=True)

    asked = machine()
    jobs = jobs or max(1, len(core_candidates(asked.cores, 1)))
    waits = arena(asked.tier, asked.cores, jobs, asked.share_core, now_and_then(say), wait_s=asked.wait_s)
    with waits as opened, keeping(opened, own_cache() if asked.cache else None):
        run_station(found, opened, say)
    return 0


@contextmanager
def join_cluster(options: RunOptions) -> Iterator[ClusterCrew]:
    """Join the cluster that the options name, or start one on this machine."""
    with ExitStack() as stack:
        address, stations = _address(options, stack)
        client = stack.enter_context(connected(address))
        yield ClusterCrew(client, address.url, _wanted(options), stations)


@contextmanager
def show_stations(crew: Workers, console: PlainConsole) -> Iterator[Host]:
    """Wait for stations, and say which there are; at the end, say what each has done."""
    assert isinstance(crew, ClusterCrew)
    host = crew.wait_for_stations(lambda words: console.print(words, style="dim", soft_wrap=True))
    console.print(fleet_lines(crew.stations.seen()), soft_wrap=True)
    yield host
    console.print(share_lines(crew.stations.seen()), soft_wrap=True)


def examine_cluster(words: str) -> int:
    """Show each machine of a cluster; return 1 where one can't be used. JudgeError E488 where there is none."""
    address = read_address(words)
    console = plain_console()
    with connected(address) as client:
        stations = Stations(client, address.url, _wanted(RunOptions()))
        stations.look_at_all()
        if not (seen := stations.seen()):
            raise stations.nobody()
        console.print(station_lines(seen), soft_wrap=True)
        if link := dashboard(client):
            console.print(f"Dask's own pages: {link}", soft_wrap=True)
    return int(any(one.refused for one in seen))


def _wanted(options: RunOptions) -> Wanted:
    """Return what is asked of stations: all that this judge is."""
    python = ".".join(map(str, sys.version_info[:3]))
    numba = version_of("numba") or "unknown"
    return Wanted(judge_version(), python, numba, options.machine.tier, options.trust)


def _address(options: RunOptions, stack: ExitStack) -> tuple[Address, int]:
    """Return where the scheduler is, and how many stations to wait for; those of this machine alone are started."""
    if not (found := _LOCAL.fullmatch(options.cluster)):
        return read_address(options.cluster), 1
    stations = int(found[1])
    if not stations:
        raise JudgeError("E484", "local:0 is a cluster without a machine", help="write local:2")
    sharing = options.machine.share_core or stations > max(1, len(available_cores()))
    words = ["--sandbox", options.machine.tier, *(["--share-core"] if sharing else [])]
    return stack.enter_context(local_cluster(stations, words)), stations
