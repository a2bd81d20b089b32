"""What the judge lays into a box: large boards and answers by shared memory, and a heap that is in nobody's figures."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Facts, Sandbox, room_for
from tests.boxed import COUNT, FAIL, JOB, array, attempted, case_bytes, message, solving, without_cgroups
from tests.make import replace

LONGEST = 67  # bytes of an answer beside its cells

LIMITS = Limits(time_limit=5, memory=256, output=16, compilation_time=20, processes=16)
MIB, LARGE = 1 << 20, 200
ANY = np.random.default_rng(5).integers(0, 3, (LARGE, LARGE), dtype=np.int8)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")


def attempt(
    sandbox: Sandbox, body: str, board: np.ndarray = ANY, *, limits: Limits = LIMITS, most: int = 0, top: str = ""
) -> Facts:
    n = len(board)
    job = replace(JOB, room=room_for(n, limits.memory_bytes))
    bounds, case = Bounds(5, 20, most or n * n + LONGEST), (case_bytes(n, 1), board.tobytes())
    return attempted(sandbox, solving(body, top), limits, bounds, job=job, case=case)


# --- boards and answers -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("n", [1, 128, 129, 2000])
def test_a_board_of_any_size_comes_and_goes_unchanged(sandbox: Sandbox, n: int) -> None:
    board = np.random.default_rng(n).integers(-128, 128, (n, n), dtype=np.int8)
    body = "assert grid.flags.c_contiguous and grid.flags.writeable\nreturn grid"
    assert attempt(sandbox, body, board).frame == array(board)


ONES = np.ones((600, 600), np.int8)


@pytest.mark.parametrize(
    ("body", "top", "sent"),
    [
        ("return grid.T", "", ANY.T),
        ("return grid[::3, 5:50]", "", ANY[::3, 5:50]),
        ("return np.ones((600, 600), np.int8)", "", ONES),  # longer than the shared memory, it goes by the pipe
        ("if os.fork() == 0:\n    grid[:] = 7\n    os._exit(0)\nos.wait()\nreturn grid", "", ANY),  # it is its own
        ("return grid", "np.zeros = None", ANY),  # numpy was changed
    ],
    ids=["turned", "a part", "longer", "beside a child", "without zeros"],
)
def test_answers_are_what_they_were_through_a_pipe(sandbox: Sandbox, body: str, top: str, sent: np.ndarray) -> None:
    assert attempt(sandbox, body, most=MIB, top=top).frame == array(sent)


def test_where_the_system_has_none_the_pipes_do(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: str, flags: int) -> int:
        raise PermissionError

    board = np.random.default_rng(5).integers(-128, 128, (1500, 1500), dtype=np.int8)  # more than a pipe holds
    monkeypatch.setattr("os.memfd_create", refused)
    assert attempt(sandbox, "return grid", board).frame == array(board)


@pytest.mark.parametrize("side", [LARGE + 1, 256, 257, 600])
def test_an_answer_that_is_too_long_is_none(sandbox: Sandbox, side: int) -> None:
    """Whether it fits into the shared memory or not."""
    facts = attempt(sandbox, f"return np.zeros(({side}, {side}), np.int8)")
    assert (facts.killed_for, facts.frame) == ("answer", b"")


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
    facts = attempt(sandbox, f"os.write(4, {message(b'a', told)!r})\ntime.sleep(100)", most=1 << 30)
    assert facts.frame == b"a" + told, "it is left as it came, which no reader knows"


def test_the_answer_is_what_lay_there_when_it_was_sent(sandbox: Sandbox) -> None:
    frame = message(b"a", LARGE.to_bytes(8, "little") * 2)
    body = (
        "shared = sys._getframe(1).f_locals['desk']._shared\n"
        f"shared[:] = 1\nos.write(4, {frame!r})\ntime.sleep(10)\nshared[:] = 2\ntime.sleep(100)"
    )
    assert attempt(sandbox, body).frame == array(ONES[:LARGE, :LARGE])


def test_no_descriptor_of_it_is_in_the_box(sandbox: Sandbox) -> None:
    body = (
        "found = 0\nfor fd in range(1024):\n    try: os.fstat(fd)\n    except OSError: continue\n"
        "    found |= 1 << fd\nreturn found"
    )
    assert attempt(sandbox, body).frame == COUNT + b"%d" % 0b11111


# --- memory -----------------------------------------------------------------------------------------------------------
MAPPED = (
    "import mmap\nsys.block = block = mmap.mmap(-1, {0}, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
    "for at in range(0, {0}, 4096): block[at] = 1\nreturn None"
)
TAKES = {
    "an array": "block = np.ones({0}, np.int8)\nreturn None",
    "many arrays": "blocks = [np.ones(1 << 20, np.int8) for _ in range({0} >> 20)]\nreturn None",
    "given back": "block = np.ones({0}, np.int8)\ndel block\nreturn None",
    "mapped": MAPPED,
}


def told_bytes(sandbox: Sandbox, body: str, n: int = 1000) -> int:
    facts = attempt(sandbox, body, np.zeros((n, n), np.int8))
    assert facts.frame == FAIL, facts
    return facts.memory_bytes


@pytest.mark.parametrize("counted", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_memory_that_is_told_is_the_submissions(sandbox: Sandbox, counted: bool) -> None:
    def holds(place: Sandbox, *bodies: str) -> None:
        nothing = told_bytes(place, "return None")
        assert nothing < 12 * MIB, "32 MiB of heap are ready"
        for body in bodies:
            assert told_bytes(place, body.format(50 * MIB)) - nothing == pytest.approx(50 * MIB, rel=0.05), body

    if counted:
        holds(sandbox, *TAKES.values())
        small, large = (told_bytes(sandbox, "return None", n) for n in (8, 1000))
        assert large - small < 3 * MIB, "a board of 1 MiB; numpy has gone over 7 MiB before it"
    else:
        with without_cgroups(), Sandbox() as own:
            holds(own, MAPPED)


@pytest.mark.parametrize(("used", "over"), [(84, False), (120, True)])
def test_what_is_ready_is_not_charged_to_the_limit(sandbox: Sandbox, used: int, over: bool) -> None:
    limits = Limits(time_limit=5, memory=96, output=16, compilation_time=20, processes=16)
    assert room_for(1000, limits.memory_bytes).heap_bytes == 12 * MIB
    facts = attempt(sandbox, MAPPED.format(used * MIB), np.zeros((1000, 1000), np.int8), limits=limits)
    assert (facts.killed_for == "memory") == over, facts
    assert (facts.frame == FAIL) != over


@pytest.mark.parametrize("huge", [True, False])
def test_an_array_of_a_board_costs_no_fault(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, huge: bool) -> None:
    """Whether the system has huge pages or not."""
    room = replace(room_for(1000, LIMITS.memory_bytes), heap_bytes=8 * MIB, huge=huge)
    monkeypatch.setitem(globals(), "room_for", lambda *_: room)
    body = (
        "import resource\nbefore = resource.getrusage(resource.RUSAGE_SELF).ru_minflt\n"
        "arrays = [np.ones((n, n), np.int8) for _ in range(4)]\n"
        "return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before"
    )
    frame = attempt(sandbox, body, np.zeros((1000, 1000), np.int8)).frame
    assert frame[:1] == COUNT
    assert int(frame[1:]) < 100, "4 MB in pages of 4 KiB are 1000 faults"
