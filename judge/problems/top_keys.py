"""The keys of problem.toml above its first table. Each table is converted apart, so that a fault knows its table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from judge.model import Algorithm, AttemptRule
from judge.model.problem import PairsMean


class TopKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds them as they are written, in the order in which they are told."""

    title: str
    puzzle: str
    algorithms: tuple[Algorithm, ...]
    groups: dict[str, Any]
    answers: Literal["tolerant", "strict", "shapes"] = "tolerant"
    io: Literal["files", "stdio"] | None = None
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm"] | None = None
    arguments: tuple[str, ...] = ()
    reads: str = ""
    bytes: Literal["canonical", "as-is"] = "canonical"
    verdict_rule: Literal["all"] = "all"
    limits: dict[str, Any] = {}
    fail_words: str | tuple[str, ...] = ()
    pairs: PairsMean | None = None
    multipliers: dict[str, Any] = {}
    main: str = ""
    scheme: Literal["groups", "all-or-count"] = "groups"
    bonus: dict[str, Any] = {}
    deadline: Any = None
    grace: Any = None
    late_penalty: Any = None
    attempt: AttemptRule = "newest"
    validator: dict[str, Any] | None = None
