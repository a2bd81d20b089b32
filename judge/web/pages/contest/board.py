"""The scoreboard: a page, a large one for a projector, the stream that fills both, and files for staff; and, for hosts
after the end, what was hidden, revealed step by step."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.classroom.contest_state import refuse_before_end
from judge.model.schedule import AsOf, Team
from judge.reports.export.contest_json import contest_json
from judge.reports.export.event_feed import event_feed
from judge.reports.page.templates import render
from judge.reports.units import clock_time
from judge.reports.web.scoreboard import PAGE, scoreboard_view
from judge.scoring.standings import Resolver, Scoreboard, scoreboard
from judge.store import Store
from judge.web.ask import Ask, whole
from judge.web.pages.contest.host import DONE, buttons_of
from judge.web.pages.contest.looked import Looked, as_jury, kept, look, version_of
from judge.web.pages.home import is_apart
from judge.web.reply import Download, Fragment, Live, Page, missing
from judge.web.site import Site

_MOST_PAGES = 9999
_EVERY_S, _LARGE_S = 2.0, 1.0  # for a thousand browsers, and for a projector


class _Asked(msgspec.Struct, frozen=True):
    """What somebody watches."""

    jury: bool
    large: bool
    host: bool


def contest(ask: Ask) -> Page:
    """Show the scoreboard; a member of a team finds the own row marked."""
    jury = as_jury(ask)
    looked = look(ask.site, ask.store, jury=jury)
    own = _own(ask, looked)
    viewer = ask.seen.viewer
    apart = viewer is not None and is_apart(viewer, looked.contest.schedule)
    over = looked.contest.as_of.now_ms >= looked.contest.schedule.end_ms
    seen = {"own": own.id if own else "", "apart": apart, "jury": jury, "over": over}
    words = {**seen, "done": ask.done(DONE), **clock_words(looked)}
    return ask.page("contest/page.html", view=looked.view, buttons=buttons_of(looked.contest), **words)


def beamer(ask: Ask) -> Page:
    """Show it large. `page` is for who has no script: the next page loads by itself."""
    jury = as_jury(ask)
    looked = look(ask.site, ask.store, jury=jury)
    pages = looked.view.pages
    said = whole(ask.query.get("page", "1"), _MOST_PAGES)
    page = 0 if said is None else (said - 1) % len(pages)
    following = (page + 1) % len(pages) + 1
    words = {"shown": pages[page : page + 1], "following": following, "jury": jury, **clock_words(looked)}
    return ask.page("contest/beamer.html", view=looked.view, **words)


def events(ask: Ask) -> Live:
    """Send what changes, one stream for all who see the same."""
    site, viewer = ask.site, ask.seen.viewer
    host = viewer is not None and viewer.may("host")
    asked = _Asked(as_jury(ask), ask.query.get("view") == "beamer", host)
    look(site, ask.store, jury=asked.jury)  # without a contest there is nothing to wait for
    return Live(
        topic=("contest", asked),
        version=lambda store: version_of(site, store, jury=asked.jury),
        render=lambda store: _fragments(site, store, asked),
        every_s=_LARGE_S if asked.large else _EVERY_S,
    )


def clock_words(looked: Looked) -> dict[str, Any]:
    """Return the server's time, and how long there is still to wait. Scripts count on from there."""
    now_ms, until_ms = looked.contest.as_of.now_ms, looked.view.until_ms
    left = "" if until_ms is None else clock_time(max(0, until_ms - now_ms) // 1000)
    return {"now_ms": now_ms, "left": left}


def _fragments(site: Site, store: Store, asked: _Asked) -> list[Fragment]:
    looked = look(site, store, jury=asked.jury)
    view = looked.view
    words = {"view": view, "root": site.settings.root_path, "own": "", "buttons": buttons_of(looked.contest)}
    parts = ["state", "rows", *["notes"] * asked.jury, *["host"] * asked.host]
    pages = view.pages if asked.large else [view.rows]
    return [Fragment(part, render(f"web/contest/{part}.html", pages=pages, **words)) for part in parts]


def _own(ask: Ask, looked: Looked) -> Team | None:
    viewer = ask.seen.viewer
    return looked.contest.schedule.team_of(viewer.owner) if viewer else None


_MOST_STEPS = 999_999
_REPAIR = "wait for the end; the jury's view shows what is hidden"


def reveal(ask: Ask) -> Page:
    """Show the board after so many steps, that part of it in which the last one happened. JudgeError E458 before the
    end."""
    looked = look(ask.site, ask.store, jury=True)
    schedule, now_ms = looked.contest.schedule, looked.contest.as_of.now_ms
    refuse_before_end(schedule, now_ms, _REPAIR)
    resolver = kept(
        ask.site,
        ("resolver", *looked.version),
        lambda: Resolver(schedule, ask.store.tries.of(schedule, now_ms).tries, now_ms),
    )
    step = min(whole(ask.query.get("step", "0"), _MOST_STEPS) or 0, resolver.last)
    found = resolver.at(step)
    view = scoreboard_view(found.board, found.team, found.problem)
    place = next((at for at, row in enumerate(view.rows) if row.turn), len(view.rows) - 1 if step == 0 else 0)
    shown = view.pages[max(place, 0) // PAGE]
    return ask.page("contest/reveal.html", view=view, shown=[shown], step=step, last=resolver.last)


def feed(ask: Ask) -> Download:
    """Return the event feed."""
    board = _asked_board(ask)
    return Download(f"{board.schedule.id}.ndjson", event_feed(board).encode(), "application/x-ndjson")


def board_json(ask: Ask) -> Download:
    """Return the scoreboard, schema judge.contest/1."""
    board = _asked_board(ask)
    return Download(f"{board.schedule.id}.json", msgspec.json.encode(contest_json(board)), "application/json")


def _asked_board(ask: Ask) -> Scoreboard:
    """Return the board that was asked for: what the public sees, unless `view` says jury or final. JudgeError E458 for
    a final one before the end."""
    view = ask.query.get("view", "public")
    contest = ask.site.contest(ask.store, jury=view == "jury")
    if contest is None or view not in ("public", "jury", "final"):
        raise missing("file")
    schedule, as_of = contest.schedule, contest.as_of
    if view == "final":
        refuse_before_end(schedule, as_of.now_ms, _REPAIR)
        as_of = AsOf(as_of.now_ms, final=True)
    tried = ask.store.tries.of(schedule, as_of.now_ms)
    return scoreboard(schedule, tried.tries, as_of, tried.unknown)
