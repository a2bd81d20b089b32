"""Cases as an attempt reads them; what is laid ready for a board, shared memory and a heap; and how numba is loaded."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.sandbox import Sandbox, protocol, provision, room_for
from judge.sandbox.inside import desk
from judge.sandbox.inside.arguments import Arguments
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.linux import untouched_heap_bytes
from judge.sandbox.protocol import HOMEWORK, HUGE_PAGE, Room
from judge.sandbox.provision import shared_memory
from tests.boxed import COUNT, attempted, solving
from tests.descriptors import none_left_open
from tests.sandbox.programs import PROGRAMS


def read(arguments: Arguments, case: bytes) -> list[Any]:
    """Read a case from a pipe, all of it."""
    ours, theirs = os.pipe()
    try:
        os.write(theirs, case)
        os.close(theirs)
        found = arguments.read(ours)
        assert os.read(ours, 1) == b""
        return found
    finally:
        os.close(ours)


def listed(values: Sequence[Any]) -> list[Any]:
    return [(one.tolist(), one.shape, one.dtype) if isinstance(one, np.ndarray) else one for one in values]


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.integers(-(2**63), 2**63 - 1),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.binary(min_size=81, max_size=81),
)
@example("D" * 24, 8, (8, 8), bytes(81))  # the name fills the first read
@example("D" * 25, 8, (8, 8), bytes(81))
@example("", 0, (0, 5), bytes(81))
def test_a_case_is_read_as_it_was_packed(name: str, number: int, shape: tuple[int, int], cells: bytes) -> None:
    board = np.frombuffer(cells[: shape[0] * shape[1]], np.int8).reshape(shape)
    case = b"".join(protocol.pack_case(HOMEWORK, (name, 8, number, board)))
    arguments = Arguments(HOMEWORK, Desk(Room(board_bytes=32)))
    found = read(arguments, case)
    assert listed(found) == listed(arguments.parse(case)) == listed([name, 8, number, board])
    assert found[3].flags.writeable
    assert found[3].flags.c_contiguous


@given(st.lists(st.sampled_from(["int", "str", "int8", "int64"]), max_size=6), st.integers(0, 80), st.data())
@example(["int64", "str", "int8", "int8"], 40, None)
def test_arguments_of_any_types_are_read_as_they_were_packed(types: list[str], length: int, data: Any) -> None:
    """Of several tables the largest is the board, which comes last."""
    sides = st.integers(0, 9)
    shapes = [(data.draw(sides), data.draw(sides)) if data else (2 + at, 3) for at in range(len(types))]
    plain = {"int": length - 40, "str": "ä" * length}
    values = [
        plain[base] if base in plain else np.arange(rows * columns).astype(base).reshape(rows, columns)
        for base, (rows, columns) in zip(types, shapes, strict=True)
    ]
    arguments, case = Arguments(types, Desk(Room(board_bytes=32))), b"".join(protocol.pack_case(types, values))
    found = read(arguments, case)
    assert listed(found) == listed(arguments.parse(case)) == listed(values)
    assert all(one.flags.writeable for one in found if isinstance(one, np.ndarray))


@pytest.mark.parametrize("types", [HOMEWORK, ("int64", "int", "str"), ("int8", "int64", "str"), ("int",), ()])
def test_a_rehearsal_goes_the_whole_way(types: tuple[protocol.Argument, ...]) -> None:
    desk = Desk(Room(board_bytes=64))
    with none_left_open():
        Arguments(types, desk).rehearse()
    laid = max((np.dtype(base).itemsize for base in types if base not in ("int", "str")), default=0)
    assert desk.place(64).tolist() == [0] * laid + [1] * (64 - laid)


# --- what is laid ready -----------------------------------------------------------------------------------------------
MIB = 1 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="not Linux")
def test_the_size_of_shared_memory_can_not_be_changed() -> None:
    with os.fdopen(shared_memory(1 << 16), "rb") as memory:
        seals = fcntl.fcntl(memory.fileno(), fcntl.F_GET_SEALS)
        assert seals == fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
        assert memory.read() == bytes(1 << 16)


# --- how much for which board -----------------------------------------------------------------------------------------
@pytest.fixture(params=["always [madvise] never", "always madvise [never]", None], ids=["huge", "never", "not Linux"])
def huge(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the system has huge pages, of each kind of system."""
    if request.param:
        (tmp_path / "enabled").write_text(request.param)
    monkeypatch.setattr(provision, "HUGE_PAGES", tmp_path / "enabled")
    monkeypatch.setattr(provision, "_huge_pages", provision._huge_pages.__wrapped__)
    return bool(request.param and "[madvise]" in request.param)


