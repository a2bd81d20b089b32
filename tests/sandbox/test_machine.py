"""Which machine this is, by made-up files; and how fast it is, by made-up clocks."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from judge.model import Machine
from judge.sandbox import look_at_machine, machine
from judge.sandbox.machine import FRESH_S, LONGEST_S, SHORTEST_S, WORK, boot, features, measure_machine, with_figure
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
    assert found == Machine()
    assert found.host_class == Machine.UNKNOWN
    assert boot(tmp_path) == Machine.UNKNOWN


def test_a_machine_that_tells_all(tmp_path: Path) -> None:
    battery = clocked("powersave", energy_performance_preference="balance_power")
    laid(tmp_path, {"proc/cpuinfo": XEON.format(0), **battery, f"{CPU}/intel_pstate/no_turbo": "0\n"})
    assert boot(laid(tmp_path, {"proc/sys/kernel/random/boot_id": "dee31582\n"})) == "dee31582"
    assert look_at_machine(0, tmp_path) == Machine(
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
        (f"{CPU}/cpufreq/boost", "maybe\n", Machine.UNKNOWN),
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


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (XEON.format(0), "fpu vme"),
        (ARM.format(0, "0xd0c") + "Features\t: fp asimd\n", "asimd fp"),
        (ARM.format(0, "0xd0c"), Machine.UNKNOWN),
    ],
)
def test_a_core_tells_which_instructions_it_knows(tmp_path: Path, text: str, known: str) -> None:
    assert features(0, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert features(None, laid(tmp_path, {"proc/cpuinfo": text})) == known


# --- calibration ------------------------------------------------------------------------------------------------------
MACHINE = Machine("a CPU", "performance")
BATTERY = Machine("a CPU", "powersave")


class World:
    """A machine whose clock, starts and speed the test decides."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self.now_s, self.start, self.figures_s = path, 1e9, "first", iter([0.02])
        monkeypatch.setattr("judge.sandbox.machine.time.time", lambda: self.now_s)
        monkeypatch.setattr("judge.sandbox.machine.boot", lambda: self.start)

    def figure(self, machine: Machine = MACHINE, *, anew: bool = False) -> float | None:
        return with_figure(machine, lambda: next(self.figures_s), self.path, anew=anew).calibration_s

    def told(self, *figures_s: float | None) -> None:
        """Say what is measured from now on; more often than that is an error."""
        self.figures_s = iter(figures_s)  # type: ignore[arg-type]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(tmp_path / "cache" / "calibration.json", monkeypatch)


def test_each_class_of_host_has_its_own(world: World) -> None:
    world.told(0.02, 0.05)
    assert [world.figure(one) for one in (MACHINE, BATTERY, MACHINE, BATTERY)] == [0.02, 0.05, 0.02, 0.05]


@pytest.mark.parametrize(
    ("start", "passed_s", "anew", "later", "counts"),
    [
        ("second", 0.0, False, 0.03, 0.03),  # whatever it was before
        ("first", FRESH_S - 1, False, 0.01, 0.02),
        ("first", FRESH_S, False, 0.01, 0.01),
        ("first", FRESH_S, False, 0.03, 0.02),  # as others can only make a figure larger
        ("first", -1e8, False, 0.01, 0.01),
        ("first", 0.0, True, 0.01, 0.01),
    ],
    ids=["another start", "the same day", "a day later", "a busy day later", "a clock put back", "who asks"],
)
def test_when_it_is_measured_again_and_which_counts(
    world: World, *, start: str, passed_s: float, anew: bool, later: float, counts: float
) -> None:
    world.told(0.02, later)
    assert world.figure() == 0.02
    world.start = start
    world.now_s += passed_s
    assert [world.figure(anew=anew), world.figure()] == [counts, counts]


def test_where_nothing_can_be_measured_there_is_none(world: World) -> None:
    world.told(None)
    assert world.figure() is None
    assert not world.path.exists()


@pytest.mark.parametrize("facts", [{"calibration_s": SHORTEST_S / 2}, {"calibration_s": 2 * LONGEST_S}, {"work": 0}])
def test_a_figure_that_no_machine_has_or_of_another_work_is_measured_again(
    world: World, facts: dict[str, float]
) -> None:
    whole = {"host_class": MACHINE.host_class, "boot": "first", "calibration_s": 0.01, "at_s": 1e9, "work": WORK}
    world.path.parent.mkdir()
    world.path.write_bytes(msgspec.json.encode([whole]))
    assert world.figure() == 0.01
    world.path.write_bytes(msgspec.json.encode([whole | facts]))
    assert world.figure() == 0.02


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{}", b'[{"boot": 1}]', b"[" * 10_000])
def test_a_file_that_says_nothing_is_replaced(world: World, data: bytes) -> None:
    world.path.parent.mkdir()
    world.path.write_bytes(data)
    assert [world.figure(), world.figure()] == [0.02, 0.02]


def test_without_a_place_to_keep_it_it_is_measured_each_time(world: World) -> None:
    world.path.parent.write_text("a file, where the folder should be")
    world.told(0.02, 0.03)
    assert [world.figure(), world.figure()] == [0.02, 0.03]


def test_the_file_does_not_grow_without_end(world: World) -> None:
    for number in range(50):
        world.told(0.02)
        world.figure(Machine(f"CPU {number}"))
    assert len(msgspec.json.decode(world.path.read_bytes())) == 32
    world.told()
    assert world.figure(Machine("CPU 49")) == 0.02, "the last are kept"


def test_the_work_takes_time_and_leaves_this_thread_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ROUNDS", 1)
    before = os.sched_getaffinity(0)
    figure_s = there(measure_machine(min(before)))
    assert SHORTEST_S < figure_s < LONGEST_S
    assert os.sched_getaffinity(0) == before


def test_a_core_that_is_not_there_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ROUNDS", 1)
    assert measure_machine(1000) is not None


def test_a_python_without_bzip2_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bz2", None)
    assert measure_machine(0) is None


def test_figures_lie_in_the_user_s_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert machine.own_file() == tmp_path / "judge" / "calibration.json"


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
    assert machine.own_file() is None
    assert with_figure(MACHINE, lambda: 0.02).calibration_s == 0.02
    assert list(tmp_path.iterdir()) == []
