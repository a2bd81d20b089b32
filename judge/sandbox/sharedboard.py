"""Memory of the judge's that one box has mapped too: a large board goes in by it, and an answer comes out.

A pipe copies each byte twice and wakes both ends again and again: 0.6 ms for a board of 1 MB in and one out, on the
submission's clock. Nothing but cells lies here; what they mean is told in frames.

A submission may write here at any time. So the judge writes once, when the window is open, and reads once, before its
clocks are read; it never looks at the box's bytes in place. It reads and writes as a file is, so no size that a box
could change matters; the size is sealed all the same, and the box keeps no descriptor of it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os


class SharedBoard:
    """So many bytes, zero at first. The judge's own account has them: they are there before a box maps them. OSError
    where the system does not give them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.fd = os.memfd_create("board", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.posix_fallocate(self.fd, 0, size)
            fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
        except BaseException:
            self.close()
            raise

    def write(self, cells: bytes) -> None:
        """Lay a board at the beginning."""
        os.pwrite(self.fd, cells, 0)

    def read(self, length: int) -> bytes:
        """Return a copy of the first bytes, which nobody else can change."""
        return os.pread(self.fd, length, 0)

    def close(self) -> None:
        os.close(self.fd)


def shared_board(size: int) -> SharedBoard | None:
    """Return shared memory of this size; None for none, and where the system has none to give: then pipes do."""
    if size and hasattr(os, "memfd_create"):
        with contextlib.suppress(OSError):
            return SharedBoard(size)
    return None
