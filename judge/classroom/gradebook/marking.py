"""What somebody decides about a student by hand, before it is kept: by a command or by a form, under the same rules."""

from __future__ import annotations

import math
import time
from typing import Final, Literal

import msgspec

from judge.errors import JudgeError
from judge.model.mark import Mark

Wrong = Literal["several", "number", "no reason", "idle reason", "nobody"]
_SAID: Final[dict[Wrong, tuple[str, str]]] = {
    "several": ("several things are decided at once", "choose one of points, an excuse, and taking back"),
    "number": ("these are no points", "give a number from 0 up"),
    "no reason": ("points or an excuse have no reason", "say why, such as: handed in by mail; the student reads it"),
    "idle reason": ("a reason belongs to nothing", "choose what it is for, or write it as a comment"),
    "nobody": ("nobody decides this", "say who you are"),
}


class Marking(msgspec.Struct, frozen=True):
    """What is decided about whom, by whom and why. `student` is a word for them, such as their id."""

    student: str
    points: float | None
    excuse: bool
    comment: str
    clear: bool
    why: str
    name: str

    @property
    def overrides(self) -> bool:
        """Say whether it changes more than a comment."""
        return self.points is not None or self.excuse or self.clear

    @property
    def wrong(self) -> Wrong | None:
        """Return what contradicts itself, or lacks a reason."""
        chosen = [self.points is not None, self.excuse, self.clear].count(True)
        if chosen > 1:
            return "several"
        if self.points is not None and not (math.isfinite(self.points) and self.points >= 0):
            return "number"
        if (self.points is not None or self.excuse) and not self.why.strip():
            return "no reason"
        if self.why and not chosen:
            return "idle reason"
        return None if self.name.strip() else "nobody"

    def check(self) -> None:
        """Raise JudgeError E516 where something is wrong."""
        if self.wrong:
            what, repair = _SAID[self.wrong]
            raise JudgeError("E516", f"nothing was decided: {what}", help=repair)

    def marks(self, owner: str) -> list[Mark]:
        """Return what is to be kept, in this order."""
        now_s = time.time()
        made = [Mark(owner, "clear", self.why, self.name, now_s)] if self.clear else []
        made += [Mark(owner, "points", self.why, self.name, now_s, self.points)] if self.points is not None else []
        made += [Mark(owner, "excuse", self.why, self.name, now_s)] if self.excuse else []
        return made + ([Mark(owner, "comment", self.comment, self.name, now_s)] if self.comment.strip() else [])
