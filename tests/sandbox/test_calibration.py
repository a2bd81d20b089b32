"""The figure of a machine: measured seldom, kept with care, never believed where it can't be."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from judge.model import Machine
from judge.sandbox import machine
from judge.sandbox.machine import FRESH_S, LONGEST_S, SHORTEST_S, WORK, measure, with_figure

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


def test_it_is_measured_once(world: World) -> None:
    assert [world.figure() for _ in range(3)] == [0.02] * 3


def test_each_class_of_host_has_its_own(world: World) -> None:
    world.told(0.02, 0.05)
    assert [world.figure(one) for one in (MACHINE, BATTERY, MACHINE, BATTERY)] == [0.02, 0.05, 0.02, 0.05]


def test_a_start_of_the_machine_measures_again(world: World) -> None:
    world.told(0.02, 0.03)
    assert world.figure() == 0.02
    world.start = "second"
    assert [world.figure(), world.figure()] == [0.03, 0.03], "whatever it was before"


@pytest.mark.parametrize(("later", "counts"), [(0.01, 0.01), (0.03, 0.02)])
def test_a_day_later_it_is_measured_again_and_the_least_counts(world: World, later: float, counts: float) -> None:
    """As others can only make a figure larger."""
    world.told(0.02, later)
    world.figure()
    world.now_s += FRESH_S - 1
    assert world.figure() == 0.02
    world.now_s += 1
    assert [world.figure(), world.figure()] == [counts, counts]


def test_a_clock_that_was_put_back_keeps_no_figure_fresh_for_ever(world: World) -> None:
    world.told(0.02, 0.01)
    world.figure()
    world.now_s -= 1e8
    assert world.figure() == 0.01


def test_it_is_measured_anew_for_who_asks(world: World) -> None:
    world.told(0.02, 0.01)
    world.figure()
    assert world.figure(anew=True) == 0.01


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


def test_nothing_else_is_left_in_the_folder(world: World) -> None:
    world.figure()
    assert [path.name for path in world.path.parent.iterdir()] == ["calibration.json"]


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
    figure_s = measure(min(before))
    assert figure_s is not None
    assert SHORTEST_S < figure_s < LONGEST_S
    assert os.sched_getaffinity(0) == before


def test_a_core_that_is_not_there_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ROUNDS", 1)
    assert measure(1000) is not None


def test_a_python_without_bzip2_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bz2", None)
    assert measure(0) is None


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
