"""No command writes into a package that came with the judge, which may be another user's and is gone at an update."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.problems.places import SHIPPED
from tests.cli.handed_in import Call

GREEDY = "def solve(algorithm, n, queens, grid):\n    return None\n"


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "queens"),
        ("answers", "queens"),
        ("limits", "queens", "mine.py", "--write"),
        ("hack", "mine.py", "--against-rules", "--problem", "queens", "--add"),
    ],
)
def test_a_shipped_package_is_refused(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(GREEDY)
    before = (SHIPPED / "queens/generators.toml").stat().st_mtime_ns
    status, _, err = call(*words)
    assert status == 2
    assert "error[E432]: queens came with the judge: nothing is written into it" in err
    assert (SHIPPED / "queens/generators.toml").stat().st_mtime_ns == before
    assert not list((SHIPPED / "queens").rglob("hack-*"))
