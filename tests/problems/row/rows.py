"""The shipped rows, and those of rows.toml."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from tests.shipped import ROOT

NEW: dict[str, Any] = tomllib.loads((Path(__file__).parent / "rows.toml").read_text())
SHIPPED: dict[str, Any] = tomllib.loads((ROOT / "judge/problems/puzzles.toml").read_text())
RAW = NEW | {name: {key: said[key] for key in said if key != "starter"} for name, said in SHIPPED.items()}


def own(name: str) -> str:
    """Return how the puzzle of a row is named."""
    return json.dumps(RAW[name])
