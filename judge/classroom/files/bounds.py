"""How much a class may hold, and who has the most of it: so that a refusal says where to look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

from judge.errors import JudgeError, Place

FOLDER_MOST = 2048  # files of one student: a program may have 256, and reports and data lie beside it
MOST_FILES = 100_000  # of a class, without what its students have too many of; each takes 2 KiB of memory
# Python's reader makes an object of every entry of a zip before anybody can pass over it: 10 microseconds and 700 bytes
# for each. So many cost 4 seconds, and are more than a folder of installed packages or a whole history has.
MOST_ENTRIES = 400_000
DIRECTORY_LIMIT = 64 << 20  # bytes of a zip's list of contents; 400,000 entries have about 60 MiB
DEPTH_LIMIT = 24  # folders in folders
READ_LIMIT = 256 << 20  # bytes of one class, in all; who reads asks for little of each student
_SHOWN = 80  # characters of a name, in a sentence


def refused(path: Path, what: str, repair: str) -> JudgeError:
    """Return the error of a class that is unreadable or boundless as a whole."""
    return JudgeError("E461", f"{path.name} can't be read as a class: {what}", Place(str(path)), help=repair)


def too_many(path: Path, names: Iterable[str], limit: int) -> JudgeError:
    """Return the error of a class with more than `limit` files, and which folders have the most."""
    most = fullest(Counter(names), "files")
    repair = "take out what is no submission, or grade a part of the class"
    return refused(path, f"it holds more than {limit:,} files{most}", repair)


def fullest(amounts: Counter[str], unit: str) -> str:
    """Return which folders have the most, for the end of a sentence; `amounts` are by path."""
    held: Counter[str] = Counter()
    for shared in range(shared_by(amounts), -1, -1):  # further up where all are in one student's folder
        held.clear()
        for name, amount in amounts.items():
            if name.count("/") > shared:
                held[student_folder(name, shared)] += amount
        if 100 * max(held.values(), default=0) >= amounts.total():
            break
    most = ", ".join(f"{ascii(folder[:_SHOWN])[1:-1]} ({amount:,} {unit})" for folder, amount in held.most_common(3))
    return f"; the fullest folders are {most}" if most else ""


def shared_by(names: Iterable[str]) -> int:
    """Return how many folders all the files are in: those are the class's, and the next is a student's."""
    names = list(names)
    if not names:
        return 0
    ends = zip(min(names).split("/")[:-1], max(names).split("/")[:-1], strict=False)
    alike = takewhile(lambda pair: pair[0] == pair[1], ends)
    return min(sum(1 for _ in alike), DEPTH_LIMIT)


def student_folder(name: str, shared: int) -> str:
    """Return the student's folder that a file is in, or the file itself where it is in none."""
    return "/".join(name.split("/", shared + 1)[: shared + 1])
