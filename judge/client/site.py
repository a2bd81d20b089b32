"""The questions that a program asks a site."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from judge.client.answers import Result, noun_in, result_in
from judge.client.connection import Connection, form_of
from judge.errors import JudgeError, meant
from judge.model.online import PROBLEMS, SUBMISSION, Offer, Progress


class Site:
    """A site, as somebody with a token sees it. Every method raises JudgeError E522, E523 or E524."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def problem(self, wanted: str) -> str:
        """Return the name of the problem that is meant: the one of this name, or with "" the only one there is."""
        names = [one.name for one in noun_in(self._connection.ask("/api/problems"), Offer, PROBLEMS).problems]
        if wanted in names:
            return wanted
        if not wanted and len(names) == 1:
            return names[0]
        known = f"there are {', '.join(names[:20])}" if names else "there is none yet"
        if wanted:
            what = f"{self._connection.address.shown} has no problem {wanted}{meant(wanted, names)}"
        else:
            what = "the file does not say which problem it solves"
        raise JudgeError("E524", what, note=known, help="name one of them with --problem NAME")

    def submit(self, problem: str, files: Sequence[tuple[str, bytes]], main: str = "") -> Progress:
        """Hand these files in; `main` is the one that is run, "" where that is clear."""
        form = form_of(files, {"main": main} if main else {})
        path = f"/api/problems/{quote(problem, safe='')}/submissions"
        return noun_in(self._connection.ask(path, form), Progress, SUBMISSION)

    def progress(self, job: str, after: int) -> Progress:
        """Return how far a submission is, with its letters after that one."""
        return noun_in(self._connection.ask(f"/api/submissions/{job}?after={after}"), Progress, SUBMISSION)

    def result(self, job: str) -> Result:
        """Return what came of it."""
        return result_in(self._connection.ask(f"/api/submissions/{job}/result"))

    def page(self, job: str) -> str:
        """Return the address at which people see it."""
        return f"{self._connection.address.base}/submissions/{job}"
