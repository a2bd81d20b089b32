"""Two ICPC packages of one problem, written for the tests: in the older form and in that of 2025-09."""

from __future__ import annotations

from pathlib import Path

from tests import classes
from tests.make import files, texts_of

HERE = Path(__file__).parent
LEGACY, NEWEST = (texts_of((HERE / f"{form}.txt").read_bytes().decode()) for form in ("legacy", "newest"))
VALIDATOR = NEWEST["output_validator/validate.py"]


def without(texts: dict[str, str], *names: str) -> dict[str, str]:
    return {name: text for name, text in texts.items() if not name.startswith(names)}


def write(texts: dict[str, str], root: Path) -> Path:
    """Write a package into a folder."""
    return files(root, texts)


def write_zip(texts: dict[str, str], path: Path, top: str = "") -> Path:
    """Write a package into a zip, in a folder or in none."""
    return classes.write_zip(path, {top + name: text.encode() for name, text in texts.items()})
