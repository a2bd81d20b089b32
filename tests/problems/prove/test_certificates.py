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
from tests.shipped import ROOT

SHIPPED = ROOT / "testcases"
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


def root_of(folder: Path, case: str, answer: str = FAIL, certificate: bytes | None = None) -> Path:
    root = package(folder, cases={"sample/one": (case, answer)})
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


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"m": 3}, "it is about 2 x 3 cells, not 2 x 2"),
        ({"nodes": []}, "it ends before everything is ruled out"),
        ({"nodes": SPLIT["nodes"][:-1]}, "it ends before everything is ruled out"),
        ({"nodes": [*SPLIT["nodes"], AROUND]}, "node 6 follows the last one"),
        ({"nodes": [AROUND]}, "node 1: its sum is possible"),
        ({"nodes": [{}]}, "node 1: its sum is possible"),
        ({"nodes": [{"cell": [1, 1]}, {"cell": [1, 1]}]}, "node 2: row 1, column 1 can't be split"),
        ({"nodes": [{"cell": [0, 1]}]}, "node 1: row 0, column 1 can't be split"),
        ({"nodes": [{"cell": [1, 1], **AROUND}]}, "node 1: row 1, column 1 can't be split"),
        ({"nodes": [{"weights": {"no_attack": [[7, 1]]}}]}, "there is no set 7 of no_attack, or its weight 1 is none"),
        ({"nodes": [{"weights": {"no_attack": [[0, 1]]}}]}, "there is no set 0 of no_attack, or its weight 1 is none"),
        ({"nodes": [{"weights": {"goal": [[1, 0]]}}]}, "there is no set 1 of goal, or its weight 0 is none"),
        ({"nodes": [{"weights": {"none": [[1, 1]]}}]}, "there is no set 1 of none, or its weight 1 is none"),
        ({"cliques": [[[1, 1], [1, 1]]]}, "row 1, column 1 and row 1, column 1 are no two cells that share"),
        ({"cliques": [[[1, 1], [3, 1]]]}, "row 1, column 1 and row 3, column 1 are no two cells that share"),
    ],
)
def test_what_leaves_something_out_is_refused(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    said = finding(tmp_path, case_text(2), FAIL, text_of(SPLIT | change))
    assert (said.code, why in said.message) == ("E415", True), said


@pytest.mark.parametrize(
    "certificate",
    [
        *(text_of(SPLIT | more) for more in ({"peices": 3}, {"n": 9.5}, {"m": None}, {"cliques": [[[1] * 3]]})),
        *(text_of(SPLIT | {"schema": f"judge.{name}"}) for name in ("refutation/2", "certificate/1")),
        *(text_of(SPLIT | {"nodes": [node]}) for node in ({"cell": [1]}, {"cell": [1, 2], "piece": True})),
        text_of(SPLIT | {"nodes": [{"weights": {"goal": [[1, 1.0]]}}]}),
        *(FORMER.encode(), b"", b"\xff", b"[]", b'{"n": 1', b"[" * 100_000, b'{"schema": "\\ud800"}'),
    ],
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


def test_a_link_that_leads_out_is_an_error(tmp_path: Path) -> None:
    root = root_of(tmp_path, case_text(2))
    (tmp_path / "private").write_bytes(text_of(CLIQUE))
    (root / "sample/one/certificate.json").symlink_to(tmp_path / "private")
    assert [one.what.code for one in remarks(root)] == ["E414"]


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
    if answer != "stays":
        (folder / "answer.txt").write_text(answer)
    if certificate == "goes":
        file.unlink()
    elif certificate != "stays":
        file.write_bytes((SHIPPED / puzzle / certificate / "certificate.json").read_bytes())
    assert sorted({one.what.code for one in remarks(tmp_path)}) == codes
