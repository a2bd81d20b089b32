"""The submissions of a package: what each may get, by its folder and by its own words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.problems.icpc import names_it
from judge.submissions import expected_in, unread_in

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"
Put = Callable[..., Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file of the package `pkg`; return the package."""

    def write(path: str = "", text: str = SOLVE) -> Path:
        package = tmp_path / "pkg"
        package.mkdir(exist_ok=True)
        if path:
            file = package / "submissions" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return package

    return write


def read(package: Path) -> dict[str, str]:
    return {one.name: " ".join(sorted(one.expected)) for one in expected_in(package)}


def refused(package: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        expected_in(package)
    assert caught.value.help
    assert caught.value.place
    return caught.value


def test_a_package_may_have_none(put: Put) -> None:
    assert expected_in(put()) == []


@pytest.mark.parametrize(
    ("folder", "verdicts"),
    [
        ("accepted", "AC"),
        ("wrong_answer", "WA"),
        ("time_limit_exceeded", "TLE"),
        ("run_time_error", "MLE OLE RTE"),
        ("brute_force", "MLE OLE RTE TLE"),
        ("rejected", "MLE OLE RTE TLE WA"),
        ("compiler_error", "CE"),
    ],
)
def test_a_folder_says_what_is_expected(put: Put, folder: str, verdicts: str) -> None:
    package = put(f"{folder}/mine.py")
    assert read(package) == {f"{folder}/mine.py": verdicts}
    [one] = expected_in(package)
    assert (one.problem, one.path) == ("pkg", package / "submissions" / folder / "mine.py")
    assert one.words == f"{one.path} --problem {package}"


def test_they_come_by_folder_and_name_without_what_is_hidden(put: Put) -> None:
    for path in ("wrong_answer/b.py", "accepted/b.cpp", "accepted/a.py", "wrong_answer/a.py", "accepted/b.py"):
        put(path)
    for path in ("accepted/.mine.py.swp", "accepted/__pycache__/mine.pyc", "README.md"):
        put(path)
    put("accepted/big/main.cpp", "int main() { return 0; }\n")
    found = read(put("accepted/big/part.h", "int part();\n"))
    assert list(found) == [
        *("accepted/a.py", "accepted/b.cpp", "accepted/b.py", "accepted/big"),
        *("wrong_answer/a.py", "wrong_answer/b.py"),
    ]
    [big] = [one for one in expected_in(put()) if one.name == "accepted/big"]
    assert (big.contract, len(big.files)) == ("program", 2), "a folder is one program"


def test_a_source_narrows_its_folder(put: Put) -> None:
    put("rejected/slow.py", f"# @EXPECTED_RESULTS@: TLE\n{SOLVE}")
    put("mixed/either.py", f"# @EXPECTED_RESULTS@: AC, TLE\n{SOLVE}")
    assert read(put()) == {"mixed/either.py": "AC TLE", "rejected/slow.py": "TLE"}


@pytest.mark.parametrize("words", ["TLE", "AC, WA"])
def test_a_source_that_says_otherwise_is_refused(put: Put, words: str) -> None:
    error = refused(put("wrong_answer/mine.py", f"# @EXPECTED_RESULTS@: {words}\n{SOLVE}"))
    assert (error.code, "but its folder wrong_answer WA" in error.message) == ("E417", True)


@pytest.mark.parametrize(
    ("folder", "near"),
    [("acepted", "accepted"), ("wrong-answer", "wrong_answer"), ("WA", ""), ("timelimit", "time_limit_exceeded")],
)
def test_an_unknown_folder_is_an_error(put: Put, folder: str, near: str) -> None:
    error = refused(put(f"{folder}/mine.py"))
    assert error.code == "E417"
    assert ("did you mean" in error.message) == bool(near)
    assert near in error.message
    assert all(name in error.help for name in ("accepted", "rejected", "mixed", "output_limit_exceeded"))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("mine.py", "lies in no folder"),
        ("mixed/mine.py", "does not say what is expected"),
        ("partially_accepted/mine.py", "scores"),
    ],
)
def test_where_nothing_is_expected_is_an_error(put: Put, path: str, said: str) -> None:
    assert said in refused(put(path)).message


def test_a_link_out_of_the_package_is_not_followed(put: Put, tmp_path: Path) -> None:
    package = put("accepted/mine.py")
    (tmp_path / "other.py").write_text(SOLVE)
    (package / "submissions/accepted/other.py").symlink_to(tmp_path / "other.py")
    assert "leads out of the package" in refused(package).message


# --- submissions.yaml -------------------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("wrong_answer/one.py", "wrong_answer/two.py", "mixed/three.py", "odd/four.py"):
        path = tmp_path / "submissions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SOLVE)
    return tmp_path


def expected(package: Path, text: str) -> dict[str, str]:
    (package / "submissions/submissions.yaml").write_text(text)
    return {one.name: " ".join(sorted(one.expected)) for one in expected_in(package)}


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
    assert unread_in(package) == []


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
def test_what_is_not_read_is_said_and_not_held(package: Path, text: str, lines: list[int]) -> None:
    rules = "odd:\n  permitted: [AC]\nmixed/three.py:\n  permitted: [AC]\n"
    found = expected(package, text + rules)
    assert (found["wrong_answer/one.py"], found["wrong_answer/two.py"]) == ("WA", "WA")
    unread = [remark.what for remark in unread_in(package)]
    assert [(warning.code, warning.line) for warning in unread] == [("W121", line) for line in lines]  # type: ignore[union-attr]


def test_a_file_that_is_no_text_is_an_error(package: Path) -> None:
    table = package / "submissions/submissions.yaml"
    table.write_bytes(b"\xff\xfe")
    with pytest.raises(JudgeError) as caught:
        expected_in(package)
    assert (caught.value.code, str(caught.value.place)) == ("E435", str(table))


@pytest.mark.parametrize(
    ("pattern", "path", "named"),
    [
        ("accepted/a[1].py", "accepted/a[1].py", True),  # as a browser names a second download
        ("accepted/a[1].py", "accepted/a1.py", True),
        ("accepted/{" + ",".join(f"a{k}.py" for k in range(65)) + "}", "accepted/a64.py", True),
        ("accepted", "accepted/a.py", True),
        ("accepted/*", "accepted/a.py", True),
        ("acc", "accepted/a.py", False),
        ("*.py", "accepted/a.py", False),
        ("*", "accepted/a.py", True),
        ("accepted/{a,b}.{py,cpp}", "accepted/b.cpp", True),
        ("accepted/{a,b}.{py,cpp}", "accepted/c.cpp", False),
        ("accepted/a.p", "accepted/a.py", False),
        ("accepted/a?py", "accepted/a.py", True),
    ],
)
def test_a_pattern_names_a_file_or_the_folder_around_it(pattern: str, path: str, named: bool) -> None:
    assert names_it(pattern, path) == named
