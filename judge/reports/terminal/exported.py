"""Say what an exported package holds, and what it could not take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from rich.text import Text

from judge.reports.terminal.ranking import warning_line


def exported_lines(target: str, files: Mapping[str, bytes], said: Sequence[str]) -> Text:
    """Return one line on what was written where, and one for each thing that is lost or missing there."""
    paths = [PurePosixPath(name) for name in files]
    cases = sum(path.suffix == ".in" for path in paths)
    programs = {path.parts[:3] for path in paths if path.parts[0] == "submissions" and len(path.parts) > 2}
    size = sum(map(len, files.values())) / (1 << 20)
    head = f"{target}: {_many(cases, 'case')}, {_many(len(programs), 'submission')}, {size:.1f} MiB"
    lines = [Text(head), *(warning_line(one) for one in said)]
    if not any(parts[1] == "accepted" for parts in programs):
        lines.append(warning_line("there is no accepted submission, and the format asks for one"))
    return Text("\n").join(lines)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
