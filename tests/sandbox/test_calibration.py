"""When a figure of a machine is measured again, and which one counts, by made-up clocks."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.model import Host
from judge.sandbox.machine import FRESH_S, LONGEST_S, SHORTEST_S, WORK, boot, features, with_figure
from tests.make import files as laid
from tests.sandbox.test_machine import ARM, XEON

MACHINE = Host.Machine("a CPU", "performance")
BATTERY = Host.Machine("a CPU", "powersave")


class World:
    """A machine whose clock, starts and speed the test decides."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path, self.now_s, self.start, self.figures_s = path, 1e9, "first", iter([0.02])
        monkeypatch.setattr("judge.sandbox.machine.time.time", lambda: self.now_s)
        monkeypatch.setattr("judge.sandbox.machine.boot", lambda: self.start)

    def figure(self, machine: Host.Machine = MACHINE, *, anew: bool = False) -> float | None:
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


WHOLE: dict[str, object] = {
    "host_class": MACHINE.host_class,
    "boot": "first",
    "calibration_s": 0.01,
    "at_s": 1e9,
    "work": WORK,
}
ODD: list[dict[str, object]] = [{"calibration_s": SHORTEST_S / 2}, {"calibration_s": 2 * LONGEST_S}, {"work": 0}]


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


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (XEON.format(0), "fpu vme"),
        (ARM.format(0, "0xd0c") + "Features\t: fp asimd\n", "asimd fp"),
        (ARM.format(0, "0xd0c"), Host.Machine.UNKNOWN),
    ],
)
def test_a_core_tells_which_instructions_it_knows(tmp_path: Path, text: str, known: str) -> None:
    assert features(0, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert features(None, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert boot(tmp_path) == Host.Machine.UNKNOWN
    assert boot(laid(tmp_path, {"proc/sys/kernel/random/boot_id": "dee31582\n"})) == "dee31582"
