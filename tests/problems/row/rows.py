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


def toml_value(value: Any) -> str:
    """Return a value as a TOML file has it, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_value(one)}" for key, one in value.items()) + " }"
    return f"[{', '.join(map(toml_value, value))}]" if isinstance(value, list) else json.dumps(value)
