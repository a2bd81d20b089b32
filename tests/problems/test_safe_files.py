"""Links in packages: none is followed out of its package, and one that leads to itself is an error with its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.files import lies_inside
from judge.problems import about_of, package_files, read_package, validate_package
from judge.problems.generators import GenerateWish, generate
from judge.problems.icpc import export_package, import_package, name_of
from judge.problems.prove import CERTIFICATE
from judge.submissions import expected_submissions
from tests.conftest import refused
from tests.make import files
from tests.problems.icpc.packages import LEGACY, write
from tests.problems.make import SMALL, put

OUT = pytest.mark.parametrize("out", [False, True])
READERS: dict[str, Callable[[Path], object]] = {
    **dict.fromkeys(
        ("problem.toml", "secret/tree-9", *(f"secret/tree-9/{one}.txt" for one in ("input", "answer"))), read_package
    ),
    "generators.toml": lambda root: list(generate(root, GenerateWish(check=True))),
    "submissions/accepted/one.py": expected_submissions,
}


def link(file: Path, out: Path | None = None) -> None:
    """Replace a file or a folder by a link to itself, or to the same out of the package."""
    if out and file.exists():
        file.rename(out)
    elif out:
        put(out, "{}")
    else:
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(out or file.name)


def test_what_lies_inside(tmp_path: Path) -> None:
    files(tmp_path, {"in/file": "", "out": ""})
    for name, to in {"here": "file", "there": "../out", "self": "self", "below": "self/deeper"}.items():
        (tmp_path / "in" / name).symlink_to(to)
    (tmp_path / "same").symlink_to("in")
    inside = {path.name for path in (tmp_path / "in").iterdir() if lies_inside(path, tmp_path / "same")}
    assert inside - {"self", "below"} == {"file", "here"}
    assert lies_inside(tmp_path / "in/nothing", tmp_path / "in")


@OUT
@pytest.mark.parametrize("name", READERS)
def test_a_link_out_or_to_itself_is_refused_with_its_place(tmp_path: Path, name: str, out: bool) -> None:
    root = files(tmp_path / "small", SMALL)
    link(root / name, tmp_path / "out" if out else None)
    error = refused(READERS[name], root)
    assert error.code in ("E417", "E425", "E435")
    assert str(error.place).startswith(str(root / name))


@OUT
def test_links_out_or_to_themselves_that_hold_nothing(tmp_path: Path, out: bool) -> None:
    root = files(tmp_path / "small", SMALL | {"sample/first/answer.txt": "OK\n10\n02\n"})
    for name in (f"secret/tree-9/{CERTIFICATE}", "problem_statement/problem.en.md", "times.json"):
        link(root / name, tmp_path / f"{name}.out" if out else None)
    problem = read_package(root)
    assert any("E414" in str(remark) for remark in validate_package(problem))
    assert about_of(problem, "it").statement == ""
    assert about_of(problem, "it").reference is None
    _, lost = export_package(problem, {}, tmp_path / "cup", "2025-09", scoring=False)
    assert any("there is no statement" in said for said in lost)
    kept = [name for name, _ in package_files(problem)]
    assert not [name for name in kept if name.startswith("problem_statement") or CERTIFICATE in name]


@pytest.mark.parametrize(
    "name",
    ["", "problem.yaml", ".timelimit", "data", "data/secret", "data/secret/2.in", "submissions/accepted/right.py"],
)
def test_a_link_to_itself_in_a_package_of_the_icpc(tmp_path: Path, name: str) -> None:
    given = write(LEGACY, tmp_path / "given")
    link(given / name)
    assert name_of(given) == "given"
    assert refused(import_package, given, tmp_path / "made", (".py",)).code == "E428"
