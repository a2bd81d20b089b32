"""What has to be alike before times are compared."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Host, Limits, Machine
from judge.scoring.difference import unlike_hosts, unlike_limits

HOST = Host("namespaces", ("time",), (), "cgroup", "Linux 6", "3.11.7", "0.68", 2)


def test_one_host_is_like_itself() -> None:
    assert unlike_hosts(HOST, HOST) == []
    assert unlike_limits(Limits(), Limits()) == []


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("numba", "0.63", "numba 0.68 and 0.63"),
        ("cores", 8, "cores 2 and 8"),
        ("clock", "process", "clock cgroup and process"),
        ("system", "Linux 7", "system Linux 6 and Linux 7"),
    ],
)
def test_what_differs_is_named(field: str, value: object, said: str) -> None:
    assert unlike_hosts(HOST, msgspec.structs.replace(HOST, **{field: value})) == [said]


def test_what_the_sandbox_enforces_is_said_by_its_name() -> None:
    assert unlike_hosts(HOST, msgspec.structs.replace(HOST, enforced=(), missing=("time",))) == []


def test_a_machine_is_told_by_what_it_is_and_not_by_what_was_measured_of_it() -> None:
    def on(machine: Machine | None) -> Host:
        return msgspec.structs.replace(HOST, machine=machine)

    first = Machine(cpu="A", governor="performance", calibration_s=0.1)
    again, other = (msgspec.structs.replace(first, **changed) for changed in ({"calibration_s": 0.2}, {"cpu": "B"}))
    assert unlike_hosts(on(first), on(again)) == []
    assert unlike_hosts(on(first), on(other)) == ["cpu A and B"]
    assert unlike_hosts(on(first), on(None)) == ["machine known and unknown"]


def test_limits() -> None:
    assert unlike_limits(Limits(time_limit=2.0), Limits(time_limit=5.0, memory=256)) == [
        "time_limit 2.0 and 5.0",
        "memory 512 and 256",
    ]
