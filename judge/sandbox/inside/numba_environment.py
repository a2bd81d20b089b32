"""numba reads its environment variables as it is imported; here that was long before a submission ran.

So the first look at it is taken for the import: `os.environ["NUMBA_DISABLE_JIT"] = "1"` above `import numba` counts, as
in a Python that imports numba only then.
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any


class _Unread(types.ModuleType):
    """numba, until anybody looks at it, which `import numba` and `from numba import ...` do."""

    def __getattribute__(self, name: str) -> Any:
        object.__setattr__(self, "__class__", types.ModuleType)
        config = _config()
        if hasattr(config, "reload_config"):
            config.reload_config()
        return getattr(self, name)


def read_at_import() -> None:
    """Have numba read its environment once more when it is imported next; 0.04 ms, where nothing was set."""
    _config()
    sys.modules["numba"].__class__ = _Unread


def _config() -> Any:
    return importlib.import_module("numba.core.config")
