"""nbgrader's tree: `submitted/<student>/<assignment>/...`, with the time in `timestamp.txt`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.classroom.file import File
from judge.classroom.shapes import times
from judge.classroom.shapes.pile import Pile, Sorted, any_of
from judge.classroom.shapes.sakai import STAMP, is_sakai
from judge.errors import JudgeError

ROOT = "submitted/"
_LONGEST = 100  # bytes of a time


def is_nbgrader(files: Sequence[File]) -> bool:
    """Say whether it is the whole tree, or at least half of its students have a time where nbgrader writes it."""
    if files and all(file.path.startswith(ROOT) and file.path.count("/") > 2 for file in files):
        return True
    parts = [file.path.split("/", 3) for file in files if file.path.count("/") > 1]
    stamped = {names[0] for names in parts if names[2:] == [STAMP] and not is_sakai(names[1])}
    return 2 * len(stamped) >= len({file.path.partition("/")[0] for file in files}) > 0


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by student. A JudgeError E461 where there are several assignments."""
    found: dict[str, Pile] = {}
    strays, assignments = [], set()
    for file in files:
        parts = file.path.removeprefix(ROOT).split("/", 2)
        if len(parts) < 3:
            strays.append(file)
            continue
        student, assignment, inside = parts
        assignments.add(assignment)
        top = file.path[: len(file.path) - len(inside) - 1]
        pile = found.setdefault(student, Pile(top, any_of(student)))
        if inside == STAMP and not file.fault:
            pile.handed_in = times.written(file.read(_LONGEST).decode(errors="replace"))
        else:
            pile.add(inside, file, top)
    if len(assignments) > 1:
        named = ", ".join(sorted(assignments)[:5])
        message = f"the tree can't be read as a class: it holds {len(assignments)} assignments: {named}"
        raise JudgeError("E461", message, help="leave the folder of one assignment in it for each student")
    return Sorted("nbgrader", list(found.values()), strays)
