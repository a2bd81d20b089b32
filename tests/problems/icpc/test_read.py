"""Packages of the ICPC, old and new, become packages of the judge; nothing is left of one that can't."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.errors import Place
from judge.model import Problem
from judge.problems.icpc import import_package, name_of
from tests.conftest import refused
from tests.problems.icpc.packages import LEGACY, NEWEST, VALIDATOR, without, write, write_zip
from tests.problems.told import rows_of

ENDINGS = (".py", ".cc", ".c")


def imported(files: dict[str, str], folder: Path) -> Any:
    return import_package(write(files, folder / "given"), folder / "pair", ENDINGS)


@pytest.mark.parametrize("top", [None, "", "pair-1.0/"])
def test_a_package_of_the_older_form(tmp_path: Path, top: str | None) -> None:
    """As a folder, and in a zip."""
    path = write(LEGACY, tmp_path / "given") if top is None else write_zip(LEGACY, tmp_path / "given.zip", top)
    made: Any = import_package(path, tmp_path / "pair", ENDINGS)
    problem = made.problem
    facts = (problem.title, problem.puzzle, problem.strict, problem.programs.io)
    assert facts == ("Two Numbers", "general", True, "stdio")
    limits = problem.limits, problem.validator.limits
    assert [(one.time_limit, one.memory, one.output) for one in limits] == [(2.0, 256, 9), (20.0, 512, 4)]
    assert problem.limits.compilation_time == 30
    assert problem.groups == {"sample": Problem.Group(0, "sum", "full"), "secret": Problem.Group(100, "pass-fail")}
    assert [(case.group, case.name, case.text) for case in problem.cases] == [
        ("sample", "1", b"7\n"),
        ("secret", "deep-02", b"1000\n"),
        ("secret", "01-small", b"2\r\n"),
    ]
    assert problem.validator.files == (("validate.py", VALIDATOR.encode()),)
    assert problem.validator.flags_for(problem.cases[1]) == ("exact", "two words")
    assert made.submissions == 4
    [notice] = made.notices
    assert (notice.code, "accepted/old.kt" in notice.message) == ("W120", True)
    kept = sorted(file.name for file in (tmp_path / "pair/submissions").rglob("*.*"))
    assert kept == ["loop.py", "ones.py", "right.py", "zero.cc"]
    assert (tmp_path / "pair/problem_statement/problem.en.tex").is_file()
    assert (tmp_path / "pair/output_validators/validate.py").is_file()


def test_a_package_of_2025_09(tmp_path: Path) -> None:
    made = imported(NEWEST, tmp_path)
    problem, (sample, large, one, two) = made.problem, made.problem.cases
    assert (problem.title, problem.limits.time_limit) == ("Two Numbers", 1.5)
    assert [notice.code for notice in made.notices] == ["W120", "W120"]
    told = " ".join(notice.message for notice in made.notices)
    assert all(word in told for word in ("uuid", "name.sv", "other/right.py"))
    assert problem.groups == {
        "sample": Problem.Group(0, "sum", "full"),
        "large": Problem.Group(70, "sum", "full"),
        "small": Problem.Group(30, "pass-fail"),
    }
    flags = [problem.validator.flags_for(case) for case in (sample, large, one, two)]
    assert flags == [(), (), ("exact",), ("two words",)]
    assert problem.validator.limits.time_limit == 10
    there = (tmp_path / "pair/submissions").glob("*/*")
    assert sorted(f"{path.parent.name}/{path.name}" for path in there) == ["accepted/right.py", "wrong_answer/ones.py"]
    assert made.submissions == 2


@pytest.mark.parametrize("said", ["float_tolerance 1e-6", "[float_tolerance, 1e-6]"])
def test_where_older_packages_keep_their_limit_and_the_flags_of_a_default_validator(tmp_path: Path, said: str) -> None:
    files = without(LEGACY, ".timelimit", "output_validators")
    files |= {"domjudge-problem.ini": "name = x\ntimelimit='0.5'\n"}
    files |= {"problem.yaml": f"name: Sum\nvalidator_flags: {said}\n"}
    files |= {"data/secret/testdata.yaml": "output_validator_flags: case_sensitive\n"}
    problem = imported(files, tmp_path).problem
    assert problem.limits.time_limit == 0.5
    assert not problem.validator.files
    flags = [problem.validator.flags_for(case) for case in problem.cases]
    assert flags == [("float_tolerance", "1e-6"), *2 * [("float_tolerance", "1e-6", "case_sensitive")]]


SMALL = {"problem.yaml": "name: x\n", "data/secret/1.in": "1", "data/secret/1.ans": "1"}
PACKAGES = {"legacy": LEGACY, "newest": NEWEST, "small": SMALL}


@pytest.mark.parametrize("row", rows_of(Path(__file__).with_name("packages.txt")))
def test_what_is_read_of_a_package(tmp_path: Path, row: list[str]) -> None:
    """Each row of `packages.txt` is a package: it is read, and what is left out is named; or nothing is left of it."""
    _, form, gone, more, told = row
    parts = [part.partition(" = ") for part in more.split(" & ")] if more != "-" else []
    files = without(PACKAGES[form], *gone.split()) | {name: text for name, _, text in parts}
    root = write(files, tmp_path / "given")
    kind, _, rest = told.partition(" ")
    if kind in ("E428", "E429"):
        error = refused(import_package, root, tmp_path / "testcases/pair", ENDINGS)
        place = Place(f"{root}/problem.yaml", int(rest[1:])) if ":" in rest else Place(str(root / rest))
        assert (error.code, error.place) == (kind, place)
        assert [path.name for path in tmp_path.iterdir()] == ["given"], "nothing is left"
        return
    for number, source in enumerate((root, write_zip(files, tmp_path / "given.zip"))):
        made: Any = import_package(source, tmp_path / f"made{number}", ENDINGS)
        notices = [notice.message for notice in made.notices if notice.code == "W120"]
        if kind == "W120":
            assert any(rest in notice for notice in notices), notices
        elif kind == "submissions":
            kept = sorted((tmp_path / f"made{number}/submissions").glob("*/*"))
            assert [f"{path.parent.name}/{path.name}" for path in kept] == rest.split()
        else:
            program = " ".join(sorted(name for name, _ in made.problem.validator.files))
            left = [name for name in ("name.de", "name.en", "name.es") if name in " ".join(notices)]
            facts = [made.problem.title, f"{made.problem.limits.time_limit} s", program]
            assert ", ".join([*facts, *(f"no {one}" for one in left)]) == told


AT_MOST: dict[str, tuple[int, Callable[[int], dict[str, str]]]] = {
    "bytes of YAML": (1 << 16, lambda most: {"problem.yaml": "validation: custom\n#" + "x" * (most - 20)}),
    "brackets": (2000, lambda most: {"problem.yaml": f"validation: custom\nauthor: [{'[],' * (most - 1)}]"}),
    "folders": (32, lambda most: {f"data/secret/{'a/' * (most - 2)}1.{end}": "" for end in ("in", "ans")}),
    "memory": (10**9, lambda most: {"problem.yaml": f"validation: custom\nlimits: {{memory: {most}}}"}),
    "bytes of .timelimit": (100, lambda most: {".timelimit": "x" * most}),
    "bytes of the ini": (1 << 16, lambda most: {"domjudge-problem.ini": "x" * most}),
}


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("kind", AT_MOST)
def test_as_much_as_may_be_and_one_more(tmp_path: Path, kind: str, more: int) -> None:
    most, files = AT_MOST[kind]
    if not more:
        assert imported(without(LEGACY, ".timelimit") | files(most), tmp_path).problem.cases
        return
    assert refused(imported, without(LEGACY, ".timelimit") | files(most + more), tmp_path).code == "E428"


@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_a_case_that_no_box_has_room_for(tmp_path: Path, more: int, fits: bool) -> None:
    given = write(LEGACY, tmp_path / "given")
    os.truncate(given / "data/secret/01-small.in", (48 << 20) - 2 * len(LEGACY["data/secret/01-small.ans"]) + more)
    if fits:
        assert import_package(given, tmp_path / "pair", ENDINGS).problem.cases
    else:
        assert "room for" in refused(import_package, given, tmp_path / "pair", ENDINGS).message


OF_GROUPS = [  # what data/secret and its second group require, and what becomes of that
    ("", "", "a=, b="),
    ("sample", "", "a=sample, b=sample"),
    ("", "[sample]", "a=, b=sample"),
    ("", "secret/a", "a=, b=a"),
    ("[sample]", "[sample, a]", "a=sample, b=a"),
    ("", "[sample, a]", "E429"),
    ("a", "", "E429"),
    ("", "b", "E429"),
    ("", "c", "E429"),
]


@pytest.mark.parametrize(("whole", "second", "told"), OF_GROUPS)
def test_what_a_group_requires(tmp_path: Path, whole: str, second: str, told: str) -> None:
    """Of several the one that requires the others, as one passes here with all that it requires."""
    files = {"problem.yaml": "problem_format_version: 2025-09\nname: x\ntype: scoring\n"}
    files |= {f"data/{stem}.{end}": "1" for stem in ("sample/1", "secret/a/1", "secret/b/1") for end in ("in", "ans")}
    files |= {"data/secret/test_group.yaml": f"require_pass: {whole}\n"}
    files |= {f"data/secret/{one}/test_group.yaml": "max_score: 50\n" for one in "ab"}
    files["data/secret/b/test_group.yaml"] += f"require_pass: {second}\n"
    if told == "E429":
        assert refused(imported, files, tmp_path).code == told
    else:
        groups = imported(files, tmp_path).problem.groups
        assert ", ".join(f"{name}={groups[name].require_pass}" for name in "ab") == told


def test_each_of_many_groups_may_require_all_before_it(tmp_path: Path) -> None:
    names = [chr(ord("a") + at) for at in range(25)]  # there are 2 to the 23 ways from the last to the first
    files = {"problem.yaml": "problem_format_version: 2025-09\nname: x\ntype: scoring\n"}
    files |= {f"data/secret/{one}/1.{end}": "1" for one in names for end in ("in", "ans")}
    files |= {
        f"data/secret/{one}/test_group.yaml": f"max_score: 4\nrequire_pass: [{', '.join(names[:at])}]\n"
        for at, one in enumerate(names)
    }
    groups = imported(files, tmp_path).problem.groups
    assert [groups[one].require_pass for one in names] == ["", *names[:-1]]


def test_groups_keep_their_names_where_they_can(tmp_path: Path) -> None:
    inner = {"data/secret/secret/testdata.yaml": "full_feedback: true\n", "data/secret/secret/1.in": "2\n"}
    inner |= {"data/secret/secret/1.ans": "1 1\n"}
    alone = without(LEGACY, "data/secret") | inner
    assert list(imported(alone, tmp_path / "alone").problem.groups) == ["sample", "secret"]
    assert list(imported(LEGACY | inner, tmp_path / "both").problem.groups) == ["sample", "secret", "secret-secret"]
    other = {"data/secret/_a/testdata.yaml": "", "data/secret/a/testdata.yaml": ""}
    other |= {f"data/secret/{name}.{end}": "" for name in ("_a/1", "a/2") for end in ("in", "ans")}
    assert "would get the same name" in refused(imported, LEGACY | other, tmp_path / "twins").message


@pytest.mark.parametrize(
    ("name", "code"), [*((name, "E430") for name in ("two words", "-x", "..", "a/../..")), ("pair", "E436")]
)
def test_a_name_that_is_none_or_taken(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "to/pair").mkdir(parents=True)
    assert refused(import_package, write(LEGACY, tmp_path / "given"), tmp_path / "to" / name, ENDINGS).code == code
    assert not list((tmp_path / "to/pair").iterdir())


def test_what_a_package_is_called_here() -> None:
    sources = ("cup.zip", "cup.kpp", "two words-1.0", "-_x_.zip", "\u00e9.zip")
    assert [name_of(Path(source)) for source in sources] == ["cup", "cup", "twowords-1.0", "x", "case"]


# --- the problem.toml of it: what strangers have written, and TOML whatever that is
@pytest.mark.parametrize("title", ['a "quoted" \\ one', "\u007f", "Пример \U0001f600", "a\tb", "x = 1 # [y]", "'''"])
def test_any_title_is_kept(tmp_path: Path, title: str) -> None:
    spelled = "".join(f"\\U{ord(sign):08x}" for sign in title)
    yaml = f'name: "{spelled}"\nvalidation: custom\nrights_owner: "me\\n[limits]"\n'
    made = imported(LEGACY | {"problem.yaml": yaml}, tmp_path)
    assert made.problem.title == " ".join(title.split())
    text = (tmp_path / "pair/problem.toml").read_text(encoding="utf-8")
    assert text.startswith("# Taken over")
    assert "# license: unknown, me [limits]\n" in text
    assert set(tomllib.loads(text)) == {"title", "puzzle", "io", "answers", "limits", "validator", "groups"}
