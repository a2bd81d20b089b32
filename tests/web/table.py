"""The table of routes as it should be, said a second time in `routes.txt`: what each row answers whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

READERS: Final = ("", "ada", "bob", "gil", "ines", "hal")
ENDS_SESSIONS: Final = ("/out", "/in/{secret}")


class Row(NamedTuple):
    """A row, and what it answers to the browsers and the programs of all readers."""

    method: str
    path: str
    query: str
    browsers: tuple[str, ...]
    programs: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def for_programs(self) -> bool:
        return {*self.programs} != {"403"}

    def answer(self, reader: str, *, program: bool = False) -> str:
        """Return `ok`, or the status with which this reader is refused."""
        return (self.programs if program else self.browsers)[READERS.index(reader)]

    def address(self, words: Mapping[str, str]) -> str:
        """Return an address of the row, with these words in their places (`parts`)."""
        name = "canvas" if "/exports/" in self.path else words["name"]
        return (self.path + self.query).format_map({**words, "name": name})


def _rows(text: str) -> Iterator[Row]:
    for block in text.split("\n\n")[1:]:
        answers, *names = block.splitlines()
        browsers, programs = (tuple(said.split()) for said in answers.split("|"))
        for name in names:
            method, path, query = re.fullmatch(r"(\w+) ([^?]+)(.*)", name).groups()  # type: ignore[union-attr]
            yield Row(method, path, query, browsers, programs)


ROWS: Final = tuple(_rows(Path(__file__).with_name("routes.txt").read_text()))
PAGES: Final = tuple(row for row in ROWS if row.method == "GET")


def parts(job: str = "", secret: str = "", problem: str = "quiz", case: str = "tiny") -> dict[str, str]:
    """Return what stands in an address for each name of a path."""
    named = {"problem": problem, "case": case, "job": job, "secret": secret}
    return {**named, "number": "0", "word": "freeze", "name": "judge.css"}


def reached(answer: Any) -> str:
    """Return `ok` where the handler of a row was reached, else the status with which it was not."""
    return str(answer.status_code) if answer.status_code in (401, 403, 404, 405) or answer.status_code >= 500 else "ok"


def readable(reader: str) -> list[Row]:
    """Return every page and stream that nobody, or a student, may ask for."""
    return [row for row in PAGES if row.answer(reader) != ("403" if reader else "401")]
