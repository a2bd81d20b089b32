"""A site: where it is served and behind what; its problems, those of a course, of a contest, or all that there are; and
when each is due. Packages are read when they change."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import tzinfo
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from judge.classroom import (
    ContestState,
    Roster,
    own_deadline,
    read_contest,
    read_course,
    with_extensions,
    with_term,
)
from judge.errors import JudgeError, of_what_went
from judge.files import entries_below
from judge.model import Account, Course, Deadline, Job, Problem, Schedule, Student
from judge.problems import all_packages, package_folder, read_package
from judge.store import Store
from judge.web.ask import missing
from judge.web.limits import Rates
from judge.web.operations import Meter
from judge.web.snapshots import MOST_BOARDS, Books, Latest, Waiting, bonuses, standings

if TYPE_CHECKING:
    from starlette.applications import Starlette

_LOOK_S: Final = 2.0  # between two looks at the files of a package
_LOCAL: Final = ("127.0.0.1", "localhost", "[::1]")
_LINK_S: Final = 24 * 3600.0  # how long the printed link lets the host in


class Settings(msgspec.Struct, frozen=True):
    """`url` is the address that people type, without a slash at its end. What comes from one of the `proxies` may say
    for whom it asks (X-Forwarded-For, X-Forwarded-Proto) and, with `user_header`, who that is."""

    store: Path
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    root_path: str = ""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    user_header: str = ""
    course: Path | None = None
    contest: Path | None = None
    problems: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """Return what links begin with."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return self.url or f"http://{shown}:{self.port}{self.root_path}"

    @property
    def secure(self) -> bool:
        """Say whether browsers reach it by TLS alone."""
        return self.address.startswith("https:")

    @property
    def origin(self) -> str:
        """Return scheme, host and port, as a browser names them."""
        found = urlsplit(self.address)
        return f"{found.scheme}://{found.netloc}"

    @property
    def hosts(self) -> frozenset[str]:
        """Return the names under which it answers: those of its address, and this machine's own, which no other site
        can take: with them it is asked how it does, also in a container."""
        found = urlsplit(self.address)
        return self._own | ({found.netloc, found.hostname or ""} - {""})

    @property
    def local(self) -> bool:
        """Say whether nobody but this machine can reach it directly."""
        return self.host in ("127.0.0.1", "::1", "localhost")

    @property
    def alone(self) -> bool:
        """Say whether its links lead to this machine from this machine alone."""
        return urlsplit(self.address).netloc in self._own

    @property
    def doubts(self) -> list[str]:
        """Return what may be meant otherwise, in words for the host."""
        found = []
        if self.secure and not self.proxies:
            found.append("name the proxy that speaks TLS with --proxy: all visitors look like one otherwise")
        if not (self.secure or self.alone):
            found.append("links and sessions travel unprotected: let a proxy speak TLS, and give --url https://...")
        return found

    def application(self) -> Starlette:
        """Return the site that is served so, for whatever speaks ASGI. JudgeError where course, contest or a package
        is wrong or missing."""
        from judge.web.app import Application

        return Application(Site(self)).asgi

    @property
    def _own(self) -> frozenset[str]:
        return frozenset(name for host in _LOCAL for name in (host, f"{host}:{self.port}"))

    def trusts(self, peer: str) -> bool:
        """Say whether this address is that of a proxy."""
        try:
            found = ip_address(peer)
        except ValueError:
            return False
        return any(found in network for network in self.proxies)


class _Read(msgspec.Struct, frozen=True, eq=False):
    package: Problem
    problem: Problem  # with the dates of its homework on the web
    files: Mapping[str, tuple[int, int]]
    looked_s: float


class LeftOut(msgspec.Struct, frozen=True):
    """A package that is not served, as it has what went with an earlier version: its name, and why in words."""

    name: str
    why: str


