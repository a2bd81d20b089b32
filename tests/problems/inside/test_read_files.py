"""What strangers pack: names and links that lead out, files that never end, lists of contents that lie."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.problems.icpc import import_package, read_files
from judge.problems.icpc.read_files import open_files
from tests.conftest import refused
from tests.problems.icpc.packages import LEGACY, without, write, write_zip


def refusal(path: Path, folder: Path) -> JudgeError:
    error = refused(import_package, path, folder / "made", (".py",))
    assert not (folder / "made").exists()
    assert not list(folder.glob(".judge-*"))
    return error


def linked(folder: Path, to: str) -> Path:
    """Write a package in which one answer is a link."""
    root = write(without(LEGACY, "data/secret/01-small.ans"), folder / "given")
    (root / "data/secret/01-small.ans").symlink_to(to)
    return root


@pytest.mark.parametrize("to", ["/etc/passwd", "../../outside.ans", "../../../given-2/x"])
def test_a_link_out_of_the_package_is_not_read(tmp_path: Path, to: str) -> None:
    (tmp_path / "outside.ans").write_text("secret")
    assert refusal(linked(tmp_path, to), tmp_path).code in ("E428", "E435")


def test_a_link_to_nothing_is_told_as_that(tmp_path: Path) -> None:
    """As it is left of a file that did not come along with a clone."""
    error = refusal(linked(tmp_path, "../sample/7.ans"), tmp_path)
    assert (error.code, "01-small.ans is a link to a file that is not there" in error.message) == ("E428", True)


def test_a_link_within_the_package_is_its_file(tmp_path: Path) -> None:
    made = import_package(linked(tmp_path, "../sample/1.ans"), tmp_path / "made", (".py",))
    assert (tmp_path / "made/secret/01-small/answer.txt").read_bytes() == b"3 4\n"
    assert not (tmp_path / "made/secret/01-small/answer.txt").is_symlink()
    assert made.problem.cases


@pytest.mark.parametrize("name", ["data", "data/secret/more"])
def test_a_linked_folder_is_not_entered(tmp_path: Path, name: str) -> None:
    root, other = write(without(LEGACY, f"{name}/"), tmp_path / "given"), write(LEGACY, tmp_path / "other")
    (root / name).symlink_to(other / "data")
    assert refusal(root, tmp_path).code == "E428"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    root = write(LEGACY, tmp_path / "given")
    os.mkfifo(root / "data/secret/03.in")
    assert "no plain file" in refusal(root, tmp_path).message


@pytest.mark.parametrize("name", ["../data/secret/9.in", "data/../../9.in", "/data/secret/9.in", "data\\9.in"])
def test_a_name_in_a_zip_that_leads_out(tmp_path: Path, name: str) -> None:
    path = write_zip(LEGACY | {name: "x"}, tmp_path / "given.zip")
    assert refusal(path, tmp_path).code == "E428"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["given.zip"]


def test_a_zip_of_several_packages_is_none(tmp_path: Path) -> None:
    """Nor is one of them chosen. What lies deeper is a part of a package, as examples are."""
    one, other = ({f"cup/{top}/{name}": text for name, text in LEGACY.items()} for top in ("a", "b"))
    assert "several packages: cup/a/, cup/b/" in refusal(write_zip(one | other, tmp_path / "a.zip"), tmp_path).message
    deeper = {f"a/more/{name}": text for name, text in one.items()}
    path = write_zip(one | deeper, tmp_path / "b.zip")
    assert import_package(path, tmp_path / "made", (".py",)).problem.title == "Two Numbers"


def test_a_link_in_a_zip_is_not_followed(tmp_path: Path) -> None:
    path = write_zip(LEGACY, tmp_path / "given.zip")
    with zipfile.ZipFile(path, "a") as archive:
        info = zipfile.ZipInfo("data/secret/09.in")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert "is a link" in refusal(path, tmp_path).message


def test_what_expands_without_end_is_cut_and_so_are_many_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_files.Files.read, "__defaults__", (1 << 20,))
    monkeypatch.setattr(read_files, "TOTAL_LIMIT", 1 << 20)
    path = write_zip(LEGACY | {"data/secret/03.in": "0" * (2 << 20), "data/secret/03.ans": ""}, tmp_path / "given.zip")
    assert path.stat().st_size < 20_000
    assert "more than 1,048,576 bytes" in refusal(path, tmp_path).message
    more = {f"data/secret/x{number}.{end}": "0" * 100_000 for number in range(8) for end in ("in", "ans")}
    assert "its files have more than" in refusal(write_zip(LEGACY | more, tmp_path / "given.zip"), tmp_path).message


@pytest.mark.parametrize("packed", [False, True])
def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    path = write_zip(LEGACY, tmp_path / "given.zip") if packed else write(LEGACY, tmp_path / "given")
    parts = len(LEGACY) - 1  # input_validators/ is none
    monkeypatch.setattr(read_files, "MOST_FILES", parts - 1)
    assert f"more than {parts - 1} files" in refusal(path, tmp_path).message
    monkeypatch.setattr(read_files, "MOST_FILES", parts)
    assert import_package(path, tmp_path / "made", (".py",)).problem.cases


def test_the_bound_is_on_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of ZIP64 says how long the list is, whatever the last record says."""
    path = write_zip(LEGACY, tmp_path / "given.zip")
    data = path.read_bytes()
    at = data.rindex(b"PK\5\6")
    entries, length, start = struct.unpack_from("<H2I", data, at + 10)
    far = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, length, start)
    last = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, 46, start, 0)
    path.write_bytes(data[:at] + far + struct.pack("<4sIQI", b"PK\6\7", 0, at, 1) + last)
    assert import_package(path, tmp_path / "fine", (".py",)).problem.cases
    monkeypatch.setattr(read_files, "DIRECTORY_LIMIT", length - 1)
    assert "more than 20,000 files" in refusal(path, tmp_path).message