def test_what_is_ready_tells_no_more_of_n_than_a_power_of_two(huge: bool) -> None:
    assert len({room_for(n, 512 * MIB) for n in range(1, 129)}) == 1
    for side in (256, 512, 1024, 2048, 4096):
        assert {room_for(n, 512 * MIB) for n in (side // 2 + 1, side - 1, side)} == {room_for(side, 512 * MIB)}


def test_every_board_has_its_place_and_a_heap_is_as_large_as_it_is_worth(huge: bool) -> None:
    rooms = {n: room_for(n, 512 * MIB) for n in (1, 2, 100, 128, 129, 1000, 2000, 4096)}
    assert all(room.board_bytes >= n * n for n, room in rooms.items())
    assert all(room.shared_bytes >= n * n for n, room in rooms.items() if n > 128)
    assert rooms[128].shared_bytes == 0, "a pipe is quick enough"
    assert room_for(20_000, 512 * MIB).shared_bytes == 0, "more than the judge gives of its own memory"
    assert (rooms[100].heap_bytes, rooms[1000].heap_bytes, rooms[1000].huge) == (
        256 << 10,
        64 << 20 if huge else 8 << 20,
        huge,
    )
    assert max(room_for(n, 512 * MIB).heap_bytes for n in range(1, 9000, 100)) == 64 << 20
    for n in (8, 200, 1000, 5000):
        for mebibytes in (1, 16, 100, 512):
            heap_bytes = room_for(n, mebibytes << 20).heap_bytes
            assert heap_bytes <= mebibytes << 17, "most of a submission's memory stays its own"
            assert n <= 128 or heap_bytes % HUGE_PAGE == 0


# --- where there is no heap to make ready; where there is one: test_provision.py --------------------------------------
@pytest.mark.parametrize(("room", "warmed"), [(Room(1 << 20, 64 << 20, huge=True), [1024]), (Room(), [])])
def test_a_libc_without_a_heap_is_left_alone(monkeypatch: pytest.MonkeyPatch, room: Room, warmed: list[int]) -> None:
    """Numpy's own calls are the same everywhere; for no room nothing is called."""
    found: list[int] = []
    monkeypatch.setattr(desk, "HAS_HEAP", False)
    monkeypatch.setattr(desk, "_calls", {})
    monkeypatch.setattr(desk, "warm_up", found.append)
    desk._make_ready(room)
    assert found == warmed


def test_a_process_that_is_gone_tells_nothing_of_its_heap() -> None:
    assert untouched_heap_bytes(1 << 30) is None
    with subprocess.Popen(["true"]) as ended:
        os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
        assert untouched_heap_bytes(ended.pid) is None, "nobody has waited for it"


@pytest.mark.skipif(not desk.HAS_HEAP, reason="not glibc")
def test_holes_that_an_old_zygote_has_are_left_alone() -> None:
    """What is told to the kernel as free has to be nobody's."""
    subprocess.run([sys.executable, "-c", PROGRAMS["holes"]], check=True)


# --- numba: a variable that is set before it is imported counts, though it is there long before a box -----------------
DISABLE = "os.environ['NUMBA_DISABLE_JIT'] = '1'\n"
TOP = "import importlib, pickle, types\nnumba, config = map(sys.modules.get, ('numba', 'numba.core.config'))\n"


def told(sandbox: Sandbox, source: str) -> bytes:
    """The digits of what a submission tells of its import."""
    frame = attempted(sandbox, solving("return int(''.join(str(int(one)) for one in told))", TOP + source)).frame
    assert frame[:1] == COUNT
    return frame[1:]


@pytest.mark.parametrize("how", PROGRAMS["imports"])
def test_what_numba_is_told_is_read_by_any_import(sandbox: Sandbox, how: str) -> None:
    seen = "config.DISABLE_JIT"
    is_one = "type(sys.modules['numba']) is types.ModuleType"
    source = f"before = {seen}\n{DISABLE}still = {seen}\n{how}\ntold = [before, still, {seen}, {is_one}]"
    assert told(sandbox, source) == b"11"


@pytest.mark.parametrize(
    ("source", "digits"),
    [
        ("os.environ['NUMBA_NUM_THREADS'] = '3'\nimport numba\n" + DISABLE + "import numba\n"
         "told = [config.NUMBA_NUM_THREADS, config.DISABLE_JIT]", b"30"),
        ("config.BOUNDSCHECK = 1\nimport numba\ntold = [config.BOUNDSCHECK]", b"1"),
        (PROGRAMS["imports_again"], b"1"),
    ],
    ids=["once", "set by hand", "quick"],
)  # fmt: skip
def test_it_is_read_once_and_what_was_set_by_hand_stays(sandbox: Sandbox, source: str, digits: bytes) -> None:
    assert told(sandbox, source) == digits


def test_numba_is_loaded_without_what_it_does_not_need_and_colours_nothing(tmp_path: Path) -> None:
    """What it refuses is read by its words, and colorama is often installed: other tools bring it."""
    (tmp_path / "colorama.py").write_text("raise SystemExit('it is asked for')\n")
    code = PROGRAMS["loads_numba"].format(str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["True", "False", "False", "False", "plain"])
