"""The submissions of forged.txt. Whatever lies in the place of their kernels, the verdict is that of the submission
without it, unless code in it runs: then it is one of a box in which the submission has run its own code."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

_ALL = re.findall(
    r"^== (\w+) ?(\w*) ?(.*)\n((?:(?!== ).*\n)*)", Path(__file__).with_suffix(".txt").read_text(), re.MULTILINE
)
_BEGIN, HONEST, _KERNELS = (text.strip("\n") for *_, text in _ALL[:3])


def names(*kinds: str) -> list[str]:
    """The files of these kinds."""
    return [f"kernels_{name}.py" for name, kind, _, _ in _ALL[3:] if kind in kinds]


def sources() -> Iterator[tuple[str, str]]:
    """Their names and sources, with the header that a trial begins with."""
    for name, kind, expect, text in _ALL[3:]:
        limits = "compilation_time = 0.5" if expect == "TLE" else "time_limit = 5"
        head = f"# Leaves kernels for its attempts: {name.replace('_', ' ')}.\n# expect: {expect}\n# limits: {limits}"
        body, end = _of_kind(kind, text.strip("\n")), _KERNELS if kind == "records" else HONEST
        yield f"kernels_{name}.py", f"{head}\n{_BEGIN}\n\n\n{body}\n\n\n{end}\n"


def _of_kind(kind: str, text: str) -> str:
    match kind:
        case "bytes" | "large":  # what lies there, of which none is a record
            return f"leave({text})"
        case "name":  # what is done with the file's name
            return f"if not ATTEMPT:\n{textwrap.indent(text, '    ')}"
        case "refused":  # the same, where a sandbox may refuse it
            return f"if not ATTEMPT:\n    try:\n{textwrap.indent(text, '        ')}\n    except OSError:\n        pass"
        case "pickle" | "slow":  # what runs when a record is read
            return f"leave(runs({text!r}))"
        case _:  # what lies there, of the records and results of two kernels
            return f"def forged(found, first, code, second, other):\n    return {text}"
