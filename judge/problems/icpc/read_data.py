"""Read the cases of an ICPC package, data/sample and data/secret: their groups, points, flags and who sees them.

A folder of data/secret with a test_group.yaml (testdata.yaml in older versions) is a group here too. Other folders only
sort the cases, so their names become a part of the case's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from judge.errors import JudgeError, Place
from judge.model import Group
from judge.problems.icpc.read_files import Files, refused
from judge.problems.icpc.read_metadata import Metadata, words
from judge.problems.icpc.read_yaml import read_yaml

SAMPLE: Final = "sample"
SECRET: Final = "secret"
GROUP_FILES: Final = ("test_group.yaml", "testdata.yaml")
CASE_LIMIT: Final = 48 << 20  # bytes: a box has room for 64 MiB, and what a program prints lies there too
WHOLE: Final = 100.0  # points of a package that says nothing of points
_TAKEN: Final = (SAMPLE, SECRET, "submissions", "problem_statement", "output_validators")
_DIRECT = re.compile(rf"data/{SECRET}/[^/]+\.in")
_STRANGE = re.compile(r"[^A-Za-z0-9_.-]+|^[^A-Za-z0-9]+|[^A-Za-z0-9]+$")


class GroupYaml(msgspec.Struct, frozen=True):
    """A test_group.yaml, a testdata.yaml or the .yaml of a case, as far as it is taken over."""

    max_score: str = ""
    score_aggregation: str = ""
    full_feedback: bool | None = None
    require_pass: str | list[str] = ""
    args: list[str] = []
    output_validator_args: list[str] | None = None
    output_validator_flags: str | dict[str, str] | None = None  # of older versions
    accept_score: float | None = None
    grader_flags: str | None = None
    range: str = ""


class FoundCase(msgspec.Struct, frozen=True):
    """A case: where its input and its answer are, and the flags that its validator is given."""

    group: str
    name: str
    path: str  # without its ending
    flags: tuple[str, ...]


class Data(msgspec.Struct, frozen=True):
    """All cases and groups of a package, and what is lost of what it says."""

    cases: tuple[FoundCase, ...]
    groups: dict[str, Group]
    lost: tuple[str, ...]


def read_data(files: Files, said: Metadata) -> Data:
    """Return the cases in the order in which they are judged. JudgeError E428 where one lacks its answer, or there is
    none at all; E429 for cases with files or arguments of their own."""
    reader = _Reader(files, said)
    cases = [case for top in (SAMPLE, SECRET) for case in reader.cases(f"data/{top}")]
    if not any(case.group != SAMPLE for case in cases):
        raise refused("data/secret/ has no case", files.name, "each is a NAME.in with its NAME.ans")
    _refuse_twins(cases, files.name)
    names = list(dict.fromkeys(case.group for case in cases))
    numbers = {name: sum(case.group == name for case in cases) for name in names}
    return Data(tuple(cases), {name: reader.group(name, names, numbers[name]) for name in names}, tuple(reader.lost))


class _Reader:
    """Reads the yaml of each folder once; what a folder says holds below it."""

    def __init__(self, files: Files, said: Metadata) -> None:
        self._files, self._said = files, said
        self._yaml: dict[str, GroupYaml] = {}
        self._folder_of: dict[str, str] = {}
        self.lost: list[str] = []

    def cases(self, top: str) -> Iterator[FoundCase]:
        """Yield the cases of data/sample or data/secret."""
        for path in self._files.below(top):
            if ".files/" in path:
                raise self._unknown(f"{path.partition('.files/')[0]} has files beside its input", path)
            if not path.endswith(".in"):
                continue
            stem = path.removesuffix(".in")
            if f"{stem}.ans" not in self._files.sizes:
                raise refused(f"{path} has no answer beside it, {stem}.ans", self._files.name)
            if self._files.sizes[path] + 2 * self._files.sizes[f"{stem}.ans"] > CASE_LIMIT:
                raise self._unknown(f"{stem} is larger than a box has room for, {CASE_LIMIT >> 20} MiB", stem)
            folder = self._group_folder(stem, top)
            group = self._name(folder)
            if self._folder_of.setdefault(group, folder) != folder:
                what = f"{folder} and {self._folder_of[group]} would get the same name here"
                raise refused(what, self._files.name, "rename one of them")
            own = self._read(f"{stem}.yaml")
            if own.args or self._inherited(stem, "args"):
                raise self._unknown(f"{stem} gives arguments to the program", stem)
            yield FoundCase(group, plain_name(stem.removeprefix(f"{folder}/")), stem, self._flags(stem, own))

    def group(self, name: str, names: list[str], cases: int) -> Group:
        """Return what a group is worth, who sees its cases, and how its cases share its points."""
        folder = self._folder_of[name]
        own = self._said_in(folder)
        full = own.full_feedback if own.full_feedback is not None else name == SAMPLE
        visibility: Literal["full", "sentence"] = "full" if full else "sentence"
        if name == SAMPLE:
            return Group(0.0, "sum", visibility)
        if own.require_pass:
            self.lost.append(f"{folder} asks for other groups to be passed first")
        if not self._said.scoring:
            return Group(WHOLE / sum(one != SAMPLE for one in names), "pass-fail", visibility)
        return msgspec.structs.replace(self._scored(folder, own, cases), visibility=visibility)

    def _scored(self, folder: str, own: GroupYaml, cases: int) -> Group:
        """Return points: in newer versions max_score for the group, in older ones accept_score for each case."""
        if own.max_score or (not self._said.legacy and own.accept_score is None):
            return self._newly_scored(folder, own)
        score = self._inherited(f"{folder}/x", "accept_score")
        graders = str(self._inherited(f"{folder}/x", "grader_flags") or "").split()
        points = float(score) if isinstance(score, float | int) else 1.0
        if not (math.isfinite(points) and points >= 0):
            raise refused(f"{folder}: accept_score is {points}", self._files.name)
        if strange := [flag for flag in graders if flag in ("max", "avg", "always_accept", "accept_if_any_accepted")]:
            self.lost.append(f"{folder} has the grader flag {strange[0]}, and is scored as without it")
        return Group(points, "pass-fail") if "min" in graders else Group(points * cases, "sum")

    def _newly_scored(self, folder: str, own: GroupYaml) -> Group:
        top = folder == f"data/{SECRET}"
        if not own.max_score.isdecimal() and (own.max_score or not top):
            raise self._unknown(f"{folder} has no bounded max_score, so its validator gives scores", folder)
        points = float(own.max_score[:12] or WHOLE)
        how = own.score_aggregation or ("sum" if top else "pass-fail")
        return Group(points, "sum" if how == "sum" else "pass-fail")  # the least of equal scores is all or nothing

    def _flags(self, stem: str, own: GroupYaml) -> tuple[str, ...]:
        for said in (own, *(self._said_in(folder) for folder in _above(stem))):
            if said.output_validator_args is not None:
                return tuple(said.output_validator_args)
            if said.output_validator_flags is not None:
                flags = said.output_validator_flags
                flags = flags.get("flags", "") if isinstance(flags, dict) else flags
                return words(flags, f"{stem}: its flags")
        return self._said.flags

    def _inherited(self, stem: str, key: str) -> object:
        return next((one for folder in _above(stem) if (one := getattr(self._said_in(folder), key))), None)

    def _said_in(self, folder: str) -> GroupYaml:
        found = [name for file in GROUP_FILES if (name := f"{folder}/{file}") in self._files.sizes]
        return self._read(found[0]) if found else GroupYaml()

    def _read(self, path: str) -> GroupYaml:
        if path not in self._yaml and path in self._files.sizes:
            self._yaml[path] = read_yaml(self._files.read(path, 1 << 20), GroupYaml, f"{self._files.name}/{path}")
        return self._yaml.get(path, GroupYaml())

    def _group_folder(self, stem: str, top: str) -> str:
        parts = stem.removeprefix(f"{top}/").split("/")
        inner = f"{top}/{parts[0]}"
        own = len(parts) > 1 and any(f"{inner}/{file}" in self._files.sizes for file in GROUP_FILES)
        return inner if own and top != f"data/{SAMPLE}" else top

    def _name(self, folder: str) -> str:
        name = plain_name(folder.rpartition("/")[2])
        inner = folder.count("/") > 1
        free = name == SECRET and not any(_DIRECT.fullmatch(path) for path in self._files.sizes)
        return f"{SECRET}-{name}" if inner and name in _TAKEN and not free else name

    def _unknown(self, what: str, path: str) -> JudgeError:
        return JudgeError("E429", what, Place(f"{self._files.name}/{path}"), help="judge it by BAPCtools or DOMjudge")


def plain_name(path: str) -> str:
    """Return a path as the name of one of our folders."""
    return _STRANGE.sub("", path.replace("/", "-"))[:200] or "case"


def _above(stem: str) -> list[str]:
    """Return the folders around a case, the innermost first, up to data."""
    parts = stem.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


def _refuse_twins(cases: list[FoundCase], name: str) -> None:
    """Raise E428 where two cases would get one name."""
    known: dict[tuple[str, str], str] = {}
    for case in cases:
        twin = known.setdefault((case.group, case.name), case.path)
        if twin != case.path:
            raise refused(f"{twin} and {case.path} would get the same name here", name, "rename one of them")
