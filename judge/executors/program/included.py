"""Sources of C and C++ that another one takes in by `#include "rest.cpp"`: compiled beside it, all would be there
twice."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)


def included(files: Iterable[tuple[str, bytes]]) -> frozenset[str]:
    """Return the names of the files that others include, as paths within the submission."""
    return frozenset(
        posixpath.normpath(posixpath.join(posixpath.dirname(name), taken.decode(errors="replace")))
        for name, data in files
        for taken in _INCLUDE.findall(data)
    )
