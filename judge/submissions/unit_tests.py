"""Unit tests: they come with a whole project, run by themselves, and are not what is handed in."""

from __future__ import annotations

import re

_JAVA = re.compile(rb"^[ \t]*import[ \t]+(?:static[ \t]+)?(?:org\.junit|junit\.framework|org\.testng)\b", re.MULTILINE)
_PYTHON = re.compile(rb"^[ \t]*(?:import|from)[ \t]+(?:unittest|pytest)\b", re.MULTILINE)


def is_unit_test(path: str, text: bytes) -> bool:
    """Say whether a source file holds unit tests."""
    framework = _JAVA if path.endswith(".java") else _PYTHON if path.endswith(".py") else None
    return framework is not None and framework.search(text) is not None
