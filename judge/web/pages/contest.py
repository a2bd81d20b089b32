"""The contest on the clock: its scoreboard as a page, large for a projector, as the stream that fills both, and as
files for staff; what its hosts say about it; and after the end what was hidden, revealed step by step.

A thousand browsers ask for one board. So what is computed of a version of the store and a phase of the contest is kept
for all who see the same; when either changes, it is computed anew.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from judge.classroom import ContestState
from judge.errors import JudgeError
from judge.model import Deed, Schedule
from judge.reports import ScoreboardReport, ScoreboardView, render
from judge.scoring import Resolver, Scoreboard
from judge.store import Store
from judge.text import clock_time
from judge.web.ask import Ask, File, Live, Page, Redirect, RefusedError, go_on, json_file, missing, stranger, whole
from judge.web.pages.problems import is_apart
from judge.web.site import Site

_Version = tuple[object, ...]
_MOST_PAGES: Final = 9999
_MOST_STEPS: Final = 999_999
_EVERY_S, _LARGE_S = 2.0, 1.0  # for a thousand browsers, and for a projector


class _Looked(msgspec.Struct, frozen=True, eq=False):
    """What somebody sees of a contest. `contest` is of this moment; the view may be as old as its version."""

    contest: ContestState
    view: ScoreboardView
    version: _Version


def contest(ask: Ask) -> Page:
    """Show the scoreboard; a member of a team finds the own row marked."""
    jury, viewer = _as_jury(ask), ask.seen.viewer
    looked = _look(ask.site, ask.store, jury=jury)
    schedule = looked.contest.schedule
    own = schedule.team_of(viewer.owner) if viewer else None
    return ask.page(
        "contest/page.html",
        view=looked.view,
        buttons=_buttons(looked.contest),
        own=own.id if own else "",
        apart=viewer is not None and is_apart(viewer, schedule),
        jury=jury,
        over=looked.contest.is_over,
        done=ask.done(_DONE),
        **_clock_words(looked),
    )


def beamer(ask: Ask) -> Page:
    """Show it large. `page` is for who has no script: the next page loads by itself."""
    jury = _as_jury(ask)
    looked = _look(ask.site, ask.store, jury=jury)
    pages = looked.view.pages
    said = whole(ask.query.get("page", "1"), _MOST_PAGES)
    page = 0 if said is None else (said - 1) % len(pages)
    following = (page + 1) % len(pages) + 1
    words = {"shown": pages[page : page + 1], "following": following, "jury": jury, **_clock_words(looked)}
    return ask.page("contest/beamer.html", view=looked.view, **words)


def events(ask: Ask) -> Live:
    """Send what changes, one stream for all who see the same."""
    site, viewer, jury, large = ask.site, ask.seen.viewer, _as_jury(ask), ask.query.get("view") == "beamer"
    host = viewer is not None and viewer.may("host")
    _look(site, ask.store, jury=jury)  # without a contest there is nothing to wait for

    def render_parts(store: Store) -> dict[str, str]:
        looked = _look(site, store, jury=jury)
        view, buttons = looked.view, _buttons(looked.contest)
        words = {"view": view, "root": site.settings.root_path, "own": "", "buttons": buttons}
        parts = ["state", "rows", *["legend"] * (not large), *["notes"] * jury, *["host"] * host]
        pages = view.pages if large else [view.rows]
        return {part: render(f"web/contest/{part}.html", pages=pages, **words) for part in parts}

    return Live(
        topic=("contest", jury, large, host),
        version=lambda store: _now(site, store, jury=jury)[1],
        render=render_parts,
        every_s=_LARGE_S if large else _EVERY_S,
    )


def reveal(ask: Ask) -> Page:
    """Show the board after so many steps, that part of it in which the last one happened. JudgeError E458 before the
    end."""
    looked = _look(ask.site, ask.store, jury=True)
    schedule, now_ms = looked.contest.schedule, looked.contest.as_of.now_ms
    looked.contest.as_final()
    resolver = ask.site.boards.of(
        lambda held: held or Resolver(schedule, ask.store.tries.of(schedule, now_ms).tries, now_ms),
        ("resolver", *looked.version),
    )
    step = min(whole(ask.query.get("step", "0"), _MOST_STEPS) or 0, resolver.last)
    found = resolver.at(step)
    view = ScoreboardView.of(found.board, found.team, found.problem)
    place = next((at for at, row in enumerate(view.rows) if row.turn), len(view.rows) - 1 if step == 0 else 0)
    return ask.page("contest/reveal.html", view=view, shown=[view.page_with(place)], step=step, last=resolver.last)


def feed(ask: Ask) -> File:
    """Return the event feed."""
    board = _chosen_board(ask)
    return File(ScoreboardReport(board).feed().encode(), "application/x-ndjson", f"{board.schedule.id}.ndjson")


def board_json(ask: Ask) -> File:
    """Return the scoreboard, schema judge.contest/1."""
    board = _chosen_board(ask)
    return json_file(ScoreboardReport(board).document(), f"{board.schedule.id}.json")


def _chosen_board(ask: Ask) -> Scoreboard:
    """Return the board that was asked for: what the public sees, unless `view` says jury or final. JudgeError E458 for
    a final one before the end."""
    view = ask.query.get("view", "public")
    contest = ask.site.contest(ask.store, jury=view == "jury")
    if contest is None or view not in ("public", "jury", "final"):
        raise missing("file")
    return _board(ask.store, contest.as_final() if view == "final" else contest)


# --- a look at the contest --------------------------------------------------------------------------------------------
def _look(site: Site, store: Store, *, jury: bool) -> _Looked:
    """Return what the public or the jury sees now. RefusedError 404 where no contest is served."""
    contest, version = _now(site, store, jury=jury)
    view = site.boards.of(lambda held: held or ScoreboardView.of(_board(store, contest)), ("board", *version))
    return _Looked(contest, view, version)


def _contest(site: Site, store: Store, *, jury: bool) -> ContestState:
    """Return the contest of this moment. RefusedError 404 where none is served."""
    found = site.contest(store, jury=jury)
    if found is None:
        raise missing("contest")
    return found


def _board(store: Store, contest: ContestState) -> Scoreboard:
    tried = store.tries.of(contest.schedule, contest.as_of.now_ms)
    return Scoreboard.of(contest.schedule, tried.tries, contest.as_of, tried.unknown)


def _now(site: Site, store: Store, *, jury: bool) -> tuple[ContestState, _Version]:
    """Return the contest of this moment, and what changes when somebody sees something else."""
    tried = store.tries.version()  # before the clock: no verdict of this version is later than now
    contest = _contest(site, store, jury=jury)
    phase = contest.as_of.phase(contest.schedule), contest.is_over
    return contest, (jury, *phase, len(contest.moments), *tried)


def _as_jury(ask: Ask) -> bool:
    """Say whether the address asks for the jury's view. RefusedError 401 or 403 where the viewer is no grader."""
    if ask.query.get("jury") != "1":
        return False
    if ask.seen.viewer is None:
        raise stranger(ask.seen.unknown)
    if not ask.seen.viewer.may("grader"):
        raise RefusedError(403, "That is for the jury.", "The scoreboard for everybody is at /contest.")
    return True


