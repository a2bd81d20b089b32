"""A file for each student, each fenced: one that can't be made does not stop the others."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from judge.errors import JudgeError, keep_trace
from judge.model.classroom import Graded
from judge.model.fence import fault_of
from judge.reports.export.atomic import write_whole

_NAMES = (errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL)


class Written(msgspec.Struct, frozen=True):
    """How many files were written, and of whom none could be: the student's id and why."""

    count: int = 0
    failed: tuple[tuple[str, str], ...] = ()


def write_each(
    rows: Iterable[Graded], folder: Path, name: Callable[[Graded], str], text: Callable[[Graded], str]
) -> Written:
    """Write a file below `folder` for every row with a page. JudgeError E435 when the folder can't be written to."""

    def write(row: Graded) -> None:
        path, content = _inside(folder, name(row)), text(row)
        content.encode()
        _write(path, content)

    return each_page(rows, write)


def each_page(rows: Iterable[Graded], make: Callable[[Graded], object]) -> Written:
    """Call `make` for every row with a page. Where it fails on one, that one is told, and the others are made."""
    count, failed = 0, list[tuple[str, str]]()
    for row in rows:
        if not row.page:
            continue
        try:
            make(row)
        except JudgeError:
            raise
        except Exception as error:
            why = fault_of(error).message
            failed.append((row.student.id, why if failed else f"{why}, kept in {keep_trace(error)}"))
        else:
            count += 1
    return Written(count, tuple(failed))


def _inside(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        message = f"{name} leads out of {folder}"
        raise ValueError(message)
    return path


def _write(path: Path, content: str) -> None:
    """Write one file. A name that no file can have is that page's own fault, and not the folder's."""
    try:
        write_whole(path, content)
    except JudgeError as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno in _NAMES:
            raise cause from error
        raise


def left_out(what: str, written: Written) -> JudgeError | None:
    """Return what is to be said of those without a file; None if there is nobody."""
    if not written.failed:
        return None
    who, why = written.failed[0]
    more = f", and those of {len(written.failed) - 1} more" if len(written.failed) > 1 else ""
    return JudgeError("E304", f"the {what} of {who} could not be made{more}", note=why, help="report it")
