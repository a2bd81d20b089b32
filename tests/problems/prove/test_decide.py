"""Cases are decided: by what is known, by counting, by a search, by what others find; and what is written of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Answer, Case
from judge.problems import judge_answer, read_package, validate_package
from judge.problems.prove import decide, needs_answer
from tests.conftest import there
from tests.make import answer as shown
from tests.make import case_text, files, problem
from tests.problems.make import blank, case_in, own, without_tools
from tests.problems.prove.test_certificates import CLIQUE, FAIL, root_of, text_of
from tests.problems.told import rows_of

FOUND = shown(".L.. ...L L... ..L.")
CERTIFICATE = "certificate.json"


@pytest.fixture(autouse=True)
def _without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    without_tools(monkeypatch)


def empty(n: int) -> Case:
    return Case("one", "secret", blank(n))


def decided(puzzle: str, case: Case, *found: Answer, seconds: float = 60.0):  # type: ignore[no-untyped-def]  # inside
    return decide(puzzle, case, seconds, lambda: [(one, "somebody") for one in found])


def test_what_is_out_of_reach_is_bounded() -> None:
    decision = decided("lizards", empty(60), seconds=2.0)
    assert (decision.answer, decision.proof, decision.solver_missing) == (None, None, True)
    assert 40 < decision.least < 60
    assert decision.most == 60


@pytest.mark.parametrize(("puzzle", "n"), [("queens", 2), ("queens", 3), ("spies", 5), ("spies", 6)])
def test_a_theorem_is_tried_out(puzzle: str, n: int) -> None:
    line = there(decided(puzzle, empty(n)).proof).line
    assert line.startswith(f"theorem: {n} {puzzle} can't be placed")
    assert "exhaustive search by judge" in line


@pytest.mark.parametrize("n", [1, 2, 3, *range(4, 40), 998, 999])
def test_queens_are_placed_at_once(n: int) -> None:
    answer = decided("queens", empty(n)).answer
    assert (answer is None) == (n in (2, 3))
    assert answer is None or judge_answer(empty(n), "queens", answer) is None


@pytest.mark.parametrize(("puzzle", "n", "count"), [("all-queens", 8, 92), ("all-queens", 27, 234907967154122528)])
def test_what_is_counted_is_known_and_what_nobody_has_counted_is_not(puzzle: str, n: int, count: int) -> None:
    assert there(decided(puzzle, empty(n)).answer).count == count
    unknown = decided("all-queens", empty(28), FOUND)
    assert (unknown.answer, unknown.proof) == (None, None), "an arrangement is no count"
    assert there(decided("spies", empty(8)).answer).board is not None


@pytest.mark.parametrize(("rows", "pieces", "proof"), rows_of(Path(__file__).with_name("counted.txt")))
def test_a_count_is_told_on_one_line(rows: str, pieces: str, proof: str) -> None:
    lines = rows.split()
    case = case_in("lizards", "\n".join(["DFS", str(len(lines)), pieces, *lines, ""]))
    assert there(decided("lizards", case).proof).line == proof


# --- puzzles of other forms -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("puzzle", "text", "certified"),
    [
        ("completion", "4 1\n1 1\n", False),
        ("star-battle", "2 1\n1 1\n2 2\n", True),
        ("place-rooks", "2 2 3\n00\n00\n", False),  # by counting
        ("place-knights", "2 3 5\n000\n000\n", True),
    ],
)
def test_a_fail_is_proven_and_not_only_believed(tmp_path: Path, puzzle: str, text: str, certified: bool) -> None:
    root = root_of(tmp_path, text, "", puzzle=puzzle)
    problem = read_package(root)
    decision, state = decided(puzzle, problem.cases[0]).written(problem, problem.cases[0])
    assert (state, bool(decision.proof and decision.proof.certificate)) == ("proven", certified)
    assert (root / "sample/one" / CERTIFICATE).exists() == certified
    assert validate_package(read_package(root)) == []
    (root / "sample/one" / CERTIFICATE).unlink(missing_ok=True)
    assert validate_package(read_package(root)) == []


def test_an_answer_is_written_in_the_signs_of_its_puzzle(tmp_path: Path) -> None:
    kings = own(cells={"free": ".", "tree": "#"}, mark="K", apart="king")
    case = case_in(kings, "1 4 2\n#...\n")
    folder = files(tmp_path / case.path, {})
    decided(kings, case).written(problem(puzzle=kings, path=str(tmp_path)), case)
    assert (folder / "answer.txt").read_bytes() == b"OK\n#K.K\n"


@pytest.mark.parametrize(
    ("puzzle", "text", "left", "needs"),
    [  # the last: whether it needs an answer, and whether it does where those are proven again
        ("lizards", case_text(2, 2), ("", ""), (True, True)),
        ("lizards", case_text(2, 2), (FAIL, ""), (False, True)),
        ("lizards", case_text(2, 2), (FAIL, text_of(CLIQUE).decode()), (False, False)),
        ("lizards", case_text(2, 2), (FAIL, "{}"), (False, True)),
        ("lizards", case_text(2, 3), (FAIL, ""), (False, False)),  # counting knows
        ("lizards", case_text(2, 1), ("OK\n10\n00\n", ""), (False, False)),
        ("most-queens", "1 2\n00\n", ("OK\n10\n", ""), (False, True)),
        ("verify-queens", "*\n", ("", ""), (False, False)),
    ],
)
def test_what_has_no_answer_or_no_proof_needs_one(
    tmp_path: Path, puzzle: str, text: str, left: tuple[str, str], needs: tuple[bool, bool]
) -> None:
    answer, certificate = left
    root = root_of(tmp_path, text, answer, puzzle=puzzle)
    if certificate:
        (root / "sample/one" / CERTIFICATE).write_text(certificate)
    problem = read_package(root)
    assert tuple(needs_answer(problem, problem.cases[0], again=again) for again in (False, True)) == needs
