"""The contest as files for staff: the event feed of the ICPC's tools, and the scoreboard as JSON."""

from __future__ import annotations

import msgspec

from judge.classroom.contest.said import refuse_before_end
from judge.model.schedule import AsOf
from judge.reports.export.contest_json import contest_json
from judge.reports.export.event_feed import event_feed
from judge.scoring.standings import Scoreboard, scoreboard
from judge.web.ask import Ask
from judge.web.reply import Download, missing

_REPAIR = "wait for the end; the jury's view shows what is hidden"


def feed(ask: Ask) -> Download:
    """Return the event feed."""
    board = _board(ask)
    return Download(f"{board.schedule.id}.ndjson", event_feed(board).encode(), "application/x-ndjson")


def board_json(ask: Ask) -> Download:
    """Return the scoreboard, schema judge.contest/1."""
    board = _board(ask)
    return Download(f"{board.schedule.id}.json", msgspec.json.encode(contest_json(board)), "application/json")


def _board(ask: Ask) -> Scoreboard:
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
