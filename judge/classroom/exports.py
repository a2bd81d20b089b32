"""What the names in an export say: whose each file is. Nothing is opened here but Gradescope's list of submitters and
Blackboard's receipts.

Sources: Moodle's mod/assign (`Name_1234567_assignsubmission_file_/...`; before 3.1 and on request without folders),
Canvas's lib/content_zipper.rb (`name_LATE_user_attachment_file`; `anon_x1Y2z` for the name and user where it grades
anonymously), and Gradescope's exports, whose `submission_metadata.yml` names the submitters of each
`submission_1234567/`. Blackboard's gradebook zip has no folders: `Homework 1_jdoe_attempt_2026-11-21-18-00-00_hw1.py`
for each file, and a receipt that ends in the time and `.txt` for each attempt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from judge.classroom.file import File
from judge.errors import JudgeError
from judge.model.classroom import Shape, Student

METADATA = "submission_metadata.yml"
METADATA_LIMIT, RECEIPT_LIMIT = 64 << 20, 64 << 10  # bytes
MOST_LISTED = 20_000  # submissions
FIELD_LIMIT, FIELDS_MOST = 4096, 8 * MOST_LISTED  # bytes of a line that names somebody, and how many such lines
MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?P<end>_?)(?P<rest>[^/]*)")
CANVAS = re.compile(
    r"(?P<name>[^/]*?)(?:_|(?<=^))(?P<late>LATE_)?(?P<id>\d+|anon_[A-Za-z0-9]+)_"
    r"(?:(?P<file>\d+)_(?P<rest>[^/]+)|(?P<text>text|link)\.html)"
)
BLACKBOARD = re.compile(r"(?P<head>[^/]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<rest>[^/]+)|\.txt)")
_RECEIPT = re.compile(r"^Name: (?P<name>.*) \((?P<user>[^()]+)\)\s*$", re.MULTILINE)
_HEAD = re.compile(rb"^(?:(?P<folder>submission_\d+):|  :?submitters:)[ \t\r]*$", re.MULTILINE)
_FIELD = re.compile(r" {2,4}(?P<item>- | {2}):?(?P<field>name|sid|email): (?P<value>.*)")


class Pile(msgspec.Struct):
    """What one submitter handed in: `files` by path inside the submission, `tops` the name of each in the export.
    `words` are what the export tells of them, in the order in which a roster believes them."""

    folder: str
    students: list[Student]
    words: list[dict[str, str]]
    flat: bool = False  # no folder of its own: feedback goes beside the files
    late: bool = False
    handed_in_s: float | None = None  # since 1970, UTC; None where the export does not say
    files: dict[str, File] = {}
    tops: dict[str, str] = {}
    twice: list[str] = []  # paths that two files claim
    main: str = ""  # which file is run, where the instructor has said so

    def add(self, path: str, file: File, top: str) -> None:
        if not path or path.endswith("/"):
            return  # a folder that is empty: it shows that there is a pile, and no more
        if path in self.files:
            self.twice.append(path)
        self.files[path], self.tops[path] = file, top


class Sorted(NamedTuple):
    """The piles of a class, and the files that belong to nobody."""

    shape: Shape
    piles: list[Pile]
    strays: list[File]


def top(path: str) -> str:
    return path.partition("/")[0]


def shape_of(files: Sequence[File]) -> Shape:
    """Return whose export it is: an LMS's where at least half of the names have its form: one more that fits nowhere is
    then a stray, not a class of another shape."""
    if any(file.path == METADATA for file in files):
        return "Gradescope"
    tops = {top(file.path) for file in files}
    loose = {file.path for file in files if "/" not in file.path}  # of a long path the forms below are slow to say no
    if 2 * sum(bool(MOODLE.fullmatch(name)) for name in tops) >= len(tops) > 0:
        return "Moodle"
    # Before Canvas: Homework_1_1000_attempt_... has its form, too.
    if 2 * sum(bool(BLACKBOARD.fullmatch(name)) for name in loose) >= len(tops) > 0:
        return "Blackboard"
    if 2 * sum(bool(CANVAS.fullmatch(name)) for name in loose) >= len(tops) > 0:
        return "Canvas"
    return "plain"


def piles(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files of a class by submitter. Loose files of a plain class are a submission if they end in one of
    `suffixes`."""
    shape = shape_of(files)
    if shape in ("Gradescope", "Blackboard"):
        return _gradescope(files) if shape == "Gradescope" else _blackboard(files)
    found: dict[str, Pile] = {}
    strays: list[File] = []
    for file in files:
        match shape:
            case "Moodle":
                placed = _moodle(file, found)
            case "Canvas":
                placed = _canvas(file, found)
            case _:
                placed = _plain(file, found, tuple(suffixes))
        if not placed:
            strays.append(file)
    return Sorted(shape, list(found.values()), strays)


def _moodle(file: File, found: dict[str, Pile]) -> bool:
    name, _, inside = file.path.partition("/")
    match = MOODLE.fullmatch(name)
    if not match:
        return False
    number, who = match["id"], match["name"]
    pile = found.get(number)
    if pile is None:
        student = Student(number, who, lms_id=number)
        # A group's export has the group before the name, and a blind one no name at all: the number is believed first.
        pile = found[number] = Pile(name, [student], [{"lms_id": number, "name": who}], flat=not inside)
    if match["plugin"] == "file" and inside:
        pile.folder, pile.flat = name, False
    path = inside or match["rest"]
    pile.add(path if match["plugin"] == "file" else f"{match['plugin']}/{path}", file, name)
    return True


