"""Which packages are installed, by the names of their folders.

To load importlib.metadata takes as long as a whole command that runs nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "puzzle-judge"  # of the judge; on PyPI, `judge` is a stranger's


def package_folders() -> list[str]:
    """Return the folders in which this Python has packages that are installed."""
    return [folder for folder in sys.path if folder.endswith("-packages")]


def version_of(package: str = DISTRIBUTION) -> str:
    """Return the version of a package or of the judge, empty where it is not installed."""
    stem = f"{package.replace('-', '_')}-"
    for folder in package_folders():
        for found in Path(folder).glob(f"{stem}*.dist-info"):
            return found.name.removeprefix(stem).removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def installs(extra: str) -> str:
    """Return the help that says how an extra is installed: from a clone, as no index has the judge."""
    return f"in your clone of the judge: pip install -e '.[{extra}]'"
