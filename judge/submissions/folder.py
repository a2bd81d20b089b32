"""A program of many files: which of them are sources, which one is run, and their bytes, within bounds."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from judge.errors import JudgeError, meant
from judge.submissions.languages import as_in_table, is_source, needs_main
from judge.submissions.unit_tests import is_unit_test

SOURCE_LIMIT = 256 << 10  # bytes
FILES_LIMIT, FOLDER_LIMIT = 256, 4 << 20  # of a program of many files
BEGINNINGS = ("homework", "main", "solution")
_NAMED = 5  # of a list of files, in a sentence
_MAIN = re.compile(rb"^[ \t]*(?:[\w\[\]]+[ \t]+)*main[ \t]*\(|^if[ \t(]+__name__\b", re.MULTILINE)
_IMPORTED = re.compile(rb"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)


def listed(paths: Iterable[str]) -> str:
    """Return the first of these files, and how many more there are."""
    names = sorted(paths)
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def is_folder(path: Path) -> bool:
    """Say whether it is a folder; not where the name is longer than any path: reading it says that better."""
    with contextlib.suppress(OSError):
        return path.is_dir()
    return False


def is_there(path: Path) -> bool:
    """Say whether it is a folder or a plain file, whatever can be read of it."""
    with contextlib.suppress(OSError):
        return path.is_dir() or path.is_file()
    return False


def is_program(folder: Path) -> bool:
    """Say whether a folder is one program: it, or a folder in it, holds a file that programs begin with; or all its
    files are in languages that ask for a main, and exactly one of them has it. Where all lie deeper, as those of a
    package of Java do, a main of a part counts for nothing."""
    sources = _sources(folder)
    if any(begins(path.name) for path in sources):
        return True
    if len(sources) < 2 or not all(needs_main(path.suffix) for path in sources):
        return False
    texts = {str(path.relative_to(folder)): read_file(path) for path in sources}
    upper = [path for path, text in texts.items() if "/" not in path and has_main(text)]
    begun = _with_main(texts)
    return len(begun) == 1 and (not upper or begun == upper)


def main_file(folder: Path) -> Path:
    """Return the file that is run; JudgeError E431 when that is not clear."""
    sources = {str(path.relative_to(folder)): read_file(path) for path in _sources(folder)}
    begun = run_of(sources)
    if len(begun) == 1:
        return folder / begun[0]
    if not sources:
        raise no_sources(folder)
    found = ", ".join((begun or list(sources))[:5])
    repair = "call it main or homework, and no other, or name that file alone"
    raise JudgeError("E431", f"it is not clear which file of {folder} is run", note=found, help=repair)


def no_sources(folder: Path) -> JudgeError:
    """Return E431 for a folder without a submission in it; sources that lie deeper are counted and named."""
    deeper = [str(path.relative_to(folder)) for path in _sources(folder)]
    message = f"there is no source file in the folder {folder}"
    if not deeper:
        repair = "name a source file, or a folder with a homework.* or main.* in it"
        return JudgeError("E431", message, help=repair)
    begun = [path for path in deeper if has_main(read_file(folder / path))]
    found = f"{len(deeper)} lie in folders below, such as {deeper[0]}"
    several = f"; a program begins in {', '.join(begun[:5])}" if begun else ""
    return JudgeError("E431", message, note=found + several, help="call the one that is run main, and no other")


def run_of(sources: Mapping[str, bytes]) -> list[str]:
    """Return which of these sources, by path within their folder, may be the one that is run; one alone where it is
    clear.

    It is the only source there is, the only homework.*, main.* or solution.* that is not deeper than another of them,
    or the only one in which a program begins.
    """
    if len(sources) == 1:
        return list(sources)
    called = [path for path in sources if begins(path)]
    least = min((path.count("/") for path in called), default=0)
    upmost = {path: sources[path] for path in called if path.count("/") == least}
    return _runnable(upmost) or list(upmost) or _with_main(sources)


def _with_main(sources: Mapping[str, bytes]) -> list[str]:
    """Return those in which a program begins. Of several it is the one that lies least deep and is the only one of
    its language; of classes of Java in packages the ones that no other source names."""
    own = {path: text for path, text in sources.items() if not is_unit_test(path, text)}
    begun = [path for path, text in own.items() if has_main(text)]
    least = min((path.count("/") for path in begun), default=0)
    upmost = [path for path in begun if path.count("/") == least]
    if len(upmost) == 1 and sum(path.endswith(PurePosixPath(upmost[0]).suffix) for path in begun) == 1:
        return upmost
    packages = all("/" in path for path in own) and all(path.endswith(".java") for path in begun)
    if len(begun) < 2 or not packages:
        return begun
    return [path for path in begun if not _is_named(path, own)] or begun


def _is_named(path: str, sources: Mapping[str, bytes]) -> bool:
    """Say whether another source names the class that this file is called after."""
    word = re.compile(rb"\b" + re.escape(PurePosixPath(path).stem.encode()) + rb"\b")
    return any(word.search(text) for other, text in sources.items() if other != path)


def _runnable(sources: Mapping[str, bytes]) -> list[str]:
    """Return those that are no part of another: they have a main where their language asks for one, and none imports
    them."""
    imported = {name for text in sources.values() for name in _IMPORTED.findall(text)}
    return [
        path
        for path, text in sources.items()
        if (not needs_main(PurePosixPath(path).suffix) or has_main(text))
        and PurePosixPath(path).stem.encode() not in imported
    ]


def source_files(folder: Path) -> list[Path]:
    """Return the submissions in a folder of them: each source file right in it."""
    return [path for path in _sources(folder) if path.parent == folder]


def has_main(text: bytes) -> bool:
    """Say whether a program begins in a file, in whatever language."""
    return _MAIN.search(text) is not None


def begins(path: str) -> bool:
    """Say whether a file is called as one that is run: Python itself runs the `__main__.py` of a folder."""
    name = PurePosixPath(path).name
    return name.lower().startswith(BEGINNINGS) or name == "__main__.py"


def _sources(folder: Path) -> list[Path]:
    """Return the source files by depth and name; links and hidden files are passed over."""
    found: list[Path] = []
    for path in sorted(folder.rglob("*"))[:FILES_LIMIT]:
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_source(path.name) and path.is_file() and not path.is_symlink() and not hidden:
            found.append(path)
    return sorted(found, key=lambda path: (len(path.parts), path.name))


def files_of(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return every plain file of a program, by relative path, with endings as in the table; what a Makefile says is
    nobody's business."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_symlink() or not path.is_file() or any(part.startswith(".") for part in inside.parts):
            continue
        if not (is_source(path.name) or path.suffix == ".jar") and path.stat().st_size > SOURCE_LIMIT:
            continue  # a report, an archive, a compiled program: nothing that is compiled or run
        name = as_in_table(str(inside))
        name = str(inside) if name in files or (folder / name).exists() else name
        files[name] = read_file(path, FOLDER_LIMIT if path.suffix == ".jar" else SOURCE_LIMIT)
        if len(files) > FILES_LIMIT or sum(map(len, files.values())) > FOLDER_LIMIT:
            message = f"{folder} has more than {FILES_LIMIT} files, or more than {FOLDER_LIMIT >> 20} MiB of them"
            raise JudgeError("E431", message, help="submit the sources alone")
    return tuple(files.items())


def read_file(path: Path, limit: int = SOURCE_LIMIT) -> bytes:
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else f"does not exist or is not a file{_meant(path)}"
            raise JudgeError("E431", f"{path} {what}", help="name a source file")
        with path.open("rb") as file:
            source = file.read(limit + 1)
    except OSError as error:
        raise JudgeError(
            "E435", f"{path} can't be opened: {error.strerror}", help="name a file that you may read"
        ) from error
    if len(source) > limit:
        raise JudgeError("E431", f"{path} is longer than {limit >> 10} KiB", help="submit the source alone")
    return source


def _meant(path: Path) -> str:
    """Return the question whether a file beside it was meant."""
    try:
        return meant(path.name, sorted(entry.name for entry in path.parent.iterdir() if entry.is_file()))
    except OSError:  # there is no such folder either, or it is another's
        return ""
