"""Which machine this is and what a host around it tells, by made-up files, as each kind of host showed
them; and how fast it is."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.model import Host
from judge.sandbox import Surroundings, look_at_machine, measured_machine
from tests.conftest import there
from tests.make import files as laid

TABLE = tomllib.loads(Path(__file__).with_name("machines.toml").read_text())
CPU, INFO, UNKNOWN = "sys/devices/system/cpu", "proc/cpuinfo", Host.Machine.UNKNOWN
XEON = (
    "processor\t: {}\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) Gold 6430\nflags\t\t: fpu vme\n"
)
ARM = "processor\t: {}\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: {}\n"
NO_TURBO = f"{CPU}/intel_pstate/no_turbo"


def clocked(governor: str, core: int = 0, **more: str) -> dict[str, str]:
    """The files of a core whose clock rate is governed."""
    facts = {"scaling_governor": governor, "scaling_driver": "intel_pstate", **more}
    return {f"{CPU}/cpu{core}/cpufreq/{name}": f"{text}\n" for name, text in facts.items()}


BATTERY = clocked("powersave", energy_performance_preference="balance_power")


@pytest.mark.parametrize(("files", "of_cores"), TABLE["machines"])
def test_what_is_told_of_cores(tmp_path: Path, files: dict[str, str], of_cores: dict[str, list[str]]) -> None:
    laid(tmp_path, files)
    found = {core: look_at_machine(int(core), tmp_path) for core in of_cores}
    assert {core: [one.cpu, one.governor, one.boost] for core, one in found.items()} == of_cores


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
def test_a_figure_is_kept_and_no_thread_is_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, core: int) -> None:
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
def test_a_user_without_a_home_keeps_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tells: str) -> None:
    """As a DynamicUser of systemd is. A newer platformdirs raises, an older one returns what it can't expand."""

    def lost(_: str) -> Path:
        if tells == "nothing":
            raise RuntimeError("could not determine the home directory")
        return Path("~/.cache/judge")

    monkeypatch.setattr("platformdirs.user_cache_path", lost)
    monkeypatch.chdir(tmp_path)
    assert measured_machine(None, tmp_path).calibration_s is not None
    assert list(tmp_path.iterdir()) == []


# --- the host around it -----------------------------------------------------------------------------------------------
STATUS = "Name:\tcat\nUid:\t{0}\t{0}\t{0}\t{0}\nCapEff:\t{1}\nNoNewPrivs:\t0\nSeccomp:\t{2}\n"
OWN_PROC = "24 28 0:22 / /proc rw - proc proc rw\n34 24 0:29 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
USUAL = {
    "proc/self/status": STATUS.format(1000, "0" * 16, 0),
    "proc/self/mountinfo": OWN_PROC,
    "proc/sys/kernel/osrelease": "6.12.107+deb13",
}
Files = dict[str, str]


def of(root: Path, files: Files, environment: Files | None = None) -> Surroundings:
    return Surroundings.of_host(laid(root, USUAL | files), environment or {})


def test_an_ordinary_user_has_lost_nothing(tmp_path: Path) -> None:
    assert of(tmp_path, {}) == Surroundings()
    assert of(tmp_path, {"proc/sys/kernel/osrelease": "5.10.0-30-amd64\n"}).kernel == (5, 10)


@pytest.mark.parametrize(("files", "environment", "facts"), TABLE["hosts"])
def test_what_a_host_tells(tmp_path: Path, files: Files, environment: Files, facts: dict[str, Any]) -> None:
    at = of(tmp_path, files, environment)
    assert {name: getattr(at, name) for name in facts} == facts


def test_the_host_of_this_test_is_read_as_well() -> None:
    at = Surroundings.of_host()
    assert (at.uid, at.kernel > (3, 0)) == (os.geteuid(), True)
