"""Twins: students who handed in the same bytes; what tells whether bytes are the same."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from judge.model.classroom import Member
from judge.submissions.read import digest_of


def twins(members: Iterable[Member]) -> tuple[tuple[Member, ...], ...]:
    """Return those with the same bytes; a group that handed in once is one submission, not twins."""
    alike: dict[tuple[str, str], dict[str, Member]] = {}
    for member in members:
        if member.main:
            key = PurePosixPath(member.main).suffix, digest_of(member.main, member.files)
            alike.setdefault(key, {}).setdefault(member.folder, member)
    return tuple(tuple(group.values()) for group in alike.values() if len(group) > 1)
