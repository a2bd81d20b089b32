"""Tests once more, run by an ordinary user of this machine: for root, whose boxes get a user id of their own."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.commands import ran

SPARE_UID = 65_533
TREE = Path(__file__).parents[1]


def passes_as_ordinary_user(words: Sequence[str]) -> None:
    """Let these tests pass, the slow and nightly ones too; the words are pytest's, the first one a file or a row of
    it. The test is skipped where that user can't reach them or this Python."""
    file = Path(words[0].partition("::")[0])
    if not (reachable(Path(sys.executable)) and reachable(Path(sys.prefix) / "bin") and reachable(file)):
        pytest.skip("interpreter not reachable for another user")
    home = Path("/tmp") / f"hostile-user-{os.getpid()}"
    home.mkdir(mode=0o700)
    os.chown(home, SPARE_UID, SPARE_UID)
    change = ["setpriv", f"--reuid={SPARE_UID}", f"--regid={SPARE_UID}", "--clear-groups", "--no-new-privs"]
    tests = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0", "-m", "slow or not slow"]
    try:
        own = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home)}
        done = ran(*change, *tests, f"--basetemp={home}/pytest", *words, env=own, cwd=TREE)
    finally:
        shutil.rmtree(home)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def reachable(path: Path) -> bool:
    """Say whether any user may come to this file."""
    return all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
