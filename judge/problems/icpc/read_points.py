"""Read how the points of an ICPC package come about, as shares of its cases: each is a group here.

In newer packages data/secret and its groups have a score. In older ones a grader makes a verdict and a score for each
folder, of those of its cases and folders. A score of what is not accepted counts nothing. Where no sum of shares is the
same for whatever cases are right, the package is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, Literal

import msgspec

from judge.errors import JudgeError
from judge.problems.icpc.read_files import refused
from judge.problems.icpc.read_folders import DATA, SAMPLE, SECRET, Folders, above
from judge.problems.icpc.read_metadata import ELSEWHERE

WHOLE: Final = 100  # points of a package that says nothing of points
_VERDICTS = ("worst_error", "no_errors", "first_error", "always_accept")
_SCORES = ("sum", "avg", "min", "max")
_FLAGS = (*_VERDICTS, *_SCORES, "ignore_sample", "accept_if_any_accepted")
_CONTINUE = "write on_reject: continue there, if all of its cases are to count"


class Share(msgspec.Struct, frozen=True):
    """Points for the cases of a folder: evenly for each, or with `whole` for all of them or none."""

    folder: str
    stems: tuple[str, ...]
    points: Fraction
    whole: bool
    needs: str = ""  # a folder of whose cases none may be wrong


def read_shares(folders: Folders, stems: Sequence[str]) -> list[Share]:
    """Return the shares of the cases in data/secret, which have each of them once.

    JudgeError E429 where points or a verdict come about in a way that has no form here, E428 for what is no number.
    """
    if not folders.metadata.scoring:
        return _passed(folders, stems)
    return _graded(folders, stems) if folders.older else _scored(folders, stems)


# --- without points -------------------------------------------------------------------------------------------------
def _passed(folders: Folders, stems: Sequence[str]) -> list[Share]:
    """Return a share for each folder that says something of its cases."""
    if folders.older:
        for folder in sorted({DATA, SAMPLE, *(above(stem)[0] for stem in stems)}):
            grader = _Grader(folders, folder)
            if strange := [flag for flag in grader.flags if flag in ("always_accept", *_FLAGS[-2:])]:
                raise folders.not_judged(folder, f"lets wrong answers pass by its grader flag {strange[0]}")
    found = _by_group(folders, stems)
    return [Share(folder, cases, Fraction(WHOLE, len(found)), True) for folder, cases in found.items()]


def _by_group(folders: Folders, stems: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the cases of data/secret by the group that they are in, or none."""
    found: dict[str, list[str]] = {}
    for stem in stems:
        inner = "/".join(stem.split("/")[:3])
        found.setdefault(inner if inner != stem and folders.has(inner) else SECRET, []).append(stem)
    return {folder: tuple(cases) for folder, cases in found.items()}


# --- newer packages -------------------------------------------------------------------------------------------------
def _scored(folders: Folders, stems: Sequence[str]) -> list[Share]:
    """Return the shares of a package whose groups have a max_score."""
    found = _by_group(folders, stems)
    needs = _needs(folders, list(found))
    how = _aggregation(folders, SECRET, "sum")
    if SECRET in found and len(found) > 1:
        raise refused("data/secret/ has groups, and cases beside them", folders.files.name, "move them into a group")
    if SECRET in found or how == "pass-fail":
        needed = SAMPLE if SAMPLE in needs.values() else ""
        return [Share(SECRET, tuple(stems), _max_score(folders, SECRET, str(WHOLE)), how != "sum", needed)]
    shares = []
    for folder, cases in found.items():
        if inner := [stem for stem in cases if next(filter(folders.has, above(stem)), folder) != folder]:
            raise refused(f"{folder} has another group in it, with {inner[0]}", folders.files.name)
        whole = _aggregation(folders, folder, "pass-fail") != "sum"
        shares.append(Share(folder, cases, _max_score(folders, folder, ""), whole, needs[folder]))
    most = folders.said(SECRET).max_score or str(WHOLE)
    total = sum(share.points for share in shares) if how == "sum" else min(share.points for share in shares)
    if most != "unbounded" and total > _max_score(folders, SECRET, str(WHOLE)):
        said = f"its groups have {float(total):g} points, and the max_score of data/secret is {most}"
        folders.files.lost.append(said)
    return shares if how == "sum" else _least(folders, SECRET, shares)


