"""Which Python a program is for, where it is more than one file."""

from __future__ import annotations

import pytest

from judge.executors.program.plan import why_old
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import Language, languages
from judge.submissions.read import handed_in
from tests.boxed import judged


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
def test_what_is_imported_tells_and_what_lies_beside_does_not(files: dict[str, str], why: str) -> None:
    assert why_old({name: text.encode() for name, text in files.items()}, next(iter(files))) == why


BROKEN = Language(
    (), ("{python}", "-c", "pass"), ("{python}", "-c", "raise SystemExit('no encodings')"), name="Python 2"
)


def test_an_interpreter_that_fails_in_the_box_runs_nothing(best: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(languages(), "Python 2", BROKEN)
    prepared, _ = judged(best, handed_in("old", "pkg", "homework.py", (("homework.py", b"print 'x'"),)))
    assert prepared.finding is not None
    assert (prepared.verdict, prepared.finding.code) == ("CE", "E220")
    assert prepared.finding.note == "there is an interpreter, but it does not work in the box: no encodings"
    assert prepared.finding.help == "write it for Python 3"
