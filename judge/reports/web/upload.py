"""A class that was uploaded, as its page shows it: who is who, what is not clear, and what may be handed in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from judge.model.classroom import Doubt, Member, Roll
from judge.reports.class_words import runs
from judge.reports.export.match import rows_of
from judge.reports.moments import moment

SHOWN: Final = 40  # doubts that are asked at once
LISTED: Final = 1500  # lines of a table


class Line(msgspec.Struct, frozen=True):
    """A student of the class: who, by what they are known, what is run of which submission, and how it stands."""

    id: str
    name: str
    known_by: str
    folder: str
    runs: str
    at: str
    mark: str


class Question(msgspec.Struct, frozen=True):
    """A submission that is not clear. `key` names it in a form; `who` is whose it is as far as that is known."""

    key: str
    folder: str
    why: str
    who: str
    nearest: str


class Handed(msgspec.Struct, frozen=True):
    """How what a student handed in stands, such as "ready", and when it was handed in, in words."""

    mark: str
    at: str


class UploadPage(msgspec.Struct, frozen=True):
    """All that the page says of a class. `more` questions are asked when these are settled."""

    shape: str
    lines: tuple[Line, ...]
    questions: tuple[Question, ...]
    more: int
    strays: tuple[Doubt, ...]
    notes: tuple[str, ...]
    absent: tuple[str, ...]
    twins: tuple[str, ...]


def upload_page(roll: Roll, handed: Mapping[str, Handed]) -> UploadPage:
    """Return what is said of a class. `handed` is by student's id."""
    asked = questions(roll)
    noted = [f"{one.student.id}: {text}" for one in roll.members for text in one.remarks]
    return UploadPage(
        roll.shape,
        tuple(_line(one, handed.get(one.student.id)) for one in roll.members[:LISTED]),
        tuple(asked[:SHOWN]),
        max(0, len(asked) - SHOWN),
        tuple(_here(one) for one in roll.strays[:LISTED]),
        tuple([*roll.remarks, *noted][:LISTED]),
        tuple(map(str, roll.absent[:LISTED])),
        tuple(", ".join(one.student.id for one in group) for group in roll.twins[:LISTED]),
    )


def questions(roll: Roll) -> list[Question]:
    """Return what is not clear: the rows of a match file, those about one submission together."""
    rows: dict[str, list[tuple[str, ...]]] = {}
    for row in rows_of(roll):
        rows.setdefault(row[0], []).append(row)
    return [_question(folder, several) for folder, several in rows.items() if any(row[4] for row in several)]


def key_of(folder: str) -> str:
    """Return what names a submission in a form: a browser changes some names on their way."""
    return hashlib.sha256(folder.encode(errors="surrogatepass")).hexdigest()[:16]


def _question(folder: str, rows: Sequence[tuple[str, ...]]) -> Question:
    who, near, why = (_joined(row[place] for row in rows) for place in (1, 3, 4))
    return Question(key_of(folder), folder, why, who, near)


def _joined(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(filter(None, words)))


def _line(member: Member, handed: Handed | None) -> Line:
    student = member.student
    mark, at = (handed.mark, handed.at) if handed else ("", moment(member.handed_in_s))
    if member.doubt:
        mark = "the judge failed on it" if member.doubt.ours else "not clear"
    name = student.name if student.name != student.id else ""
    return Line(student.id, name, _settled_here(member.matched), member.folder, runs(member), at, mark)


def _here(doubt: Doubt) -> Doubt:
    return msgspec.structs.replace(doubt, what=_settled_here(doubt.what))


def _settled_here(words: str) -> str:
    """Return words about a match file as those about this page, which is one."""
    return words.replace("the match file", "what was settled here")
