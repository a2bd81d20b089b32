"""The files of a package, as the store keeps them."""

from __future__ import annotations

import msgspec
import pytest

from judge.errors import JudgeError
from judge.problems.package import package_files, read_package
from tests.conftest import MakePackage, case_text

ANSWER = "OK\n0100\n0001\n1000\n0010\n"


def test_a_package_is_its_manifest_its_statement_and_its_cases(package: MakePackage) -> None:
    folder = package(cases={"sample/six": (case_text(6), ""), "secret/four": (case_text(4), ANSWER)})
    (folder / "problem_statement").mkdir()
    (folder / "secret/four/certificate.json").write_text("{}")
    for name in ("problem.en.md", "board.png", ".hidden"):
        (folder / "problem_statement" / name).write_bytes(name.encode())
    (folder / "notes.txt").write_text("of the author")
    assert package_files(read_package(folder)) == (
        ("problem.toml", (folder / "problem.toml").read_bytes()),
        ("problem_statement/board.png", b"board.png"),
        ("problem_statement/problem.en.md", b"problem.en.md"),
        ("sample/six/input.txt", case_text(6).encode()),
        ("secret/four/input.txt", case_text(4).encode()),
        ("secret/four/answer.txt", ANSWER.encode()),
        ("secret/four/certificate.json", b"{}"),
    )


def test_a_link_that_leads_out_is_no_file_of_the_package(package: MakePackage) -> None:
    folder = package(cases={"sample/six": (case_text(6), "")})
    (folder.parent / "private").write_text("x")
    (folder / "problem_statement").mkdir()
    (folder / "problem_statement/problem.md").symlink_to(folder.parent / "private")
    assert [name for name, _ in package_files(read_package(folder))] == ["problem.toml", "sample/six/input.txt"]


def test_a_package_that_is_gone_has_no_files(package: MakePackage) -> None:
    problem = read_package(package())
    assert package_files(msgspec.structs.replace(problem, path=f"{problem.path}/gone")) == ()


def test_a_file_that_can_not_be_read_is_said(package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = read_package(package())

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(JudgeError) as caught:
        package_files(problem)
    error = caught.value
    assert (error.code, error.message) == ("E435", "problem.toml can't be opened: Permission denied")
    assert (str(error.place), error.help) == (f"{problem.path}/problem.toml", "make the file readable")
