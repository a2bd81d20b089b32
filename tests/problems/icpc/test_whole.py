"""A package is written whole or not at all, and never over what is there."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.problems.icpc.write import check_target, write_target

FILES = {"data/a.in": b"1\n", "problem.yaml": b"name: a\n"}


def lying(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_holds_the_files_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_target(tmp_path / "new/cup", FILES)
    assert lying(tmp_path) == {f"new/cup/{name}": data for name, data in FILES.items()}
    (tmp_path / "empty").mkdir()
    check_target(tmp_path / "empty")
    write_target(tmp_path / "empty", FILES)
    assert lying(tmp_path / "empty") == FILES


def test_a_zip_is_the_same_each_time(tmp_path: Path) -> None:
    write_target(tmp_path / "cup.zip", FILES)
    write_target(tmp_path / "a/cup.zip", FILES)
    assert (tmp_path / "cup.zip").read_bytes() == (tmp_path / "a/cup.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "cup.zip") as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == {f"cup/{one}": FILES[one] for one in FILES}
    write_target(tmp_path / "bare.zip", FILES, bare=True)
    with zipfile.ZipFile(tmp_path / "bare.zip") as packed:
        assert packed.namelist() == [*FILES]


@pytest.mark.parametrize("name", ["full", "full/problem.yaml", "link", "there.zip"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    write_target(tmp_path / "full", FILES)
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "there.zip").mkdir()
    (tmp_path / "full/problem").write_bytes(b"")
    before = lying(tmp_path)
    target = tmp_path / name.replace("problem.yaml", "problem")
    with pytest.raises(JudgeError, match="E427"):
        check_target(target)
    assert lying(tmp_path) == before


@pytest.mark.parametrize(("name", "better"), [("All-Queens", "allqueens"), ("n_q.zip", "nq.zip"), ("-", "cup")])
def test_a_name_that_the_format_refuses_has_a_repair(tmp_path: Path, name: str, better: str) -> None:
    with pytest.raises(JudgeError) as caught:
        check_target(tmp_path / name)
    assert caught.value.code == "E426"
    assert caught.value.help == f"name {tmp_path / better}"
    check_target(tmp_path / better)


def test_nothing_is_left_of_what_could_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "full").write_bytes(b"")
    for target in (tmp_path / "full/cup", tmp_path / "full/cup.zip"):
        with pytest.raises(JudgeError) as caught:
            write_target(target, FILES)
        assert caught.value.code == "E435"
    taken = tmp_path / "taken"
    write_target(taken, FILES)
    with pytest.raises(JudgeError):
        write_target(taken, {"other": b""})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full", "taken"]
    assert lying(taken) == FILES
