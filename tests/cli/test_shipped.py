"""Packages that came with the judge: each command that writes into a package leaves them as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.problems import places
from tests.cli.handed_in import FAIL, Call, MakePackage
from tests.conftest import case_text


@pytest.fixture
def shipped(here: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = package("judge/shipped/ours", {"secret/six": (case_text(6), "")})
    (folder / "generators.toml").write_text("[secret.forest]\nn = 4\npieces = 4\n")
    Path("never.py").write_text(FAIL)
    monkeypatch.setattr(places, "SHIPPED", here / "judge/shipped")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("answers", "ours"),
        ("generate", "ours"),
        ("limits", "ours", "never.py", "--write"),
        ("hack", "never.py", "--problem", "ours", "--add"),
    ],
    ids=lambda words: words[0],
)
def test_a_package_that_came_with_the_judge_is_not_changed(words: tuple[str, ...], shipped: Path, call: Call) -> None:
    before = {path: path.read_bytes() for path in shipped.rglob("*") if path.is_file()}
    status, out, err = call(*words)
    assert status == 2, out
    assert "error[E435]: ours came with the judge, and is not changed" in err
    assert f"mkdir -p testcases && cp -r {shipped} testcases/" in err.replace("\n          ", " ")
    assert {path: path.read_bytes() for path in shipped.rglob("*") if path.is_file()} == before


def test_what_only_reads_it_goes_on(shipped: Path, call: Call) -> None:
    status, out, _ = call("generate", "ours", "--check")
    assert (status, "new       secret/forest" in out) == (1, True)
    assert not (shipped / "secret/forest").exists()
