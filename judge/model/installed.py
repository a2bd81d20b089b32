"""Which packages are installed, by the names of their folders.

To load importlib.metadata takes as long as a whole command that runs nothing."""

from __future__ import annotations

import sys
from pathlib import Path


def package_folders() -> list[str]:
    """Return the folders in which this Python has packages that are installed."""
    return [folder for folder in sys.path if folder.endswith("-packages")]


def version_of(package: str) -> str:
    """Return the version of a package, empty where it is not installed."""
    for folder in package_folders():
        for found in Path(folder).glob(f"{package}-*.dist-info"):
            return found.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""
