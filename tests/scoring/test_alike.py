"""What has to be alike before times are compared."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from judge.model import Host, Limits, Machine
from judge.scoring.difference import unlike_hosts, unlike_limits

MACHINE = Machine(cpu="A", governor="performance", calibration_s=0.1)
HOST = Host("namespaces", ("time",), (), "cgroup", "Linux 6", "3.11.7", "0.68", 2, MACHINE)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, []),
        ({"numba": "0.63"}, ["numba 0.68 and 0.63"]),
        ({"cores": 8, "clock": "wall"}, ["clock cgroup and wall", "cores 2 and 8"]),
        ({"enforced": (), "missing": ("time",)}, []),  # the sandbox says that
        ({"machine": replace(MACHINE, calibration_s=0.2)}, []),  # as measured
        ({"machine": replace(MACHINE, cpu="B")}, ["cpu A and B"]),
        ({"machine": None}, ["machine known and unknown"]),
    ],
)
def test_what_differs_is_named(changes: dict[str, Any], told: list[str]) -> None:
    assert unlike_hosts(HOST, replace(HOST, **changes)) == told


def test_limits() -> None:
    assert unlike_limits(Limits(), Limits()) == []
    told = ["time_limit 2.0 and 5.0", "memory 512 and 256"]
    assert unlike_limits(Limits(time_limit=2.0), Limits(time_limit=5.0, memory=256)) == told
