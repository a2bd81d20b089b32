"""The scratch folders of judges that were killed are removed by the next judge, and no others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox.sandbox import Sandbox


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def dead_pid() -> int:
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid


def left_after_a_start(scratch: Path) -> set[str]:
    before = {path.name for path in scratch.iterdir()}
    Sandbox().close()
    return {path.name for path in scratch.iterdir()} & before


def test_only_what_a_dead_judge_has_left_goes(scratch: Path) -> None:
    stays = {f"judge-{os.getpid()}-x", "judge-1-x", "judge-\u00b2-x", "judge-x-y", "other"}
    for name in (*stays, f"judge-{dead_pid()}-x", f"judge-{1 << 80}-x"):
        (scratch / name / "deep").mkdir(parents=True)
    (scratch / f"judge-{dead_pid()}-link").symlink_to("nowhere")
    assert left_after_a_start(scratch) == stays


def test_a_judge_of_another_user_is_alive(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(pid: int, number: int) -> None:
        raise PermissionError

    (scratch / f"judge-{dead_pid()}-x").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("os.kill", forbidden)
        assert len(left_after_a_start(scratch)) == 1


def test_the_folder_of_another_user_stays(scratch: Path) -> None:
    if os.geteuid():
        pytest.skip("not Linux as root")
    foreign = scratch / f"judge-{dead_pid()}-x"
    foreign.mkdir()
    os.chown(foreign, 65_533, 65_533)
    assert left_after_a_start(scratch) == {foreign.name}
