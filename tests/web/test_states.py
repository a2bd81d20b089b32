"""Every row of the table of routes for sessions and tokens whose account has changed since, and after a restart."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec

from judge.store import Store
from judge.web.routes import ROUTES
from judge.web.settings import Settings
from tests.web.sites import TestSite, restarted
from tests.web.strangers import WORDS, jobs_of, strangers
from tests.web.test_routes import RULES
from tests.web.walking import READERS, Walker, address, parts, reached, unhurried

_ENDS_SESSIONS = ("/out", "/in/{secret}")


class Held(NamedTuple):
    """What somebody came in with, and as which reader of the table they are let in now: "" is nobody."""

    walker: Walker
    reader: str


def _wrong(held: Iterable[Held], job: str, *, program: bool) -> dict[str, str]:
    """Return which rows answer otherwise than the table says."""
    words, found = parts(job, "x" * 22), {}
    for number, (walker, reader) in enumerate(held):
        for route in ROUTES:
            name = f"{route.method} {route.path}"
            if route.path in _ENDS_SESSIONS or (program and not route.rule.token):
                continue
            answered = reached(walker.ask(route.method, address(route, words)))
            said = RULES[name][program].split()[READERS.index(reader)]
            if answered != said:
                found[f"{name} of {number}"] = f"{answered}, not {said}"
    return found


def _walkers(site: TestSite, *owners: str) -> list[list[Walker]]:
    """Return a session and a token of each."""
    return [[Walker(site, owner, program=program) for program in (False, True)] for owner in owners]


def test_each_row_is_for_who_they_are_now(tmp_path: Path) -> None:
    with unhurried(), strangers(tmp_path / "site") as site:
        job = jobs_of(site, "ada")[0]
        with site.store() as store:
            ada = _walkers(site, "ada")[0]
            store.credentials.end_all("ada")
            ended, [ada, bob, gil, ines, hal] = ada, _walkers(site, "ada", "bob", "gil", "ines", "hal")
            found = {one.owner: one for one in store.accounts.everybody()}
            store.accounts.enter(found["bob"].student, "grader", "hal")
            store.accounts.enter(found["gil"].student, "student", "hal")
            store.accounts.remove("ines", "hal")
            store.accounts.enter(found["ines"].student, "instructor", "hal")
        again = _walkers(site, "ines")[0]
        now = [(ended, ""), (ada, "ada"), (bob, "gil"), (gil, "bob"), (ines, ""), (again, "ines"), (hal, "hal")]
        for program in (False, True):
            assert not _wrong([Held(one[program], reader) for one, reader in now], job, program=program)
        settings = _ended(site, tmp_path / "copy")
    with Store(settings.store) as store:
        store.upkeep.forget("bob")
    now[2] = bob, ""
    with unhurried(), restarted(settings) as anew:
        for program in (False, True):
            for one, _ in now:
                one[program].move(anew)
            assert not _wrong([Held(one[program], reader) for one, reader in now], job, program=program)


def _ended(site: TestSite, folder: Path) -> Settings:
    """Copy a site to where it is started again, as its own threads have its file open still."""
    old = site.settings.store.parent
    for name in ("quiz", WORDS):
        shutil.copytree(old / name, folder / name)
    shutil.copy(old / "contest.toml", folder)
    with site.store() as store:
        store.upkeep.backup(folder / "store.db")
    return msgspec.structs.replace(site.settings, store=folder / "store.db", contest=folder / "contest.toml")
