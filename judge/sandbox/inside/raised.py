"""What `solve` raised, as a text: its kind and places, what it says, and the way to it. Inside the box.

The first line holds words: the kind; line, first and last byte of the innermost place in the submission's file; the
line that numba names; the errno of what the system refused; 1 if that was a path outside the working directory; 1 if
this process is sealed. Lines count from 1, bytes from 0, and 0 or -1 stands where nothing is known. Everything here has
met the submission's own code, so the judge believes none of it.
"""

from __future__ import annotations

import builtins
import contextlib
import itertools
import os
import re
import sys
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside import seal
from judge.sandbox.inside.linux import prctl

SAID: Final = 3 * protocol.TEXT_LIMIT // 4  # of what an exception says; more is cut behind the middle
SHOWN: Final = 8  # calls of a traceback
DEEP: Final = 100_000  # calls that are looked at
CAUSES: Final = 10  # exceptions that led to it
# What numba raises from C, without a call of its own on the way.
_FROM_C: Final = re.compile(
    "cannot reflect element of reflected container|(?:not enough|too many) arguments: expected "
)


def describe(error: BaseException, path: str) -> bytes:
    """Return the text of an exception that came out of the submission in `path`."""
    try:
        frames = list(itertools.islice(_frames(error.__traceback__), DEEP))
        own = [frame for frame in frames if frame.tb_frame.f_code.co_filename == path]
        kind = "NumbaError" if is_numbas(error) else _kind(error)
        place = _place(own[-1]) if own else (0, 0, -1)
        said = "".join(traceback.format_exception_only(error))
        if isinstance(error, SyntaxError):  # of which a traceback shows the place first
            place = (error.lineno or 0, 0, -1) if error.filename == path else place
            said = f"{type(error).__name__}: {error}\n"
        said = _cut(said)
        told = own if kind == "NumbaError" else [one for one in frames if not _is_ours(one)]
        text = said + "".join("".join(traceback.format_tb(one, limit=1)) for one in told[-SHOWN:])
        head = " ".join(map(str, (kind, *place, _line_of_numba(error, path), *_refusal(error), int(_is_sealed()))))
    except BaseException:  # its __str__ is the submission's code as well
        head, text = "Exception 0 0 -1 0 0 0 0", "an exception that can't be shown"
    return f"{head}\n{text}".encode(errors="replace")[: protocol.TEXT_LIMIT]


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_numbas(error: BaseException) -> bool:
    """Say whether numba refused to compile, or to take an argument; it raises errors of Python as well."""
    if isinstance(error, MemoryError):
        return False
    errors = sys.modules.get("numba.core.errors")
    if errors is not None and isinstance(error, errors.NumbaError):
        return True
    if type(error) is TypeError and error.args and _FROM_C.match(str(error.args[0])):
        return True
    return any(map(_compiles, itertools.islice(_frames(error.__traceback__), DEEP)))


def _kind(error: BaseException) -> str:
    """Return which built-in exception it is."""
    names = (sort.__name__ for sort in type(error).__mro__ if getattr(builtins, sort.__name__, None) is sort)
    return next(names, "Exception")


def _compiles(frame: TracebackType) -> bool:
    """Say whether this call is one of numba's that compile; what a compiled function raises has none of them."""
    return frame.tb_frame.f_code.co_filename.endswith(("/numba/core/dispatcher.py", "/numba/core/compiler.py"))


def _is_ours(frame: TracebackType) -> bool:
    return os.path.dirname(frame.tb_frame.f_code.co_filename) == os.path.dirname(__file__)


def _place(frame: TracebackType) -> tuple[int, int, int]:
    """Return the line of a call, and its bytes where Python knows them."""
    positions = itertools.islice(frame.tb_frame.f_code.co_positions(), max(0, frame.tb_lasti // 2), None)
    line, last_line, start, end = next(positions, (None, None, None, None))
    if line != frame.tb_lineno or start is None or end is None:
        return frame.tb_lineno or 0, 0, -1
    return line, start, end if last_line == line else -1


def _line_of_numba(error: Any, path: str) -> int:
    place = getattr(error, "loc", None)
    line = getattr(place, "line", 0)
    return line if type(line) is int and getattr(place, "filename", None) == path else 0


def _refusal(error: BaseException | None) -> tuple[int, int]:
    """Return the errno of the first OSError among an exception and those that led to it, and whether its path lies
    outside the working directory."""
    for _ in range(CAUSES):
        if error is None:
            break
        if isinstance(error, OSError) and type(error.errno) is int and error.errno > 0:
            return error.errno, int(_is_outside(error.filename))
        error = error.__cause__ or error.__context__
    return 0, 0


def _is_outside(path: object) -> bool:
    if not isinstance(path, str | bytes):
        return False
    with contextlib.suppress(OSError):  # the working directory may be gone
        here = os.path.realpath(os.getcwd())
        return os.path.commonpath((os.path.realpath(os.fsdecode(path)), here)) != here
    return False


def _is_sealed() -> bool:
    with contextlib.suppress(OSError):  # a kernel without seccomp
        return prctl(seal.PR_GET_SECCOMP) == seal.SECCOMP_MODE_FILTER
    return False


def _cut(text: str) -> str:
    return text if len(text) <= SAID else f"{text[: 3 * SAID // 4]}\n...\n{text[-SAID // 4 :]}"
