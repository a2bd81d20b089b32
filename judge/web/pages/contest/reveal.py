"""What was hidden, revealed step by step on a projector before everybody may see it. For hosts, after the end."""

from __future__ import annotations

from judge.classroom.contest.said import refuse_before_end
from judge.reports.web.scoreboard import PAGE, scoreboard_view
from judge.scoring.resolving import Resolver
from judge.web.ask import Ask
from judge.web.numbers import whole
from judge.web.pages.contest.looked import kept, look
from judge.web.reply import Page

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