def _needs(folders: Folders, groups: Sequence[str]) -> dict[str, str]:
    """Return the folder that each group and data/secret needs passed, "" for none: of several, the one that needs the
    others itself. E429 where there is no such."""
    known = {folder.removeprefix(f"{DATA}/"): folder for folder in (SAMPLE, *groups)}
    known |= {folder.removeprefix(f"{SECRET}/"): folder for folder in groups}
    asked: dict[str, list[str]] = {SECRET: []}
    for folder in dict.fromkeys((SECRET, *groups)):
        said = folders.said(folder).require_pass or []
        names = [said] if isinstance(said, str) else said
        able = {"sample"} if folder == SECRET else {name for name, of in known.items() if of not in (folder, SECRET)}
        if strange := [name for name in names if name not in able]:
            raise folders.not_judged(folder, f"requires {strange[0]!r:.40}, which is no other group")
        asked[folder] = [*dict.fromkeys([*asked[SECRET], *(known[name] for name in names)])]
    sampled = any(path.endswith(".in") for path in folders.files.below(SAMPLE))
    asked = {one: [other for other in others if other != SAMPLE or sampled] for one, others in asked.items()}
    reached = {folder: _reached(folder, asked) for folder in (SAMPLE, *asked)}
    found = {}
    for folder, several in asked.items():
        found[folder] = next((one for one in several if reached[one].issuperset(several)), "")
        if several and not found[folder]:
            inner = " and ".join(one.removeprefix(f"{DATA}/") for one in several)
            repair = "have one of them require the others, if that is meant"
            raise folders.not_judged(folder, f"requires {inner}, and here a group requires one other", repair)
    return found


def _reached(folder: str, asked: Mapping[str, Sequence[str]]) -> set[str]:
    """Return a folder, all that it asks for, and what these ask for."""
    found, waiting = {folder}, [folder]
    while waiting:
        new = set(asked.get(waiting.pop(), ())) - found
        found |= new
        waiting += new
    return found


def _max_score(folders: Folders, folder: str, usual: str) -> Fraction:
    said = folders.said(folder).max_score or usual
    if not re.fullmatch(r"[0-9]{1,12}", said):
        raise folders.not_judged(folder, "has no bounded max_score, so its validator gives scores")
    return Fraction(said)


def _aggregation(folders: Folders, folder: str, usual: str) -> str:
    how = folders.said(folder).score_aggregation or usual
    if how not in ("pass-fail", "sum", "min"):
        raise folders.not_judged(folder, f"has the score_aggregation {how!r:.40}, which is not known")
    return how


def _least(folders: Folders, folder: str, shares: Sequence[Share]) -> list[Share]:
    """Return one share for the least of several: all of it or nothing, where each of them is so."""
    if len(shares) > 1 and any(not share.whole and len(share.stems) > 1 for share in shares):
        raise folders.not_judged(folder, "scores the worst of its groups (min), and one of them has part points")
    if len(shares) < 2:
        return list(shares)
    joined = _joined(folder, shares, min(share.points for share in shares))
    needs = SAMPLE if any(share.needs == SAMPLE for share in shares) else ""  # all other groups are in it
    return [msgspec.structs.replace(joined, needs=needs)]


# --- older packages -------------------------------------------------------------------------------------------------
class _Worth(msgspec.Struct, frozen=True):
    """What a folder or a case gives to the grader above it: the shares that add up to its points, and when it is
    accepted: always, or with all of its cases, or with any of them. Without that it has no points."""

    accepted: Literal["always", "all", "any"]
    shares: list[Share]

    @property
    def most(self) -> Fraction:
        return sum((share.points for share in self.shares), Fraction())


