"""The submissions of a package: what each may get, by its folder and by its own words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.submissions.expected import FOLDERS, expected_in

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"
Put = Callable[..., Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file of the package `pkg`; return the package."""

    def write(path: str = "", text: str = SOLVE) -> Path:
        package = tmp_path / "pkg"
        package.mkdir(exist_ok=True)
        if path:
            file = package / "submissions" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return package

    return write


def read(package: Path) -> dict[str, str]:
    return {one.name: " ".join(sorted(verdicts)) for one, verdicts in expected_in(package)}


def refused(package: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        expected_in(package)
    assert caught.value.help
    assert caught.value.place
    return caught.value


def test_a_package_may_have_none(put: Put) -> None:
    assert expected_in(put()) == []


@pytest.mark.parametrize(
    ("folder", "verdicts"),
    [
        ("accepted", "AC"),
        ("wrong_answer", "WA"),
        ("time_limit_exceeded", "TLE"),
        ("run_time_error", "MLE OLE RTE"),
        ("brute_force", "MLE OLE RTE TLE"),
        ("rejected", "MLE OLE RTE TLE WA"),
        ("compiler_error", "CE"),
    ],
)
def test_a_folder_says_what_is_expected(put: Put, folder: str, verdicts: str) -> None:
    package = put(f"{folder}/mine.py")
    assert read(package) == {f"{folder}/mine.py": verdicts}
    [(one, allowed)] = expected_in(package)
    assert frozenset(one.expected) == allowed
    assert (one.problem, one.path) == ("pkg", package / "submissions" / folder / "mine.py")
    assert one.words == f"{one.path} --problem {package}"


def test_they_come_by_folder_and_name(put: Put) -> None:
    for path in ("wrong_answer/b.py", "accepted/b.cpp", "accepted/a.py", "wrong_answer/a.py", "accepted/b.py"):
        put(path)
    names = list(read(put()))
    assert names == ["accepted/a.py", "accepted/b.cpp", "accepted/b.py", "wrong_answer/a.py", "wrong_answer/b.py"]


def test_a_folder_is_one_program(put: Put) -> None:
    put("accepted/big/main.cpp", "int main() { return 0; }\n")
    put("accepted/big/part.h", "int part();\n")
    [(one, _)] = expected_in(put())
    assert (one.name, one.contract, len(one.files)) == ("accepted/big", "program", 2)


def test_what_is_hidden_is_passed_over(put: Put) -> None:
    put("accepted/.mine.py.swp")
    put("accepted/__pycache__/mine.pyc")
    put("README.md")
    assert read(put("accepted/mine.py")) == {"accepted/mine.py": "AC"}


def test_a_source_narrows_its_folder(put: Put) -> None:
    put("rejected/slow.py", f"# @EXPECTED_RESULTS@: TLE\n{SOLVE}")
    put("mixed/either.py", f"# @EXPECTED_RESULTS@: AC, TLE\n{SOLVE}")
    assert read(put()) == {"mixed/either.py": "AC TLE", "rejected/slow.py": "TLE"}


@pytest.mark.parametrize("words", ["TLE", "AC, WA"])
def test_a_source_that_says_otherwise_is_refused(put: Put, words: str) -> None:
    error = refused(put("wrong_answer/mine.py", f"# @EXPECTED_RESULTS@: {words}\n{SOLVE}"))
    assert (error.code, "but its folder wrong_answer WA" in error.message) == ("E417", True)


def test_mixed_has_to_say_it(put: Put) -> None:
    assert "does not say what is expected" in refused(put("mixed/mine.py")).message


@pytest.mark.parametrize(
    ("folder", "near"),
    [("acepted", "accepted"), ("wrong-answer", "wrong_answer"), ("WA", ""), ("timelimit", "time_limit_exceeded")],
)
def test_an_unknown_folder_is_an_error(put: Put, folder: str, near: str) -> None:
    error = refused(put(f"{folder}/mine.py"))
    assert error.code == "E417"
    assert ("did you mean" in error.message) == bool(near)
    assert near in error.message
    assert all(name in error.help for name in FOLDERS)


def test_a_source_in_no_folder_is_an_error(put: Put) -> None:
    assert "lies in no folder" in refused(put("mine.py")).message


def test_a_link_out_of_the_package_is_not_followed(put: Put, tmp_path: Path) -> None:
    package = put("accepted/mine.py")
    (tmp_path / "other.py").write_text(SOLVE)
    (package / "submissions/accepted/other.py").symlink_to(tmp_path / "other.py")
    assert "leads out of the package" in refused(package).message


def test_partial_points_are_not_known(put: Put) -> None:
    assert "scores" in refused(put("partially_accepted/mine.py")).message
