"""What travels to a station once, by digest: a package as its files, and the sources of a submission.

A package is read again where it arrives, and has to be the same there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from judge.cluster.message import PROBE
from judge.errors import JudgeError
from judge.model import Limits, Problem, Submission
from judge.problems import Files, package_files, read_package
from judge.store import pack_submission, unpack_submission, write_back

Parcel = tuple[str, bytes]  # its kind, and what it holds
_Sent = TypeVar("_Sent", Problem, Submission)


class _Package(msgspec.Struct, frozen=True):
    """A package, which of its cases are judged, and with which limits."""

    name: str
    files: Files
    cases: tuple[tuple[str, str], ...]
    limits: Limits
    digest: str


class _Sources(msgspec.Struct, frozen=True):
    facts: str
    main: bytes
    files: tuple[tuple[str, bytes], ...]


def digest_of(parcel: bytes) -> str:
    """Return the SHA-256 of a parcel: by that it is known."""
    return hashlib.sha256(parcel).hexdigest()


def pack_problem(problem: Problem) -> bytes:
    """Return a problem as bytes. JudgeError E435 for a file that can't be read, E438 where its folder is gone."""
    files = package_files(problem)
    if not files:
        message = f"{problem.name} has no folder any more, so that no other machine can be sent its cases"
        raise JudgeError("E438", message, help="judge it here, without --cluster")
    cases = tuple(case.place for case in problem.cases)
    name, digest = problem.name, problem.digest
    return msgspec.msgpack.encode(_Package(name, files, cases, problem.limits, digest))


def unpack_problem(parcel: bytes, folder: Path) -> Problem:
    """Write a package into a folder that is not there yet, and return it as it was sent. JudgeError where it can't be
    read here; ValueError where it is another one here."""
    sent = msgspec.msgpack.decode(parcel, type=_Package)
    write_back(sent.files, folder / Path(sent.name).name)
    whole = read_package(folder / Path(sent.name).name)
    known = {case.place: case for case in whole.cases}
    cases = tuple(known[case] for case in sent.cases)
    problem = msgspec.structs.replace(whole, cases=cases, limits=sent.limits)
    if problem.digest != sent.digest:
        message = f"the package {sent.name} is read otherwise here"
        raise ValueError(message)
    return problem


def pack_sources(submission: Submission) -> bytes:
    """Return a submission as bytes."""
    return msgspec.msgpack.encode(_Sources(pack_submission(submission), submission.source, submission.files))


def unpack_sources(parcel: bytes) -> Submission:
    """Return the submission that was sent."""
    sent = msgspec.msgpack.decode(parcel, type=_Sources)
    return msgspec.structs.replace(unpack_submission(sent.facts, sent.main), files=sent.files)


class Outbox:
    """Parcels by digest."""

    def __init__(self) -> None:
        self.parcels: dict[str, Parcel] = {}
        self._digests: dict[Problem | Submission, str] = {}  # problems by identity

    def problem(self, problem: Problem) -> str:
        """Return the digest of a package. JudgeError E435 or E438 where its files can't be read."""
        return self._put("problem", problem, pack_problem) if problem.path else PROBE  # the judge's own has none

    def sources(self, submission: Submission) -> str:
        """Return the digest of a submission."""
        return self._put("sources", submission, pack_sources)

    def of(self, digests: Iterable[str]) -> dict[str, Parcel]:
        """Return these parcels; every station has the judge's own."""
        return {digest: self.parcels[digest] for digest in digests if digest != PROBE}

    def clear(self) -> None:
        """Let go of all."""
        self.parcels.clear()
        self._digests.clear()

    def _put(self, kind: str, noun: _Sent, packed: Callable[[_Sent], bytes]) -> str:
        if noun not in self._digests:
            data = packed(noun)
            self._digests[noun] = digest_of(data)
            self.parcels[self._digests[noun]] = (kind, data)
        return self._digests[noun]
