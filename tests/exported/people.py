"""The students of a made-up class, what they hand in, and their class list.

Whose a submission is stands in its bytes, so that a test sees who is given what. The habits: names in many scripts,
with apostrophes, invisible marks and digits alone; namesakes; several attempts; groups and those who are in none; a
stranger who is in no roster; numbers of groups that are a participant's as well.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

NAMES = (
    "Lovelace, Ada", "李, 小龍", "Петрова, Ольга", "الفارسي, محمد", "Ñúñez, José", "O'Neil, Sean", "山田, 太郎",
    "Ray-Orr, Eve", "Lee, Ann", "lee, ann", "de la Cruz, Ana María", "1234, 77",
)  # fmt: skip
STRANGER = "nobody"  # an owner who is in no roster


class One(NamedTuple):
    """A student: `number` is the platform's, `sid` the institution's."""

    k: int
    last: str
    first: str
    group: str

    @property
    def sid(self) -> str:
        return f"S{self.k:03}"

    @property
    def number(self) -> int:
        return 5000 + self.k

    @property
    def login(self) -> str:
        return f"u{self.k:03}"

    @property
    def email(self) -> str:
        return f"{self.login}@example.edu"

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def sortable(self) -> str:
        return f"{self.last}, {self.first}"


def everybody(count: int) -> list[One]:
    """Return students: names come again with other letters behind them, and Ann Lee and ann lee without."""
    found = []
    for k in range(count):
        last, first = NAMES[k % len(NAMES)].split(", ")
        same = k % 12 in (8, 9) and k // 12 % 2 == 0
        mark = k // 24 if same else k
        found.append(One(k, f"{last}{mark if last == '1234' else _letters(mark)}", first, f"Team {k // 3}"))
    return found


def _letters(k: int) -> str:
    return chr(97 + k // 26 % 26) + chr(97 + k % 26)


def source(owners: Iterable[str], more: str = "") -> bytes:
    return f"print(1)  # {' '.join(owners)}{more}\n".encode()


def owners_in(data: bytes) -> tuple[str, ...]:
    """Whose a source is, by what it says itself."""
    return tuple(data.decode().partition("# ")[2].partition(";")[0].split())


def table(head: str, rows: Iterable[Sequence[object]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([head.split(","), *rows])
    return file.getvalue()


def own_roster(students: Iterable[One]) -> str:
    return table("id,name,email,login", [(one.sid, one.name, one.email, one.login) for one in students])


def cleaned(name: str) -> str:
    """Moodle's clean_param(PARAM_FILE): what it takes out of a name."""
    return re.sub(r"\.\.+", "", re.sub(r"[\x00-\x1f&<>\"`|':\\/]", "", name.replace("_", " ")))
