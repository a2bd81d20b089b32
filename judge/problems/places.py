"""Find packages by name: in ./testcases, in that of a parent folder, then among those that came with the judge.

A package that is nearer hides one of the same name that is farther away.
"""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.errors import JudgeError, Place, meant

TESTCASES = Path("testcases")
SHIPPED_PACKAGES = Path(__file__).parents[1] / "shipped/testcases"  # in a checkout a link


def package_folders(words: Sequence[str]) -> list[Path]:
    """Return the folders of the named packages, or of all in the nearest place that has any; JudgeError E432 when a
    word names none."""
    if words:
        return [package_folder(word) for word in words]
    nearest = next(filter(None, map(_packages_in, _places())), None)
    if not nearest:
        raise JudgeError("E432", f"there is no package under {TESTCASES}/", help="name a folder with a problem.toml")
    return nearest


def package_folder(word: str, *, to_write: bool = False) -> Path:
    """Return a folder anywhere, or the nearest package of this name. JudgeError E432 when there is none; E435 where it
    is to be written and came with the judge: a command that writes is meant for a copy."""
    found = _found(word)
    if to_write and found.parent == SHIPPED_PACKAGES:
        message = f"{found.name} came with the judge, and is not changed"
        repair = f"copy it first:  mkdir -p {TESTCASES} && cp -r {shlex.quote(str(found))} {TESTCASES}/"
        raise JudgeError("E435", message, Place(str(found)), help=repair)
    return found


def _found(word: str) -> Path:
    for folder in (Path(word), *(place / word for place in _places())):
        with contextlib.suppress(OSError):  # a name that is longer than any path
            if (folder / "problem.toml").is_file():
                return folder.resolve() if folder.name in ("", "..") else folder
    known = [folder.name for folder in all_packages()]
    if Path(word).name == "problem.toml":
        repair = f"name the folder that holds it: {str(Path(word).parent)!r}"
        raise JudgeError("E432", f"{word!r} is no folder with a problem.toml, but the name of the file", help=repair)
    raise JudgeError(
        "E432",
        f"there is no problem package {word!r}{meant(word, known)}",
        note=known_packages(),
        help="name one of them, or a folder that holds a problem.toml",
    )


def all_packages() -> list[Path]:
    """Return every package that can be named, one of each name, in order of name."""
    found: dict[str, Path] = {}
    for place in _places():
        for folder in _packages_in(place):
            found.setdefault(folder.name, folder)
    return [found[name] for name in sorted(found)]


def known_packages() -> str:
    """Return the sentence that names them: those of this folder and its parents first."""
    near = [folder.name for place in _places() if place != SHIPPED_PACKAGES for folder in _packages_in(place)]
    far = [folder.name for folder in all_packages() if folder.name not in near]
    said = f"packages under {TESTCASES}/: {', '.join(dict.fromkeys(near)) or 'none here'}"
    return f"{said}; of the judge: {', '.join(far)}" if far else said


def _packages_in(place: Path) -> list[Path]:
    return sorted(file.parent for file in place.glob("*/problem.toml"))


def _places() -> Iterator[Path]:
    """Yield where packages may lie, the nearest first."""
    yield TESTCASES
    yield from (parent / TESTCASES for parent in Path.cwd().parents if _is_ours(parent / TESTCASES))
    yield SHIPPED_PACKAGES


def _is_ours(place: Path) -> bool:
    """Say whether a folder above is the user's, root's, or of whom this folder is: in /tmp anybody could put one."""
    with contextlib.suppress(OSError):  # it is not there, or another's who lets nobody in
        return place.stat().st_uid in (0, os.getuid(), Path.cwd().stat().st_uid)
    return False
