"""Which Python a program is for, where it is more than one file or both versions read it."""

from __future__ import annotations

import pytest

from judge.executors.program.commands import homes, is_there
from judge.executors.program.python import why_old
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import Language, languages
from judge.submissions.read import handed_in
from tests.boxed import ANSWER, judged, ran

ROWS = "rows = []\nfor line in ('01', '10'):\n    rows.append(map(int, line))\nrows[0][1]\n"


@pytest.fixture(params=[True, False], ids=["with Python 2", "without Python 2"])
def old_one(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"homework.py": "import search", "search.py": "print 'x'"}, "search.py, line 1: print 'x'"),
        ({"homework.py": "from a.b import c", "a/b.py": "import d", "d.py": "xrange(3)"}, "d.py, line 1: xrange(3)"),
        ({"homework.py": "import os, a", "a/__init__.py": "raw_input()"}, "a/__init__.py, line 1: raw_input()"),
        ({"src/homework.py": "import search", "src/search.py": "print 'x'"}, "src/search.py, line 1: print 'x'"),
        ({"homework.py": "import search", "search.py": "import homework"}, ""),
        ({"homework.py": "print(1)", "notes.py": "print 'x'"}, ""),
        ({"homework.py": "import search", "lib/search.py": "print 'x'"}, ""),
    ],
)
def test_what_is_imported_tells_and_what_lies_beside_does_not(old_one: bool, files: dict[str, str], why: str) -> None:
    assert why_old({name: text.encode() for name, text in files.items()}, next(iter(files)), lambda _: old_one) == why


def test_a_guess_is_made_only_where_it_can_be_acted_on(old_one: bool) -> None:
    why = why_old({"homework.py": ROWS.encode()}, "homework.py", lambda _: old_one)
    assert why == ("line 3: rows.append(map(int, line))" if old_one else "")


def test_a_name_that_says_3_is_believed(old_one: bool) -> None:
    assert why_old({"homework3.py": ROWS.encode()}, "homework3.py", lambda _: old_one) == ""


def test_lists_of_python_2_are_run_by_python_2() -> None:
    if not is_there(languages()["Python 2"]):
        pytest.skip("Python 2 is not installed")
    source = f"{ROWS}open('output.txt', 'w').write({ANSWER!r} if rows[1][0] == 1 else 'FAIL')\n"
    with Sandbox(warm=False, extra=homes()) as own:
        assert ran(own, handed_in("old", "pkg", "homework.py", (("homework.py", source.encode()),))).verdict == "AC"


BROKEN = Language(
    (), ("{python}", "-c", "pass"), ("{python}", "-c", "raise SystemExit('no encodings')"), name="Python 2"
)


def test_an_interpreter_that_fails_in_the_box_runs_nothing(best: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess that both versions read is not made; of what only Python 2 reads it is said, without advice."""
    monkeypatch.setitem(languages(), "Python 2", BROKEN)
    prepared, _ = judged(best, handed_in("old", "pkg", "homework.py", (("homework.py", b"print 'x'"),)))
    assert prepared.finding is not None
    assert (prepared.verdict, prepared.finding.code) == ("CE", "E220")
    assert prepared.finding.note == "there is an interpreter, but it does not work in the box: no encodings"
    assert prepared.finding.help == "write it for Python 3"
    run = ran(best, handed_in("new", "pkg", "homework.py", (("homework.py", ROWS.encode()),)))
    assert run.code == "E207"
