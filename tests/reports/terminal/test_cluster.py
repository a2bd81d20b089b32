"""The machines of a cluster on a terminal."""

from __future__ import annotations

from rich.console import RenderableType

from judge.model import Host, Machine
from judge.model.cluster import Seen
from judge.reports.terminal.cluster import fleet_lines, share_line, share_lines, station_lines
from judge.reports.terminal.console import CleanConsole

MACHINE = Machine("A core", calibration_s=0.00725)
HOST = Host("namespaces", (), (), "cgroup", "Linux", "3.11.7", "0.63", 2, MACHINE)
SEEN = (
    Seen("tls://10.0.0.5:41", "0.1.0", HOST, 2, (0, 1), 30, 1),
    Seen("tls://10.0.0.6:42", "0.1.0", HOST, 1, (3,), 10),
    Seen("tls://10.0.0.7:43", refused="it was not started\x1b[31m"),
)


def shown(found: RenderableType) -> str:
    console = CleanConsole(width=200, record=True, file=None, color_system=None)
    with console.capture() as capture:
        console.print(found)
    return capture.get()


def test_who_works_is_counted_and_who_may_not_has_a_reason() -> None:
    assert shown(fleet_lines(SEEN)).splitlines() == [
        "cluster: 2 workers, 3 attempts at once",
        "not used: 10.0.0.7:43: it was not started",
    ]


def test_the_part_of_each_machine_is_said() -> None:
    assert shown(share_lines(SEEN)).splitlines() == [
        "10.0.0.5:41: 30 attempts, 75%, 1 disturbed",
        "10.0.0.6:42: 10 attempts, 25%",
    ]
    assert share_line(SEEN).plain == "10.0.0.5:41 75%   10.0.0.6:42 25%"
    assert not share_line([])


def test_each_machine_shows_what_it_is() -> None:
    assert shown(station_lines(SEEN)).splitlines() == [
        "ok  10.0.0.5:41",
        "    2 attempts at once, cores 0, 1; A core, calibration 7.25 ms",
        "    sandbox namespaces, counted by cgroup; judge 0.1.0, Python 3.11.7, numba 0.63",
        "ok  10.0.0.6:42",
        "    1 attempt at once, cores 3; A core, calibration 7.25 ms",
        "    sandbox namespaces, counted by cgroup; judge 0.1.0, Python 3.11.7, numba 0.63",
        "refused  10.0.0.7:43  it was not started",
    ]
