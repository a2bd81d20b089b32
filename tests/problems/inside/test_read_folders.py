"""What YAML of ICPC packages says of cases: their flags are the format's, and what is not read is named."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.problems.icpc import import_package
from judge.problems.icpc.read_folders import FolderYaml
from judge.problems.icpc.read_metadata import Metadata
from tests.problems.icpc.packages import write
from tests.problems.inside.test_read_points import package, read

CASES = "secret/1 secret/a/1 secret/a/x/1 secret/b/1 sample/1"
FOLDERS = ("data", "sample", "secret", "secret/a", "secret/a/x", "secret/b")
WORDS = st.lists(st.sampled_from(["case_sensitive", "space_change_sensitive", "x y", "'"]), max_size=2)


def files_with(head: str, file: str, said: dict[str, Any]) -> dict[str, str]:
    files = package(head, CASES)
    folders = {"data": "data"} | {name: f"data/{name}" for name in FOLDERS[1:]}
    return files | {f"{folders[name]}/{file}": json.dumps(what) for name, what in said.items()}


def nearest(path: str, said: dict[str, Any]) -> list[str] | None:
    """Return what the nearest folder around a case says."""
    around = [name for name in FOLDERS if name == "data" or path.startswith(f"data/{name}/")]
    return next((said[name] for name in reversed(around) if name in said), None)


@given(
    usual=WORDS,
    said=st.dictionaries(st.sampled_from(FOLDERS), WORDS),
    of_cases=st.dictionaries(st.sampled_from(CASES.split()), WORDS),
    newer=st.booleans(),
)
def test_flags_are_those_that_are_said_nearest(
    usual: list[str], said: dict[str, list[str]], of_cases: dict[str, list[str]], newer: bool
) -> None:
    """In older packages behind those of problem.yaml, and as one text."""
    if newer:
        folders: dict[str, Any] = {name: {"output_validator_args": flags} for name, flags in said.items()}
        files = files_with("problem_format_version: 2025-09", "test_group.yaml", folders)
        files |= {f"data/{case}.yaml": json.dumps({"output_validator_args": flags}) for case, flags in of_cases.items()}
    else:
        folders = {name: {"output_validator_flags": shlex.join(flags)} for name, flags in said.items()}
        files = files_with(json.dumps({"validator_flags": shlex.join(usual)}), "testdata.yaml", folders)
    for case in read(files).cases:
        own = of_cases.get(case.path.removeprefix("data/")) if newer else None
        found = own if own is not None else nearest(case.path, said) or []
        assert list(case.flags) == ([] if newer else usual) + found


def test_an_empty_text_takes_flags_away_and_nothing_does_not() -> None:
    files = files_with("name: x", "testdata.yaml", {"secret": {"output_validator_flags": "case_sensitive"}})
    files["data/secret/a/testdata.yaml"] = "output_validator_flags: ''\n"
    files["data/secret/b/testdata.yaml"] = "output_validator_flags:\n"
    flags = {case.path: case.flags for case in read(files).cases}
    assert (flags["data/secret/a/1"], flags["data/secret/b/1"]) == ((), ("case_sensitive",))


# --- what is not read -----------------------------------------------------------------------------------------------
HEADS = ["legacy", "2025-09"]
KEYS = st.one_of(
    st.sampled_from(sorted({*FolderYaml.__struct_fields__, "input_validator_flags", "hint", "validation_flags"})),
    st.text("abcdefgh_", min_size=2, max_size=12).filter(lambda key: key not in ("name",)),
)
PLACES = ["problem.yaml", "data/secret/1.yaml", *(f"data/{one}FILE" for one in ("", "sample/", "secret/", "secret/a/"))]
ANY = {"args", "output_validator_args", "output_validator_flags"}
NEW_POINTS = {"max_score", "score_aggregation", "require_pass"}
OLD_POINTS = {"accept_score", "reject_score", "on_reject", "grader_flags", "grading", "scoring"}
VALUES = {
    "output_validator_flags": "", "args": [], "output_validator_args": [], "full_feedback": False, "max_score": 7,
    "score_aggregation": "sum",
    "require_pass": [], "accept_score": 2, "reject_score": 0, "on_reject": "break", "grading": "default",
    "grader_flags": "sum",
}  # fmt: skip


def is_read(place: str, key: str, version: str, scoring: bool) -> bool:
    """Say whether the key says something at this place of such a package, by the specifications."""
    if place == "problem.yaml":
        return key in Metadata.__struct_fields__
    if place.endswith("1.yaml"):
        return version != "legacy" and key in {*ANY, "full_feedback"}
    if version == "legacy":
        return key in ANY or key in (OLD_POINTS if scoring else {"grading", "grader_flags", "on_reject"})
    counts = scoring and place.startswith("data/secret/")
    return key in {*ANY, "full_feedback"} or (counts and key in NEW_POINTS)


@settings(deadline=None)
@given(st.sampled_from(HEADS), st.booleans(), st.lists(st.tuples(st.sampled_from(PLACES), KEYS), max_size=4))
def test_whatever_key_is_not_read_is_named(
    tmp_path_factory: pytest.TempPathFactory, version: str, scoring: bool, said: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("package")
    head = {"name": "x", "problem_format_version": version, "type": "scoring" if scoring else "pass-fail"}
    file = "testdata.yaml" if version == "legacy" else "test_group.yaml"
    yaml: dict[str, dict[str, Any]] = {"problem.yaml": {**head, "license": "cc0", "limits": {"time_limit": 1}}}
    for place, key in said:
        yaml.setdefault(place.replace("FILE", file), {}).setdefault(key, VALUES.get(key, "x"))
    files = package("", "secret/1" if "data/secret/a/FILE" not in dict(said) else "secret/a/1")
    files |= {place: json.dumps(what) for place, what in yaml.items()}
    try:
        made = import_package(write(files, folder / "given"), folder / "made", (".py",))
    except JudgeError as fault:
        assume(fault.code not in ("E428", "E429"))
        raise
    told = " ".join(notice.message for notice in made.notices if notice.code == "W120")
    for place, key in said:
        path = place.replace("FILE", file)
        present = path == "problem.yaml" or "a/1.in" not in " ".join(files) or not path.endswith("/1.yaml")
        if present and not is_read(place, key, version, scoring):
            assert key in told or f"nothing is read of {path}" in told, (place, key, told)
