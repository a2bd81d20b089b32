"""Workflow commands, read as GitHub's runner reads them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.reports.export.annotations import Annotation
from judge.reports.export.github import MOST, github_lines, resumed, stopped

NOWHERE: dict[str, str] = {}


def unescaped(text: str, *, in_property: bool) -> str:
    """As `ActionCommand` of actions/runner does it: the percent sign last."""
    table = {"%0D": "\r", "%0A": "\n", "%25": "%"}
    if in_property:
        table = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
    for code, sign in table.items():
        text = text.replace(code, sign)
    return text


def read(line: str) -> tuple[str, dict[str, str], str]:
    """The command, its properties and its text."""
    assert "\n" not in line
    assert "\r" not in line
    match = re.fullmatch(r"::(\w[\w-]*)(?: (.*?))?::(.*)", line)
    assert match
    pairs = [pair.partition("=") for pair in (match[2] or "").split(",") if pair]
    return (
        match[1],
        {name: unescaped(value, in_property=True) for name, _, value in pairs},
        unescaped(match[3], in_property=False),
    )


def test_a_line_is_as_github_documents_it() -> None:
    one = Annotation("error", "WA E106: queens/mine", "two queens\nhelp: 100 %", Path("src/mine.py"), 12, 5)
    assert github_lines([one], NOWHERE) == [
        "::error file=src/mine.py,line=12,col=5,title=WA E106%3A queens/mine::two queens%0Ahelp: 100 %25"
    ]
    assert github_lines([Annotation("warning", "W108", "not in capitals", Path("a,b:c.py"))], NOWHERE) == [
        "::warning file=a%2Cb%3Ac.py,line=1,title=W108::not in capitals"
    ]
    assert github_lines([Annotation("error", "JE", "the judge")], NOWHERE) == ["::error title=JE::the judge"]


@example(title="%0A::error::x", message="a\r\n::error::b%250A", name="%2C,line=9,file=x")
@given(title=st.text(max_size=30), message=st.text(max_size=60), name=st.text("abc%,:=\n ", min_size=1, max_size=12))
def test_no_text_becomes_another_command_or_property(title: str, message: str, name: str) -> None:
    (line,) = github_lines([Annotation("error", title, message, Path(name), 3, 4)], NOWHERE)
    level, facts, text = read(line)
    assert level == "error"
    assert list(facts) == ["file", "line", "col", "title"]
    assert (facts["file"], facts["line"], facts["col"], text) == (Path(name).as_posix(), "3", "4", message)


def test_paths_begin_at_the_root_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "repo" / "homework"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    repository = {"GITHUB_WORKSPACE": str(tmp_path / "repo")}

    def file(path: Path, environment: dict[str, str]) -> str:
        return read(github_lines([Annotation("error", "", "", path)], environment)[0])[1]["file"]

    assert file(Path("mine.py"), repository) == "homework/mine.py"
    assert file(Path("../other/mine.py"), repository) == "other/mine.py"
    assert file(folder / "mine.py", repository) == "homework/mine.py"
    assert file(Path("/elsewhere/mine.py"), repository) == "/elsewhere/mine.py"
    assert file(Path("mine.py"), NOWHERE) == "mine.py"


def test_github_shows_no_more_than_ten_of_each_and_the_last_says_so() -> None:
    errors = [Annotation("error", f"e{at}", "x") for at in range(MOST + 5)]
    warnings = [Annotation("warning", f"w{at}", "x") for at in range(MOST)]
    lines = [read(line) for line in github_lines([*warnings, *errors], NOWHERE)]
    assert [level for level, _, _ in lines] == ["error"] * MOST + ["warning"] * MOST
    assert lines[MOST - 1][2] == "6 more are in the log of this step"
    assert lines[-1][1]["title"] == f"w{MOST - 1}"


def test_commands_are_switched_off_and_on_by_one_word() -> None:
    assert read(stopped("a1")) == ("stop-commands", {}, "a1")
    assert read(resumed("a1")) == ("a1", {}, "")
