"""What `judge validate` says of proofs: certificates are checked again, and what is left is tried or believed."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from judge.model import Finding, ReadWarning, Validated
from judge.problems import read_package, validate_package
from tests.make import case_text, package
from tests.problems.make import put
from tests.problems.told import rows_of
from tests.shipped import ROOT

SHIPPED, HERE = ROOT / "testcases", Path(__file__).parent
FAIL = "FAIL\nproof: said so\n"
FORMER = '{"schema": "judge.certificate/1", "n": 3, "pieces": 3, "one": 1, "every": {"row": 1}}'
# Two lizards on 2 x 2 cells: all four see each other.
TWO: dict[str, Any] = {"schema": "judge.refutation/1", "n": 2, "m": 2}
GOAL = [[1, -1]]
ALL_FOUR = [[1, 1], [1, 2], [2, 1], [2, 2]]
CLIQUE = {**TWO, "nodes": [{"weights": {"goal": GOAL, "cliques": [[1, 1]]}}], "cliques": [ALL_FOUR]}
# Without cliques: a piece on the first cell, and its three lines; else one on the second, and its; else row 2 is left.
AROUND = {"weights": {"goal": GOAL, "no_attack": [[1, 1], [3, 1], [5, 1]]}}
BESIDE = {"weights": {"goal": GOAL, "no_attack": [[1, 1], [4, 1], [6, 1]]}}
BELOW = {"weights": {"goal": GOAL, "no_attack": [[2, 1]]}}
SPLIT = {**TWO, "nodes": [{"cell": [1, 1]}, AROUND, {"cell": [1, 2]}, BESIDE, BELOW]}


def text_of(said: dict[str, Any]) -> bytes:
    return json.dumps(said).encode()


def remarks(root: Path) -> list[Validated.Remark]:
    return [one for one in validate_package(read_package(root)) if one.what.code != "W116"]


def root_of(
    folder: Path, case: str, answer: str = FAIL, certificate: bytes | None = None, puzzle: str = "lizards"
) -> Path:
    """Write a package of one case, which names its algorithm or none."""
    root = package(folder, cases={"sample/one": (case, answer)}, puzzle=puzzle)
    if not case.startswith("DFS"):
        put(root / "problem.toml", (root / "problem.toml").read_text().replace('"DFS"', '"ANY"'))
    if certificate is not None:
        (root / "sample/one/certificate.json").write_bytes(certificate)
    return root


def finding(folder: Path, case: str, answer: str = FAIL, certificate: bytes | None = None) -> Finding:
    """Return what is said of a case; nothing else is."""
    root = root_of(folder, case, answer, certificate)
    (remark,) = remarks(root)
    assert isinstance(remark.what, Finding)
    assert remark.what.verdict == "JE"
    assert Path(remark.file).parent == root / "sample/one"
    return remark.what


@pytest.mark.parametrize("said", [CLIQUE, SPLIT])
def test_what_rules_out_everything_proves(tmp_path: Path, said: dict[str, Any]) -> None:
    assert remarks(root_of(tmp_path, case_text(2), FAIL, text_of(said))) == []


@pytest.mark.parametrize(("change", "told"), rows_of(HERE / "refutations.txt"))
def test_what_leaves_something_out_or_is_none_is_refused(tmp_path: Path, change: str, told: str) -> None:
    said = finding(tmp_path, case_text(2), FAIL, text_of(SPLIT | json.loads(change)))
    code, _, why = told.partition(" ")
    assert (said.code, why in said.message) == (code, True), said
    assert code != "E414" or said.where.endswith("certificate.json")


@pytest.mark.parametrize(
    "certificate", [FORMER.encode(), b"", b"\xff", b"[]", b'{"n": 1', b"[" * 100_000, b'{"schema": "\\ud800"}']
)
def test_what_is_no_certificate_is_an_error_at_its_file(tmp_path: Path, certificate: bytes) -> None:
    said = finding(tmp_path, case_text(2), FAIL, certificate)
    assert (said.code, said.where.endswith("certificate.json")) == ("E414", True)
    assert "judge answers --again" in said.help or "judge.certificate/1" in certificate.decode()
    assert ("went with version 0.2.0" in said.message) == (b"judge.certificate/1" in certificate)


def test_one_beside_an_arrangement_is_an_error(tmp_path: Path) -> None:
    said = finding(tmp_path, case_text(2, 1), "OK\n10\n00\n", text_of(CLIQUE))
    told = "the certificate says that the pieces do not fit, but answer.txt does not say FAIL"
    assert (said.code, said.message) == ("E415", told)


def test_a_wrong_key_of_a_small_board_is_an_error(tmp_path: Path) -> None:
    said = finding(tmp_path, case_text(3, 2))
    assert (said.code, said.message) == ("E416", "answer.txt says FAIL, but 2 pieces can be placed")
    assert said.where == str(tmp_path / "pkg/sample/one/answer.txt")
    assert said.help == f"judge answers {tmp_path / 'pkg'} --again  keeps such an arrangement: copy it over answer.txt"


@pytest.mark.parametrize("text", [case_text(3), case_text(30, 31)])
def test_a_small_board_without_one_is_tried_and_what_can_be_counted_is(tmp_path: Path, text: str) -> None:
    assert remarks(root_of(tmp_path, text)) == []


def test_what_is_too_large_to_try_is_believed(tmp_path: Path) -> None:
    case = (SHIPPED / "lizards/infeasible/over-40-40/input.txt").read_text().replace("SA", "DFS")
    (remark,) = remarks(root_of(tmp_path, case))
    assert remark.what == ReadWarning("W118", "FAIL is believed, not checked: said so", 2)
    assert remark.file == str(tmp_path / "pkg/sample/one/answer.txt")


@pytest.mark.parametrize("row", rows_of(HERE / "claims.txt"))
def test_a_claim_is_proven_tried_or_believed(tmp_path: Path, row: list[str]) -> None:
    puzzle, case, answer, certificate, codes = row
    folder, file = tmp_path / case, tmp_path / case / "certificate.json"
    copytree(SHIPPED / puzzle / case, folder)
    (tmp_path / "problem.toml").write_bytes((SHIPPED / puzzle / "problem.toml").read_bytes())
    if answer != "stays":
        (folder / "answer.txt").write_text(FAIL if answer == "FAIL" else f"{answer}\n")
    if certificate == "goes":
        file.unlink()
    elif certificate != "stays":
        file.write_bytes((SHIPPED / puzzle / certificate / "certificate.json").read_bytes())
    assert " ".join(sorted({one.what.code for one in remarks(tmp_path)})) == codes.replace("-", "")
