"""What a site needs before its first visitor: the host's account with a link, and the accounts of the class list or
of the teams."""

from __future__ import annotations

from judge.classroom.contest import read_competitors
from judge.classroom.roster import read_roster
from judge.model.classroom import Student
from judge.store import Store
from judge.web.site import Site


def opened(site: Site, name: str, lasts_s: float) -> str:
    """Return the link that lets the host in. Who is on the course's class list gets an account."""
    enter_class(site)
    with Store(site.settings.store) as store:
        known = store.accounts.of(name)
        host = store.accounts.enter(known.student if known else Student(name), "host", "")
        secret, _ = store.credentials.make("link", host, "host", lasts_s, "")
    return f"{site.settings.address}/in/{secret}"


def enter_class(site: Site) -> None:
    """Give an account to who is on the course's class list, and to who competes in the contest and has none."""
    with Store(site.settings.store) as store:
        if site.course and site.course.roster:
            store.accounts.enter_all(read_roster(site.course.roster).students, "")
        if site.settings.contest:
            teams = read_competitors(site.settings.contest)
            store.accounts.enter_all((one for one in teams if store.accounts.of(one.id) is None), "")
