"""Points of ICPC packages: whatever cases are right, they are those of the format's own graders, or none are taken."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems.icpc.read_data import Data, read_data
from judge.problems.icpc.read_files import Files
from judge.problems.icpc.read_metadata import read_metadata

OLDER, NEWER = "type: scoring\n", "type: scoring\nproblem_format_version: 2025-09\n"
Said = dict[str, Any]


def opened(files: Mapping[str, str]) -> Files:
    return Files("given", {name: len(text) for name, text in files.items()}, lambda name, _: files[name].encode())


def read(files: Mapping[str, str]) -> Data:
    kept = opened(files)
    return read_data(kept, read_metadata(kept).said)


def lost(files: Mapping[str, str]) -> list[str]:
    kept = opened(files)
    read_data(kept, read_metadata(kept).said)
    return kept.lost


def package(head: str, cases: str, **said: Said) -> dict[str, str]:
    """Return a package with cases such as `secret/g1/a sample/1`, and what the folders of data/ say."""
    name = "test_group.yaml" if "2025" in head else "testdata.yaml"
    folders = {folder.replace("_", "/").removeprefix("data"): json.dumps(what) for folder, what in said.items()}
    yaml = {f"data/{folder}/{name}".replace("//", "/"): text for folder, text in folders.items()}
    return {
        "problem.yaml": head,
        **yaml,
        **{f"data/{case}.{end}": "1" for case in cases.split() for end in ("in", "ans")},
    }


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
    "worst_error",
    "first_error",
    "always_accept",
    "always_accept",
    "sum",
    "avg",
    "min",
    "max",
    "accept_if_any_accepted",
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
# Of each the version, its cases (of data/secret, where no other folder is named), what folders say, and its groups with
# their points, or the code with which it is refused.
ON = {"on_reject": "continue"}
MET: dict[str, tuple[str, str, dict[str, Said], Any]] = yaml.safe_load("""
usual: [&on {on_reject: continue}, &all {on_reject: continue, grader_flags: always_accept}]

nothing said: [old, 1 2, {}, {secret: 2 pass-fail}]
the default grader: [old, g1/1 g1/2, {g1: {accept_score: 25}}, {secret: 50 pass-fail}]
each case counts: [old, g1/1 g1/2, {g1: {<<: *all, accept_score: 25}}, {g1: 50 sum}]
first_error: [old, '1', {secret: {grader_flags: first_error}}, {secret: 1 pass-fail}]
no points: [old, g1/1 g1/2 g2/1, {secret: {<<: *all, accept_score: 25}, g1: {accept_score: 0}},
  {g1: 0 sum, secret: 25 sum}]
groups as a course makes them: [old, g1/1 g1/2 g2/1 sample/1,
  {data: {<<: *on, grader_flags: ignore_sample}, secret: {<<: *on, grader_flags: first_error accept_if_any_accepted},
   g1: {on_reject: break, accept_score: 40, grader_flags: min, range: 0 40},
   g2: {on_reject: break, accept_score: 60, grader_flags: min}}, {sample: 0 sum, g1: 40 pass-fail, g2: 60 pass-fail}]
groups in groups: [old, g1/a/1 g1/a/2 g1/b/1,
  {secret: *all, g1/a: {accept_score: 7, grader_flags: min}, g1/b: {accept_score: 7, grader_flags: min}},
  {g1-a: 7 pass-fail, g1-b: 7 pass-fail}]
the least of two groups: [old, g1/1 g1/2 g2/1,
  {secret: {<<: *on, grader_flags: min}, g1: {accept_score: 50}, g2: {accept_score: 50}}, {secret: 50 pass-fail}]
the average: [old, g1/1 g1/2, {secret: {<<: *on, grader_flags: avg always_accept, accept_score: 30}}, {secret: 30 sum}]
the average of all or nothing: [old, 1 2, {secret: {grader_flags: avg, accept_score: 30}}, {secret: 30 pass-fail}]
the most of all or nothing: [old, 1 2, {secret: {grader_flags: max, accept_score: 30}}, {secret: 30 pass-fail}]
folders that sort: [old, deep/1 2, {secret: {<<: *all, accept_score: 3}}, {secret: 6 sum}]
the last flag holds: [old, 1 2, {secret: {<<: *on, grader_flags: worst_error max always_accept sum}}, {secret: 2 sum}]
a new package: [new, 1 2, {}, {secret: 100 sum}]
new, all or nothing: [new, 1 2, {secret: {score_aggregation: pass-fail, max_score: 20}}, {secret: 20 pass-fail}]
new, the least: [new, 1 2, {secret: {score_aggregation: min}}, {secret: 100 pass-fail}]
new groups: [new, g1/1 g1/2 g2/1, {g1: {max_score: 40, score_aggregation: sum}, g2: {max_score: 60}},
  {g1: 40 sum, g2: 60 pass-fail}]
