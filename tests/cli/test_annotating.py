"""`--annotations github` of run and grade: what a runner obeys comes last, and nothing before it counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.handed_in import FAIL, RIGHT, Call, write_class

WRONG = """\
# judge: problem = pkg
print("OK")
print("::error file=judge.py::obey me")
"""


@pytest.fixture
def wrong(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program whose output holds a command, in a repository."""
    monkeypatch.setenv("GITHUB_WORKSPACE", str(here))
    (here / "mine.py").write_text(WRONG)
    return here


def parts(out: str) -> tuple[str, list[str]]:
    """What is printed while commands are off, and the commands after it."""
    match = re.fullmatch(r"::stop-commands::([0-9a-f]{32})\n(.*)^::\1::\n(.*)", out, re.DOTALL | re.MULTILINE)
    assert match
    return match[2], match[3].splitlines()


@pytest.mark.usefixtures("wrong")
def test_run_annotates_what_was_not_expected(call: Call) -> None:
    status, out, _ = call("run", "mine.py", "--annotations", "github")
    assert status == 1
    printed, commands = parts(out)
    assert "::error file=judge.py" not in commands
    assert "1 submission: 0 as expected, 1 not" in printed
    (command,) = commands
    assert command.startswith("::error file=mine.py,line=1,title=WA E111%3A pkg/mine on sample/six::")
    assert "and the same on secret/four" in command


@pytest.mark.usefixtures("here")
def test_where_all_is_as_expected_there_is_nothing_to_say(call: Call) -> None:
    Path("mine.py").write_text("# judge: problem = pkg\n" + RIGHT.format(""))
    status, out, _ = call("run", "mine.py", "--annotations", "github")
    assert (status, parts(out)[1]) == (0, [])


@pytest.mark.usefixtures("wrong")
def test_nobody_is_annotated_unless_that_is_asked_for(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = call("run", "mine.py", "--case", "six")
    assert not [line for line in out.splitlines() if line.startswith("::")]


@pytest.mark.usefixtures("here")
def test_a_file_that_can_t_be_read_is_annotated_where_it_can_t(call: Call) -> None:
    Path("mine.py").write_text("# judge: problem = pkg\n# @EXPECTED_RESULTS@: MAYBE\n")
    status, out, err = call("run", "mine.py", "--annotations", "github")
    assert status == 2
    assert "E431" in err
    printed, (command,) = parts(out)
    assert not printed
    assert command.startswith("::error file=mine.py,line=2,title=E431::@EXPECTED_RESULTS@ names no verdict")


@pytest.mark.usefixtures("wrong")
def test_grade_annotates_each_student_who_has_not_all(call: Call) -> None:
    write_class({"ada": RIGHT.format(""), "bob": FAIL})
    status, out, _ = call("grade", "class", "--problem", "pkg", "--annotations", "github")
    assert status == 0
    (command,) = parts(out)[1]
    assert command.startswith("::warning file=class/bob/homework.py,line=1,title=WA%3A bob::sample/six: ")


@pytest.mark.usefixtures("here")
def test_another_system_is_wrong_use(call: Call) -> None:
    status, _, err = call("run", "mine.py", "--annotations", "gitlab")
    assert status == 2
    assert "github" in err
