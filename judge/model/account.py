"""The nouns of the door: who has an account, in which role, and what lets them in. Frozen, without I/O."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Literal

import msgspec

from judge.model.classroom import Student
from judge.text import DAY_S


class Account(msgspec.Struct, frozen=True):
    """Somebody with a role. `student` is what the class list says; `student.id` is the owner of what they submit."""

    Role = Literal["student", "grader", "instructor", "host"]

    class Credential(msgspec.Struct, frozen=True):
        """What lets somebody in: a personal link, an invitation, a session of a browser, or a token of a program. Its
        secret is nowhere; `id` names it in lists. Times are seconds since 1970, UTC. `owner` is "" for an invitation,
        which makes an account of its `role`.
        """

        Kind = Literal["link", "invitation", "session", "token"]
        SECRET_BYTES: ClassVar = 16
        LASTS_S: ClassVar[Mapping[Kind, float]] = MappingProxyType(  # where nobody says how long
            {"session": DAY_S / 2, "link": 30 * DAY_S, "invitation": 7 * DAY_S, "token": 90 * DAY_S}
        )

        id: int
        kind: Kind
        owner: str
        role: Account.Role
        made_s: float
        expires_s: float
        words: str = ""  # what it is for, as somebody typed it
        used: int = 0  # how often an invitation was used
        most: int = 0  # how often it may be; 0: as often as anybody likes

    # Each may do what those before it may.
    ROLES: ClassVar[tuple[Role, ...]] = ("student", "grader", "instructor", "host")

    class Entrances(msgspec.Struct, frozen=True):
        """How many of each let somebody in now, and when they signed in last: seconds since 1970, UTC, None for
        never."""

        links: int = 0
        sessions: int = 0
        tokens: int = 0
        signed_in_s: float | None = None

        @property
        def came_or_may(self) -> bool:
            """Say whether they came in once, or have a link to do so."""
            return self.signed_in_s is not None or self.links > 0

    student: Student
    role: Role

    @property
    def owner(self) -> str:
        """Return the name that the store keeps their work under."""
        return self.student.id

    def may(self, least: Account.Role) -> bool:
        """Say whether the role is at least this one."""
        return self.ROLES.index(self.role) >= self.ROLES.index(least)


class Deed(msgspec.Struct, frozen=True):
    """Somebody did something: `what` is a word such as "regrade applied", `about` whom, `words` the rest. A line of the
    audit log; or what a host said of a contest, and from when on it holds."""

    at_s: float
    author: str
    what: str
    about: str = ""
    problem: str = ""
    words: str = ""
