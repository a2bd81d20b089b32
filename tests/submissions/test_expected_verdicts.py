"""The submissions of a package: what each may get, by its folder, by its own words and by submissions.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model import ReadWarning
from judge.problems.icpc import Expectations
from judge.submissions import expected_submissions, unread_remarks
from tests.conftest import refused
from tests.make import files as laid
from tests.submissions.make import SOLVE, rows_of

ROWS = rows_of("expected.toml")
YAML = "submissions.yaml"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "pkg"
    folder.mkdir()
    return folder


def put(package: Path, files: dict[str, str]) -> Path:
    """Write files of the package's submissions; one without a text defines solve."""
    laid(package / "submissions", {path: text or SOLVE for path, text in files.items()})
    return package


def read(package: Path, *paths: str, **files: str) -> dict[str, str]:
    put(package, dict.fromkeys(paths, "") | files)
    return {one.name: " ".join(sorted(one.expected)) for one in expected_submissions(package)}


def wrong(package: Path, files: dict[str, str]) -> JudgeError:
    error = refused(expected_submissions, put(package, files))
    assert error.help
    assert error.place
    return error


@pytest.mark.parametrize(("folder", "verdicts"), ROWS["folders"])
def test_a_folder_says_what_is_expected(package: Path, folder: str, verdicts: str) -> None:
    assert expected_submissions(package) == [], "a package may have none"
    assert read(package, f"{folder}/mine.py") == {f"{folder}/mine.py": verdicts}
    [one] = expected_submissions(package)
    assert (one.problem, one.path) == ("pkg", package / "submissions" / folder / "mine.py")
    assert one.words == f"{one.path} --problem {package}"


def test_they_come_by_folder_and_name_without_what_is_hidden(package: Path) -> None:
    shown = ("accepted/a.py", "accepted/b.cpp", "accepted/b.py", "wrong_answer/a.py", "wrong_answer/b.py")
    hidden = ("accepted/.mine.py.swp", "accepted/__pycache__/mine.pyc", "README.md")
    put(package, {"accepted/big/main.cpp": "int main() { return 0; }\n", "accepted/big/part.h": "int part();\n"})
    assert list(read(package, *reversed(shown), *hidden)) == [*shown[:3], "accepted/big", *shown[3:]]
    [big] = [one for one in expected_submissions(package) if one.name == "accepted/big"]
    assert (big.contract, len(big.files)) == ("program", 2), "a folder is one program"


def test_a_source_narrows_its_folder(package: Path) -> None:
    said = {"rejected/slow.py": "TLE", "mixed/either.py": "AC, TLE"}
    put(package, {path: f"# @EXPECTED_RESULTS@: {words}\n{SOLVE}" for path, words in said.items()})
    assert read(package) == {"mixed/either.py": "AC TLE", "rejected/slow.py": "TLE"}


@pytest.mark.parametrize("words", ["TLE", "AC, WA"])
def test_a_source_that_says_otherwise_is_refused(package: Path, words: str) -> None:
    error = wrong(package, {"wrong_answer/mine.py": f"# @EXPECTED_RESULTS@: {words}\n{SOLVE}"})
    assert (error.code, "but its folder wrong_answer WA" in error.message) == ("E417", True)


@pytest.mark.parametrize(
    ("folder", "near"),
    [("acepted", "accepted"), ("wrong-answer", "wrong_answer"), ("WA", ""), ("timelimit", "time_limit_exceeded")],
)
def test_an_unknown_folder_is_an_error(package: Path, folder: str, near: str) -> None:
    error = wrong(package, {f"{folder}/mine.py": ""})
    assert error.code == "E417"
    assert ("did you mean" in error.message) == bool(near)
    assert near in error.message
    assert all(name in error.help for name in ("accepted", "rejected", "mixed", "output_limit_exceeded"))


@pytest.mark.parametrize(("path", "said"), ROWS["nowhere"])
def test_where_nothing_is_expected_is_an_error(package: Path, path: str, said: str) -> None:
    assert said in wrong(package, {path: ""}).message


def test_a_link_out_of_the_package_is_not_followed(package: Path, tmp_path: Path) -> None:
    put(package, {"accepted/mine.py": ""})
    (tmp_path / "other.py").write_text(SOLVE)
    (package / "submissions/accepted/other.py").symlink_to(tmp_path / "other.py")
    assert "leads out of the package" in wrong(package, {}).message


# --- submissions.yaml -------------------------------------------------------------------------------------------------
FILES = dict.fromkeys(("wrong_answer/one.py", "wrong_answer/two.py", "mixed/three.py", "odd/four.py"), "")
WHOLE: str = ROWS["whole"]


@pytest.mark.parametrize(
    ("more", "one", "two"),
    [("", "WA", "WA"), ("wrong_answer:\n  permitted: [AC, WA, TLE]\n  required: [WA, TLE]\n", "WA", "TLE WA")],
)
def test_a_rule_takes_the_place_of_a_name(package: Path, more: str, one: str, two: str) -> None:
    assert read(package, *FILES, **{YAML: WHOLE + more}) == {
        "mixed/three.py": "MLE OLE RTE",
        "odd/four.py": "AC TLE",
        "wrong_answer/one.py": one,
        "wrong_answer/two.py": two,
    }
    assert unread_remarks(package) == []


@pytest.mark.parametrize(("old", "new", "said"), ROWS["contradictions"])
def test_rules_that_contradict_each_other_are_an_error(package: Path, old: str, new: str, said: str) -> None:
    text = WHOLE.replace(old, new) if old else WHOLE + new
    error = wrong(package, FILES | {YAML: text})
    assert (error.code, said in error.message) == ("E417", True)


@pytest.mark.parametrize(("text", "lines"), ROWS["unread"])
def test_what_is_not_read_is_said_and_not_held(package: Path, text: str, lines: list[int]) -> None:
    rules = "odd:\n  permitted: [AC]\nmixed/three.py:\n  permitted: [AC]\n"
    found = read(package, *FILES, **{YAML: text + rules})
    assert (found["wrong_answer/one.py"], found["wrong_answer/two.py"]) == ("WA", "WA")
    unread = [remark.what for remark in unread_remarks(package)]
    assert [isinstance(one, ReadWarning) and (one.code, one.line) for one in unread] == [("W121", at) for at in lines]


def test_a_file_that_is_no_text_is_an_error(package: Path) -> None:
    table = put(package, FILES) / "submissions" / YAML
    table.write_bytes(b"\xff\xfe")
    error = refused(expected_submissions, package)
    assert (error.code, str(error.place)) == ("E435", str(table))


MANY = "accepted/{" + ",".join(f"a{k}.py" for k in range(65)) + "}"


@pytest.mark.parametrize(("pattern", "path", "named"), [*ROWS["patterns"], (MANY, "accepted/a64.py", True)])
def test_a_pattern_names_a_file_or_the_folder_around_it(pattern: str, path: str, named: bool) -> None:
    assert Expectations(((pattern, {}),)).name(path) == named
