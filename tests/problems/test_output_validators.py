"""The validator of a package: its table and its folder; what is no program of the package is refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.errors import JudgeError
from judge.model import Problem
from judge.problems import package_files, read_package

TOML = """
title = "Sum"
puzzle = "general"
{more}
[groups.secret]
points = 10
"""


def write(root: Path, more: str = "", **files: str) -> Path:
    texts = {"problem.toml": TOML.format(more=more), "secret/1/input.txt": "7\r\n", "secret/1/answer.txt": "3 4"}
    for name, text in (texts | files).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    return root


def package(root: Path, more: str = "", **files: str) -> Problem:
    return read_package(write(root, more, **files))


def test_a_case_is_its_bytes(tmp_path: Path) -> None:
    problem = package(tmp_path)
    [case] = problem.cases
    assert (case.text, case.answer and case.answer.text) == (b"7\r\n", b"3 4")
    assert (problem.programs.dialect, problem.algorithms, case.board.n) == ("as-is", ("ANY",), 0)
    assert problem.validator is not None
    assert not problem.validator.files


@pytest.mark.parametrize("place", ["output_validators/", "output_validators/sum/"])
def test_files_of_a_validator(tmp_path: Path, place: str) -> None:
    names = ("check.py", "data/rules.py", "__pycache__/x.pyc", ".git/x")
    problem = package(
        tmp_path, **{f"{place}{name}": name for name in names if place.endswith("sum/") or "/" not in name}
    )
    assert problem.validator is not None
    found = dict(problem.validator.files)
    assert found["check.py"] == b"check.py"
    assert set(found) <= {"check.py", "data/rules.py"}


def test_what_is_nearest_to_a_case_counts(tmp_path: Path) -> None:
    flags = "[validator]\nflags = ['case_sensitive']\n[validator.flags_of]\n'secret/1' = []\nother = ['x']\n"
    problem = package(tmp_path, f"{flags}[groups.other]\n", **{"output_validators/check.py": ""})
    [case] = problem.cases
    assert problem.validator is not None
    assert problem.validator.flags_for(case) == ()
    assert problem.validator.flags_for(msgspec.structs.replace(case, name="2")) == ("case_sensitive",)
    assert problem.validator.flags_for(msgspec.structs.replace(case, group="other")) == ("x",)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[validator]\nflags = ['float_tolerance']", "behind float_tolerance"),
        ("[validator.flags_of]\nsecret = ['nearly']", "no flag 'nearly'"),
    ],
)
def test_flags_that_the_comparison_has_not(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(JudgeError, match=f"E422.*{said}"):
        package(tmp_path, more)


def test_links_and_several_programs_are_refused(tmp_path: Path) -> None:
    linked = write(tmp_path / "linked")
    (linked / "output_validators").symlink_to("/etc")
    inner = write(tmp_path / "inner", **{"output_validators/check.py": ""})
    (inner / "output_validators/passwd.py").symlink_to("/etc/passwd")
    two = write(tmp_path / "two", **{"output_validators/a/check.py": "", "output_validators/b/check.py": ""})
    for root in (linked, inner, two):
        with pytest.raises(JudgeError) as caught:
            read_package(root)
        assert caught.value.code == "E425", root


@pytest.mark.parametrize(
    ("files", "bytes_", "fits"), [(64, 1, True), (65, 1, False), (1, 4 << 20, True), (3, 2 << 20, False)]
)
def test_a_validator_is_bounded(tmp_path: Path, files: int, bytes_: int, fits: bool) -> None:
    write(tmp_path, **{f"output_validators/{number}.py": "x" * bytes_ for number in range(files)})
    if fits:
        validator = read_package(tmp_path).validator
        assert validator is not None
        assert len(validator.files) == files
        return
    with pytest.raises(JudgeError, match="too much"):
        read_package(tmp_path)


def test_all_that_decides_a_verdict_is_in_the_digest_and_in_the_store(tmp_path: Path) -> None:
    given = {
        "as it is": {},
        "input": {"secret/1/input.txt": "8"},
        "answer": {"secret/1/answer.txt": "3 5"},
        "program": {"output_validators/check.py": "1"},
        "flags": {"problem.toml": TOML.format(more="[validator]\nflags = ['x']")},
    }
    made = [package(tmp_path / name, **({"output_validators/check.py": ""} | files)) for name, files in given.items()]
    assert len({msgspec.structs.replace(one, name="sum").digest for one in made}) == len(given)
    assert ("output_validators/check.py", b"1") in package_files(made[3])
