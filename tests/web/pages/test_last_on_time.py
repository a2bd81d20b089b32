"""The last attempt on time counts by the deadline that holds, wherever it stands: in a course, or on the web alone."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from judge.cli.class_argument import ClassArgument
from judge.errors import JudgeError
from judge.model import Verdict
from tests.web.pages.test_grading import CLASS, hand_in, text
from tests.web.sites import RIGHT, WRONG, TestSite, quiz, served

AC, WA = Verdict.AC, Verdict.WA
_DUE = "2026-01-01T00:00:03+00:00"
_DUE_S = datetime.fromisoformat(_DUE).timestamp()
_COURSE = f'title = "C"\n[[homework]]\nproblem = "quiz"\ndeadline = {_DUE}\n'


def _package(folder: Path) -> Path:
    found = quiz(folder)
    told = found / "problem.toml"
    told.write_text(f'attempt = "last-on-time"\n{told.read_text()}')
    return found


def _points(site: TestSite) -> str:
    """Return what counts of a right one that is on time, and of a wrong one after it."""
    hand_in(site, "ada", RIGHT, AC, AC, at_s=_DUE_S - 1)
    hand_in(site, "ada", WRONG, AC, WA, at_s=_DUE_S + 6)
    return text(site.browser("gil").get(f"{CLASS}/student?id=ada").text)


def test_a_deadline_of_the_course_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _package(tmp_path)
    (tmp_path / "course.toml").write_text(_COURSE)
    with served(tmp_path / ".judge", problems=(), course=Path("course.toml")) as site:
        assert "10 of 10 points" in _points(site)


def test_a_deadline_that_is_set_on_the_web_counts(tmp_path: Path) -> None:
    with served(tmp_path / "site", problems=(str(_package(tmp_path)),)) as site:
        assert "0 of 10 points" in _points(site), "without one the newest does"
        assert site.browser("ines").fill(f"{CLASS}/terms", f"{CLASS}/terms", {"deadline": _DUE}).status_code == 303
        assert "10 of 10 points" in text(site.browser("gil").get(f"{CLASS}/student?id=ada").text)


def test_a_class_that_is_graded_without_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "main.py").write_bytes(RIGHT)
    handed = ClassArgument(tmp_path / "class", None, None, None, "", str(_package(tmp_path)))
    with pytest.raises(JudgeError, match="without a deadline") as caught:
        handed.read()
    assert caught.value.code == "E422"