class Site:
    """The problems by name, in their order, and what frames them. Its methods may be called from any thread."""

    def __init__(self, settings: Settings) -> None:
        """Read course and contest. JudgeError where one of them, or a package, is wrong or missing; one with what went
        is left out, unless it is one of a contest, or nothing else is served."""
        self.settings = settings
        course = read_course(settings.course) if settings.course else None
        self._schedule: Schedule | None = None
        self.competitors: list[Student] = []
        if settings.contest:
            self._schedule, self.competitors = read_contest(settings.contest)
        self._folders, self.left_out = _folders(settings, course, self._schedule)
        self.course: Course | None = course and _without(course, self._folders.values())
        self._homeworks = _homeworks(self.course)
        self._read: dict[str, _Read] = {}
        self._lock = threading.Lock()
        self.meter, self.rates = Meter(), Rates()
        self.waiting, self.boards = Waiting(), Latest[Any](MOST_BOARDS)  # what was computed of a version of the contest
        self.standings, self.bonuses = standings(settings.store), bonuses(settings.store)
        self.books = Books()
        self.well = Latest[bool]()  # whether the store takes rows: one thread asks, as that may wait for whoever writes
        for name in self._folders:
            self.problem(name)

    @property
    def title(self) -> str:
        """Return what the site is called."""
        if self.course:
            return self.course.title
        return self._schedule.name if self._schedule else "judge"

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the problems, those of the course first."""
        return tuple(self._folders)

    @property
    def problems(self) -> list[Problem]:
        """Return the packages as they are now."""
        return [self.problem(name) for name in self._folders]

    def problem(self, name: str) -> Problem:
        """Return a package as it is now, with the dates of its homework. RefusedError 404 for another name; one that
        was spoilt since stays as it was when it could be read last."""
        return self._now(name).problem

    def package(self, name: str) -> Problem:
        """Return a package as `problem` does, with its own dates, over which each of several homeworks lays others."""
        return self._now(name).package

    def _now(self, name: str) -> _Read:
        folder = self._folders.get(name)
        if folder is None:
            raise missing("problem")
        with self._lock:
            held = self._read.get(name)
            if held is None or time.monotonic() - held.looked_s > _LOOK_S:
                held = self._read[name] = _again(folder, held, self._homeworks.get(folder.resolve()))
            return held

    def zone(self, store: Store) -> tzinfo | None:
        """Return the zone in which times are said: of the contest or the first due date, None for the host's."""
        if self._schedule:
            return self._schedule.zone
        for one in self.problems:
            with suppress(JudgeError):  # a date that can't be read is said on the page of the dates
                if deadline := with_deadline(one, store).deadline:
                    return deadline.due.tzinfo
        return None

    def homework(self, problem: Problem) -> str:
        """Return what the course calls a problem; "" where that says no more than its own title."""
        folder = self._folders[problem.name].resolve()
        found = self._homeworks.get(folder)
        return found.title if found and found.title not in (problem.name, problem.title, folder.name) else ""

    def counts_elsewhere(self, problem: Problem) -> bool:
        """Say whether the course counts what was handed in elsewhere, in a folder or zip, and not here."""
        found = self._homeworks.get(self._folders[problem.name].resolve())
        return found is not None and found.handed_in is not None

    @property
    def has_contest(self) -> bool:
        """Say whether a contest is served."""
        return self._schedule is not None

    def contest(self, store: Store, *, jury: bool = False) -> ContestState | None:
        """Return the contest as it is now, for everybody or for the jury."""
        if self._schedule is None:
            return None
        moments, now_ms = store.contest_words.of(self._schedule.id), round(time.time() * 1000)
        return ContestState.of(self._schedule, moments, now_ms, jury=jury)

    def schedule(self, store: Store) -> Schedule | None:
        """Return the contest, with what its host has said about it since."""
        found = self.contest(store)
        return found.schedule if found else None

    def check_open(self, problem: str, store: Store, viewer: Account | None) -> None:
        """Refuse a problem of a contest that has not begun, as if it were not there; but to those who make it."""
        if problem in self._not_begun(store, viewer):
            raise missing("problem")

    def open_problems(self, store: Store, viewer: Account | None) -> list[Problem]:
        """Return the packages that this viewer may know of now."""
        closed = self._not_begun(store, viewer)
        return [self.problem(name) for name in self._folders if name not in closed]

    def contest_of(self, problem: str, store: Store) -> Schedule | None:
        """Return the contest that a problem is part of."""
        schedule = self.schedule(store)
        return schedule if schedule and schedule.has(problem) else None

    def shows(self, job: Job, store: Store, viewer: Account) -> bool:
        """Say whether this viewer may see a submission: one of theirs, or in a contest one of their team; none before
        the contest has begun, as their role may have been another one then."""
        if _makes(viewer):
            return True
        if job.problem in self._not_begun(store, viewer):
            return False
        contest = self.contest_of(job.problem, store)
        team = contest.team_of(viewer.owner) if contest and contest.holds(int(job.at_s * 1000)) else None
        return job.owner == viewer.owner or (team is not None and job.owner in team.owners)

    def submissions_of(self, problem: str, store: Store, viewer: Account) -> list[Job]:
        """Return what this viewer has handed in on a problem, in a contest their team too; the newest first."""
        contest = self.contest_of(problem, store)
        team = contest.team_of(viewer.owner) if contest else None
        owners = {viewer.owner, *(team.owners if team else ())}
        found = [job for owner in owners for job in store.queue.of(owner, problem) if self.shows(job, store, viewer)]
        return Job.newest_first(found)

    def hidden_from_s(self, problem: str, store: Store, viewer: Account | None) -> float:
        """Return from when on verdicts of others on a problem are hidden from this viewer, in seconds since 1970;
        infinity where none is. What shows others asks the store for what counted before that."""
        found = self.contest(store, jury=_makes(viewer))
        if found is None or not found.schedule.has(problem):
            return math.inf
        return found.hidden_from_ms / 1000

    def _not_begun(self, store: Store, viewer: Account | None) -> frozenset[str]:
        found = None if _makes(viewer) else self.contest(store)
        if found is None or found.as_of.now_ms >= found.schedule.start_ms:
            return frozenset()
        return frozenset(task.problem for task in found.schedule.tasks)


