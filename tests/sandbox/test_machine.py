"""What a machine tells of its cores, read from made-up folders: no test knows the machine that it runs on."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import UNKNOWN, Machine
from judge.sandbox.machine import boot, features, look

CPU = "sys/devices/system/cpu"
XEON = (
    "processor\t: {}\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) Gold 6430\nflags\t\t: fpu vme\n"
)
ARM = "processor\t: {}\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: {}\n"


def machine(root: Path, files: dict[str, str]) -> Path:
    """Lay these files out below `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def clocked(governor: str, core: int = 0, **more: str) -> dict[str, str]:
    """The files of a core whose clock rate is governed."""
    facts = {"scaling_governor": governor, "scaling_driver": "intel_pstate", **more}
    return {f"{CPU}/cpu{core}/cpufreq/{name}": f"{text}\n" for name, text in facts.items()}


def test_a_machine_that_tells_nothing(tmp_path: Path) -> None:
    found = look(None, tmp_path)
    assert found == Machine()
    assert found.host_class == UNKNOWN
    assert boot(tmp_path) == UNKNOWN


def test_a_machine_that_tells_all(tmp_path: Path) -> None:
    battery = clocked("powersave", energy_performance_preference="balance_power")
    machine(tmp_path, {"proc/cpuinfo": XEON.format(0), **battery, f"{CPU}/intel_pstate/no_turbo": "0\n"})
    assert look(0, tmp_path) == Machine(
        "Intel(R) Xeon(R) Gold 6430 (6.143)", "powersave", "intel_pstate", "balance_power", "on"
    )
    assert look(0, tmp_path).host_class == (
        "Intel(R) Xeon(R) Gold 6430 (6.143), governor powersave, intel_pstate, preference balance_power, boost on"
    )


@pytest.mark.parametrize(
    ("name", "text", "boost"),
    [
        (f"{CPU}/intel_pstate/no_turbo", "1\n", "off"),
        (f"{CPU}/intel_pstate/no_turbo", "0\n", "on"),
        (f"{CPU}/cpufreq/boost", "1\n", "on"),
        (f"{CPU}/cpufreq/boost", "0\n", "off"),
        (f"{CPU}/cpu0/cpufreq/boost", "0\n", "off"),
        (f"{CPU}/cpufreq/boost", "maybe\n", UNKNOWN),
    ],
)
def test_a_switch_says_whether_it_boosts(tmp_path: Path, name: str, text: str, boost: str) -> None:
    assert look(0, machine(tmp_path, {name: text})).boost == boost


def test_the_switch_of_a_core_comes_before_that_of_the_machine(tmp_path: Path) -> None:
    machine(tmp_path, {f"{CPU}/cpufreq/boost": "1\n", f"{CPU}/cpu1/cpufreq/boost": "0\n"})
    assert [look(core, tmp_path).boost for core in (0, 1)] == ["on", "off"]


def test_identical_machines_are_one_class_and_battery_is_another(tmp_path: Path) -> None:
    text = {"proc/cpuinfo": XEON.format(0)}
    first, second = (machine(tmp_path / name, {**text, **clocked("performance")}) for name in ("a", "b"))
    battery = machine(tmp_path / "c", {**text, **clocked("powersave")})
    assert look(0, first).host_class == look(0, second).host_class != look(0, battery).host_class


def test_each_core_has_its_own_facts(tmp_path: Path) -> None:
    text = "\n".join((ARM.format(0, "0xd05"), ARM.format(1, "0xd41")))
    machine(tmp_path, {"proc/cpuinfo": text, **clocked("schedutil"), **clocked("performance", 1)})
    found = [look(core, tmp_path) for core in (0, 1)]
    assert [(one.cpu, one.governor) for one in found] == [("0x41 0xd05", "schedutil"), ("0x41 0xd41", "performance")]


def test_two_kinds_of_core_on_one_chip_are_two_classes(tmp_path: Path) -> None:
    text = "\n\n".join(XEON.format(core) for core in range(4))
    kinds = {"sys/devices/cpu_core/cpus": "0-1\n", "sys/devices/cpu_atom/cpus": "2,3\n"}
    machine(tmp_path, {"proc/cpuinfo": text, **kinds})
    assert [look(core, tmp_path).cpu.split()[-1] for core in range(4)] == ["P-core", "P-core", "E-core", "E-core"]


def test_one_paragraph_stands_for_all_cores(tmp_path: Path) -> None:
    machine(tmp_path, {"proc/cpuinfo": "processor : 0\nprocessor : 1\ncpu : POWER9, altivec supported\n"})
    assert look(7, tmp_path).cpu == "POWER9, altivec supported"


def test_what_a_machine_calls_itself_moves_no_cursor(tmp_path: Path) -> None:
    machine(tmp_path, {"proc/cpuinfo": f"processor : 0\nmodel name : \x1b[2J{'x' * 999}\n", **clocked("a\nb\x07")})
    found = look(0, tmp_path)
    assert found.cpu.startswith("[2Jxxx")
    assert len(found.cpu) <= 120
    assert found.governor == "a b"


def test_a_start_of_the_machine_is_known_again(tmp_path: Path) -> None:
    assert boot(machine(tmp_path, {"proc/sys/kernel/random/boot_id": "dee31582\n"})) == "dee31582"


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (XEON.format(0), "fpu vme"),
        (ARM.format(0, "0xd0c") + "Features\t: fp asimd\n", "asimd fp"),
        (ARM.format(0, "0xd0c"), UNKNOWN),
    ],
)
def test_a_core_tells_which_instructions_it_knows(tmp_path: Path, text: str, known: str) -> None:
    assert features(0, machine(tmp_path, {"proc/cpuinfo": text})) == known
    assert features(None, machine(tmp_path, {"proc/cpuinfo": text})) == known
