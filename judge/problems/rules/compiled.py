"""Load numba's compiler for the fast rules, so that nothing in the current folder can change what it does."""

from __future__ import annotations

import sys

# With PyYAML numba takes its settings, the folder of its pickled kernels too, from a file in the current folder.
_yaml = sys.modules.get("yaml")
sys.modules["yaml"] = None  # type: ignore[assignment]
try:
    from numba import njit
finally:
    del sys.modules["yaml"]
    if _yaml is not None:
        sys.modules["yaml"] = _yaml

__all__ = ["njit"]
