"""The questions that a program asks a site, and their answers as nouns. All of an answer is a stranger's: it is
bounded, checked, and cleaned as it is read.

And a submission that is judged there, as the events that a contest on this machine tells.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, TypeVar
from urllib.parse import quote

import msgspec

from judge.client.connection import Connection, form_of, read_address
from judge.client.wire import PROBLEMS, SUBMISSION, Offer, Progress
from judge.errors import JudgeError, meant
from judge.model import Host, Judgement, Prepared, Preparing, Ran, Readied, Submission, Verdict
from judge.scoring import Leaderboard, OwnRank
from judge.store import judgements_in
from judge.text import clean, clean_line

_LONGEST: Final = 1 << 24  # characters of a text: a board of a sample
_AGAIN_S: Final = (0.2, 30.0)  # however often, or seldom, a site wants to be asked
_MOST: Final = 200_000  # letters: a thousand cases, each two hundred times
_Noun = TypeVar("_Noun")
Say = Callable[[str], object]
_FAULTS = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class _Ground(msgspec.Struct):
    clock: Host.Clock
    boxed: bool
    host_class: str


class _Place(msgspec.Struct):
    rank: int
    count: int
    tied: bool
    here: bool
    above: str
    cases_behind: int
    behind_s: float
    score_behind: float
    solved: int | None = None  # a site of before does not tell it
    ground: _Ground | None = None


class _Placed(msgspec.Struct):
    """What is said beside a run: its place."""

    place: _Place | None = None


class Result(msgspec.Struct, frozen=True):
    """What came of a submission: its judgement, its place, on which ground the leaderboard is where that is another
    one, and all of it as the JSON that `judge submit --json` writes."""

    judgement: Judgement
    place: OwnRank | None
    ground: Leaderboard.Ground | None
    said: dict[str, Any]


class Waits(msgspec.Struct, frozen=True):
    """Event: it waits in the queue of the site, behind so many; or, with `why`, to be tried again. Told again when that
    has changed."""

    ahead: int
    wait_s: float | None
    why: str = ""


Told = Waits | Preparing | Readied | Ran


class Site:
    """A site, as somebody with a token sees it. Every method raises JudgeError E522, E523 or E524."""

    def __init__(
        self, address: str, token: Callable[[str], str], say: Callable[[str], object] = lambda _: None
    ) -> None:
        """Take the address that somebody typed, and what returns the token for the site that it shows: that is asked
        for with the first question. `say` is told when a question has to wait. JudgeError E521 for a wrong address."""
        self._address, self._token, self._say = read_address(address), token, say

    @cached_property
    def _connection(self) -> Connection:
        return Connection(self._address, self._token(self._address.shown), self._say)

    @property
    def home(self) -> str:
        """Return the address at which people see it."""
        return self._address.base

    def problem(self, wanted: str) -> str:
        """Return the name of the problem that is meant: the one of this name, or with "" the only one there is."""
        names = [one.name for one in noun_in(self._connection.ask("/api/problems"), Offer, PROBLEMS).problems]
        if wanted in names:
            return wanted
        if not wanted and len(names) == 1:
            return names[0]
        known = f"there are {', '.join(names[:20])}" if names else "there is none yet"
        if wanted:
            what = f"{self._address.shown} has no problem {wanted}{meant(wanted, names)}"
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
        """Return the address at which people see a submission."""
        return f"{self.home}/submissions/{job}"

    def events(
        self, begun: Progress, submission: Submission, sleep: Callable[[float], object] = time.sleep
    ) -> Iterator[Told]:
        """Tell what happens to a submission, as `begun` and then the site say it, until it is over. JudgeError E522 to
        E524 where the site fails, or it is over without a judgement."""
        cases = {case.place for case in begun.outlined.cases}
        now, waits, state, ran, letters = begun, None, "", 0, 0
        while True:
            if now.state == "waiting":
                before, waits = waits, Waits(now.ahead, now.wait_s, now.why)
                if before is None or (before.ahead, before.why) != (waits.ahead, waits.why):
                    yield waits
            elif not state:
                state = "preparing"
                yield Preparing(submission)
            if state == "preparing" and (now.letters or now.state == "running"):
                state = "running"
                yield Readied(submission, Prepared())
            for letter in now.letters if state else ():
                if (letter.group, letter.case) in cases:  # of what it has said, so that this has an end
                    ran += 1
                    yield Ran(submission, letter.attempt(), ran, max(len(cases), ran))
            if now.over and not now.letters:
                break
            if not now.over:
                sleep(min(max(now.again_s, _AGAIN_S[0]), _AGAIN_S[1]))
            before_this, now = now, self.progress(now.job, now.after)
            letters += len(now.letters)
            if (now.letters and now.after <= before_this.after) or letters > _MOST:
                raise JudgeError("E522", "what the site says has no end", help="tell its host")
        if not now.judged:
            raise _unjudged(now, self.page(now.job))


def noun_in(body: bytes, kind: type[_Noun], schema: str) -> _Noun:
    """Return the noun of an answer. JudgeError E522 for what is none, and for one of another schema."""
    said = _object(body, schema)
    try:
        return msgspec.convert(said, kind)
    except _FAULTS as fault:
        raise _strange(str(fault)) from None


def result_in(body: bytes) -> Result:
    """Return what came of a submission. JudgeError E522 as in `noun_in`."""
    said = _object(body, "judge.run/1")
    try:
        place = msgspec.convert(said, _Placed).place
        [judgement] = judgements_in(said)
    except (*_FAULTS, ValueError) as fault:
        raise _strange(str(fault)) from None
    return Result(judgement, *_place(place, judgement), said)


def _object(body: bytes, schema: str) -> dict[str, Any]:
    """Return an object of this schema, every text in it clean."""
    try:
        said = _cleaned(msgspec.json.decode(body))
    except _FAULTS as fault:
        raise _strange(str(fault)) from None
    found = said.get("schema") if isinstance(said, dict) else None
    name = schema.partition("/")[0]
    if not isinstance(said, dict) or not isinstance(found, str) or not found.startswith(f"{name}/"):
        raise _strange("it is not what a judge says there")
    if found != schema:
        what = f"it says {clean_line(found, 60)}, and this judge reads {schema}"
        repair = "install the version of the judge that the site has"
        raise JudgeError("E522", f"the site is of another version: {what}", help=repair)
    return said


def _cleaned(said: Any) -> Any:
    if isinstance(said, str):
        return clean(said, _LONGEST)
    if isinstance(said, dict):
        return {clean(key, _LONGEST): _cleaned(value) for key, value in said.items()}
    return [_cleaned(value) for value in said] if isinstance(said, list) else said


def _place(said: _Place | None, judgement: Judgement) -> tuple[OwnRank | None, Leaderboard.Ground | None]:
    if said is None:
        return None, None
    own = sum(run.verdict is Verdict.AC for run in judgement.runs)
    solved = own if said.solved is None else said.solved
    holder = OwnRank.Score("", 0, judgement.submission.sha256 if said.here else "", solved, 0.0)
    behind = said.cases_behind, said.behind_s, said.tied, said.score_behind
    place = OwnRank(said.rank, said.count, holder, said.above, *behind)
    at = said.ground
    if at is None:
        return place, None
    return place, Leaderboard.Ground(judgement.problem.name, "", "", at.clock, at.boxed, at.host_class)


def _strange(why: str) -> JudgeError:
    return JudgeError(
        "E522",
        "the answer of the site can't be read",
        note=clean_line(why),
        help="copy the address from the first page of the site; if it is right, tell its host",
    )


def _unjudged(last: Progress, page: str) -> JudgeError:
    if last.state == "replaced":
        said = "a newer submission of yours has taken its place in the queue"
        return JudgeError("E524", said, help=f"look at the newer one: {page}")
    why = last.why or "it does not say why"
    return JudgeError("E524", "the judge of the site has failed on it", note=why, help="tell its host")
