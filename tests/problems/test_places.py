"""Where packages are found, which of their cases words name, and what is said of a name that there is none of."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from judge.model import Problem
from judge.problems import SHIPPED_PACKAGES, all_packages, chosen_cases, known_packages, package_folder, package_folders
from tests.conftest import MakePackage, refused
from tests.make import problem
from tests.problems.make import SHIPPED, TESTCASES
from tests.problems.told import rows_of

FIRST, SECOND = ["sample/grove-4", "sample/grove-6"], ["secret/crowd-2", "secret/crowd-10", "secret/grove-6"]
GROUPS = {name: Problem.Group() for name in ("sample", "secret", "later")}
CUP = problem(" ".join(":".join(reversed(path.split("/"))) for path in FIRST + SECOND), groups=GROUPS)


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two packages; a folder in it is the current one."""
    package("testcases/alpha")
    package("testcases/lizards")
    (tmp_path / "deep/deeper").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(folders: list[Path]) -> list[str]:
    return [folder.name for folder in folders]


def test_the_nearest_of_a_name_is_taken(here: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert package_folder("lizards") == Path("testcases/lizards")
    assert package_folder("spies") == SHIPPED_PACKAGES / "spies"
    monkeypatch.chdir("deep/deeper")
    assert package_folder("lizards") == here / "testcases/lizards"
    package("deep/testcases/lizards")
    assert package_folder("lizards") == here / "deep/testcases/lizards"
    assert package_folder("alpha") == here / "testcases/alpha"


def test_all_are_of_every_place_and_without_a_word_of_the_nearest(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert names(all_packages()) == sorted([*SHIPPED, "alpha"])
    assert Path("testcases/lizards") in all_packages()
    assert package_folders([]) == [Path("testcases/alpha"), Path("testcases/lizards")]
    monkeypatch.chdir("deep")
    assert package_folders([]) == [here / "testcases/alpha", here / "testcases/lizards"]


def test_where_there_is_nothing_are_those_of_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert names(package_folders([])) == SHIPPED
    assert known_packages() == f"packages under testcases/: none here; of the judge: {', '.join(SHIPPED)}"


def test_a_folder_that_has_no_name_of_its_own_gets_one(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("testcases/alpha/sample")
    assert package_folder("..") == here / "testcases/alpha"
    monkeypatch.chdir("..")
    assert package_folder(".") == here / "testcases/alpha"
    assert package_folder("../lizards") == Path("../lizards")


def test_a_place_of_somebody_else_above_is_passed_over(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In /tmp anybody could put cases for those who work in a folder below."""
    if os.getuid():
        pytest.skip("only root can give a folder away")
    monkeypatch.chdir("deep")
    os.chown(here / "testcases", 12345, 12345)
    assert package_folder("lizards") == SHIPPED_PACKAGES / "lizards"
    monkeypatch.chdir(here)
    assert package_folder("lizards") == Path("testcases/lizards"), "who stands beside it has chosen it"


@pytest.mark.parametrize(
    ("word", "meant"),
    [("lizzards", "did you mean lizards?"), ("Alpa", "did you mean alpha?"), ("chess", ""), ("x" * 5000, "")],
)
def test_a_name_of_nothing_is_refused_with_what_was_meant(here: Path, word: str, meant: str) -> None:
    error = refused(package_folders, [word])
    assert (error.code, error.help) == ("E432", "name one of them, or a folder that holds a problem.toml")
    assert ("did you mean" in error.message) == bool(meant)
    assert error.message.endswith(meant)
    others = ", ".join(name for name in SHIPPED if name != "lizards")
    assert error.note == f"packages under testcases/: alpha, lizards; of the judge: {others}"


def test_who_names_problem_toml_is_told_the_folder(here: Path) -> None:
    error = refused(package_folders, ["testcases/alpha/problem.toml"])
    assert (error.code, error.help) == ("E432", "name the folder that holds it: 'testcases/alpha'")


def test_the_shipped_ones_are_those_of_the_checkout_and_nothing_is_written_into_them(here: Path) -> None:
    assert SHIPPED_PACKAGES.resolve() == TESTCASES.resolve()
    package_folder("lizards", to_write=True)
    error = refused(package_folder, "queens", to_write=True)
    assert error.message.startswith("queens came with the judge, and is not changed")
    copy = ["mkdir", "-p", "testcases", "&&", "cp", "-r", str(SHIPPED_PACKAGES / "queens"), "testcases/"]
    assert (error.code, shlex.split(error.help.partition("  ")[2])) == ("E435", copy)


@pytest.mark.parametrize(("groups", "words", "told"), rows_of(Path(__file__).with_name("cases.txt")))
def test_words_name_cases_or_it_is_said_what_was_meant(groups: str, words: str, told: str) -> None:
    asked = [field.split() if field != "-" else [] for field in (groups, words)]
    if told.startswith("pkg has"):
        error = refused(chosen_cases, CUP, *asked)
        message, _, note = told.partition("; note: ")
        assert (error.code, error.message, error.note) == ("E433", message, note or error.note)
    else:
        assert " ".join(case.path for case in chosen_cases(CUP, *asked)) == told
