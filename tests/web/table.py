"""The table of routes as it should be, said a second time: what each row answers whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

READERS: Final = ("", "ada", "bob", "gil", "ines", "hal")
# Who asks for a job and a problem:  nobody, whose job it is, another student, a grader, an instructor, a host.
ALL: Final = "ok ok ok ok ok ok"
IN: Final = "401 ok ok ok ok ok"
OWN: Final = "401 ok 404 ok ok ok"
GRADERS: Final = "401 403 403 ok ok ok"
INSTRUCTORS: Final = "401 403 403 403 ok ok"
HOSTS: Final = "401 403 403 403 403 ok"
NOT_THERE: Final = "401 404 404 404 404 404"  # whoever may: there is no such token
NO_FAILED: Final = "401 403 403 403 403 404"  # hosts may: there is no such job
NO_JUDGE: Final = "503 503 503 503 503 503"  # health says that nothing is judged
# The same with a token of theirs, the first with one that is none.
NO_PROGRAM: Final = "403 403 403 403 403 403"
PROGRAMS: Final = "401 ok ok ok ok ok"
OWN_PROGRAMS: Final = "401 ok 404 ok ok ok"
GRADERS_PROGRAMS: Final = "401 403 403 ok ok ok"
NO_BROWSER: Final = "401 401 401 401 401 401"
NO_BROWSER_OWN: Final = "401 401 404 401 401 401"

_ROWS: Final[dict[tuple[str, str], str]] = {
    (ALL, NO_PROGRAM): """
        GET /, GET /in/{secret}, POST /in/{secret}, GET /static/{name}, GET /contest, GET /contest/events,
        GET /contest/beamer
    """,
    (IN, NO_PROGRAM): """
        POST /out, GET /problems/{problem}, GET /problems/{problem}/starter,
        GET /problems/{problem}/samples/{case}, GET /problems/{problem}/submissions,
        POST /problems/{problem}/submissions, GET /problems/{problem}/board,
        GET /problems/{problem}/board/events, GET /tokens, POST /tokens
    """,
    (OWN, NO_PROGRAM): """
        GET /submissions/{job}, GET /submissions/{job}/events, GET /submissions/{job}/feedback,
        GET /submissions/{job}/files/{number}, GET /submissions/{job}/diff
    """,
    (GRADERS, NO_PROGRAM): """
        GET /staff, GET /staff/problems/{problem}, GET /staff/problems/{problem}/student,
        POST /staff/problems/{problem}/student/mark, GET /staff/queue, GET /staff/queue/events,
        GET /staff/course, POST /staff/course, GET /contest/feed, GET /contest/json
    """,
    (INSTRUCTORS, NO_PROGRAM): """
        GET /staff/log, GET /staff/problems/{problem}/terms, POST /staff/problems/{problem}/terms,
        GET /staff/problems/{problem}/class, POST /staff/problems/{problem}/class,
        GET /staff/problems/{problem}/class/match, POST /staff/problems/{problem}/class/hand-in,
        POST /staff/problems/{problem}/class/discard, GET /staff/people, GET /staff/people/person,
        POST /staff/people/add, POST /staff/people/role, POST /staff/people/remove, POST /staff/people/roster,
        POST /staff/people/roster/apply, POST /staff/people/link, POST /staff/people/links,
        POST /staff/people/invite, POST /staff/people/end, GET /staff/problems/{problem}/regrade,
        GET /staff/problems/{problem}/regrade/events, POST /staff/problems/{problem}/regrade,
        POST /staff/problems/{problem}/regrade/apply, POST /staff/problems/{problem}/regrade/cancel,
        GET /staff/problems/{problem}/exports, POST /staff/problems/{problem}/exports/{name}
    """,
    (NO_FAILED, NO_PROGRAM): "GET /staff/queue/again, POST /staff/queue/again",
    (HOSTS, NO_PROGRAM): "GET /contest/reveal, GET /contest/sure, POST /contest/{word}",
    (NOT_THERE, NO_PROGRAM): "POST /tokens/end",
    (NO_BROWSER, PROGRAMS): "GET /api/problems, POST /api/problems/{problem}/submissions",
    (NO_BROWSER_OWN, OWN_PROGRAMS): "GET /api/submissions/{job}, GET /api/submissions/{job}/result",
    (NO_JUDGE, NO_PROGRAM): "GET /health",
    (GRADERS, GRADERS_PROGRAMS): "GET /metrics",
}
ENDS_SESSIONS: Final = ("/out", "/in/{secret}")
_QUERIES: Final = {
    "/staff/people/person": "?id=ada",
    "/staff/problems/{problem}/student": "?id=ada",
    "/submissions/{job}/diff": "?with={job}",
    "/contest/sure": "?word=freeze",
}


class Row(NamedTuple):
    """A row, and what it answers to the browsers and the programs of all readers."""

    method: str
    path: str
    browsers: str
    programs: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def for_programs(self) -> bool:
        return self.programs != NO_PROGRAM

    def answer(self, reader: str, *, program: bool = False) -> str:
        """Return `ok`, or the status with which this reader is refused."""
        return (self.programs if program else self.browsers).split()[READERS.index(reader)]

    def address(self, words: Mapping[str, str]) -> str:
        """Return an address of the row, with these words in their places (`parts`)."""
        name = "canvas" if "/exports/" in self.path else words["name"]
        return (self.path + _QUERIES.get(self.path, "")).format_map({**words, "name": name})


def _row(name: str, browsers: str, programs: str) -> Row:
    method, path = name.split()
    return Row(method, path, browsers, programs)


ROWS: Final = tuple(_row(name, *said) for said, names in _ROWS.items() for name in names.split(","))
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
