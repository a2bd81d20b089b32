"""Canvas, as far as it writes and takes files: lib/gradebook_exporter.rb, lib/gradebook_importer.rb and
Assignment#generate_comments_from_files, by their rules. It imports nothing of the judge."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import NamedTuple

_SIS = r"SIS\s+User\s+ID"
_LOGIN = r"SIS\s+Login\s+ID"
_NUMBER = re.compile(r"-?[0-9.,]+%?")
_TOTALS = re.compile("|".join(
    ["Current Score", "Current Points", "Current Grade", "Final Score", "Final Points", "Final Grade",
     "Override Score", "Override Grade", "Override Status"]
))  # fmt: skip
_OWN_ROW = re.compile(r"(?i)\s*(Muted|Manual Posting.*)?\s*")


class User(NamedTuple):
    """A student of the course, with the pseudonym's two ids."""

    id: int
    name: str
    sis: str = ""
    login: str = ""


class Form(NamedTuple):
    """What a course, an account or a teacher may have set about the gradebook's file."""

    split: bool = False  # names in two columns
    sis: bool = True
    integration: bool = False
    root: bool = False
    hidden: str = ""  # the words of a row of its own, where the assignment is posted by hand
    totals: bool = False


_PLAIN = Form()


class Course:
    """Users and one assignment: its number, title, points possible, and the score of each user as text."""

    def __init__(self, users: list[User], number: int = 1234, title: str = "Homework 1", points: float = 100) -> None:
        self.users = {user.id: user for user in users}
        self.number, self.title, self.points = number, title, points
        self.scores: dict[int, str] = {}
        self.created: list[str] = []  # titles of assignments that an import made
        self.strangers: list[str] = []  # names of rows that match nobody
        self.read_only = False

    def export(self, form: Form = _PLAIN) -> str:
        """Write the gradebook as Canvas does, with sortable names, and the test student at the end."""
        head = ["LastName", "FirstName"] if form.split else ["Student"]
        more = form.integration and form.sis, form.root and form.sis
        head += ["ID", *["SIS User ID"] * form.sis, "SIS Login ID", *["Integration ID"] * more[0]]
        head += [*["Root Account"] * more[1], "Section"]
        totals = ["Current Score (2026)", "Final Grade"] if form.totals else []
        blank = [""] * len(head)
        rows = [[*head, f"{self.title} ({self.number})", *totals]]
        rows += [[*blank, form.hidden.strip(), *[""] * len(totals)]] if form.hidden else []
        rows.append(["    Points Possible", *blank[1:], f"{self.points:.2f}", *["(read only)"] * len(totals)])
        for user in [*self.users.values(), User(999_999_999, "Test Student")]:
            first, _, last = user.name.rpartition(" ")
            names = [last, first] if form.split else [f"{last}, {first}" if first else last]
            sis = [user.sis] * form.sis
            own = [*names, str(user.id), *sis, user.login, *["i7"] * more[0], *["canvas.x.edu"] * more[1], "A"]
            rows.append([*own, self.scores.get(user.id, ""), *["88"] * len(totals)])
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        return text.getvalue()

    def take(self, text: str) -> None:
        """Import a gradebook. ValueError where Canvas says that the header row is invalid."""
        head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        assert not _is_semicolon(text)
        columns = _student_columns(head)
        places = {}
        for place, header in enumerate(head[columns:], columns):
            if not _TOTALS.search(header):
                places[self._assignment(header)] = place
        scores, self.read_only = dict(self.scores), False
        for cells in rows:
            row = [_decimal(cell) for cell in cells]
            if "Points Possible" in row[0]:
                possible = row[places[self.number]] if self.number in places else ""
                self.read_only = bool(re.search(r"read\s+only", possible))
                if possible and not self.read_only:
                    self.points = float(possible)
            elif not all(map(_OWN_ROW.fullmatch, row)):
                self._student(row, head, places)
        if self.read_only:
            self.scores = scores

    def _assignment(self, header: str) -> int:
        match = re.fullmatch(r"(.*)\s\((\d+)\)", header)
        if (match and int(match[2]) == self.number) or header == self.title:
            return self.number
        self.created.append(match[1] if match else header)
        return -len(self.created)

    def _student(self, row: list[str], head: list[str], places: dict[int, int]) -> None:
        user = self._find(row, head)
        if user is None:
            self.strangers.append(row[0])
        elif self.number in places:
            self.scores[user.id] = row[places[self.number]].strip()  # blank clears it

    def _find(self, row: list[str], head: list[str]) -> User | None:
        split = head[:2] == ["LastName", "FirstName"]
        number = row[2] if split else row[1]
        if number and (user := self.users.get(_to_i(number))):
            return user
        for field, pattern in (("sis", _SIS), ("login", _LOGIN)):
            place = next((at for at, name in enumerate(head) if re.search(pattern, name)), None)
            for user in self.users.values():
                if place is not None and row[place] and getattr(user, field) == row[place]:
                    return user
        name = f"{row[1]} {row[0]}".strip() if split else row[0]
        return next((user for user in self.users.values() if name in _names(user)), None)


class Comments:
    """What the page Upload Submissions takes: comments by user, of those who handed in one of `attachments`."""

    def __init__(self, attachments: dict[int, set[int]], groups: tuple[set[int], ...] = ()) -> None:
        self.attachments, self.groups = attachments, groups  # by user
        self.given: dict[int, list[bytes]] = {}
        self.ignored: list[str] = []

    def take(self, data: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for path in archive.namelist():
                self._file(path, archive.read(path))

    def _file(self, path: str, content: bytes) -> None:
        name = PurePosixPath(path).name
        parts = name.split("_")
        digits = [int(part) for part in parts if re.fullmatch(r"[0-9]+", part)][:2]
        link = parts[-1].startswith("link") or name.startswith("._")
        if len(digits) < 2 or link or digits[1] not in self.attachments.get(digits[0], ()):
            self.ignored.append(path)
            return
        group = next((group for group in self.groups if digits[0] in group), {digits[0]})
        for user in group:
            self.given.setdefault(user, []).append(content)


def _student_columns(head: list[str]) -> int:
    split = len(head) > 4 and head[:2] == ["LastName", "FirstName"] and "ID" in head[2]
    if not (split or (len(head) > 3 and "Student" in head[0] and "ID" in head[1])):
        raise ValueError("Invalid header row")
    columns = at = 4 if split else 3
    if re.search(_LOGIN, head[at - 1]):
        columns += 1
    elif re.search(_SIS, head[at - 1]) and re.search(_LOGIN, head[at]):
        integration = "Integration ID" in head[at + 1]
        columns += 2 + integration + ("Root Account" in head[at + 1 + integration])
    if "Section" not in head[columns - 1]:
        raise ValueError("Invalid header row")
    return columns


def _is_semicolon(text: str) -> bool:
    """Compare how many fields the first three lines have, as far as they agree."""
    lines = text.splitlines()[:3]
    counts = {}
    for mark in ";,":
        sizes = {len(next(csv.reader([line], delimiter=mark))) for line in lines}
        counts[mark] = sizes.pop() if len(sizes) == 1 else 0
    return counts[";"] > counts[","]


def _decimal(cell: str) -> str:
    if not _NUMBER.fullmatch(cell):
        return cell
    *before, last = re.split("[,.]", cell)
    return f"{''.join(before)}.{last}" if before else last


def _to_i(text: str) -> int:
    match = re.match(r"\s*-?\d+", text)
    return int(match[0]) if match else 0


def _names(user: User) -> tuple[str, str]:
    first, _, last = user.name.rpartition(" ")
    return user.name, f"{last}, {first}" if first else user.name
