"""Have numba check every index of a kernel, and name the line of one that is out of bounds.

Only for a case that is run once more after a crash. numba's own check raises an IndexError without a place; here it
gets that of the instruction that is being compiled, as numba gives it to a `raise`.
"""

from __future__ import annotations

import os
from typing import Any


def turn_on() -> None:
    """Check indexes in whatever is compiled in this process from now on."""
    import numba
    from numba.core import callconv, lowering

    config: Any = numba.config
    config.BOUNDSCHECK = 1
    os.environ["NUMBA_BOUNDSCHECK"] = "1"  # numba reads all of its variables again when one has changed
    lower: Any = lowering.BaseLower
    convention: Any = callconv.CPUCallConv
    lower_block, set_exception = lower.lower_block, convention.set_static_user_exc
    compiling: list[Any] = []

    def lower_and_remember(self: Any, block: Any) -> Any:
        compiling.append(self)
        try:
            return lower_block(self, block)
        finally:
            compiling.pop()

    def set_with_place(self: Any, builder: Any, exc: Any, exc_args: Any = None, **place: Any) -> Any:
        if place.get("loc") is None and compiling:
            place = {"loc": compiling[-1].loc, "func_name": "a kernel"}
        return set_exception(self, builder, exc, exc_args=exc_args, **place)

    lower.lower_block = lower_and_remember
    convention.set_static_user_exc = set_with_place
