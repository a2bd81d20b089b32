"""Made-up stations."""

from __future__ import annotations

from judge.cluster.fleet import Wanted
from judge.cluster.message import Facts
from judge.model import Host

WANTED = Wanted("1.0", "3.11.7", "0.63")


def host(cpu: str = "a core", calibration_s: float | None = 0.1, sandbox: str = "namespaces") -> Host:
    machine = Host.Machine(cpu, calibration_s=calibration_s)
    return Host(sandbox, (), ("memory",), "cgroup", "Linux", "3.11.7", "0.63", 2, machine)


def facts(name: str, slots: int = 1, judge: str = "1.0", own: Host | None = None) -> Facts:
    return Facts(name, judge, own or host(), slots)
