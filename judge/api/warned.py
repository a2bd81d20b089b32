"""Show what a call says while it works."""

from __future__ import annotations

import warnings


def warn(said: object, call: str = "judge.run") -> None:
    """Show a message, each time, where Python shows warnings: on stderr, in a notebook below the cell."""
    warnings.warn_explicit(str(said), RuntimeWarning, call, 1)
