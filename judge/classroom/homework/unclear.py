"""Why a submission can't be judged, as an error: raised wherever that is found, and caught where a Member is made."""

from __future__ import annotations

from judge.model.classroom import Doubt


class UnclearError(Exception):
    """Why nothing in a pile can be judged."""

    def __init__(self, where: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.doubt = Doubt(where, what, repair)
