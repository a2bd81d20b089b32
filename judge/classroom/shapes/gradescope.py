"""Gradescope's exports: `submission_metadata.yml` names the submitters of each `submission_1234567/`.

The list is read line by line, as it may be very long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

import msgspec

from judge.classroom.file import File
from judge.classroom.shapes.pile import Pile, Place, Sorted, Told, sort_by
from judge.classroom.shapes.times import written_time
from judge.errors import JudgeError
from judge.model import Student

METADATA = "submission_metadata.yml"
METADATA_LIMIT = 64 << 20  # bytes
MOST_LISTED = 20_000  # submissions
FIELD_LIMIT, FIELDS_MOST = 4096, 8 * MOST_LISTED  # bytes of a line that names somebody, and how many such lines
TEXT_LIMIT = 16 << 20  # characters of those lines, in all: each may take four bytes
_HEAD = re.compile(
    rb"^(?:(?P<folder>submission_\d+):[ \t\r]*|  :?submitters:[ \t\r]*|  :?created_at: (?P<at>[^\r\n]{1,80})\r?)$",
    re.MULTILINE,
)
_FOLDER = re.compile(r"submission_\d+")
_FIELD = re.compile(r" {2,4}(?P<item>- | {2}):?(?P<field>[a-z_]{1,20}): (?P<value>.*)")
_FIELDS = {"sid": "id", "name": "name", "email": "email"}


class Listed(NamedTuple):
    """What the list says of a folder: its submitters, and when it was handed in."""

    students: list[Student]
    at: datetime | None


def submitters(data: bytes) -> dict[str, Listed]:
    """Return the submitters of each folder, and its time, from a `submission_metadata.yml`.

    Only these lines are read, at the depths where Ruby's writer puts them: whatever a test has printed into the same
    file stands deeper, so it can't name anybody, and is passed over without a copy. A folder that is listed twice has
    no submitters.
    """
    listed: dict[str, list[Student]] = {}
    at: dict[str, datetime | None] = {}
    folder, told, size = "", 0, 0
    for head in _HEAD.finditer(data):
        if head["folder"]:
            name = head["folder"].decode()
            folder = "" if name in listed else name
            listed[name] = []
        elif head["at"]:
            if folder and folder not in at:
                at[folder] = written_time(_scalar(head["at"].decode(errors="replace")))
        elif folder:
            for match in islice(_fields(data, head.end()), FIELDS_MOST):
                _submitter(listed[folder], folder, match)
                told, size = told + 1, size + len(match[0])
        if size > TEXT_LIMIT:
            what = f"the submitters in {METADATA} have more than {TEXT_LIMIT >> 20} MiB of names"
            raise JudgeError("E461", what, help="grade a part of the class")
        if told >= FIELDS_MOST or len(listed) > MOST_LISTED:
            repair = "grade a part of the class"
            raise JudgeError("E461", f"{METADATA} lists more than {MOST_LISTED:,} submissions", help=repair)
    return {
        name: Listed(
            [msgspec.structs.replace(one, id=one.id or one.email or one.name) for one in students], at.get(name)
        )
        for name, students in listed.items()
    }


def _fields(data: bytes, at: int) -> Iterator[re.Match[str]]:
    """Return what the lines from here on tell of submitters, up to the first that stands less deep."""
    while (at := data.find(b"\n", at) + 1) and at < len(data):
        end = data.find(b"\n", at)
        line = data[at : min(end if end >= 0 else len(data), at + FIELD_LIMIT)]
        if match := _FIELD.fullmatch(line.decode(errors="replace")):
            yield match
        elif not line.startswith(b"    "):
            return


def _submitter(students: list[Student], folder: str, match: re.Match[str]) -> None:
    if match["item"] == "- ":
        students.append(Student("", lms_id=folder.removeprefix("submission_")))
    if students and (field := _FIELDS.get(match["field"])):
        students[-1] = msgspec.structs.replace(students[-1], **{field: _scalar(match["value"])})


def _scalar(text: str) -> str:
    """Read a YAML scalar on one line: plain, or in quotes."""
    text = text.strip()
    if text.startswith("'") and text.endswith("'") and len(text) > 1:
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        try:
            return msgspec.json.decode(re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", text), type=str)
        except msgspec.DecodeError:
            return text
    return "" if text in ("~", "null") else text


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by submission. A JudgeError E461 where the list has no bounds."""
    listed: dict[str, Pile] = {}
    for file in files:
        if file.path == METADATA and not file.fault:
            data = file.read(METADATA_LIMIT)
            if len(data) >= METADATA_LIMIT:  # it is cut, and half a line of the last folder may name somebody else
                data = data[: data.rfind(b"\nsubmission_") + 1]
            for folder, (students, at) in submitters(data).items():
                told = [
                    # Of the institution is an id in whose place no address or name stands.
                    Told(one, one.name, email=one.email, sid="" if one.id in (one.email, one.name) else one.id)
                    for one in students
                ]
                listed[folder] = Pile(folder, told, handed_in=at)
    return sort_by("Gradescope", _place, [file for file in files if file.path != METADATA], listed)


def _place(file: File) -> Place | None:
    """Return the submission of a file. Where the list lacks it, it is of somebody who must be found out."""
    folder, slash, inside = file.path.partition("/")
    return Place(folder, Pile(folder, []), inside, folder) if slash and _FOLDER.fullmatch(folder) else None
