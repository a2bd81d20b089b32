"""Nouns of the model as text and bytes for the store, and back. No SQL, no I/O."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from judge.model import Finding, Job, Prepared, Roll, Run, Submission, Verdict

_Noun = TypeVar("_Noun")
_CHOSEN = {
    *("code", "group", "case", "cases", "algorithm", "verdict", "language", "contract", "problem", "sha256", "cells"),
    "place",  # a path in a folder that stays
}
NOWHERE = ("", Roll.WEB)  # a class of which nobody knows where it lies, and what was handed in on the web
Files = tuple[tuple[str, bytes], ...]  # of a folder: path and content
BOARD_SIDE = 64  # a larger refused board is not kept: its finding names the cells, and pictures are windows


class _Sourceless(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Submission without its sources."""

    name: str
    problem: str
    contract: Submission.Contract
    path: str
    sha256: str
    expected: tuple[Verdict, ...]
    fault: Finding | None
    words: str
    remarks: tuple[str, ...] = ()
    place: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A Run, and its board as deflated int8 of `rows` x `columns` cells. Older judges knew squares alone, and wrote
    their side."""

    run: Run
    rows: int = msgspec.field(default=0, name="side")
    cells: bytes = b""
    columns: int | UnsetType = UNSET  # where they are not as many as rows

    @classmethod
    def of(cls, run: Run, most_side: int = BOARD_SIDE) -> Kept:
        """Return what is kept of it: of a board with more cells on a side nothing."""
        bare = msgspec.structs.replace(run, board=None)
        if run.board is None or run.board.ndim != 2 or not all(0 < side <= most_side for side in run.board.shape):
            return cls(bare)
        rows, columns = run.board.shape
        cells = zlib.compress(run.board.astype("int8").tobytes())
        return cls(bare, rows, cells, UNSET if rows == columns else columns)

    @property
    def whole(self) -> Run:
        """Return the run as it was."""
        if not self.rows:
            return self.run
        import numpy as np

        cells = np.frombuffer(zlib.decompress(self.cells), dtype=np.int8)
        return msgspec.structs.replace(self.run, board=cells.reshape(self.rows, self.columns or self.rows).copy())


def plain(text: str) -> str:
    """Return text that UTF-8 can hold: a file's name may be bytes that are no text."""
    return text.encode(errors="backslashreplace").decode()


def kept_place(place: str, folder: Path) -> str:
    """Return where the class in this folder or zip lies, told from the `folder` of the store, so that both may move;
    `class.zip` unpacked is `class`."""
    if place in NOWHERE:
        return place
    near = os.path.relpath(place, folder.resolve())
    return plain(near[:-4] if near.lower().endswith(".zip") else near)


class MarkedPlace(msgspec.Struct, frozen=True):
    """Where a class lies in which somebody decided by hand: that counts for the class whoever is forgotten. So where
    the words hold a name, a digest of them stands for them."""

    words: str
    sha256: str

    @classmethod
    def of(cls, kept: str) -> MarkedPlace:
        """Return the place of these words; those of no folder hold no name."""
        return cls("" if kept in NOWHERE else kept, hashlib.sha256(kept.encode()).hexdigest())

    def nameless(self) -> str:
        """Return what stands for the words."""
        return f"forgotten-{self.sha256}"


def shown_place(kept: str, folder: Path) -> str:
    """Return what a person calls the class, from the folder that the judge runs in."""
    return kept if kept in NOWHERE else os.path.relpath(folder.resolve() / kept)


def kind(submission: Submission) -> str:
    """Return how a submission is run, as text that UTF-8 can hold."""
    return plain(submission.run_as)


def pack(noun: object) -> str:
    """Return a noun of plain facts, or the files of a folder, as JSON; bytes are base64, and the name of a file that is
    no UTF-8 is spelled out."""
    try:
        return msgspec.json.encode(noun).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_spelled_out(msgspec.to_builtins(noun))).decode()


def unpack(text: str | bytes, noun: type[_Noun]) -> _Noun:
    """Return the noun that `pack` has made this of."""
    return msgspec.json.decode(text, type=noun)


def pack_submission(one: Submission) -> str:
    """Return a Submission without its sources, as JSON."""
    facts = {name: getattr(one, name) for name in _Sourceless.__struct_fields__}
    return pack(_Sourceless(**facts | {"path": str(one.path)}))


def unpack_submission(facts: str, main: bytes = b"", files: str = "[]") -> Submission:
    """Return the Submission, with its sources if they are given."""
    bare = _submission(facts)
    return msgspec.structs.replace(bare, source=main, files=unpack(files, Files)) if main or files != "[]" else bare


@lru_cache(maxsize=8192)  # a page about a class that hands in reads thousands of the same ones again and again
def _submission(facts: str) -> Submission:
    known = msgspec.structs.asdict(unpack(facts, _Sourceless))
    return Submission(**known | {"path": Path(known["path"]), "source": b""})


def pack_run(run: Run) -> str:
    """Return an Run as JSON, with its board if that is small."""
    return pack(Kept.of(run))


def unpack_run(text: str) -> Run:
    return unpack(text, Kept).whole


def pack_runs(runs: Sequence[Run]) -> bytes:
    """Return the results of cases as JSON, deflated: many say nearly the same."""
    return zlib.compress(pack([*map(Kept.of, runs)]).encode(), 3)


def unpack_runs(data: bytes) -> tuple[Run, ...]:
    return tuple(kept.whole for kept in unpack(zlib.decompress(data), list[Kept]))


def bare_submission(facts: str, sha256: str, path: str) -> str:
    """Return a Submission as JSON again, without what its author has chosen: its names, its path and its text."""
    one = unpack(facts, _Sourceless)
    bare = {"name": "", "path": path, "sha256": sha256, "fault": None, "words": "", "remarks": (), "place": ""}
    return pack(msgspec.structs.replace(one, **bare))


def bare_prepared(text: str) -> str:
    """Return a Prepared as JSON again, without what a compiler said."""
    return pack(msgspec.structs.replace(unpack(text, Prepared), message="", finding=None))


def bare_runs(data: bytes) -> bytes:
    """Return the results of cases again, with verdicts and times alone."""
    bare = {"message": "", "cells": (), "finding": None, "notices": (), "board": None, "given": None}
    return pack_runs([msgspec.structs.replace(run, **bare) for run in unpack_runs(data)])


def reworded(noun: _Noun, change: Callable[[str], str]) -> _Noun:
    """Return a noun, or what holds some, with all texts changed that neither the judge nor a package has chosen."""
    if isinstance(noun, msgspec.Struct):
        names = [name for name in noun.__struct_fields__ if name not in _CHOSEN]
        return msgspec.structs.replace(noun, **{name: reworded(getattr(noun, name), change) for name in names})
    if isinstance(noun, str) and not isinstance(noun, Verdict):
        return cast(_Noun, change(noun))
    return cast(_Noun, tuple(reworded(one, change) for one in noun)) if isinstance(noun, tuple) else noun


def unpack_paper(text: str) -> msgspec.Struct:
    """Return what a job holds: a Submission without its sources, or a RegradeWish."""
    try:
        return unpack(text, _Sourceless)
    except msgspec.ValidationError:
        return unpack(text, Job.Wish)


def _spelled_out(value: object) -> object:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {key: _spelled_out(held) for key, held in value.items()}
    return [_spelled_out(held) for held in value] if isinstance(value, list | tuple) else value
