"""CPU and memory of programs whose use of both is known, as a box tells them, with a cgroup and without."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Facts, Sandbox
from tests.boxed import FAIL, attempted, solving, without_cgroups
from tests.sandbox.programs import PROGRAMS

LIMITS = Limits(time_limit=5, memory=96, output=1, compilation_time=20, processes=16)
MIB = 1 << 20
HELD = "sys.held = bytearray(b'1') * (40 << 20); time.sleep(0.2)\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")


@pytest.fixture(scope="module")
def uncounted() -> Iterator[Sandbox]:
    """The sandbox of a host on which no group can be made, in the tier that forbids nothing."""
    with without_cgroups():
        own = Sandbox(tier="plain")
    with own:
        assert own.host().clock == "wall"
        yield own


@pytest.fixture(params=["counted", "uncounted"])
def place(request: pytest.FixtureRequest, sandbox: Sandbox) -> Sandbox:
    found: Sandbox = request.getfixturevalue("uncounted") if request.param == "uncounted" else sandbox
    if request.param == "counted" and found.host().clock != "cgroup":
        pytest.skip("there is no cgroup of our own on this host")
    return found


def attempt(place: Sandbox, body: str, top: str = "") -> Facts:
    return attempted(place, solving(f"{body}\nreturn None", top), LIMITS, Bounds(20, 60))


@pytest.mark.parametrize(("body", "top", "least_s", "most_s", "wall_s"), PROGRAMS["cpu"].values(), ids=PROGRAMS["cpu"])
def test_cpu_of_the_call_is_counted_and_sleep_is_not(
    place: Sandbox, *, body: str, top: str, least_s: float, most_s: float, wall_s: float
) -> None:
    facts = attempt(place, body, top)
    assert facts.frame == FAIL
    assert least_s <= facts.cpu_s < most_s
    assert facts.wall_s >= wall_s


def test_a_child_that_is_dead_and_gone_is_counted(sandbox: Sandbox) -> None:
    if sandbox.host().clock != "cgroup":
        pytest.skip("there is no cgroup of our own on this host")
    assert 0.19 < attempt(sandbox, PROGRAMS["unseen"]).cpu_s < 0.4


@pytest.mark.parametrize(("body", "least", "most"), PROGRAMS["memory"].values(), ids=PROGRAMS["memory"])
def test_memory_is_the_most_that_it_had_at_a_time(place: Sandbox, body: str, least: int, most: int) -> None:
    """What a fork shares with the zygote is not its own."""
    facts = attempt(place, body)
    assert facts.frame == FAIL, facts
    assert least * MIB < facts.memory_bytes < most * MIB


@pytest.mark.parametrize("body", PROGRAMS["untouched"].values(), ids=PROGRAMS["untouched"])
def test_what_the_kernel_keeps_for_a_process_is_its_memory(uncounted: Sandbox, body: str) -> None:
    """40 MiB of page tables over a block that nobody writes to, and 100 full sockets."""
    assert attempt(uncounted, body).memory_bytes > 15 * MIB


@pytest.mark.parametrize(
    "body", ["block = bytearray(b'1') * (200 << 20)", "hoard = []\n    while True: hoard.append(bytearray(1 << 20))"]
)
def test_memory_over_the_limit_is_seen_or_refused(place: Sandbox, body: str) -> None:
    """A cgroup kills; without one the process itself is refused more, and MemoryError is what it gets to see."""
    facts = attempt(place, f"try:\n    {body}\nexcept MemoryError: os._exit(7)")
    if place.exact:
        assert facts.killed_for == "memory"
        assert facts.status in (None, -9), "it may be reaped before the whole box is dead"
    else:
        assert (facts.killed_for, facts.status) == ("", 7)
    assert facts.memory_bytes <= 1.1 * LIMITS.memory_bytes


def test_memory_that_the_children_use_together_is_seen(place: Sandbox) -> None:
    """No bound of a single process ends it: three times 40 of 96 MiB."""
    facts = attempt(place, f"for _ in range(2):\n    if os.fork() == 0: break\n{HELD}time.sleep(30)")
    assert facts.killed_for == "memory"
    assert not place.exact or facts.memory_bytes <= 1.1 * LIMITS.memory_bytes
