"""The audit log, page by page. What was done about a host's account, hosts alone see."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from judge.reports.moments import moment
from judge.web.ask import MOST_ID, Ask, whole
from judge.web.reply import Page

_SHOWN: Final = 100  # lines on a page
_LONGEST: Final = 200  # characters of a filter


def log(ask: Ask) -> Page:
    """Show what was done, the newest first, or some of it."""
    what, who = (ask.query.get(name, "").strip()[:_LONGEST] for name in ("what", "who"))
    before_id = whole(ask.query.get("before", ""), MOST_ID)
    found = ask.store.deeds.latest(_SHOWN + 1, before_id, what, who, of_hosts=ask.viewer.may("host"))
    lines = [(moment(deed.at_s), deed) for _, deed in found[:_SHOWN]]
    chosen = {name: word for name, word in (("what", what), ("who", who)) if word}
    older = urlencode({**chosen, "before": found[_SHOWN - 1][0]}) if len(found) > _SHOWN else ""
    newest = urlencode(chosen) if before_id is not None else None
    kinds = ask.store.deeds.kinds()
    return ask.page("staff/log.html", lines=lines, what=what, who=who, kinds=kinds, older=older, newest=newest)
