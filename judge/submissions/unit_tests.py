"""Unit tests of Java: they come with a whole project, and need a framework that is not handed in."""

from __future__ import annotations

import re

_FRAMEWORK = re.compile(
    rb"^[ \t]*import[ \t]+(?:static[ \t]+)?(?:org\.junit|junit\.framework|org\.testng)\b", re.MULTILINE
)


def is_unit_test(path: str, text: bytes) -> bool:
    """Say whether a source file holds unit tests."""
    return path.endswith(".java") and _FRAMEWORK.search(text) is not None
