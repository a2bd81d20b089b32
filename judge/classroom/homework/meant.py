"""Files under the names that they were meant to have: `HW.PY` is a file in Python, `hw.py.txt` is hw.py, and Canvas
calls `hw1.py` that was handed in again `hw1-1.py`. Each is a guess, and said."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from pathlib import PurePosixPath

import msgspec

from judge.classroom.exports import Pile
from judge.classroom.homework.handed import Handed
from judge.submissions.languages import as_in_table, is_source
from judge.submissions.main_choice import named, version_of

_COUNTED = 16


def newest(pile: Pile, wanted: str) -> tuple[Pile, list[str]]:
    """Return a pile of Canvas's with one file of each name, and a remark on the others. It is the newest, or the one
    that is `wanted` by its whole name."""
    asked = named(pile.files, pile.main or wanted, exactly=True)
    copies: dict[str, list[str]] = defaultdict(list)
    for path in pile.files:
        copies[version_of(path).name].append(path)
    left: set[str] = set()
    remarks: list[str] = []
    for name, paths in copies.items():
        # Without one of the bare name their author called them so.
        if len(paths) == 1 or "/" in name or name not in paths:
            continue
        last = max(paths, key=lambda path: version_of(path).number)
        meant = next((path for path in asked if path in paths and (pile.main or path != name)), last)
        others = [path for path in paths if path != meant]
        left.update(others)
        why = "a later file of the same name" if meant == last else "which is asked for"
        remarks.append(f"{', '.join(others)}: left out for {meant}, {why}")
    files = {path: file for path, file in pile.files.items() if path not in left}
    return msgspec.structs.replace(pile, files=files), remarks


def as_meant(handed: Handed, wanted: str) -> None:
    """Give files the names that they were meant to have. `wanted` is the file that somebody has named."""
    alone = not (handed.books or any(is_source(path) for path in handed.data))
    for path in list(handed.data):
        stem = path[: -len(".txt")]
        if path.lower().endswith(".txt") and is_source(stem):
            asked = wanted and (named([path], wanted) or named([stem], wanted))
            if asked or alone:
                _rename(handed, path, as_in_table(stem))
        elif as_in_table(path) != path:
            _rename(handed, path, as_in_table(path))


def before_canvas(handed: Handed, attached: Collection[str]) -> None:
    """Give files of Canvas's their own names back where another file needs them by that name. Only what was `attached`
    has a name of Canvas's, and nothing in a zip."""
    counted = [path for path in attached if path in handed.data and version_of(path).number]
    for path in counted[:_COUNTED]:  # each is looked for in every source
        name = version_of(path).name
        if _is_named(handed, path, PurePosixPath(name).stem.encode()):
            _rename(handed, path, name)


def _is_named(handed: Handed, path: str, stem: bytes) -> bool:
    """Say whether another source names this one by its own name, and none by Canvas's."""
    texts = [text for other, text in handed.sources.items() if other != path]
    word = re.compile(rb"\b%b\b(?!-\d)" % re.escape(stem))
    canvas = PurePosixPath(path).stem.encode()
    return any(word.search(text) for text in texts) and not any(canvas in text for text in texts)


def _rename(handed: Handed, path: str, name: str) -> None:
    if name not in handed.data:
        handed.rename(path, name)
