"""Which machine this is, by made-up files; and how fast it is."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import pytest

from judge.model import Host
from judge.sandbox import look_at_machine, measured_machine
from tests.conftest import there
from tests.make import files as laid

CPU, INFO, UNKNOWN = "sys/devices/system/cpu", "proc/cpuinfo", Host.Machine.UNKNOWN
XEON = (
    "processor\t: {}\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) Gold 6430\nflags\t\t: fpu vme\n"
)
ARM = "processor\t: {}\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: {}\n"
BOOST, NO_TURBO = f"{CPU}/cpufreq/boost", f"{CPU}/intel_pstate/no_turbo"
KINDS = {
    INFO: "\n\n".join(XEON.format(core) for core in range(4)),
    **{"sys/devices/cpu_core/cpus": "0-1\n", "sys/devices/cpu_atom/cpus": "2,3\n"},
}


def clocked(governor: str, core: int = 0, **more: str) -> dict[str, str]:
    """The files of a core whose clock rate is governed."""
    facts = {"scaling_governor": governor, "scaling_driver": "intel_pstate", **more}
    return {f"{CPU}/cpu{core}/cpufreq/{name}": f"{text}\n" for name, text in facts.items()}


BATTERY = clocked("powersave", energy_performance_preference="balance_power")
BIG_LITTLE = {
    INFO: "\n".join((ARM.format(0, "0xd05"), ARM.format(1, "0xd41"))),
    **clocked("schedutil"),
    **clocked("performance", 1),
}


@pytest.mark.parametrize(
    ("files", "of_cores"),
    [
        ({INFO: XEON.format(0)}, {0: ("Intel(R) Xeon(R) Gold 6430 (6.143)", UNKNOWN, UNKNOWN)}),
        ({NO_TURBO: "1\n"}, {0: (UNKNOWN, UNKNOWN, "off")}),
        ({NO_TURBO: "0\n"}, {0: (UNKNOWN, UNKNOWN, "on")}),
        ({BOOST: "1\n"}, {0: (UNKNOWN, UNKNOWN, "on")}),
        ({BOOST: "0\n"}, {0: (UNKNOWN, UNKNOWN, "off")}),
        ({BOOST: "maybe\n"}, {0: (UNKNOWN, UNKNOWN, UNKNOWN)}),
        ({f"{CPU}/cpu0/cpufreq/boost": "0\n"}, {0: (UNKNOWN, UNKNOWN, "off")}),
        ({BOOST: "1\n", f"{CPU}/cpu1/cpufreq/boost": "0\n"},
         {core: (UNKNOWN, UNKNOWN, boost) for core, boost in ((0, "on"), (1, "off"))}),
        (BIG_LITTLE, {0: ("0x41 0xd05", "schedutil", UNKNOWN), 1: ("0x41 0xd41", "performance", UNKNOWN)}),
        ({INFO: "processor : 0\nprocessor : 1\ncpu : POWER9, altivec supported\n"},  # one stands for all cores
         {7: ("POWER9, altivec supported", UNKNOWN, UNKNOWN)}),
        (KINDS, {core: (f"Intel(R) Xeon(R) Gold 6430 (6.143) {kind}-core", UNKNOWN, UNKNOWN)
                 for core, kind in enumerate("PPEE")}),
    ],
)  # fmt: skip
def test_what_a_machine_tells_of_its_cores(
    tmp_path: Path, files: dict[str, str], of_cores: dict[int, tuple[str, ...]]
) -> None:
    laid(tmp_path, files)
    found = {core: look_at_machine(core, tmp_path) for core in of_cores}
    assert {core: (one.cpu, one.governor, one.boost) for core, one in found.items()} == of_cores


def test_a_class_of_hosts_is_all_that_a_machine_tells(tmp_path: Path) -> None:
    found = look_at_machine(None, tmp_path)
    assert (found, found.host_class) == (Host.Machine(), UNKNOWN)
    found = look_at_machine(0, laid(tmp_path, {INFO: XEON.format(0), **BATTERY, NO_TURBO: "0\n"}))
    cpu = "Intel(R) Xeon(R) Gold 6430 (6.143)"
    assert found == Host.Machine(cpu, "powersave", "intel_pstate", "balance_power", "on")
    assert found.host_class == f"{cpu}, governor powersave, intel_pstate, preference balance_power, boost on"


def test_what_a_machine_calls_itself_moves_no_cursor(tmp_path: Path) -> None:
    laid(tmp_path, {INFO: f"processor : 0\nmodel name : \x1b[2J{'x' * 999}\n", **clocked("a\nb\x07")})
    found = look_at_machine(0, tmp_path)
    assert found.cpu.startswith("[2Jxxx")
    assert (len(found.cpu) <= 120, found.governor) == (True, "a b")


# --- how fast -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("core", [0, 1000], ids=["a core", "one that is not there"])
def test_a_figure_is_measured_and_kept_and_this_thread_stays_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, core: int
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before, path = os.sched_getaffinity(0), tmp_path / "judge" / "calibration.json"
    found = measured_machine(core, tmp_path)
    assert 1e-4 < there(found.calibration_s) < 60
    assert os.sched_getaffinity(0) == before
    [kept] = msgspec.json.decode(path.read_bytes())
    assert (kept["host_class"], kept["calibration_s"]) == (found.host_class, found.calibration_s)
    again = measured_machine(core, tmp_path, path)
    assert there(again.calibration_s) <= there(found.calibration_s), "of one start the least counts"


def test_a_python_without_bzip2_has_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bz2", None)
    assert measured_machine(0, tmp_path, tmp_path / "file").calibration_s is None
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize("tells", ["nothing", "a tilde"])
def test_a_user_without_a_home_has_a_figure_and_keeps_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells: str
) -> None:
    """As a DynamicUser of systemd is. A newer platformdirs raises, an older one returns what it can't expand."""

    def lost(_: str) -> Path:
        if tells == "nothing":
            raise RuntimeError("could not determine the home directory")
        return Path("~/.cache/judge")

    monkeypatch.setattr("platformdirs.user_cache_path", lost)
    monkeypatch.chdir(tmp_path)
    assert measured_machine(None, tmp_path).calibration_s is not None
    assert list(tmp_path.iterdir()) == []
