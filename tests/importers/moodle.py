"""Moodle's assignment, as far as it takes files: mod/assign/feedback/offline (importgradeslib.php, locallib.php) and
mod/assign/feedback/file/importziplib.php, by their rules. It imports nothing of the judge."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import UTC, datetime
from typing import NamedTuple

DAY_S = 86_400
MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)  # fmt: skip


class Words(NamedTuple):
    """The words of a site's language: headers in their order, what stands before a number, and for decimals."""

    headers: tuple[str, ...]
    participant: str
    decimal: str = "."
    english: bool = True
    group: str = "Group"


ENGLISH = Words(
    ("Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade",
     "Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"),
    "Participant ",
)  # fmt: skip
GERMAN = Words(
    ("ID", "Vollständiger Name", "ID-Nummer", "E-Mail-Adresse", "Status", "Bewertung", "Bestwertung",
     "Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)", "Zuletzt geändert (Bewertung)",
     "Feedback als Kommentar"),
    "Teilnehmer/in", ",", False, "Gruppe",
)  # fmt: skip


class Participant(NamedTuple):
    """A student, with the number that this assignment gives."""

    number: int
    name: str
    idnumber: str = ""
    email: str = ""
    group: str = ""


class Assignment:
    """One assignment: who takes part, the highest grade, and what Moodle keeps of each by number."""

    def __init__(self, people: list[Participant], maximum: float = 100, words: Words = ENGLISH) -> None:
        self.people = {one.number: one for one in people}
        self.maximum, self.words = maximum, words
        self.grades: dict[int, float] = {}
        self.modified_s: dict[int, int] = {}
        self.comments: dict[int, str] = {}
        self.files: dict[int, dict[str, bytes]] = {}
        self.skipped: dict[int, str] = {}  # why, of the last import

    def worksheet(self) -> str:
        """Download the grading worksheet. Behind the status it has the group, where the assignment is for teams."""
        rows = [list(self.words.headers), *map(self._row, self.people.values())]
        if any(one.group for one in self.people.values()):
            groups = [self.words.group, *(one.group or "Default group" for one in self.people.values())]
            rows = [[*row[:5], group, *row[5:]] for row, group in zip(rows, groups, strict=True)]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
        return text.getvalue()

    def upload(self, text: str, now_s: int, *, tick: bool = False) -> None:
        """Upload a grading worksheet. ValueError where Moodle can't read it."""
        self.skipped = {}
        head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        wanted = [self.words.headers[place] for place in (0, 5, 9)]
        if not all(word in head for word in wanted):
            raise ValueError("Moodle could not read the uploaded worksheet")
        identifier, grade, modified = map(head.index, wanted)
        comment = head.index(self.words.headers[10]) if self.words.headers[10] in head else 0
        for row in rows:
            number = row[identifier][len(self.words.participant) :]
            if number.isdigit() and int(number) in self.people:
                one = int(number)
                stale = one in self.modified_s and self.modified_s[one] > _strtotime(row[modified]) + 60
                self._grade(one, row[grade], now_s, stale=stale and not tick)
                if comment and not (stale and not tick) and row[comment] != self.comments.get(one, ""):
                    self.comments[one] = row[comment]
                    self.modified_s[one] = now_s

    def upload_files(self, data: bytes, now_s: int) -> None:
        """Upload multiple feedback files in a zip."""
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for path in archive.namelist():
                name = path.rpartition("/")[2]
                if not name.startswith((".", "~")) and name:
                    self._file(path, archive.read(path), now_s)

    def _row(self, one: Participant) -> list[str]:
        grade, number = self.grades.get(one.number), f"{self.words.participant}{one.number}"
        submitted = self._time(1_700_000_000)
        marked = self._time(self.modified_s[one.number]) if one.number in self.modified_s else "-"
        who = [number, one.name, one.idnumber, one.email, "Submitted for grading2 hours late"]
        points = ["" if grade is None else self._float(grade), self._float(self.maximum), "Yes"]
        return [*who, *points, submitted, marked, self.comments.get(one.number, "")]

    def _float(self, value: float) -> str:
        return f"{value:.2f}".replace(".", self.words.decimal)

    def _time(self, time_s: int) -> str:
        when = datetime.fromtimestamp(time_s, UTC)
        if self.words.english:
            return f"{when:%A}, {when.day} {when:%B %Y}, {when.hour % 12 or 12}:{when:%M %p}"
        return f"Samstag, {when.day}. {MONTHS[when.month - 1]} {when:%Y, %H:%M}"

    def _grade(self, one: int, text: str, now_s: int, *, stale: bool) -> None:
        value = _unformat(text, self.words.decimal)
        if value is not None and self.grades.get(one) == value:
            self.skipped[one] = "the same grade"
        elif value is None or value < 0:
            self.skipped[one] = "no value"
        elif stale:
            self.skipped[one] = "modified more recently"
        elif value > self.maximum:
            self.skipped[one] = "out of range"
        else:
            self.grades[one], self.modified_s[one] = value, now_s

    def _file(self, path: str, content: bytes, now_s: int) -> None:
        parts = path.split("/")
        while parts:
            info = parts.pop(0).split("_", 4)
            if len(info) < 4 or not re.fullmatch(r"\s*[0-9]+", info[1]) or int(info[1]) not in self.people:
                continue
            if info[2:4] != ["assignsubmission", "file"]:
                continue
            name = "/".join([info[4] if len(info) > 4 else "", *parts]).rpartition("/")[2]
            number = int(info[1])
            if self.files.setdefault(number, {}).get(name) != content:
                self.files[number][name] = content
                self.modified_s[number] = now_s
            return


def _strtotime(text: str) -> int:
    """Read a time as PHP does: in English, else it is false, which counts as 0."""
    try:
        return int(datetime.strptime(text, "%A, %d %B %Y, %I:%M %p").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return 0


def _unformat(text: str, decimal: str) -> float | None:
    text = text.strip().replace(" ", "").replace(decimal, ".")
    if not text:
        return None
    match = re.match(r"-?\d+(\.\d+)?", text)  # PHP's (float) reads as far as it can
    return float(match[0]) if match else 0.0
