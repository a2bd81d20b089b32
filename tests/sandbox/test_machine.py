"""Which machine this is and what a host around it tells, by made-up files, as each kind of host showed
them; and how fast it is."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.model import Host
from judge.sandbox import Surroundings, look_at_machine, measured_machine
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


# --- the host around it -----------------------------------------------------------------------------------------------
STATUS = "Name:\tcat\nUid:\t{0}\t{0}\t{0}\t{0}\nCapEff:\t{1}\nNoNewPrivs:\t0\nSeccomp:\t{2}\n"
OWN_PROC = "24 28 0:22 / /proc rw - proc proc rw\n34 24 0:29 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
MASKED = "183 182 0:45 / /proc rw - proc proc rw\n61 183 0:46 /null /proc/kcore rw - tmpfs tmpfs rw\n"
USUAL = {
    "proc/self/status": STATUS.format(1000, "0" * 16, 0),
    "proc/self/mountinfo": OWN_PROC,
    "proc/sys/kernel/osrelease": "6.12.107+deb13",
}
PROFILE, APPARMOR, GROUP = "proc/self/attr/current", "proc/self/attr/apparmor/current", "proc/self/cgroup"
DOCKER = {
    **{
        ".dockerenv": "",
        PROFILE: "docker-default (enforce)\n",
        APPARMOR: "docker-default (enforce)\n",
        GROUP: "0::/\n",
    },
    **{"proc/self/mountinfo": MASKED, "proc/self/status": STATUS.format(0, "00000000a80425fb", 2)},
}
STARTED, SLICE = {"INVOCATION_ID": "1"}, "user.slice/user-1000.slice/user@1000.service/app.slice/run-1.scope"
BUS = {"run/user/1000/bus": "", "run/systemd/system/x": ""}
SWITCHES = {"kernel.apparmor_restrict_unprivileged_userns": "1", "user.max_user_namespaces": "0"}
Files = dict[str, str]


def of(root: Path, files: Files, environment: Files | None = None) -> Surroundings:
    return Surroundings.of_host(laid(root, USUAL | files), environment or {})


def test_an_ordinary_user_has_lost_nothing(tmp_path: Path) -> None:
    assert of(tmp_path, {}) == Surroundings()


@pytest.mark.parametrize(
    ("files", "environment", "facts"),
    [
        # Root of a Docker container may hand out rights, but not mount.
        (DOCKER, {}, {"uid": 0, "container": "docker", "filtered": True, "masked": True, "confined": True, "unit": ""}),
        (DOCKER, {}, {"powerless": False, "administers": False}),
        # A profile that holds to nothing is none.
        *(
            ({"run/.containerenv": "", PROFILE: profile}, {}, {"container": "podman", "confined": confined})
            for profile, confined in (
                ("", False),
                ("unconfined\n", False),
                ("crun (unconfined)", False),
                ("docker-default (enforce)", True),
                ("system_u:system_r:container_t:s0:c1,c2\0", True),
            )
        ),
        # A service is one that systemd started.
        ({GROUP: "0::/system.slice/judge.service"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "0::/system.slice/judge.service/part"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "2:cpu:/x\n1:name=systemd:/system.slice/judge.service"}, STARTED, {"unit": "judge.service"}),
        ({GROUP: "0::/system.slice/ssh.service"}, {}, {"unit": ""}),
        ({GROUP: f"0::/{SLICE}"}, STARTED, {"unit": ""}),
        ({GROUP: ""}, STARTED, {"unit": ""}),
        # The bus of a user.
        ({"run/systemd/system/x": ""}, {"XDG_RUNTIME_DIR": "/run/user/1000"}, {"bus": False}),
        (BUS, {"XDG_RUNTIME_DIR": "/run/user/1000"}, {"bus": True}),
        (BUS, {"XDG_RUNTIME_DIR": "/run/user/0"}, {"bus": False}),
        (BUS, {}, {"bus": False}),
        # Switches of the host, and a group that can hand on what is counted.
        ({f"proc/sys/{name.replace('.', '/', 1)}": f"{value}\n" for name, value in SWITCHES.items()}, {},
         {"switches": SWITCHES}),
        ({"proc/sys/kernel/osrelease": "5.10.0-30-amd64\n"}, {}, {"kernel": (5, 10)}),
        *(
            ({GROUP: f"0::/{SLICE}", f"sys/fs/cgroup/{SLICE}/cgroup.controllers": held}, {}, {"delegated": delegated})
            for held, delegated in (("cpu memory pids", True), ("cpu", False))
        ),
    ],
)  # fmt: skip
def test_what_a_host_tells(tmp_path: Path, files: Files, environment: Files, facts: dict[str, Any]) -> None:
    at = of(tmp_path, files, environment)
    assert {name: getattr(at, name) for name in facts} == facts


def test_the_host_of_this_test_is_read_as_well() -> None:
    at = Surroundings.of_host()
    assert (at.uid, at.kernel > (3, 0)) == (os.geteuid(), True)
