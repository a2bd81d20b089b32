"""A program of many files: which of them are sources, which one is run, and their bytes, within bounds."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from judge.errors import JudgeError, meant
from judge.model import Problem, Programs
from judge.submissions.contract import UNSAID
from judge.submissions.language import languages
from judge.submissions.main_file import (
    CALL_IT,
    MainFile,
    defines_solve,
    hang_together,
    has_main,
    main_begins,
    standing_alone,
    taken_in,
)
from judge.text import listed


class _Limits(NamedTuple):
    """What is read at most, in bytes: of a source, of a program of so many `files`, and of a student's notebooks."""

    source: int = 256 << 10
    files: int = 256
    folder: int = 4 << 20
    notebook: int = 16 << 20  # its pictures are in it


LIMITS: Final = _Limits()
SOLUTIONS: Final = Path("solutions")


def is_folder(path: Path) -> bool:
    """Say whether it is a folder; not where the name is longer than any path: reading it says that better."""
    with contextlib.suppress(OSError):
        return path.is_dir()
    return False


def holds_submissions(folder: Path) -> bool:
    """Say whether each source of a folder is a submission, by the table that `judge help program` shows."""
    files = _by_name(folder)
    if any(map(main_begins, files)):
        return False
    if len(files) < 2:
        return not any("/" in name for name in files)
    texts = {name: read_file(path) for name, path in files.items()}
    if _connected(texts):
        return False
    upper = {name: text for name, text in texts.items() if "/" not in name}
    return not upper or _keeps_submissions(folder) or _functions(upper) > 1


def _functions(texts: Mapping[str, bytes]) -> int:
    """Count the files that define `solve`, without those that take it from another one."""
    solving = {name for name, text in texts.items() if defines_solve(name, text)}
    return sum(not taken_in(name, texts[name], texts) & (solving - {name}) for name in solving)


def _connected(texts: Mapping[str, bytes]) -> bool:
    """Say whether imports connect all sources; or all are in languages that ask for a main, and exactly one has it.
    Where all lie deeper, as those of a package of Java do, a main of a part counts for nothing."""
    if not all(languages().needs_main(name) for name in texts):
        return hang_together(texts)
    upper = [name for name, text in texts.items() if "/" not in name and has_main(text)]
    begun = standing_alone(texts)
    return len(begun) == 1 and (not upper or begun == upper)


def _keeps_submissions(folder: Path) -> bool:
    """Say whether it is a folder of solutions/, or of the submissions of a package."""
    around = folder.resolve().parent
    return around.name == SOLUTIONS.name or (
        around.name == Problem.SUBMISSIONS and (around.parent / "problem.toml").is_file()
    )


def main_file(folder: Path, rules: Programs = UNSAID, problem: str = "", main: str = "") -> Path:
    """Return the file that is run: `main`, or what stands out by the `rules` of the `problem`. JudgeError E431 when
    that is not clear."""
    sources = _by_name(folder)
    if not sources:
        raise no_sources(folder)
    if main:
        return sources[_named(folder, list(sources), main)]
    texts = {name: read_file(path) for name, path in sources.items()}
    found = MainFile.of(texts, rules, [folder.resolve().name, problem])
    if len(found.paths) == 1:
        return sources[found.paths[0]]
    message = f"it is not clear which file of {folder} is run: {listed(sorted(found.paths))}"
    repair = f"say which, as in  --main {quote(min(found.paths))}   or {found.help}"
    raise JudgeError("E431", message, note="files that are submissions of their own are named one by one", help=repair)


def holds(folder: Path, main: str) -> bool:
    """Say whether a source of the folder is called `main`; not where nothing is."""
    return bool(main) and bool(MainFile.named(_by_name(folder), main))


def _named(folder: Path, sources: Sequence[str], main: str) -> str:
    """Return the source that somebody has named, perhaps with the path of the folder before it."""
    found = MainFile.named(sources, main) or MainFile.named(sources, os.path.relpath(main, folder))
    if len(found) == 1:
        return found[0]
    if found:
        message, repair = f"there are several files {main} in {folder}", "name its folder too, as in  --main "
        raise JudgeError("E431", message, note=listed(sorted(found)), help=repair + quote(min(found)))
    message = f"there is no source file {main} in {folder}{meant(main, sources)}"
    raise JudgeError("E431", message, help=f"name one of {listed(sorted(sources))}")


def _by_name(folder: Path) -> dict[str, Path]:
    """Return the source files by their paths within the folder, with endings as in the table."""
    own = {str(path.relative_to(folder)): path for path in _sources(folder)}
    meant = {name: languages().as_in_table(name) for name in own}
    return {meant[name] if meant[name] not in own else name: path for name, path in own.items()}


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
    return JudgeError("E431", message, note=found + several, help=CALL_IT)


def is_lone(folder: Path) -> bool:
    """Say whether a folder has one source file alone, and right in it."""
    return len(_sources(folder)) == len(source_files(folder)) == 1


def source_files(folder: Path) -> list[Path]:
    """Return the submissions in a folder of them: each source file right in it."""
    return [path for path in _sources(folder) if path.parent == folder]


def _sources(folder: Path) -> list[Path]:
    """Return the source files by depth and name."""
    paths = sorted(folder.rglob("*"))[: LIMITS.files]
    found = [path for path in paths if languages().is_source(path.name) and _is_taken(path, folder)]
    return sorted(found, key=lambda path: (len(path.parts), path.name))


def _is_taken(path: Path, folder: Path) -> bool:
    """Say whether it is a plain file of the folder: links and what is hidden are passed over."""
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return not hidden and not path.is_symlink() and path.is_file()


def files_of(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return every plain file of a program, by relative path, with endings as in the table; what a Makefile says is
    nobody's business."""
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not _is_taken(path, folder):
            continue
        if not (languages().is_source(path.name) or path.suffix == ".jar") and path.stat().st_size > LIMITS.source:
            continue  # a report, an archive, a compiled program: nothing that is compiled or run
        name = languages().as_in_table(str(inside))
        name = str(inside) if name in files or (folder / name).exists() else name
        files[name] = read_file(path, LIMITS.folder if path.suffix == ".jar" else LIMITS.source)
        if len(files) > LIMITS.files or sum(map(len, files.values())) > LIMITS.folder:
            message = f"{folder} has more than {LIMITS.files} files, or more than {LIMITS.folder >> 20} MiB of them"
            raise JudgeError("E431", message, help="submit the sources alone")
    return tuple(files.items())


def read_file(path: Path, limit: int = LIMITS.source) -> bytes:
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
        size = f"{path} has {path.stat().st_size >> 10:,} KiB, and a source may have {limit >> 10} KiB at most"
        raise JudgeError("E431", size, help="submit the source alone")
    return source


def _meant(path: Path) -> str:
    """Return the question whether a file beside it was meant."""
    try:
        return meant(path.name, sorted(entry.name for entry in path.parent.iterdir() if entry.is_file()))
    except OSError:  # there is no such folder either, or it is another's
        return ""
