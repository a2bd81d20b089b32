"""What a store holds, counted: the nouns of `judge store info`. Times are seconds since 1970, UTC."""

from __future__ import annotations

import msgspec


class Contents(msgspec.Struct, frozen=True):
    """All of a store. `forgotten` students are among the others; `prunable_bytes` is what `judge store prune` would
    remove today."""

    class Counts(msgspec.Struct, frozen=True):
        """How much there is of something, and from when to when."""

        batches: int = 0
        judgements: int = 0
        students: int = 0
        first_s: float | None = None
        last_s: float | None = None

    class Package(msgspec.Struct, frozen=True):
        """What was judged on one package; `whole` where its files are kept too."""

        problem: str
        digest: str
        counts: Contents.Counts
        whole: bool

    class Web(msgspec.Struct, frozen=True):
        """What the web has left in a store: who may come in now; submissions, of which some are `open`, not judged
        yet; and lines of the audit log."""

        accounts: int = 0
        handed_in: int = 0
        open: int = 0
        deeds: int = 0

    size_bytes: int
    counts: Counts
    runs: int
    forgotten: int
    packages: tuple[Package, ...]
    years: tuple[tuple[int, Counts], ...]
    prunable_bytes: int
    web: Web = Web()
