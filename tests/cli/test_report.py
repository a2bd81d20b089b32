"""A run as pages: from `judge run`, from the board of the store, and from a file that was kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.judging import Contest
from tests.cli.handed_in import RIGHT
from tests.commands import Call


def test_what_was_judged_before_ctrl_c_is_written(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Contest.events

    def stopped(contest: Contest, *words: object, **more: object) -> object:
        for at, event in enumerate(real(contest, *words, **more)):  # type: ignore[arg-type]
            if at == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(Contest, "events", stopped)
    Path("right.py").write_text(RIGHT.format(""))
    out = call.ends(130, "run", "right.py", "--problem", "pkg", "--json", "run.json", "--html", "pages")
    assert "pages/index.html: the report, " in out
    assert Path("pages/index.html").is_file()
    assert "the run was stopped before its end" in call("report", "run.json")[1]
