"""What `judge validate` says of proofs: certificates are checked again, and what is left is tried or believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import codes
from judge.model import Case, Finding, ReadWarning
from judge.model.validation import Remark
from judge.problems.package import read_package
from judge.problems.proofs.again import certificate_fault
from judge.problems.validation import validate_package
from tests.conftest import MakePackage

CERTIFICATE = """{
"schema": "judge.certificate/1",
"n": 3,
"pieces": 3,
"one": 1,
"cliques": [[1,[[1,1],[1,3],[3,1],[3,3]]],[1,[[1,2],[2,1],[2,2],[2,3],[3,2]]]]
}
"""
BOARD = "DFS\n3\n3\n000\n000\n000\n"
FAIL = "FAIL\nproof: said so\n"


@pytest.fixture
def root(package: MakePackage) -> Path:
    return package(cases={"sample/three": (BOARD, FAIL)})


def put(root: Path, text: str, name: str = "certificate.json") -> None:
    (root / "sample/three" / name).write_text(text)


def found(root: Path) -> list[Remark]:
    return [one for one in validate_package(read_package(root)) if one.what.code != "W116"]


def the_case(root: Path) -> Case:
    return read_package(root).cases[0]


def test_a_certificate_that_proves_is_no_remark(root: Path) -> None:
    put(root, CERTIFICATE)
    assert found(root) == []
    assert certificate_fault(root, "lizards", the_case(root)) is None


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (CERTIFICATE.replace("[1,[[1,1]", "[2,[[1,1]"), "E415", "proves nothing: its weights allow 3 pieces"),
        (CERTIFICATE.replace("[1,1]", "[2,1]"), "E415", "do not see each other"),
        (CERTIFICATE.replace('"one": 1', '"one": 1.5'), "E414", "can't be read"),
        ("", "E414", "can't be read"),
    ],
)
def test_one_that_proves_nothing_is_an_error_at_its_file(root: Path, text: str, code: str, says: str) -> None:
    put(root, text)
    (remark,) = found(root)
    assert remark.file == str(root / "sample/three/certificate.json")
    assert isinstance(remark.what, Finding)
    assert (remark.what.code, remark.what.verdict) == (code, "JE")
    assert says in remark.what.message
    assert code in codes()


def test_one_beside_an_arrangement_is_an_error(root: Path) -> None:
    put(root, BOARD.replace("3\n000", "1\n000", 1), "input.txt")
    put(root, "OK\n100\n000\n000\n", "answer.txt")
    put(root, CERTIFICATE)
    (remark,) = found(root)
    assert remark.what.message == "the certificate says that the pieces do not fit, but answer.txt does not say FAIL"


def test_a_link_that_leads_out_is_an_error(root: Path, tmp_path: Path) -> None:
    (tmp_path / "private").write_text(CERTIFICATE)
    (root / "sample/three/certificate.json").symlink_to(tmp_path / "private")
    (remark,) = found(root)
    assert remark.what.code == "E414"


def test_a_folder_is_an_error(root: Path) -> None:
    (root / "sample/three/certificate.json").mkdir()
    assert [remark.what.code for remark in found(root)] == ["E414"]


def test_a_small_board_without_one_is_tried(root: Path) -> None:
    assert found(root) == []


def test_a_wrong_key_of_a_small_board_is_an_error(root: Path) -> None:
    put(root, BOARD.replace("3\n000", "2\n000", 1), "input.txt")
    (remark,) = found(root)
    assert isinstance(remark.what, Finding)
    assert remark.what.code == "E416"
    assert remark.what.message == "answer.txt says FAIL, but 2 pieces can be placed"
    assert remark.what.help == f"judge answers {root} --again  keeps such an arrangement: copy it over answer.txt"


def test_what_can_be_counted_is_counted(root: Path) -> None:
    rows = "0" * 30
    put(root, "DFS\n30\n31\n" + f"{rows}\n" * 30, "input.txt")
    assert found(root) == []


def test_what_is_too_large_to_try_is_believed(root: Path) -> None:
    rows = "".join(f"{'0' * 30}\n" if r % 2 else f"{'02' * 15}\n" for r in range(30))
    put(root, f"DFS\n30\n100\n{rows}", "input.txt")
    (remark,) = found(root)
    assert remark.what == ReadWarning("W118", "FAIL is believed, not checked: said so", 2)
    assert remark.file == str(root / "sample/three/answer.txt")
