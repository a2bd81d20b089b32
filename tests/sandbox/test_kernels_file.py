"""The file of kernels in a home: whatever its bytes are, the verdict is the right one, and none but an attempt opens
it."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.executors import Ready
from judge.model import Limits
from judge.sandbox import Box, Sandbox, protocol
from judge.submissions import read_submission
from tests.boxed import problem_of
from tests.executors.make import Asked, ready_of, tried
from tests.sandbox.programs import PROGRAMS

SOURCE = PROGRAMS["kernels"]
PROBLEM = problem_of(limits=Limits(time_limit=10.0, memory=512, output=1, compilation_time=20, processes=32))
IN_OPEN = 0x20
Change = Callable[[bytes], bytes]


class Kept:
    """A submission in a home of which the host sees the files."""

    def __init__(self, sandbox: Sandbox, ready: Ready) -> None:
        self.sandbox, self.ready = sandbox, ready
        self.path = Path(ready.home.home, "cache/kernels")
        self.data = self.path.read_bytes()

    def run(self, data: bytes) -> Asked:
        self.path.write_bytes(data)
        return tried(self.sandbox, self.ready, PROBLEM, PROBLEM.cases[0])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with Sandbox(tier="plain") as sandbox:
        path = tmp_path_factory.mktemp("kept") / "mine.py"
        path.write_text(SOURCE)
        yield Kept(sandbox, ready_of(sandbox, read_submission(path, PROBLEM.name), PROBLEM))


def put(at: float, more: bytes, gone: int) -> Change:
    def change(data: bytes) -> bytes:
        place = int(at * len(data))
        return data[:place] + more + data[place + gone :]

    return change


def flipped(at: float, bits: int) -> Change:
    def change(data: bytes) -> bytes:
        byte = data[int(at * len(data)) :][:1]
        return put(at, bytes(one ^ bits for one in byte), 1)(data)

    return change


def repeated(begin: float, end: float) -> Change:
    return lambda data: data + data[int(begin * len(data)) : int(end * len(data))]


def damaged(data: bytes, made: list[Change]) -> bytes:
    for change in made:
        data = change(data)
    return data


ALL, PLACES = 1 << 30, st.floats(0, 1)
CHANGES = st.lists(
    st.builds(flipped, PLACES, st.integers(1, 255))
    | st.builds(put, PLACES, st.binary(max_size=64), st.integers(0, 1 << 12))
    | st.builds(put, st.just(0.0), st.binary(min_size=12, max_size=12), st.just(12))  # what a record begins with
    | st.builds(put, PLACES, st.just(b""), st.just(ALL))
    | st.builds(put, st.just(0.0), st.binary(max_size=1 << 12), st.just(ALL))
    | st.builds(repeated, PLACES, PLACES),
    min_size=1,
    max_size=3,
)


# By default hostile/forged.txt has such files in boxes, and inside/test_kernels.py frames.
@pytest.mark.parametrize("turn", [pytest.param(turn, marks=pytest.mark.nightly(sample=1)) for turn in range(20)])
@given(CHANGES)
@settings(max_examples=5, deadline=None)
def test_whatever_its_bytes_are_the_verdict_is_the_right_one(kept: Kept, turn: int, made: list[Change]) -> None:
    attempt = kept.run(damaged(kept.data, made))
    assert (attempt.finding, attempt.code) == (None, "")


class Opened:
    """Counts how often a file called `kernels` is opened in a folder."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)

    def watch(self, folder: Path) -> None:
        assert self._libc.inotify_add_watch(self._fd, os.fsencode(folder), IN_OPEN) > 0

    def count(self) -> int:
        try:
            data, found = os.read(self._fd, 1 << 16), 0
        except BlockingIOError:
            return 0
        while data:
            length = 16 + struct.unpack_from("=iIII", data)[3]
            found += data[16:length].rstrip(b"\0") == b"kernels"
            data = data[length:]
        return found


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no inotify")
def test_none_but_its_own_boxes_open_it(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, start = Opened(), Sandbox.start

    def watched(self: Sandbox, home: protocol.Home, *rest: Any) -> Box:
        opened.watch(Path(home.home, "cache"))
        return start(self, home, *rest)

    path = tmp_path / "mine.py"
    path.write_text(SOURCE + "# another\n")
    with monkeypatch.context() as patch:
        patch.setattr(Sandbox, "start", watched)
        ready = ready_of(kept.sandbox, read_submission(path, PROBLEM.name), PROBLEM)
    assert opened.count() == 1, "by the prepare phase alone, before it was settled"
    opened.watch(Path(ready.home.home, "cache"))
    kept.run(kept.data)
    assert opened.count() == 0, "by another submission, or for it"
    assert tried(kept.sandbox, ready, PROBLEM, PROBLEM.cases[0]).finding is None
    assert opened.count() == 1
    kept.sandbox.forget(ready.home)
    assert opened.count() == 0