def _makes(viewer: Account | None) -> bool:
    return viewer is not None and viewer.may("grader")


def _folders(
    settings: Settings, course: Course | None, schedule: Schedule | None
) -> tuple[dict[str, Path], tuple[LeftOut, ...]]:
    """Return the folder of each problem by its name, and what is left out. Two packages of one name are an error: the
    store knows names."""
    chosen = [*settings.problems]
    chosen += [one.problem for one in course.homeworks] if course else []
    chosen += [one.package for one in schedule.tasks] if schedule else []
    folders = [package_folder(name) for name in chosen] if chosen else list(all_packages())
    found: dict[str, Path] = {}
    faults: dict[Path, JudgeError] = {}
    for folder in folders:
        try:
            name = read_package(folder).name
        except JudgeError as fault:
            if not of_what_went(fault):
                raise
            faults[folder] = fault
            continue
        if found.setdefault(name, folder).resolve() != folder.resolve():
            message = f"two problems are called {name}: {found[name]} and {folder}"
            raise JudgeError("E431", message, help="give the folder of one of them another name")
    if faults and not found:
        raise next(iter(faults.values()))
    return found, tuple(LeftOut(folder.name, _why(fault, folder)) for folder, fault in faults.items())


def _why(fault: JudgeError, folder: Path) -> str:
    """Return what is wrong with a package, and where in it."""
    return f"{fault.message} [{fault.code}], in {str(fault.place).removeprefix(f'{folder}/')}: {fault.help}"


def _without(course: Course, folders: Iterable[Path]) -> Course:
    """Return a course without the homeworks whose packages are left out."""
    there = {folder.resolve() for folder in folders}
    homeworks = tuple(one for one in course.homeworks if package_folder(one.problem).resolve() in there)
    return msgspec.structs.replace(course, homeworks=homeworks)


def _homeworks(course: Course | None) -> dict[Path, Course.Homework]:
    """Return the homeworks of a course, by the folder of the problem. Of several, the one on the web counts."""
    found = sorted(course.homeworks if course else (), key=lambda one: one.handed_in is None)
    return {package_folder(one.problem).resolve(): one for one in found}


def _again(folder: Path, held: _Read | None, homework: Course.Homework | None) -> _Read:
    """Return a package as it is now; the dates of its course lie over its own."""
    files = _files(folder)
    if held is None or held.files != files:
        try:
            package = read_package(folder)
            problem = with_term(package, homework) if homework else package
            return _Read(package, problem, files, time.monotonic())
        except JudgeError:
            if held is None:
                raise
    return msgspec.structs.replace(held, looked_s=time.monotonic())


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    """Return when each file of a package was written, and how large it is."""
    found = {}
    for entry in entries_below(folder):
        with contextlib.suppress(OSError):  # it has gone meanwhile
            facts = entry.stat()
            found[entry.path] = facts.st_mtime_ns, facts.st_size
    return found


# --- when a problem is due: as its package or the course says, and as somebody has said on the web since --------------
def with_deadline(problem: Problem, store: Store) -> Problem:
    """Return the problem with the deadline of its class. JudgeError E507 where that can't be read."""
    return with_term(problem, store.terms.of(problem.name).get("", Deadline.Term()))


def due_for(student: Student, problem: Problem, store: Store) -> tuple[Problem, Deadline | None]:
    """Return the problem with its deadline, and the student's own. JudgeError E507, or E482 for an extension."""
    found = with_deadline(problem, store)
    [student] = with_extensions([student], store.terms.of(problem.name))
    return found, own_deadline(student, found.deadline) if found.deadline else None


# --- before the first visitor -----------------------------------------------------------------------------------------
def open_site(site: Site, name: str) -> str:
    """Return the link that lets the host in, within a day. Who is on the course's class list gets an account."""
    enter_class(site)
    with Store(site.settings.store) as store:
        known = store.accounts.of(name)
        host = store.accounts.enter(known.student if known else Student(name), "host", "")
        secret, _ = store.credentials.make("link", host, "host", _LINK_S, "")
    return f"{site.settings.address}/in/{secret}"


def enter_class(site: Site) -> None:
    """Give an account to who is on the course's class list, and to who competes in the contest and has none."""
    with Store(site.settings.store) as store:
        if site.course and site.course.roster:
            store.accounts.enter_all(Roster.read(site.course.roster).students, "")
        store.accounts.enter_all((one for one in site.competitors if store.accounts.of(one.id) is None), "")
