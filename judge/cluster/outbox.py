"""What a contest has to send: its package and its submissions as parcels, each packed once."""

from __future__ import annotations

from collections.abc import Iterable

from judge.cluster import parcel
from judge.cluster.message import PROBE
from judge.cluster.stations import Parcel
from judge.model import Problem, Submission


class Outbox:
    """Parcels by digest."""

    def __init__(self) -> None:
        self.parcels: dict[str, Parcel] = {}
        self._problems: dict[Problem, str] = {}  # by identity, with their digests
        self._sources: dict[Submission, str] = {}

    def problem(self, problem: Problem) -> str:
        """Return the digest of a package. JudgeError E435 or E438 where its files can't be read."""
        if not problem.path:  # the judge's own
            return PROBE
        if problem not in self._problems:
            self._problems[problem] = self._put("problem", parcel.pack_problem(problem))
        return self._problems[problem]

    def sources(self, submission: Submission) -> str:
        """Return the digest of a submission."""
        if submission not in self._sources:
            self._sources[submission] = self._put("sources", parcel.pack_sources(submission))
        return self._sources[submission]

    def of(self, digests: Iterable[str]) -> dict[str, Parcel]:
        """Return these parcels; every station has the judge's own."""
        return {digest: self.parcels[digest] for digest in digests if digest != PROBE}

    def clear(self) -> None:
        """Let go of all."""
        self.parcels.clear()
        self._problems.clear()
        self._sources.clear()

    def _put(self, kind: str, data: bytes) -> str:
        digest = parcel.digest_of(data)
        self.parcels[digest] = (kind, data)
        return digest