new groups, all or nothing: [new, g1/1 g1/2 g2/1,
  {secret: {score_aggregation: pass-fail}, g1: {max_score: 50}, g2: {max_score: 50}}, {secret: 100 pass-fail}]
new groups, the least: [new, g1/1 g1/2 g2/1,
  {secret: {score_aggregation: min}, g1: {max_score: 50}, g2: {max_score: 50}}, {secret: 50 pass-fail}]
a group without points: [new, g1/1 g1/2 g2/1, {g1: {max_score: 0}, g2: {max_score: 100}},
  {g1: 0 pass-fail, g2: 100 pass-fail}]
no scoring: [plain, g1/1 g1/2 g2/1, {g2: {}}, {secret: 50 pass-fail, g2: 50 pass-fail}]

the most: [old, 1 2, {secret: {<<: *on, grader_flags: max always_accept}}, E429]
up to the first: [old, 1 2, {secret: {grader_flags: always_accept}}, E429]
any, up to the first: [old, 1 2, {secret: {grader_flags: accept_if_any_accepted}}, E429]
points for wrong ones: [old, '1', {secret: {<<: *all, reject_score: 1}}, E429]
a grader: [old, '1', {secret: {grading: custom}}, E429]
a grader without points: [plain, '1', {secret: {grading: custom}}, E429]
any without points: [plain, '1', {secret: {grader_flags: accept_if_any_accepted}}, E429]
samples that are ignored, without points: [plain, '1', {data: {<<: *on, grader_flags: ignore_sample}}, E429]
parts if another is right: [old, g1/1 g1/2 g2/1, {secret: *on, g1: *all, g2: {on_reject: break}}, E429]
the least of parts: [old, g1/1 g1/2 g2/1, {secret: {<<: *on, grader_flags: always_accept min}, g1: *all}, E429]
the least with the samples: [old, 1 sample/1, {data: {grader_flags: min}}, E429]
a draft: [old, '1', {secret: {scoring: {score: 3}}}, E429]
new, the least of parts: [new, g1/1 g1/2 g2/1,
  {secret: {score_aggregation: min}, g1: {max_score: 50, score_aggregation: sum}, g2: {max_score: 50}}, E429]
new, other groups first: [new, g1/1 g2/1, {g1: {max_score: 5}, g2: {max_score: 5, require_pass: secret/g1}}, E429]
new, samples first: [new, 1 sample/1, {secret: {require_pass: [sample]}}, E429]
new, no bound: [new, g1/1 g1/2 g2/1, {g1: {}, g2: {max_score: 50}}, E429]
new, no bound at all: [new, '1', {secret: {max_score: unbounded}}, E429]
new, another way: [new, '1', {secret: {score_aggregation: max}}, E429]
new, cases beside groups: [new, g1/1 g2/1 3, {g1: {max_score: 1}, g2: {max_score: 1}}, E428]
new, groups in groups: [new, g1/a/1, {g1: {max_score: 1}, g1/a: {max_score: 1}}, E428]
less than nothing: [old, '1', {secret: {accept_score: -1}}, E428]
no number: [old, '1', {secret: {accept_score: .nan}}, E428]
""")
del MET["usual"]
HEADS = {"old": OLDER, "new": NEWER, "plain": "name: x\n"}


@pytest.mark.parametrize("kind", MET)
def test_packages_as_they_are_met(kind: str) -> None:
    version, cases, said, wanted = MET[kind]
    paths = " ".join(case if case.startswith("sample/") else f"secret/{case}" for case in str(cases).split())
    places = {place if place in ("data", "secret") else f"secret/{place}": what for place, what in said.items()}
    files = package(HEADS[version], paths, **places)
    if isinstance(wanted, str):
        with pytest.raises(JudgeError) as caught:
            read(files)
        assert caught.value.code == wanted
    else:
        groups = read(files).groups
        assert {name: f"{group.points:g} {group.score_aggregation}" for name, group in groups.items()} == wanted


def test_samples_that_count_there_are_named() -> None:
    counted = package(OLDER, "secret/1 sample/1")
    assert read(counted).groups["sample"] == Problem.Group(0, "sum", "full")
    assert any("samples" in what for what in lost(counted))
    assert not lost(package(OLDER, "secret/1 sample/1", data=ON | {"grader_flags": "ignore_sample"}))


def test_groups_with_more_points_than_there_are_are_named() -> None:
    [what] = lost(package(NEWER, "secret/g1/1 secret/g1/2", secret={"max_score": 5}, secret_g1={"max_score": 9}))
    assert "9 points" in what
