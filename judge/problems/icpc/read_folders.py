"""Read what the folders of data/ say of their cases: testdata.yaml in older packages, test_group.yaml in newer ones.

What a folder says holds below it, until a folder nearer to the case says it otherwise.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from judge.errors import JudgeError, Place
from judge.problems.icpc.read_files import SHOWN, Files
from judge.problems.icpc.read_metadata import ELSEWHERE, Metadata, words
from judge.problems.icpc.read_yaml import read_yaml
from judge.text import listed

DATA: Final = "data"
SAMPLE: Final = "data/sample"
SECRET: Final = "data/secret"
_OLDER, _NEWER = "testdata.yaml", "test_group.yaml"
_POINTS_OLDER = ("accept_score", "reject_score", "on_reject", "grading", "grader_flags", "scoring")
_POINTS_NEWER = ("max_score", "score_aggregation", "require_pass")
_OF_ANY = ("args", "output_validator_args", "output_validator_flags")
_HARMLESS = ("grading", "grader_flags", "on_reject")  # of no effect where nothing has points, or refused there


class FolderYaml(msgspec.Struct, frozen=True):
    """A test_group.yaml, a testdata.yaml or the .yaml of a case, as far as it is taken over or refused."""

    args: list[str] | None = None
    output_validator_args: list[str] | None = None
    output_validator_flags: str | dict[str, str] | None = None  # of older versions
    full_feedback: bool | None = None
    max_score: str | None = None
    score_aggregation: str | None = None
    require_pass: str | list[str] | None = None
    accept_score: float | None = None
    reject_score: float | None = None
    on_reject: str | None = None
    grading: str | None = None
    grader_flags: str | None = None
    scoring: Any = None  # of a draft


class Folders:
    """What the yaml of each folder and case says."""

    def __init__(self, files: Files, said: Metadata) -> None:
        self.files, self.metadata = files, said
        names = {path.rpartition("/")[2] for path in files.below(DATA)}
        draft = not said.problem_format_version.startswith("2025-09") and _OLDER in names and _NEWER not in names
        self.older = said.legacy or draft  # the points are those of a grader
        self._file = _OLDER if self.older else _NEWER
        self._said: dict[str, FolderYaml] = {}
        silent = []
        for path in files.below(DATA):
            if path.endswith(".yaml") and path.startswith((f"{SAMPLE}/", f"{SECRET}/", f"{DATA}/{self._file}")):
                if self._is_read(path):
                    self._said[path] = self._read(path)
                else:
                    silent.append(path)
        files.lost += [f"nothing is read of {listed(silent, SHOWN)}"] if silent else []

    def has(self, folder: str) -> bool:
        """Say whether the folder has a file that says something of its cases."""
        return f"{folder}/{self._file}" in self.files.sizes

    def said(self, folder: str) -> FolderYaml:
        """Return what a folder says itself."""
        return self._said.get(f"{folder}/{self._file}", FolderYaml())

    def said_of_case(self, stem: str) -> FolderYaml:
        """Return what the .yaml of a case says: the oldest packages have none."""
        return self._said.get(f"{stem}.yaml", FolderYaml())

    def inherited(self, folder: str, key: str) -> Any:
        """Return what the nearest of the folder and those around it says; None where none does."""
        found = (getattr(self.said(one), key) for one in above(f"{folder}/"))
        return next((one for one in found if one is not None), None)

    def flags(self, stem: str) -> tuple[str, ...]:
        """Return the flags of a case. Those of older packages are added to the ones of problem.yaml."""
        usual = self.metadata.flags
        for said in (self.said_of_case(stem), *map(self.said, above(stem))):
            if said.output_validator_args is not None:
                return tuple(said.output_validator_args)
            if said.output_validator_flags is not None:
                flags = said.output_validator_flags
                flags = flags.get("flags", "") if isinstance(flags, dict) else flags
                own = words(flags, f"{self.files.name}/{stem}")
                return usual + own if self.older else own
        return usual

    def not_judged(self, path: str, what: str, repair: str = ELSEWHERE) -> JudgeError:
        """Return E429 for a folder or a case."""
        return JudgeError("E429", f"{path} {what}", Place(f"{self.files.name}/{path}"), help=repair)

    def _is_read(self, path: str) -> bool:
        if path.rpartition("/")[2] in (_OLDER, _NEWER):
            return path.endswith(f"/{self._file}")
        return not self.metadata.legacy and f"{path.removesuffix('.yaml')}.in" in self.files.sizes

    def _read(self, path: str) -> FolderYaml:
        """Read a file, and note as unread which of its keys say nothing in such a file of such a package."""
        source = read_yaml(self.files, path, FolderYaml)
        group = path.endswith(f"/{self._file}")
        points = _POINTS_OLDER if self.older else _POINTS_NEWER
        counted = group and self.metadata.scoring and (self.older or path.startswith(f"{SECRET}/"))
        known = {*_OF_ANY, *(points if counted else _HARMLESS if group and self.older else ())}
        known |= set() if self.metadata.legacy else {"full_feedback"}
        known -= {"reject_score"} if source.said.reject_score else set()
        self.files.unread[path] |= source.lines.keys() & {*FolderYaml.__struct_fields__} - known
        return source.said


def above(stem: str) -> list[str]:
    """Return the folders around a case, the innermost first, up to data."""
    parts = stem.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]
