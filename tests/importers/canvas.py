"""Canvas, as far as it takes files: lib/gradebook_importer.rb and Assignment#generate_comments_from_files, by their
rules. It imports nothing of the judge."""

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


class User(NamedTuple):
    """A student of the course, with the pseudonym's two ids."""

    id: int
    name: str
    sis: str = ""
    login: str = ""


class Course:
    """Users and one assignment: its number, title, points possible, and the score of each user as text."""

    def __init__(self, users: list[User], number: int = 1234, title: str = "Homework 1", points: float = 100) -> None:
        self.users = {user.id: user for user in users}
        self.number, self.title, self.points = number, title, points
        self.scores: dict[int, str] = {}
        self.created: list[str] = []  # titles of assignments that an import made
        self.strangers: list[str] = []  # names of rows that match nobody

    def export(self) -> str:
        """Write the gradebook as Canvas does, with sortable names."""
        head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", f"{self.title} ({self.number})"]
        rows = [head, ["    Points Possible", "", "", "", "", f"{self.points:.2f}"]]
        for user in self.users.values():
            first, _, last = user.name.rpartition(" ")
            name = f"{last}, {first}" if first else last
            rows.append([name, str(user.id), user.sis, user.login, "A", self.scores.get(user.id, "")])
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
            places[self._assignment(header)] = place
        for cells in rows:
            row = [_decimal(cell) for cell in cells]
            if "Points Possible" in row[0]:
                if self.number in places and row[places[self.number]]:
                    self.points = float(row[places[self.number]])
            elif not all(re.fullmatch(r"(?i)\s*(Muted|Manual Posting.*)?\s*", cell) for cell in row):
                self._student(row, head, places)

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
        if row[1] and (user := self.users.get(_to_i(row[1]))):
            return user
        for field, pattern in (("sis", _SIS), ("login", _LOGIN)):
            place = next((at for at, name in enumerate(head) if re.search(pattern, name)), None)
            for user in self.users.values():
                if place is not None and row[place] and getattr(user, field) == row[place]:
                    return user
        return next((user for user in self.users.values() if row[0] in _names(user)), None)


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
    if not (len(head) > 3 and "Student" in head[0] and "ID" in head[1]):
        raise ValueError("Invalid header row")
    columns = 3
    if re.search(_LOGIN, head[2]):
        columns += 1
    elif re.search(_SIS, head[2]) and re.search(_LOGIN, head[3]):
        columns += 2
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
