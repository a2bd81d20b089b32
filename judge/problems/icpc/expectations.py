"""What a package expects of its submissions: by the folder of each, and by the rules of a `submissions.yaml`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import ClassVar

import msgspec

from judge.model import Verdict

Verdicts = frozenset[Verdict]
_CRASHES = Verdicts({Verdict.RTE, Verdict.MLE, Verdict.OLE})
_BRACES = re.compile(r"\{([^{}]*)\}")
_MOST_PATTERNS = 1000  # that the braces of a pattern may stand for


class Expectations(msgspec.Struct, frozen=True):
    """Holds the rules of a submissions.yaml: a pattern, and which `WORDS` it says to be `permitted` and `required`."""

    # The verdicts that the ICPC's format knows, and what they stand for: it has no name of its own for MLE and OLE.
    WORDS: ClassVar[Mapping[str, Verdicts]] = MappingProxyType(
        {
            "AC": Verdicts({Verdict.AC}),
            "WA": Verdicts({Verdict.WA}),
            "TLE": Verdicts({Verdict.TLE}),
            "RTE": _CRASHES,
        }
    )
    ANY: ClassVar[Verdicts] = Verdicts().union(*WORDS.values())
    MIXED: ClassVar[str] = "mixed"
    FOLDERS: ClassVar[Mapping[str, Verdicts]] = MappingProxyType(
        {
            "accepted": Verdicts({Verdict.AC}),
            "wrong_answer": Verdicts({Verdict.WA}),
            "time_limit_exceeded": Verdicts({Verdict.TLE}),
            "run_time_error": _CRASHES,
            "brute_force": _CRASHES | {Verdict.TLE},
            "rejected": _CRASHES | {Verdict.TLE, Verdict.WA},
            "memory_limit_exceeded": Verdicts({Verdict.MLE}),
            "output_limit_exceeded": Verdicts({Verdict.OLE}),
            "compiler_error": Verdicts({Verdict.CE}),
            MIXED: Verdicts(Verdict) - {Verdict.JE},
        }
    )
    OF_THE_FORMAT: ClassVar = tuple(FOLDERS)[:6]

    rules: tuple[tuple[str, Mapping[str, Collection[str]]], ...] = ()

    def name(self, path: str) -> bool:
        """Say whether a rule names a submission, or a folder that it lies in."""
        return any(_names(pattern, path) for pattern, _ in self.rules)

    def of(self, path: str, own: Verdicts) -> Verdicts:
        """Return the verdicts that a submission may get, out of those that its folder allows.

        A rule for the folder itself takes the place of what its name says; every other one comes on top of that. Empty
        where rules contradict each other.
        """
        folder = path.partition("/")[0]
        permitted, required = own | {Verdict.AC}, own
        for _, said in (rule for rule in self.rules if rule[0] == folder):
            permitted, required = _said(said, "permitted", permitted), _said(said, "required", required)
        for pattern, said in self.rules:
            if pattern != folder and _names(pattern, path):
                permitted &= _said(said, "permitted", self.ANY)
                required &= _said(said, "required", self.ANY)
        must = permitted & required
        return permitted if Verdict.AC in must else must and permitted - {Verdict.AC}


def _said(said: Mapping[str, Collection[str]], key: str, usual: Verdicts) -> Verdicts:
    words = said.get(key)
    return usual if words is None else Verdicts().union(*(Expectations.WORDS.get(word, ()) for word in words))


def _names(pattern: str, path: str) -> bool:
    """Say whether a pattern, with the signs of fnmatch, names a submission or a folder that it lies in. No sign reaches
    across a slash; a name with brackets is named by itself too."""
    parts = path.split("/")
    if f"{path}/".startswith(f"{pattern.strip('/')}/"):
        return True
    for one in _spelled_out(pattern.strip("/")):
        words = one.split("/")
        if len(words) <= len(parts) and all(map(fnmatchcase, parts, words)):
            return True
    return False


def _spelled_out(pattern: str) -> Iterator[str]:
    """Yield the patterns that one with braces stands for."""
    waiting, yielded = [pattern], 0
    while waiting and yielded + len(waiting) <= _MOST_PATTERNS:
        one = waiting.pop(0)
        if braces := _BRACES.search(one):
            waiting += [one[: braces.start()] + word + one[braces.end() :] for word in braces[1].split(",")]
        else:
            yielded += 1
            yield one
