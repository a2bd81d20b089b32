"""Who may do what: the rule of a route."""

from __future__ import annotations

from typing import Final

import msgspec

from judge.model.account import Account, Role


class Rule(msgspec.Struct, frozen=True):
    """`least` is the role that is needed; None: nobody has to sign in. With `own` the job of the path must be the
    viewer's, or the viewer a grader. With `token` a program may come, with a token in place of a session."""

    least: Role | None
    own: bool = False
    token: bool = False

    def lets_in(self, viewer: Account | None) -> bool:
        """Say whether the viewer has the role."""
        return self.least is None or (viewer is not None and viewer.may(self.least))


ANYBODY: Final = Rule(None)
SIGNED_IN: Final = Rule("student")
OWN: Final = Rule("student", own=True)
GRADER: Final = Rule("grader")
GRADER_PROGRAM: Final = Rule("grader", token=True)
INSTRUCTOR: Final = Rule("instructor")
HOST: Final = Rule("host")
PROGRAM: Final = Rule("student", token=True)
OWN_PROGRAM: Final = Rule("student", own=True, token=True)
