"""What the judge lays into a box: large boards and answers by shared memory, and a heap that is in nobody's figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Facts, Sandbox, room_for
from tests.boxed import COUNT, FAIL, READY, array, case_bytes, loaded, message, solving, started, without_cgroups

LONGEST = 67  # bytes of an answer beside its cells

LIMITS = Limits(time_limit=5, memory=256, output=16, compilation_time=20, processes=16)
MIB = 1 << 20
LARGE = 200
ANY = np.random.default_rng(5).integers(0, 3, (LARGE, LARGE), dtype=np.int8)
TOP = "import struct"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")


def attempt(sandbox: Sandbox, body: str, board: np.ndarray = ANY, limits: Limits = LIMITS, most: int = 0) -> Facts:
    n = len(board)
    bounds = Bounds(5, 20, most or n * n + LONGEST)
    with started(sandbox, solving(body, TOP), limits, room_for(n, limits.memory_bytes)) as box:
        assert loaded(box).frame == READY
        return box.exchange(case_bytes(n, 1), bounds, board.tobytes())


@pytest.fixture
def without_cgroup() -> Iterator[Sandbox]:
    with without_cgroups(), Sandbox() as own:
        yield own


# --- boards and answers -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [1, 128, 129, 2000])
def test_a_board_of_any_size_comes_and_goes_unchanged(sandbox: Sandbox, n: int) -> None:
    board = np.random.default_rng(n).integers(-128, 128, (n, n), dtype=np.int8)
    assert attempt(
        sandbox, "assert grid.flags.c_contiguous and grid.flags.writeable\nreturn grid", board
    ).frame == array(board)


def test_a_board_is_the_attempts_own_also_beside_a_child(sandbox: Sandbox) -> None:
    body = "if os.fork() == 0:\n    grid[:] = 7\n    os._exit(0)\nos.wait()\nreturn grid"
    assert attempt(sandbox, body).frame == array(ANY)


ANSWERS = {
    "turned": ("return grid.T", array(ANY.T)),
    "a part": ("return grid[::3, 5:50]", array(ANY[::3, 5:50])),
}


@pytest.mark.parametrize(("body", "frame"), ANSWERS.values(), ids=ANSWERS)
def test_answers_are_what_they_were_through_a_pipe(sandbox: Sandbox, body: str, frame: bytes) -> None:
    assert attempt(sandbox, body).frame == frame


@pytest.mark.parametrize("side", [LARGE + 1, 256, 257, 600])
def test_an_answer_that_is_too_long_is_none(sandbox: Sandbox, side: int) -> None:
    """Whether it fits into the shared memory or not."""
    facts = attempt(sandbox, f"return np.zeros(({side}, {side}), np.int8)")
    assert (facts.killed_for, facts.frame) == ("answer", b"")


def test_an_answer_longer_than_the_shared_memory_goes_by_the_pipe(sandbox: Sandbox) -> None:
    facts = attempt(sandbox, "return np.ones((600, 600), np.int8)", most=1 << 20)
    assert facts.frame == array(np.ones((600, 600), np.int8))


# --- what a submission may say of the shared memory -------------------------------------------------------------------
LIES = {
    "longer": (LARGE * 2, LARGE * 2),
    "by one row": (256 * 256 + 1, 1),
    "no rows": (0, LARGE),
    "beyond a word": (1 << 63, 2),
    "of a product that wraps": ((1 << 63) + LARGE, 2 * LARGE),
}


@pytest.mark.parametrize("shape", LIES.values(), ids=LIES)
def test_a_shape_beyond_the_shared_memory_is_no_answer(sandbox: Sandbox, shape: tuple[int, int]) -> None:
    told = shape[0].to_bytes(8, "little") + shape[1].to_bytes(8, "little")
    frame = message(b"a", told)
    facts = attempt(sandbox, f"os.write(4, {frame!r})\ntime.sleep(100)", most=1 << 30)
    assert facts.frame == b"a" + told, "it is left as it came, which no reader knows"


def test_the_answer_is_what_lay_there_when_it_was_sent(sandbox: Sandbox) -> None:
    frame = message(b"a", LARGE.to_bytes(8, "little") * 2)
    body = (
        "shared = sys._getframe(1).f_locals['desk']._shared\n"
        f"shared[:] = 1\nos.write(4, {frame!r})\ntime.sleep(0.05)\nshared[:] = 2\ntime.sleep(100)"
    )
    assert attempt(sandbox, body).frame == array(np.ones((LARGE, LARGE), np.int8))


def test_no_descriptor_of_it_is_in_the_box(sandbox: Sandbox) -> None:
    body = (
        "found = 0\nfor fd in range(1024):\n    try: os.fstat(fd)\n    except OSError: continue\n"
        "    found |= 1 << fd\nreturn found"
    )
    assert attempt(sandbox, body).frame == COUNT + b"%d" % 0b11111


def test_where_the_system_has_none_the_pipes_do(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: str, flags: int) -> int:
        raise PermissionError

    monkeypatch.setattr("os.memfd_create", refused)
    assert attempt(sandbox, "return grid").frame == array(ANY)


# --- memory -----------------------------------------------------------------------------------------------------------
TAKES = {
    "an array": "block = np.ones({0}, np.int8)\nreturn None",
    "many arrays": "blocks = [np.ones(1 << 20, np.int8) for _ in range({0} >> 20)]\nreturn None",
    "given back": "block = np.ones({0}, np.int8)\ndel block\nreturn None",
    "mapped": "import mmap\nsys.block = block = mmap.mmap(-1, {0}, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
    "for at in range(0, {0}, 4096): block[at] = 1\nreturn None",
}


def told_bytes(sandbox: Sandbox, body: str, n: int = 1000) -> int:
    facts = attempt(sandbox, body, np.zeros((n, n), np.int8))
    assert facts.frame == FAIL, facts
    return facts.memory_bytes


@pytest.mark.parametrize("body", TAKES.values(), ids=TAKES)
def test_the_memory_that_is_told_is_the_submissions(sandbox: Sandbox, body: str) -> None:
    nothing = told_bytes(sandbox, "return None")
    assert nothing < 12 * MIB, "32 MiB of heap are ready"
    assert told_bytes(sandbox, body.format(50 * MIB)) - nothing == pytest.approx(50 * MIB, rel=0.05)


def test_what_was_warmed_up_for_it_is_not_its_memory(sandbox: Sandbox) -> None:
    small, large = (attempt(sandbox, "return None", np.zeros((n, n), np.int8)).memory_bytes for n in (8, 1000))
    assert large - small < 3 * MIB, "a board of 1 MiB; numpy has gone over 7 MiB before it"


def test_a_numpy_that_a_submission_has_changed_is_its_own(sandbox: Sandbox) -> None:
    source, room = solving("return grid", "np.zeros = None"), room_for(LARGE, LIMITS.memory_bytes)
    with started(sandbox, source, LIMITS, room) as box:
        assert loaded(box).frame == READY
        bounds = Bounds(5, 20, LARGE * LARGE + LONGEST)
        assert box.exchange(case_bytes(LARGE, 1), bounds, ANY.tobytes()).frame == array(ANY)


def test_it_is_without_a_cgroup_too(without_cgroup: Sandbox) -> None:
    nothing = told_bytes(without_cgroup, "return None")
    assert nothing < 12 * MIB
    body = TAKES["mapped"].format(50 * MIB)
    assert told_bytes(without_cgroup, body) - nothing == pytest.approx(50 * MIB, rel=0.05)


@pytest.mark.parametrize(("used", "over"), [(84, False), (120, True)])
def test_what_is_ready_is_not_charged_to_the_limit(sandbox: Sandbox, used: int, over: bool) -> None:
    limits = Limits(time_limit=5, memory=96, output=16, compilation_time=20, processes=16)
    assert room_for(1000, limits.memory_bytes).heap_bytes == 12 * MIB
    facts = attempt(sandbox, TAKES["mapped"].format(used * MIB), np.zeros((1000, 1000), np.int8), limits)
    assert (facts.killed_for == "memory") == over, facts
    assert (facts.frame == FAIL) != over


@pytest.mark.parametrize("huge", [True, False])
def test_an_array_of_a_board_costs_no_fault(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, huge: bool) -> None:
    """Whether the system has huge pages or not."""
    room = msgspec.structs.replace(room_for(1000, LIMITS.memory_bytes), heap_bytes=8 * MIB, huge=huge)
    monkeypatch.setitem(globals(), "room_for", lambda *_: room)
    body = (
        "import resource\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_minflt\n"
        "arrays = [np.ones((n, n), np.int8) for _ in range(4)]\n"
        "return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before"
    )
    frame = attempt(sandbox, body, np.zeros((1000, 1000), np.int8)).frame
    assert frame[:1] == COUNT
    assert int(frame[1:]) < 100, "4 MB in pages of 4 KiB are 1000 faults"
