"""What YAML of ICPC packages says: whatever cases are right, points are those of the format's own graders, or none are
taken; flags of cases are the format's, and what is not read is named."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems.icpc import import_package
from judge.problems.icpc.read_data import Data, read_data
from judge.problems.icpc.read_files import Files
from judge.problems.icpc.read_folders import FolderYaml
from judge.problems.icpc.read_metadata import Metadata, read_metadata
from tests.conftest import refused
from tests.problems.icpc.packages import write

OLDER, NEWER = "type: scoring\n", "type: scoring\nproblem_format_version: 2025-09\n"
Said = dict[str, Any]


def read_with_losses(files: Mapping[str, str]) -> tuple[Data, list[str]]:
    kept = Files("given", {name: len(text) for name, text in files.items()}, lambda name, _: files[name].encode())
    return read_data(kept, read_metadata(kept)), kept.lost


def read(files: Mapping[str, str]) -> Data:
    return read_with_losses(files)[0]


def package(head: str, cases: str, **said: Said) -> dict[str, str]:
    """Return a package with cases such as `secret/g1/a sample/1`, and what the folders of data/ say."""
    name = "test_group.yaml" if "2025" in head else "testdata.yaml"
    folders = {folder.replace("_", "/").removeprefix("data"): json.dumps(what) for folder, what in said.items()}
    yaml = {f"data/{folder}/{name}".replace("//", "/"): text for folder, text in folders.items()}
    texts = {f"data/{case}.{end}": "1" for case in cases.split() for end in ("in", "ans")}
    return {"problem.yaml": head} | yaml | texts


def taken(files: Mapping[str, str]) -> Data | None:
    """Return what is read; None where the package is refused, as its points have no form here."""
    try:
        return read(files)
    except JudgeError as fault:
        if fault.code != "E429":
            raise
        return None


def points_here(data: Data, right: set[str]) -> float:
    total = 0.0
    for name, group in data.groups.items():
        passed = [f"{case.path}.in" in right for case in data.cases if case.group == name]
        share = float(all(passed)) if group.score_aggregation == "pass-fail" else sum(passed) / len(passed)
        total += group.points * share
    return total


def subsets(cases: list[str]) -> Iterator[set[str]]:
    return (set(some) for count in range(len(cases) + 1) for some in combinations(cases, count))


def inputs(files: Mapping[str, str], top: str) -> list[str]:
    return sorted(path for path in files if path.startswith(f"data/{top}/") and path.endswith(".in"))


# --- older packages: the specification's default grader -------------------------------------------------------------
USUAL = {"grader_flags": "", "on_reject": "break", "accept_score": 1, "reject_score": 0}


def graded(files: Mapping[str, str], folder: str, right: set[str], around: Said) -> tuple[bool, float] | None:
    """Return whether a folder is accepted and its score; None for one without cases."""
    said = around | json.loads(files.get(f"{folder}/testdata.yaml", "{}"))
    flags, results = said["grader_flags"].split(), list[tuple[bool, float]]()
    below = {path[len(folder) + 1 :].split("/")[0] for path in files if path.startswith(f"{folder}/")}
    for name in sorted(below, key=lambda one: one.removesuffix(".in")):
        path = f"{folder}/{name}"
        if name.endswith(".in"):
            result = (path in right, said["accept_score" if path in right else "reject_score"])
        elif path in files or not (inner := graded(files, path, right, said)):
            continue
        else:
            result = inner
        results.append(result)
        if not result[0] and said["on_reject"] == "break":
            break
    if "ignore_sample" in flags and folder == "data":
        results = results[-1:]
    if not results:
        return None
    mode = [flag for flag in flags if flag in ("worst_error", "first_error", "always_accept")]
    accepted = [one for one, _ in results]
    fine = mode[-1:] == ["always_accept"] or all(accepted) or ("accept_if_any_accepted" in flags and any(accepted))
    scores = [score for _, score in results]
    how = next((flag for flag in reversed(flags) if flag in ("sum", "avg", "min", "max")), "sum")
    made = {"sum": sum(scores), "avg": sum(scores) / len(scores), "min": min(scores), "max": max(scores)}[how]
    return fine, made if fine else 0.0


FLAGS = [
    *("worst_error", "first_error", "always_accept", "always_accept", "accept_if_any_accepted"),
    *("sum", "avg", "min", "max"),
]
ONE_SAYS = st.fixed_dictionaries(
    {},
    optional={
        "grader_flags": st.lists(st.sampled_from(FLAGS), max_size=3).map(" ".join),
        "on_reject": st.sampled_from(["break", "continue", "continue"]),
        "accept_score": st.integers(0, 3),
        "reject_score": st.sampled_from([0, 0, 0, 1]),
    },
)


@st.composite
def trees(draw: st.DrawFn) -> dict[str, str]:
    places = ["secret/1", "secret/2", *(f"secret/{a}/{b}" for a in "ab" for b in ("1", "2", "x/1", "x/2"))]
    cases = draw(st.lists(st.sampled_from(places), min_size=1, max_size=6, unique=True))
    said = {name: draw(ONE_SAYS) for name in ("secret", "secret_a", "secret_b", "secret_a_x") if draw(st.booleans())}
    sample = draw(st.sampled_from(["", " sample/1", " sample/1 sample/2"]))
    root: Said = draw(st.sampled_from([{}, {"grader_flags": "ignore_sample", "on_reject": "continue"}, draw(ONE_SAYS)]))
    return package(OLDER, " ".join(cases) + sample, data=root, **said)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(trees())
def test_whatever_is_right_older_points_are_those_of_the_grader(files: dict[str, str]) -> None:
    data = taken(files)
    event(f"{len(data.groups)} groups" if data else "refused")
    if not data:
        return
    samples = set(inputs(files, "sample"))
    extra = (graded(files, "data/sample", samples, USUAL | json.loads(files["data/testdata.yaml"])) or (True, 0.0))[1]
    ignored = "ignore_sample" in files["data/testdata.yaml"]
    for right in subsets(inputs(files, "secret")):
        fine, score = graded(files, "data", right | samples, USUAL) or (True, 0.0)
        here = points_here(data, right | samples)
        assert here == pytest.approx(score - (0 if ignored else extra) if fine else 0.0)


# --- newer packages -------------------------------------------------------------------------------------------------
def scored(files: Mapping[str, str], folder: str, right: set[str]) -> float:
    """Return the score of data/secret or of a group in it, as the specification of 2025-09 has it."""
    said = json.loads(files.get(f"{folder}/test_group.yaml", "{}"))
    top = folder == "data/secret"
    how = said.get("score_aggregation", "sum" if top else "pass-fail")
    groups = [path.removesuffix("/test_group.yaml") for path in files if top and path.endswith("/test_group.yaml")]
    cases = [path for path in files if path.startswith(f"{folder}/") and path.endswith(".in")]
    most = said.get("max_score", 100)
    if how == "pass-fail":
        return most if right >= set(cases) else 0
    if inner := [group for group in groups if group != folder]:
        scores = [scored(files, group, right) for group in inner]
    else:
        scores = [(path in right) * most / (len(cases) if how == "sum" else 1) for path in cases]
    return sum(scores) if how == "sum" else min(scores)


@st.composite
def groups(draw: st.DrawFn) -> dict[str, str]:
    hows = st.sampled_from(["pass-fail", "sum", "min"])
    top = draw(st.fixed_dictionaries({}, optional={"score_aggregation": hows, "max_score": st.integers(0, 200)}))
    said = {"secret": top} if draw(st.booleans()) else {}
    if draw(st.booleans()):
        return package(NEWER, "secret/1 secret/x/2 secret/3", **said)
    one = st.fixed_dictionaries({"max_score": st.integers(0, 50)}, optional={"score_aggregation": hows})
    return package(NEWER, "secret/a/1 secret/a/2 secret/b/1 sample/1", **said, secret_a=draw(one), secret_b=draw(one))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(groups())
def test_whatever_is_right_newer_points_are_those_of_the_format(files: dict[str, str]) -> None:
    data = taken(files)
    event("taken" if data else "refused")
    for right in subsets(inputs(files, "secret")) if data else ():
        assert data
        assert points_here(data, right) == pytest.approx(scored(files, "data/secret", right))


# --- packages as they are met ---------------------------------------------------------------------------------------
MET = yaml.safe_load((Path(__file__).parents[1] / "icpc/met.yaml").read_text("utf-8"))
MET.pop("usual")  # parts of others
HEADS = {"draft": NEWER.replace("2025-09", "2023-07-draft"), "old": OLDER, "new": NEWER, "plain": "name: x\n"}


@pytest.mark.parametrize("kind", MET)
def test_packages_as_they_are_met(kind: str) -> None:
    version, cases, said, wanted = MET[kind]
    paths = " ".join(case if case.startswith("sample/") else f"secret/{case}" for case in str(cases).split())
    places = {place if place in ("data", "secret") else f"secret/{place}": what for place, what in said.items()}
    files = package(HEADS[version], paths, **places)
    if isinstance(wanted, str):
        assert refused(read, files).code == wanted
    else:
        groups = read(files).groups
        assert {name: f"{group.points:g} {group.score_aggregation}" for name, group in groups.items()} == wanted


def test_what_counts_there_and_not_here_is_named() -> None:
    counted, told = read_with_losses(package(OLDER, "secret/1 sample/1"))
    assert counted.groups["sample"] == Problem.Group(0, "sum", "full")
    assert any("samples" in what for what in told)
    ignored = {"on_reject": "continue", "grader_flags": "ignore_sample"}
    assert not read_with_losses(package(OLDER, "secret/1 sample/1", data=ignored))[1]
    for flags, score in (("always_accept", 1), ("always_accept", 0), ("sum", 0)):
        root, sample = ignored | {"grader_flags": flags}, {"accept_score": score}
        free = not read_with_losses(package(OLDER, "secret/1 sample/1", data=root, sample=sample))[1]
        assert free == (flags == "always_accept" and not score)
    more = package(NEWER, "secret/g1/1 secret/g1/2", secret={"max_score": 5}, secret_g1={"max_score": 9})
    [what] = read_with_losses(more)[1]
    assert "9 points" in what


# --- flags of cases ---------------------------------------------------------------------------------------------------
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
@given(
    st.sampled_from(["legacy", "2025-09"]),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(PLACES), KEYS), max_size=4),
)
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
