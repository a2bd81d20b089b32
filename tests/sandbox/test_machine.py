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

CPU = "sys/devices/system/cpu"
XEON = (
    "processor\t: {}\ncpu family\t: 6\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) Gold 6430\nflags\t\t: fpu vme\n"
)
ARM = "processor\t: {}\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: {}\n"


def laid(root: Path, files: dict[str, str]) -> Path:
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
    found = look_at_machine(None, tmp_path)
    assert found == Host.Machine()
    assert found.host_class == Host.Machine.UNKNOWN


def test_a_machine_that_tells_all(tmp_path: Path) -> None:
    battery = clocked("powersave", energy_performance_preference="balance_power")
    laid(tmp_path, {"proc/cpuinfo": XEON.format(0), **battery, f"{CPU}/intel_pstate/no_turbo": "0\n"})
    assert look_at_machine(0, tmp_path) == Host.Machine(
        "Intel(R) Xeon(R) Gold 6430 (6.143)", "powersave", "intel_pstate", "balance_power", "on"
    )
    assert look_at_machine(0, tmp_path).host_class == (
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
        (f"{CPU}/cpufreq/boost", "maybe\n", Host.Machine.UNKNOWN),
    ],
)
def test_a_switch_says_whether_it_boosts(tmp_path: Path, name: str, text: str, boost: str) -> None:
    assert look_at_machine(0, laid(tmp_path, {name: text})).boost == boost


def test_the_switch_of_a_core_comes_before_that_of_the_machine(tmp_path: Path) -> None:
    laid(tmp_path, {f"{CPU}/cpufreq/boost": "1\n", f"{CPU}/cpu1/cpufreq/boost": "0\n"})
    assert [look_at_machine(core, tmp_path).boost for core in (0, 1)] == ["on", "off"]


def test_each_core_has_its_own_facts(tmp_path: Path) -> None:
    text = "\n".join((ARM.format(0, "0xd05"), ARM.format(1, "0xd41")))
    laid(tmp_path, {"proc/cpuinfo": text, **clocked("schedutil"), **clocked("performance", 1)})
    found = [look_at_machine(core, tmp_path) for core in (0, 1)]
    assert [(one.cpu, one.governor) for one in found] == [("0x41 0xd05", "schedutil"), ("0x41 0xd41", "performance")]


def test_two_kinds_of_core_on_one_chip_are_two_classes(tmp_path: Path) -> None:
    text = "\n\n".join(XEON.format(core) for core in range(4))
    kinds = {"sys/devices/cpu_core/cpus": "0-1\n", "sys/devices/cpu_atom/cpus": "2,3\n"}
    laid(tmp_path, {"proc/cpuinfo": text, **kinds})
    kinds_of = [look_at_machine(core, tmp_path).cpu.split()[-1] for core in range(4)]
    assert kinds_of == ["P-core", "P-core", "E-core", "E-core"]


def test_one_paragraph_stands_for_all_cores(tmp_path: Path) -> None:
    laid(tmp_path, {"proc/cpuinfo": "processor : 0\nprocessor : 1\ncpu : POWER9, altivec supported\n"})
    assert look_at_machine(7, tmp_path).cpu == "POWER9, altivec supported"


def test_what_a_machine_calls_itself_moves_no_cursor(tmp_path: Path) -> None:
    laid(tmp_path, {"proc/cpuinfo": f"processor : 0\nmodel name : \x1b[2J{'x' * 999}\n", **clocked("a\nb\x07")})
    found = look_at_machine(0, tmp_path)
    assert found.cpu.startswith("[2Jxxx")
    assert len(found.cpu) <= 120
    assert found.governor == "a b"


# --- how fast -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("core", [0, 1000], ids=["a core", "one that is not there"])
def test_a_figure_is_measured_and_kept_and_this_thread_stays_where_it_was(tmp_path: Path, core: int) -> None:
    before, path = os.sched_getaffinity(0), tmp_path / "cache" / "calibration.json"
    found = measured_machine(core, tmp_path, path)
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


def test_figures_lie_in_the_user_s_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    measured_machine(None)
    assert (tmp_path / "judge" / "calibration.json").exists()


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