class _Grader:
    """The default grader of a folder, with its flags and what a case is worth to it."""

    def __init__(self, folders: Folders, folder: str) -> None:
        self.folders, self.folder = folders, folder
        if (named := folders.inherited(folder, "grading") or "default") != "default":
            raise folders.not_judged(folder, f"has the grading {named!r:.40}, which is a grader of its own")
        if folders.inherited(folder, "scoring") is not None and folders.metadata.scoring:
            raise folders.not_judged(folder, "has the key scoring, which only a draft of the format knows")
        self.flags = str(folders.inherited(folder, "grader_flags") or "").split()
        self.verdict = next((flag for flag in reversed(self.flags) if flag in _VERDICTS), "worst_error")
        self.score = next((flag for flag in reversed(self.flags) if flag in _SCORES), "sum")
        self.always = self.verdict == "always_accept"
        self.lenient = self.always or "accept_if_any_accepted" in self.flags
        self.stops = (folders.inherited(folder, "on_reject") or "break") != "continue"

    def refused(self, what: str, repair: str = ELSEWHERE) -> JudgeError:
        """Return E429 for the folder."""
        return self.folders.not_judged(self.folder, what, repair)

    def number(self, key: str, usual: int) -> Fraction:
        """Return what a case is worth that is right, or is not."""
        found = self.folders.inherited(self.folder, key)
        if found is not None and not (math.isfinite(found) and found >= 0):
            raise refused(f"{self.folder}: {key} is {found}", self.folders.files.name, "write a number from 0 up")
        return Fraction(usual if found is None else found)

    def case(self, stem: str) -> _Worth:
        if self.lenient and self.number("reject_score", 0):
            raise self.refused("gives points for wrong answers by its reject_score")
        return _Worth("all", [Share(self.folder, (stem,), self.number("accept_score", 1), True)])

    def result(self, parts: Sequence[_Worth]) -> _Worth:
        """Return what the grader makes of cases and folders."""
        if not self.lenient and all(part.accepted == "all" for part in parts):
            shares = [share for part in parts for share in part.shares]
            self._warn_of_other_readers([share.folder for share in shares])
            return _Worth("all", [_joined(self.folder, shares, self._best([part.most for part in parts]))])
        sure = all(part.accepted == "always" for part in parts)
        if not self.lenient and len(parts) == 1:
            return parts[0]
        if not self.lenient and not sure:
            raise self.refused("needs all of its folders accepted, and one of them is always accepted")
        if self.stops and len(parts) > 1 and not sure:
            what = "stops at the first wrong case (on_reject: break), and counts only the cases before it"
            raise self.refused(what, _CONTINUE)
        always = self.always or not self.lenient or any(part.accepted == "always" for part in parts)
        return _Worth("always" if always else "any", self._added(parts))

    def _warn_of_other_readers(self, inner: Sequence[str]) -> None:
        priced = [one for one in inner if one != self.folder and self.folders.said(one).accept_score is not None]
        if len(priced) > 1:
            what = f"{self.folder} has its points for all of its cases together, as no always_accept is among its"
            self.folders.files.lost.append(f"{what} grader_flags; DOMjudge adds up those of its folders")

    def _best(self, points: Sequence[Fraction]) -> Fraction:
        """Return the score where all is right."""
        if self.score == "avg":
            return sum(points, Fraction()) / len(points)
        if self.score in ("min", "max"):
            return min(points) if self.score == "min" else max(points)
        return sum(points, Fraction())

    def _added(self, parts: Sequence[_Worth]) -> list[Share]:
        """Return shares that add up to the score of the parts, whichever of them are right."""
        shares = [share for part in parts for share in part.shares]
        if len(parts) == 1:
            return self._gathered(shares)
        if self.score == "max":
            raise self.refused("scores the best of its cases (grader flag max), not a sum")
        if self.score == "min":
            if any(len(part.shares) > 1 for part in parts):
                raise self.refused("scores the worst of its folders (grader flag min), and one of them has part points")
            return _least(self.folders, self.folder, shares)
        scale = Fraction(1, len(parts) if self.score == "avg" else 1)
        return self._gathered([msgspec.structs.replace(share, points=share.points * scale) for share in shares])

    def _gathered(self, shares: list[Share]) -> list[Share]:
        """Return one share for the cases of this folder, with those of folders that only sort them."""
        near = [share for share in shares if share.folder == self.folder or not self.folders.has(share.folder)]
        sorted_in = {share.folder for share in near if not share.whole or len(share.stems) == 1}
        own = [share for share in shares if share.folder in sorted_in]
        if len({share.points / len(share.stems) for share in own}) > 1:
            own = [share for share in own if share.folder == self.folder]
            sorted_in = {self.folder}
        others = [share for share in shares if share.folder not in sorted_in]
        if not own:
            return others
        points = sum((share.points for share in own), Fraction())
        return [Share(self.folder, tuple(stem for share in own for stem in share.stems), points, False), *others]


def _graded(folders: Folders, stems: Sequence[str]) -> list[Share]:
    """Return the shares of a package whose folders have a grader."""
    lost = folders.files.lost
    worth, root = _worth(folders, SECRET, stems), _Grader(folders, DATA)
    strange = {flag: None for stem in stems for flag in _Grader(folders, above(stem)[0]).flags if flag not in _FLAGS}
    lost += [f"the default grader knows no flag {flag!r:.40}" for flag in strange]
    if any(path.endswith(".in") for path in folders.files.below(SAMPLE)):
        ignored = "ignore_sample" in root.flags and not root.stops
        if not ignored and root.score != "sum":
            raise folders.not_judged(DATA, f"makes its points of those of the samples too, by the flag {root.score}")
        free = root.lenient and not root.stops and not _Grader(folders, SAMPLE).number("accept_score", 1)
        if not (ignored or free):
            lost.append("its samples have points, or cost some where they fail: here they do neither")
    return worth.shares


def _worth(folders: Folders, folder: str, stems: Sequence[str]) -> _Worth:
    """Return what the cases below a folder are worth, which are in order."""
    grader, parts = _Grader(folders, folder), []
    for rest, below in groupby(stems, lambda stem: stem[len(folder) + 1 :].partition("/")[:2]):
        inner = f"{folder}/{rest[0]}"
        parts.append(_worth(folders, inner, list(below)) if rest[1] else grader.case(inner))
    return grader.result(parts)


def _joined(folder: str, shares: Sequence[Share], points: Fraction) -> Share:
    """Return one share for all of the cases, all or nothing."""
    return Share(folder, tuple(stem for share in shares for stem in share.stems), points, True)
