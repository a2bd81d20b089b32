"""When a figure of a machine is measured again, and which one counts, by made-up clocks."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest

from judge.model import Host
from judge.sandbox import Sandbox, measured_machine
from tests.conftest import there

MACHINE = Host.Machine("a CPU", "performance")
BATTERY = Host.Machine("a CPU", "powersave")
FRESH_S = 24 * 3600.0
CORES = itertools.count(20_000)  # a process asks once for the figure of a core: here for that of another one each time


class World:
    """A machine whose clock, starts and speed the test decides."""

    def __init__(self, sandbox: Sandbox, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sandbox, self.patch, self.path = sandbox, monkeypatch, folder / "judge" / "calibration.json"
        self.now_s, self.start, self.machine, self.figures_s = 1e9, "first", MACHINE, iter([0.02])
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
        monkeypatch.setattr("judge.sandbox.machine.time.time", lambda: self.now_s)
        monkeypatch.setattr("judge.sandbox.machine.boot", lambda: self.start)
        monkeypatch.setattr("judge.sandbox.machine.look_at_machine", lambda *_: self.machine)
        monkeypatch.setattr("judge.sandbox.machine.measure_machine", lambda _: next(self.figures_s))

    def figure(self, machine: Host.Machine = MACHINE, *, anew: bool = False) -> float | None:
        self.machine = machine
        if anew:
            return measured_machine(0).calibration_s
        self.patch.setattr(self.sandbox, "core", next(CORES))
        return there(self.sandbox.host().machine).calibration_s

    def told(self, *figures_s: float | None) -> None:
        """Say what is measured from now on; more often than that is an error."""
        self.figures_s = iter(figures_s)  # type: ignore[arg-type]


@pytest.fixture
def world(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(sandbox, tmp_path, monkeypatch)


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


WHOLE: dict[str, object] = {
    "host_class": MACHINE.host_class,
    "boot": "first",
    "calibration_s": 0.01,
    "at_s": 1e9,
    "work": 1,
}
ODD: list[dict[str, object]] = [{"calibration_s": 0.5e-4}, {"calibration_s": 120.0}, {"work": 0}]


@pytest.mark.parametrize(
    ("data", "figure_s"),
    [
        (msgspec.json.encode([WHOLE]), 0.01),
        *((msgspec.json.encode([WHOLE | facts]), 0.02) for facts in ODD),  # that no machine has, or of another work
        *((data, 0.02) for data in (b"", b"\xff\xfe", b"{}", b'[{"boot": 1}]', b"[" * 10_000)),
    ],
)
def test_a_file_that_says_nothing_is_replaced(world: World, data: bytes, figure_s: float) -> None:
    world.path.parent.mkdir()
    world.path.write_bytes(data)
    assert [world.figure(), world.figure()] == [figure_s] * 2


def test_what_can_not_be_measured_or_kept_is_tried_each_time(world: World) -> None:
    world.told(None)
    assert (world.figure(), world.path.exists()) == (None, False)
    world.path.parent.write_text("a file, where the folder should be")
    world.told(0.02, 0.03)
    assert [world.figure(), world.figure()] == [0.02, 0.03]


def test_the_file_does_not_grow_without_end(world: World) -> None:
    for number in range(50):
        world.told(0.02)
        world.figure(Host.Machine(f"CPU {number}"))
    assert len(msgspec.json.decode(world.path.read_bytes())) == 32
    world.told()
    assert world.figure(Host.Machine("CPU 49")) == 0.02, "the last are kept"
