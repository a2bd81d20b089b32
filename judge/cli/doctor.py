"""The command `judge doctor`: what this host enforces. What it needs is imported inside it."""

from __future__ import annotations

from typing import Annotated

from judge.cli.cluster import examine_cluster
from judge.cli.declaration import command, option
from judge.judging.doctor import examine
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.doctor import check_line

_Cluster = Annotated[
    str, option("--cluster", "Examine the machines of this Dask scheduler instead.", default="", metavar="ADDRESS")
]


@command
def doctor(cluster: _Cluster) -> int:
    """Examine this host: what it enforces, how noisy it is.

    Each line that is not ok says how to fix it. The last lines take a few seconds.
    """
    if cluster:
        return examine_cluster(cluster)
    console = plain_console()
    missing = 0
    for found in examine():
        console.print(check_line(found), soft_wrap=True)
        missing += found.state == "missing"
    return 1 if missing else 0
