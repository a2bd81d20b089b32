"""Programs and submissions of the tests in this folder, by their names."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

PROGRAMS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