def test_a_file_may_be_larger_than_the_list_of_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "given.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, text in (LEGACY | {"data/secret/big.in": "1" * 100_000, "data/secret/big.ans": ""}).items():
            archive.writestr(name, text)
    monkeypatch.setattr(read_files, "DIRECTORY_LIMIT", 10_000)
    assert import_package(path, tmp_path / "made", (".py",)).problem.cases
    monkeypatch.setattr(read_files, "DIRECTORY_LIMIT", 100)
    assert refused(import_package, path, tmp_path / "other", (".py",)).code == "E428"


@pytest.mark.parametrize("cut", [0, 10, 200, -10, None])
def test_a_damaged_zip(tmp_path: Path, cut: int | None) -> None:
    """Its end is cut off, or bytes within it are others."""
    path = write_zip(LEGACY, tmp_path / "given.zip")
    data = path.read_bytes()
    at = data.index(b"problem.yaml") + 15
    other = data[:at] + bytes(byte ^ 255 for byte in data[at : at + 20]) + data[at + 20 :]
    path.write_bytes(other if cut is None else data[:cut])
    assert refusal(path, tmp_path).code == "E428"
    assert refusal(tmp_path / "nothing", tmp_path).code == "E428"


def test_an_entry_without_a_name_is_passed_over(tmp_path: Path) -> None:
    path = write_zip(LEGACY | {"x": ""}, tmp_path / "given.zip")
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\1\2")
    data[at + 28], data[at + 30] = 0, 1  # its name becomes a part of what is beside it
    path.write_bytes(data)
    assert import_package(path, tmp_path / "made", (".py",)).problem.cases


def test_what_is_hidden_or_called_otherwise_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    more = {"data/secret/.x.in": "", "data/secret/a b.in": "", "generators/gen.py": "", "__MACOSX/data/secret/9.in": ""}
    for path in (write(LEGACY | more, tmp_path / "given"), write_zip(LEGACY | more, tmp_path / "given.zip")):
        with open_files(path) as files:
            assert not [name for name in files.sizes if name not in LEGACY]
