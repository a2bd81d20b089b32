"""What the judge has provided for one box, as this side has it: shared memory, and a heap that is not the submission's.

A board that is large goes by the shared memory, and so does an answer. The frame that says so is read first, then the
cells, once, then the clocks: what a submission writes later is in no answer, and what it computes until then is on its
account. What the frame says of a shape is its word.

The heap is in the account of the box, as the kernel takes it. What nobody has written to since it was laid there the
kernel tells (LazyFree), and that is taken off again. Where a cgroup bounds the box the kernel takes it back before it
says that memory is out; elsewhere the bound is so much higher.
"""

from __future__ import annotations

import msgspec

from judge.model import Limits
from judge.sandbox import protocol
from judge.sandbox.inbox import Inbox
from judge.sandbox.inside.procfs import children, untouched_heap_bytes
from judge.sandbox.protocol import HUGE_PAGE, Room
from judge.sandbox.sharedboard import shared_board


class Provision:
    """As much as `room` says, for a box whose memory a cgroup has `counted` or not; `room` is then what there is."""

    def __init__(self, room: Room, *, counted: bool) -> None:
        self._board = shared_board(room.shared_bytes)
        self.room = room if self._board else msgspec.structs.replace(room, shared_bytes=0)
        self._untouched_bytes = room.heap_bytes if room.heap_bytes >= HUGE_PAGE else 0  # less is not asked for
        self._mapped_bytes = 0 if counted else self.room.shared_bytes  # a cgroup has it in the judge's account

    def fds(self) -> list[int]:
        """Return what the box is given of it, which stays ours to close."""
        return [self._board.fd] if self._board else []

    def limits(self, limits: Limits) -> Limits:
        """Return the limits of a meter that counts all of it."""
        mebibytes = -(-(self._untouched_bytes + self._mapped_bytes) >> 20)
        return msgspec.structs.replace(limits, memory=limits.memory + mebibytes)

    def carries(self, board: bytes) -> bool:
        """Say whether a board of this size goes by shared memory; the box knows it by the same rule."""
        return self._board is not None and 0 < len(board) <= self._board.size

    def lay(self, board: bytes) -> None:
        """Lay a board into the shared memory."""
        if self._board:
            self._board.write(board)

    def fetch(self, answers: Inbox) -> bytes:
        """Return the answer that the frame at the front says to be in the shared memory, as if it had come in that
        frame; b"" where it says nothing of this."""
        if self._board is None or answers.kind() != protocol.SHARED:
            return b""
        frame = answers.take()
        if len(frame) != 1 + protocol.SHAPE.size:
            return frame
        rows, columns = protocol.SHAPE.unpack_from(frame, 1)
        if not 0 < rows * columns <= self._board.size:
            return frame
        return protocol.ARRAY + frame[1:] + self._board.read(rows * columns)

    def submissions_bytes(self, memory_bytes: int, first: int) -> int:
        """Return which part of the memory of a box is not ours; of one that has ended by what was seen before. `first`
        is its first process."""
        if self._untouched_bytes:
            seen = [untouched_heap_bytes(pid) for pid in children(first)]
            if any(part is not None for part in seen):
                self._untouched_bytes = min(self._untouched_bytes, sum(filter(None, seen)))
        return max(0, memory_bytes - self._untouched_bytes - self._mapped_bytes)

    def close(self) -> None:
        if self._board:
            self._board.close()
            self._board = None
