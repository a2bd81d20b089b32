"""A file for each student, each fenced: one that can't be made does not stop the others.

Pages of students who are gone: what the judge wrote into a folder before, and nothing else, is removed from it. A file
of the folder lists the pages with their digests. A page that somebody has changed is theirs, and stays. Several classes
may have their pages in one folder: each has a list of its own, known again by the pages that it shares.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePosixPath

import msgspec

from judge.errors import JudgeError, keep_trace
from judge.files import write_json, write_whole
from judge.model import Graded, fault_of

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


# --- pages of students who are gone -----------------------------------------------------------------------------------
LIST = ".judge-pages.json"
_Pages = dict[str, str]  # the SHA-256 of each, by its path in the folder


class _Listed(msgspec.Struct, frozen=True):
    """The pages of every class that were written into a folder."""

    classes: tuple[_Pages, ...] = ()
    schema: str = "judge.pages/1"


def remove_former(folder: Path, written: Collection[str], present: Collection[str]) -> int:
    """Remove the pages of students who are no longer in the class, and keep the list up to date; return how many went.

    `written` are the paths of pages that were written now, `present` the pages of all in the class, without an ending.
    JudgeError E435 when the list can't be written.
    """
    listed = _read(folder)
    former, others = _same_class(listed, present)
    kept = {path: digest for path, digest in former.items() if _stem(path) in present}
    foreign = {path for pages in others for path in pages}
    gone = [path for path in former if path not in kept and path not in foreign]
    removed = sum(_remove(folder, path, former[path]) for path in gone)
    now = {path: digest for path in written if (digest := _digest(folder, path))}
    if now or listed.classes:
        write_json(folder / LIST, _Listed((*others, kept | now)))
    return removed


def _read(folder: Path) -> _Listed:
    """Return what was listed. A list that can't be read says nothing, so nothing is removed by it."""
    try:
        return msgspec.json.decode((folder / LIST).read_bytes(), type=_Listed)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return _Listed()


def _same_class(listed: _Listed, present: Collection[str]) -> tuple[_Pages, list[_Pages]]:
    """Return the pages of this class, those of the list that shares most with it, and those of the others."""
    classes = list(listed.classes)
    shared = [sum(_stem(path) in present for path in pages) for pages in classes]
    if not any(shared):
        return {}, classes
    return classes.pop(shared.index(max(shared))), classes


def _stem(path: str) -> str:
    """Return the page without its ending. Version 0.1.0 could write Markdown too."""
    return str(PurePosixPath(path).with_suffix("")) if path.endswith((".html", ".md")) else path


def _remove(folder: Path, path: str, digest: str) -> bool:
    """Remove one page, and the folders that it leaves empty, if it is still what was written."""
    if _digest(folder, path) != digest:
        return False
    try:
        (folder / path).unlink()
    except OSError:
        return False
    with contextlib.suppress(OSError):  # it holds something else
        for parent in filter(lambda one: one.parts, PurePosixPath(path).parents):
            (folder / parent).rmdir()
    return True


def _digest(folder: Path, path: str) -> str:
    """Return the digest of a page; "" for what is no plain file in the folder."""
    whole = folder / path
    try:
        inside = whole.parent.resolve().is_relative_to(folder.resolve())
        if not inside or whole.is_symlink() or not whole.is_file():
            return ""
        return hashlib.sha256(whole.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""
