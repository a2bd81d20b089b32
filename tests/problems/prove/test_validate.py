"""What `judge validate` says of proofs: certificates are checked again, and what is left is tried or believed."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from judge.errors import codes
from judge.model import Finding, ReadWarning, Remark
from judge.problems import read_package, validate_package
from tests.conftest import MakePackage

# The corners of a 3 x 3 board see each other, and so do the other five.
CERTIFICATE = """{
"schema": "judge.refutation/1",
"n": 3,
"m": 3,
"nodes": [{"weights":{"goal":[[1,-1]],"cliques":[[1,1],[2,1]]}}],
"cliques": [[[1,1],[1,3],[3,1],[3,3]],[[1,2],[2,1],[2,2],[2,3],[3,2]]]
}
"""
FORMER = '{"schema": "judge.certificate/1", "n": 3, "pieces": 3, "one": 1, "every": {"row": 1}}'
SHIPPED = Path(__file__).parents[3] / "testcases"
BOARD = "DFS\n3\n3\n000\n000\n000\n"
FAIL = "FAIL\nproof: said so\n"


@pytest.fixture
def root(package: MakePackage) -> Path:
    return package(cases={"sample/three": (BOARD, FAIL)})


def put(root: Path, text: str, name: str = "certificate.json") -> None:
    (root / "sample/three" / name).write_text(text)


def found(root: Path) -> list[Remark]:
    return [one for one in validate_package(read_package(root)) if one.what.code != "W116"]


def test_a_certificate_that_proves_is_no_remark(root: Path) -> None:
    put(root, CERTIFICATE)
    assert found(root) == []


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (CERTIFICATE.replace("[1,1],[2,1]]}", "[1,1],[2,2]]}"), "E415", "proves nothing: node 1: its sum is possible"),
        (CERTIFICATE.replace("[[1,2],", "[[1,1],"), "E415", "are no two cells that share a set of one piece"),
        (CERTIFICATE.replace('"m": 3', '"m": 1.5'), "E414", "can't be read"),
        (FORMER, "E414", "went with version 0.2.0"),
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
    for file in ("input.txt", "answer.txt"):
        put(root, (SHIPPED / "lizards/infeasible/over-40-40" / file).read_text().replace("SA", "DFS"), file)
    put(root, FAIL, "answer.txt")
    (remark,) = found(root)
    assert remark.what == ReadWarning("W118", "FAIL is believed, not checked: said so", 2)
    assert remark.file == str(root / "sample/three/answer.txt")


@pytest.mark.parametrize(
    ("puzzle", "case", "left", "codes"),
    [  # what becomes of the answer and the certificate of a shipped case: it stays, goes, or is another one
        ("completion", "medium/random-18", (FAIL, "stays"), ["E416"]),
        ("star-battle", "medium/10-2", (FAIL, "stays"), ["E416"]),
        ("star-battle", "hard/14-2-b", (FAIL, "stays"), ["E416"]),
        ("completion", "hard/corners-40-c", (FAIL, "stays"), ["W118"]),
        ("completion", "hard/corners-40-c", (FAIL, "hard/corners-40-a"), ["E415"]),
        ("star-battle", "hard/14-3", (FAIL, "stays"), ["W118"]),
        ("star-battle", "hard/14-3", (FAIL, "hard/14-3-none"), ["E415"]),
        ("star-battle", "hard/14-1-none", ("stays", "goes"), []),
        ("completion", "hard/corners-40-b", ("stays", "goes"), ["W118"]),
        ("most-queens", "sample/pillars-5x5", ("stays", "goes"), []),
        ("scooters", "medium/n08-p03-s40", ("stays", "goes"), []),
        ("scooters", "hard/n12-p12-s40", ("stays", "goes"), ["W123"]),
        ("scooters", "medium/n08-p03-s40", ("39\n", "goes"), ["E416"]),
        ("scooters", "medium/n08-p08-s10", ("25\n", "stays"), ["E415"]),
    ],
)
def test_a_claim_is_proven_tried_or_believed(
    tmp_path: Path, puzzle: str, case: str, left: tuple[str, str], codes: list[str]
) -> None:
    answer, certificate = left
    folder, file = tmp_path / case, tmp_path / case / "certificate.json"
    copytree(SHIPPED / puzzle / case, folder)
    (tmp_path / "problem.toml").write_bytes((SHIPPED / puzzle / "problem.toml").read_bytes())
    assert [one.what.code for one in found(tmp_path)] == []
    if answer != "stays":
        (folder / "answer.txt").write_text(answer)
    if certificate == "goes":
        file.unlink()
    elif certificate != "stays":
        file.write_bytes((SHIPPED / puzzle / certificate / "certificate.json").read_bytes())
    assert sorted({one.what.code for one in found(tmp_path)}) == codes
