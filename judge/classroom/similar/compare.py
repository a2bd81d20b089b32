"""Compare all submissions of a class with one another and with earlier ones. Nothing runs; sources are only read.

We use no library for it. copydetect's shares change with Python's hash seed, and like every one that reads with
Pygments it is held up for half an hour by one file (`tokens` says how); Dolos and JPlag are programs for Node and Java.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec
import numpy as np

from judge.classroom.similar.parts import common_parts
from judge.classroom.similar.shares import Numbers, circles_of, grams, own_grams, shares, standing_out
from judge.classroom.similar.tokens import MOST_TOKENS, tokens_of
from judge.errors import JudgeError, Place
from judge.files import entries_below
from judge.model import Roll, Similarities
from judge.problems import puzzle_named, puzzle_names
from judge.submissions import LIMITS, languages

LEAST_GRAMS: Final = 60  # different runs of its own; below it, all solutions are alike

_Files = Sequence[tuple[str, str]]


def similarities(
    title: str, roll: Roll, past: Iterable[tuple[str, Roll]] = (), starters: Iterable[Path] = ()
) -> Similarities:
    """Return which submissions of a class are unusually alike, with one another and with those of `past` classes, each
    by its name. `starters` are files and folders that all were given. JudgeError E494 when one of these can't be
    read."""
    works, left_out = works_of(roll), unclear(roll)
    for name, earlier in past:
        works += works_of(earlier, name)
        left_out += [(f"{who} ({name})", why) for who, why in unclear(earlier)]
    return compared(title, works, given_to_all(starters), left_out)


def compared(title: str, works: Sequence[Similarities.Work], given: _Files, unclear: _Files = ()) -> Similarities:
    """Return which works stand out of their class. `given` are files that all were given; `unclear` says who has
    nothing to compare, and why."""
    starter = np.unique(np.concatenate([np.zeros(0, np.uint64), *map(grams, _codes(given))]))
    own = [own_grams(_codes(work.files), starter) for work in works]
    kept = [number for number, mine in enumerate(own) if len(mine) >= LEAST_GRAMS]
    chosen = tuple(works[number] for number in kept)
    short = [
        (work.name, f"too short: {len(mine)} runs of its own, {LEAST_GRAMS} are needed")
        for work, mine in zip(works, own, strict=True)
        if len(mine) < LEAST_GRAMS
    ]
    table = shares([own[number] for number in kept])
    new = np.array([not work.past for work in chosen], np.bool_)
    found = standing_out(table, new[:, None] | new[None, :])
    circles = circles_of([pair for pair in found if not _team(chosen, pair)])
    together = [
        (
            f"{chosen[pair.left].name} and {chosen[pair.right].name}",
            f"unusually alike, but both of the group {_team(chosen, pair)}",
        )
        for pair in found
        if _team(chosen, pair)
    ]

    def with_parts(pair: Similarities.Pair) -> Similarities.Pair:
        return msgspec.structs.replace(pair, parts=common_parts(chosen[pair.left], chosen[pair.right], starter))

    current = int(new.sum())
    alike = table[np.ix_(new, new)][np.triu_indices(current, 1)]
    return Similarities(
        title,
        chosen,
        tuple(msgspec.structs.replace(circle, shown=tuple(map(with_parts, circle.shown))) for circle in circles),
        current,
        len(chosen) - current,
        float(np.median(alike)) if len(alike) else None,
        (*unclear, *short, *together),
    )


def _codes(files: _Files) -> list[Numbers]:
    """Return the tokens of each piece of each file, up to the most of a submission."""
    made, left = [], MOST_TOKENS
    for path, text in files:
        tokens = tokens_of(path, text, left)
        made += np.split(tokens.codes, tokens.pieces)
        left -= len(tokens.codes)
    return made


def _team(works: Sequence[Similarities.Work], pair: Similarities.Pair) -> str:
    """Return the group that both are of; "" where they are of none, or of two."""
    left, right = works[pair.left], works[pair.right]
    return left.group if (left.group, left.past) == (right.group, right.past) else ""


# --- what is compared: the submissions of a class, those of earlier classes, and what was given to all ----------------
HEADERS = (".h", ".hh", ".hpp", ".hxx")
_REPAIR = "name a source file or a folder of them"


def works_of(roll: Roll, past: str = "") -> list[Similarities.Work]:
    """Return what was handed in, each folder once, in the order of the class."""
    teams: dict[str, list[Roll.Member]] = {}
    for member in roll.members:
        if member.main:
            teams.setdefault(member.folder, []).append(member)
    works = []
    for team in teams.values():
        files = tuple((path, text) for path, data in team[0].files if _compared(path) and (text := _text(data)))
        works.append(Similarities.Work(tuple(one.student.id for one in team), files, past, team[0].student.group))
    return works


def unclear(roll: Roll) -> list[tuple[str, str]]:
    """Return who has nothing that could be compared, and why."""
    return [(one.student.id, one.doubt.what if one.doubt else "nothing to run") for one in roll.members if not one.main]


def given_to_all(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Return the starters, path and text: those of `judge init`, and these. JudgeError E494 when one can't be read."""
    own = [(f"{name}.py", puzzle_named(name).starter_in(f"{name}.py")) for name in puzzle_names()]
    return own + [file for path in paths for file in _starter(path)]


def _compared(path: str) -> bool:
    return path.lower().endswith((*languages().endings, *HEADERS))


def _text(data: bytes) -> str:
    """Return a source as text; nothing where it is no text at all."""
    if b"\0" in data:
        return ""
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _starter(path: Path) -> list[tuple[str, str]]:
    try:
        if path.is_dir():
            inside = [entry for entry in entries_below(path) if _compared(entry.name) and entry.is_file()]
            found = sorted(Path(entry.path) for entry in inside)[: LIMITS.files]
        else:
            found = [path]
        texts = []
        for file in found:
            with file.open("rb") as opened:
                texts.append((PurePosixPath(file.name).name, _text(opened.read(LIMITS.source))))
    except OSError as error:
        message = f"the starter can't be read: {error.strerror}"
        raise JudgeError("E494", message, Place(str(path)), help=_REPAIR) from error
    if not any(text for _, text in texts):
        raise JudgeError("E494", "the starter has no source file", Place(str(path)), help=_REPAIR)
    return texts
