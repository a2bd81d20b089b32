"""One export of a class as one file: what `hand_out` writes, read back out of a folder that is gone afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from judge.errors import JudgeError
from judge.model.classroom import Graded
from judge.reports.export.exporter import Sheet
from judge.reports.export.feedback import packed
from judge.reports.export.table import EXPORTS
from judge.reports.export.write import hand_out

_WARNING = "warning: "


class Made(msgspec.Struct, frozen=True):
    """The bytes, what is in them, and what to know before they are used."""

    body: bytes
    said: str
    warnings: tuple[str, ...] = ()


def made(name: str, rows: Sequence[Graded], sheet: Sheet) -> Made:
    """Return the export of this name; a folder is packed as a zip. Where points wait for a judge error, that is a
    warning. JudgeError where nothing can be written, such as E479."""
    row = EXPORTS[name]
    with TemporaryDirectory(prefix="judge-export-") as folder:
        path = Path(folder) / (name if row.metavar == "FOLDER" else f"{name}{row.ending}")
        lines: list[str] = []
        try:
            for line in hand_out(rows, {name: path}, sheet):
                lines.append(line)
        except JudgeError as fault:
            if not path.exists():
                raise
            lines.append(_WARNING + "; ".join(filter(None, (fault.message, fault.note))))
        body = _packed_folder(path) if row.metavar == "FOLDER" else path.read_bytes()
    said = next((line.removeprefix(f"{path}: ") for line in lines if line.startswith(f"{path}: ")), "")
    warned = (line for line in lines if not line.startswith(f"{path}: "))
    return Made(body, said, tuple(line.removeprefix(_WARNING) for line in warned))


def _packed_folder(folder: Path) -> bytes:
    files = (path for path in folder.rglob("*") if path.is_file())
    return packed({path.relative_to(folder).as_posix(): path.read_bytes() for path in files})
