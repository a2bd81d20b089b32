"""Sets numba up in a zygote: its compiler by a kernel of the kind that every solution has, and the heap.

numba does that lazily, at the first kernel, and so it finds out the types of arguments. Forks find both done.
"""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator
from typing import Any, Final

from judge.sandbox.inside import desk, numba_hooks

_kernels: list[Any] = []
SPARED: Final = ("colorama", "coverage", "yaml")  # with the first, what numba says holds escape sequences


def load_numba() -> None:
    """Load it, without what it makes use of only where that is installed: some 60 ms for nothing."""
    spared = [name for name in SPARED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(spared))  # type: ignore[arg-type]  # None: it can't be imported
    try:
        with _garbage_left():
            import numba
            import numba.experimental.jitclass
            import numba.np.ufunc  # noqa: F401
    finally:
        for name in spared:
            del sys.modules[name]


@contextlib.contextmanager
def _garbage_left() -> Iterator[None]:
    """Collect no garbage meanwhile: to look again and again at what numba's modules make takes a seventh of their time.
    A submission finds the collector as Python has it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def set_up() -> None:
    """Load numba, and run the kernel once."""
    load_numba()
    import numba
    import numpy as np

    kernel: Any = numba.njit(_kernel)
    with _garbage_left():
        kernel(np.zeros((2, 2), dtype=np.int8))
    _kernels[:] = [kernel]
    _learn_types()
    numba_hooks.missing_hooks()  # it is remembered
    desk.warm_up(2)
    gc.collect()
    gc.freeze()  # a collection in a fork would go through all of numba, and copy each page of it


def rehearse(grid: Any) -> None:
    """Call the kernel once more, so that in the window no call is the first one."""
    for kernel in _kernels:
        kernel(grid)


def _kernel(grid: Any) -> Any:
    board = grid.copy()
    for row in range(board.shape[0]):
        board[row, row] += 1
    return board


class _KnownError(Exception):
    """Instead of a compilation: the types are known by then."""


def _learn_types() -> None:
    """Have numba's C code know the types of common arguments: else the first call with one finds it out by Python code,
    300 us of a window. Nothing is compiled."""
    import numba
    import numpy as np

    def found(*_: Any) -> None:
        raise _KnownError

    nothing: Any = numba.njit(lambda _: None)
    nothing._compile_for_args = found
    values: list[Any] = [0, 0.0, 1j, True, None, "a", (0, 0), (0, 0, 0)]
    for kind in "?bhilqBHILQfdD":
        values.append(np.zeros((), kind)[()])
        for axes in (1, 2, 3):
            square = np.zeros((3,) * axes, kind)
            fixed = square.copy()
            fixed.flags.writeable = False
            values += [square, np.asfortranarray(square), square[::2], square[..., ::2], fixed]
    for value in values:
        with contextlib.suppress(_KnownError):
            nothing(value)