def _clock_words(looked: _Looked) -> dict[str, Any]:
    """Return the server's time, and how long there is still to wait. Scripts count on from there."""
    now_ms, until_ms = looked.contest.as_of.now_ms, looked.view.until_ms
    left = "" if until_ms is None else clock_time(max(0, until_ms - now_ms) // 1000)
    return {"now_ms": now_ms, "left": left}


# --- what a host says: a page asks for each of them once more ---------------------------------------------------------
_MOST_WORDS: Final = 10**9


class _Said(NamedTuple):
    """A word of a host: what its button is called, what it does, and what the scoreboard says when it is done."""

    button: str
    means: str
    done: str


_WORDS: Final[dict[Schedule.Word, _Said]] = {
    "start": _Said(
        "Start now",
        "The contest begins at once, and everybody sees its problems. The end moves along. This can't be undone.",
        "The contest has begun.",
    ),
    "freeze": _Said(
        "Freeze the scoreboard",
        "Verdicts on what is handed in from now on are hidden from everybody but the jury.",
        "The scoreboard is frozen.",
    ),
    "unfreeze": _Said(
        "Unfreeze the scoreboard",
        "Everybody sees at once the verdicts that are hidden now.",
        "The scoreboard is not frozen any more.",
    ),
    "reveal": _Said(
        "Show the result to everybody",
        "Everybody sees at once the verdicts that are hidden since the freeze.",
        "Everybody sees the result.",
    ),
    "hide": _Said(
        "Hide the result again",
        "Verdicts since the freeze are hidden again. People who have seen them still know them.",
        "The result is hidden again.",
    ),
}
_DONE: Final[dict[str, str]] = {word: said.done for word, said in _WORDS.items()}


def _buttons(contest: ContestState) -> dict[Schedule.Word, str]:
    """Return what a host can say now, and what its button is called."""
    found = {}
    for word, said in _WORDS.items():
        with suppress(JudgeError):
            contest.check(word)
            found[word] = said.button
    return found


def sure(ask: Ask) -> Page:
    """Say what a word does, and ask whether it is to be said."""
    word, contest = _word(ask.query.get("word", "")), _contest(ask.site, ask.store, jury=True)
    contest.check(word)
    said = _WORDS[word]
    return ask.page("contest/sure.html", word=word, after=len(contest.moments), button=said.button, what=said.means)


def say(ask: Ask) -> Redirect:
    """Write down what a host says. JudgeError E458 or E519 where it has not its time, E520 where another host was
    quicker; then nothing is written."""
    word, contest = _word(ask.path["word"]), _contest(ask.site, ask.store, jury=True)
    if ask.form.get("sure") != "yes":
        return Redirect(f"/contest/sure?word={word}")
    seen = whole(ask.form.get("after", ""), _MOST_WORDS)  # how many had been said when the host's page was made
    if seen is None:
        raise RefusedError(400, "The form can't be read.", "Load the scoreboard, and try again.")
    if seen == len(contest.moments):
        contest.check(word)
    ask.store.contest_words.add_after(contest.schedule.id, Deed(time.time(), ask.viewer.owner, word), seen)
    ask.write_down(f"contest: {word}", words=contest.schedule.id)
    return go_on("/contest", word)


def _word(said: str) -> Schedule.Word:
    found = next((word for word in _WORDS if word == said), None)
    if found is None:
        raise missing()
    return found
