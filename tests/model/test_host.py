"""Classes of hosts: what they are made of, and what is no part of them."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Host

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
MACHINE = Host.Machine("a CPU", "performance", "acpi-cpufreq", Host.Machine.UNKNOWN, "off", 0.02)


@pytest.mark.parametrize(
    ("machine", "words"),
    [
        (MACHINE, "a CPU, governor performance, acpi-cpufreq, boost off"),
        (Host.Machine("a CPU"), "a CPU"),
        (Host.Machine(governor="powersave", preference="power"), "governor powersave, preference power"),
        (Host.Machine(), Host.Machine.UNKNOWN),
    ],
)
def test_a_class_is_told_in_words(machine: Host.Machine, words: str) -> None:
    assert machine.host_class == words
    assert msgspec.structs.replace(HOST, machine=machine).host_class == words


def test_a_figure_makes_no_class_of_its_own_and_does_not_last() -> None:
    """It is measured: noise would make two hosts of one."""
    one, other = (msgspec.structs.replace(MACHINE, calibration_s=figure) for figure in (0.02, 0.03))
    assert one.host_class == other.host_class
    first, second = (msgspec.structs.replace(HOST, machine=machine) for machine in (one, other))
    assert first != second
    assert first.lasting == second.lasting


def test_a_host_that_was_stored_before_is_of_no_class() -> None:
    old = {key: value for key, value in msgspec.to_builtins(HOST).items() if key != "machine"}
    found = msgspec.json.decode(msgspec.json.encode(old), type=Host)
    assert found == HOST
    assert found.host_class == ""
