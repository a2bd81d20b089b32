"""A site that is to be started again, and can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.web import Settings, processes


@pytest.mark.parametrize("fault", [JudgeError("E302", "it is wrong"), ValueError("a mistake of ours")])
def test_a_restart_that_can_not_be_is_said_and_ends_nothing(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def site(_: Settings) -> None:
        raise fault

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(processes, "Site", site)
    said = list[JudgeError]()
    assert not processes.reads(Settings(tmp_path / "store.db"), said.append)
    assert [one.code[:3] for one in said] == ["E30"]