def _canvas(file: File, found: dict[str, Pile]) -> bool:
    match = None if "/" in file.path else CANVAS.fullmatch(file.path)
    if not match:
        return False
    number = match["id"]
    if number not in found:
        words = {"lms_id": number, "name": match["name"]}
        found[number] = Pile(
            file.path,
            [Student(number, match["name"], lms_id=number)],
            [words],
            flat=True,
            late=bool(match["late"]),
        )
    found[number].add(match["rest"] or f"{match['text']}.html", file, file.path)
    return True


def _plain(file: File, found: dict[str, Pile], suffixes: tuple[str, ...]) -> bool:
    name, slash, inside = file.path.partition("/")
    if not name or name == "..":
        return False
    if not slash:
        if not file.path.endswith((*suffixes, ".zip")):
            return False
        stem = name.rpartition(".")[0] or name
        name, inside = stem, name
    if name not in found:
        words = {"id": name, "login": name, "email": name, "name": name}
        found[name] = Pile(name, [Student(name, name)], [words], flat=not slash)
    pile = found[name]
    if pile.files and pile.flat == bool(slash):  # alice.py beside alice/
        pile.twice.append(file.path)
    pile.add(inside, file, top(file.path))
    return True


# --- Blackboard -------------------------------------------------------------------------------------------------------
def _blackboard(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt: which of several counts is not said."""
    found: dict[tuple[str, str], Pile] = {}
    matches = [(file, None if "/" in file.path else BLACKBOARD.fullmatch(file.path)) for file in files]
    for file, match in matches:
        if match and not match["rest"]:
            student = _receipt(file, match["head"])
            pile = Pile(file.path, [student], [_blackboard_words(student)], flat=True)
            found[match["head"], match["time"]] = pile
    for file, match in matches:
        if match and match["rest"]:
            user = match["head"].rpartition("_")[2]
            student = Student(user, login=user)
            new = Pile(file.path, [student], [_blackboard_words(student)], flat=True)
            found.setdefault((match["head"], match["time"]), new).add(match["rest"], file, file.path)
    return Sorted("Blackboard", list(found.values()), [file for file, match in matches if not match])


def _receipt(file: File, head: str) -> Student:
    """Return who a receipt is for. It names the user in brackets, which tells where the assignment's name ends in
    `head`."""
    text = "" if file.fault else file.read(RECEIPT_LIMIT).decode("utf-8-sig", errors="replace")
    match = _RECEIPT.search(text)
    if match and head.endswith(f"_{match['user']}"):
        return Student(match["user"], match["name"].strip(), login=match["user"])
    user = head.rpartition("_")[2]
    return Student(user, login=user)


def _blackboard_words(student: Student) -> dict[str, str]:
    return {"login": student.login, "id": student.login, "name": student.name}


# --- Gradescope -------------------------------------------------------------------------------------------------------
def _gradescope(files: Sequence[File]) -> Sorted:
    listed: Mapping[str, list[Student]] = {}
    found: dict[str, Pile] = {}
    strays: list[File] = []
    for file in files:
        if file.path == METADATA and not file.fault:
            listed = submitters(_whole_folders(file.read(METADATA_LIMIT)))
    for folder, students in listed.items():
        words = [{"id": one.id, "email": one.email, "name": one.name} for one in students]
        found[folder] = Pile(folder, students, words)
    for file in files:
        folder, slash, inside = file.path.partition("/")
        if re.fullmatch(r"submission_\d+", folder) and slash:
            # Not in the list: there is a submission all the same, of somebody who must be found out.
            pile = found.setdefault(folder, Pile(folder, [], []))
            pile.add(inside, file, folder)
        elif file.path != METADATA:
            strays.append(file)
    return Sorted("Gradescope", list(found.values()), strays)


def _whole_folders(data: bytes) -> bytes:
    """Leave the last folder out where the list is cut: half a line may name somebody else. Whose it is, nobody
    knows."""
    return data if len(data) < METADATA_LIMIT else data[: data.rfind(b"\nsubmission_") + 1]


def submitters(data: bytes) -> dict[str, list[Student]]:
    """Return the submitters of each folder, from a `submission_metadata.yml`.

    Only these lines are read, at the depths where Ruby's writer puts them: whatever a test has printed into the same
    file stands deeper, so it can't name anybody, and is passed over without a copy. A folder that is listed twice has
    no submitters.
    """
    listed: dict[str, list[Student]] = {}
    folder, told = "", 0
    for head in _HEAD.finditer(data):
        if head["folder"]:
            name = head["folder"].decode()
            folder = "" if name in listed else name
            listed[name] = []
        elif folder:
            for match in islice(_fields(data, head.end()), FIELDS_MOST):
                _submitter(listed[folder], folder, match)
                told += 1
        if told >= FIELDS_MOST or len(listed) > MOST_LISTED:
            repair = "grade a part of the class"
            raise JudgeError("E461", f"{METADATA} lists more than {MOST_LISTED:,} submissions", help=repair)
    return {
        name: [msgspec.structs.replace(one, id=one.id or one.email or one.name) for one in students]
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
    if students:
        field = {"sid": "id"}.get(match["field"], match["field"])
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
