"""What a zygote says of names that the check before it has missed."""

from __future__ import annotations

import pytest

from judge.model import Finding
from judge.sandbox import Sandbox, protocol
from judge.sandbox.inside.kept import HOME_INODES

UNKEPT = {
    "a long name": {"a" * 256 + ".py": b""},
    "a file and a folder": {"Foo.java": b"", "Foo.java/x": b""},
    "a folder and a file": {"data/x": b"", "data": b""},
    "half a letter": {"\ud800.py": b""},
    "a NUL": {"a\0b.py": b""},
}


@pytest.mark.parametrize("name", UNKEPT)
def test_a_zygote_says_what_it_can_not_keep_and_lives_on(
    lean: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert unkept(lean, monkeypatch, UNKEPT[name]).code == "E225"


def test_a_home_in_the_jail_has_a_size_of_its_own(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("there is no jail on this host")
    many = {str(number): b"" for number in range(HOME_INODES + 1)}
    finding = unkept(sandbox, monkeypatch, many)
    assert (finding.code, "No space left" in finding.message) == ("E225", True)


def unkept(place: Sandbox, monkeypatch: pytest.MonkeyPatch, files: dict[str, bytes]) -> Finding:
    """Why a zygote could not keep these files, where nobody has checked them before; it goes on as if nothing was."""
    before = place.keep({"x.py": b""})
    monkeypatch.setattr("judge.sandbox.sandbox.why_not_kept", lambda *_: None)
    finding = place.keep(files)
    assert isinstance(finding, Finding)
    for home in (before, place.keep({"x": b""})):
        assert isinstance(home, protocol.Home)
        place.forget(home)
    return finding
