"""Sets numba up in a zygote: its compiler by a kernel of the kind that every solution has, and the heap.

numba does that lazily, at the first kernel, and so it finds out the types of arguments. Forks find both done.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator
from typing import Any, Final

from judge.sandbox.inside import heap, numba_hooks

_kernels: list[Any] = []
SPARED: Final = ("colorama", "coverage", "yaml")  # with the first, what numba says holds escape sequences
FILE: Final = "kernel.py"
SOURCE: Final = b"""\
def kernel(grid):
    board = grid.copy()
    for row in range(board.shape[0]):
        board[row, row] += 1
    return board
"""


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


def _keep_in(folder: str) -> None:
    """Have numba keep the judge's own kernel in this folder, wherever its source lies: its own name for a place holds
    that, and in the next run the source lies elsewhere."""
    import numba
    from numba.core.caching import UserProvidedCacheLocator

    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]
    UserProvidedCacheLocator.get_suitable_cache_subpath = staticmethod(lambda _: "kernels")  # type: ignore[method-assign]


def set_up(home: str = "") -> bool:
    """Run the kernel; say whether it had to be compiled. With a `home`, which holds its source, it is taken from the
    cache there; where there is none in it, another process compiles it."""
    compiled = bool(home) and not os.listdir(f"{home}/cache")
    if compiled and not (pid := os.fork()):
        try:
            _run(home)
        finally:
            os._exit(0)
    elif compiled:
        os.waitpid(pid, 0)
    with _garbage_left():
        try:
            _run(home)
        except Exception:  # what was kept is no kernel
            _run("")
            compiled = False
    _learn_types()
    numba_hooks.missing()  # it is remembered
    heap.warm_up(2)
    gc.collect()
    gc.freeze()  # a collection in a fork would go through all of numba, and copy each page of it
    return compiled


def rehearse(grid: Any) -> None:
    """Call the kernel once more, so that in the window no call is the first one."""
    for kernel in _kernels:
        kernel(grid)


def _run(home: str) -> None:
    import numba
    import numpy as np

    path, made = f"{home}/source/{FILE}", dict[str, Any](__name__=__name__)  # numba looks its module up
    if home:
        _keep_in(f"{home}/cache")
    exec(compile(SOURCE, path, "exec", dont_inherit=True), made)
    kernel: Any = numba.njit(cache=bool(home))(made["kernel"])
    kernel(np.zeros((2, 2), dtype=np.int8))
    _kernels[:] = [kernel]


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
