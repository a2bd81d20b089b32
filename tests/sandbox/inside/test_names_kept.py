"""What a zygote says of names that the check before it has missed."""

from __future__ import annotations

import pytest

from judge.model import Finding
from judge.sandbox import Home, Sandbox
from judge.sandbox.inside.kept import HOME_INODES

UNKEPT = {
    "a long name": {"a" * 256 + ".py": b""},
    "a file and a folder": {"Foo.java": b"", "Foo.java/x": b""},
    "a folder and a file": {"data/x": b"", "data": b""},
    "half a letter": {"\ud800.py": b""},
    "a NUL": {"a\0b.py": b""},
    "too many": {str(number): b"" for number in range(HOME_INODES + 1)},
}


@pytest.mark.parametrize("name", UNKEPT)
def test_a_zygote_says_what_it_can_not_keep_and_lives_on(
    lean: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "too many" and lean.tier != "namespaces":
        pytest.skip("a home has a size of its own in the jail alone")
    before = lean.keep({"x.py": b""})
    monkeypatch.setattr("judge.sandbox.sandbox.why_not_kept", lambda *_: None)
    finding = lean.keep(UNKEPT[name])
    assert isinstance(finding, Finding)
    assert finding.code == "E225"
    assert name != "too many" or "No space left" in finding.message
    for home in (before, lean.keep({"x": b""})):
        assert isinstance(home, Home)
        lean.forget(home)
