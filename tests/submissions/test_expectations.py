"""What is read of a submissions.yaml, and what is said not to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.submissions.expectations import NAME, Rule, read_rules
from judge.submissions.expected import expected_in, unread_in

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("wrong_answer/one.py", "wrong_answer/two.py", "mixed/three.py", "odd/four.py"):
        path = tmp_path / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SOLVE)
    return tmp_path


def expected(package: Path, text: str) -> dict[str, str]:
    (package / "submissions" / NAME).write_text(text)
    return {one.name: " ".join(sorted(verdicts)) for one, verdicts in expected_in(package)}


WHOLE = """\
# Of every folder that no table knows.
odd:
    permitted: [AC, TLE]   # and nothing is required
mixed/three.py:
  authors: Ada
  permitted: [AC, RTE]
  required: [RTE]
'wrong_answer/{one,nobody}.*':
  permitted: [WA]
"""


def test_folders_files_and_patterns(package: Path) -> None:
    assert expected(package, WHOLE) == {
        "mixed/three.py": "MLE OLE RTE",
        "odd/four.py": "AC TLE",
        "wrong_answer/one.py": "WA",
        "wrong_answer/two.py": "WA",
    }
    assert unread_in(package) == ()


def test_a_rule_for_a_folder_takes_the_place_of_its_name(package: Path) -> None:
    found = expected(package, f"{WHOLE}wrong_answer:\n  permitted: [AC, WA, TLE]\n  required: [WA, TLE]\n")
    assert (found["wrong_answer/one.py"], found["wrong_answer/two.py"]) == ("WA", "TLE WA")


@pytest.mark.parametrize("rule", ["  permitted: [AC]", "  required: [RTE]"])
def test_rules_that_contradict_each_other_are_an_error(package: Path, rule: str) -> None:
    with pytest.raises(JudgeError) as caught:
        expected(package, f"{WHOLE}wrong_answer/two.py:\n{rule}\n")
    assert (caught.value.code, "expects of wrong_answer/two.py what can't be" in caught.value.message) == ("E417", True)


def test_without_a_rule_a_folder_stays_unknown(package: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        expected(package, WHOLE.replace("odd:", "even:"))
    assert "the folder 'odd' stands for no verdict" in caught.value.message


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one.py:\n  sample:\n    permitted: [AC]\n", [2, 3]),
        ("one.py:\n  permitted:\n  - AC\n", [2, 3]),
        ("one.py:\n  permitted: [AC, XY]\n", [2]),
        ("one.py: {permitted: [AC]}\n", [1]),
        ("  permitted: [AC]\n", [1]),
        ("one.py:\n  message: no\n  model_solution: true\n", [2]),
        ("- one.py\n", [1]),
        ("# nothing\n\n", []),
    ],
)
def test_what_is_not_read_is_said(tmp_path: Path, text: str, lines: list[int]) -> None:
    (tmp_path / NAME).write_text(text)
    rules, unread = read_rules(tmp_path)
    assert [warning.line for warning in unread] == lines
    assert {warning.code for warning in unread} <= {"W121"}
    assert all(rule.permitted is None for rule in rules)


@pytest.mark.parametrize(
    ("pattern", "path", "matched"),
    [
        ("accepted", "accepted/a.py", True),
        ("accepted/*", "accepted/a.py", True),
        ("*", "accepted/a.py", True),
        ("*.py", "accepted/a.py", False),
        ("accepted/{a,b}.{py,cpp}", "accepted/b.cpp", True),
        ("accepted/{a,b}.{py,cpp}", "accepted/c.cpp", False),
        ("accepted/a.p", "accepted/a.py", False),
        ("accepted/a?py", "accepted/a.py", False),
    ],
)
def test_patterns(pattern: str, path: str, matched: bool) -> None:
    assert Rule(pattern).matches(path) == matched


def test_a_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\xff\xfe")
    with pytest.raises(JudgeError) as caught:
        read_rules(tmp_path)
    assert caught.value.code == "E435"
