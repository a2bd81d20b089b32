"""Names of files that nobody has checked before a zygote is to keep them."""

from __future__ import annotations

import pytest

from judge.model import Finding
from judge.sandbox import Sandbox, protocol
from judge.sandbox import sandbox as insides
from tests.sandbox.test_names import UNKEPT


def unkept(place: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str) -> Finding:
    """Why a zygote could not keep these files, where nobody has checked them before; it goes on as if nothing was."""
    before = place.keep({"x.py": b""})
    monkeypatch.setattr(insides, "why_not_kept", lambda *_: None)
    finding = place.keep(dict(UNKEPT[name]))
    assert isinstance(finding, Finding)
    for home in (before, place.keep({"x": b""})):
        assert isinstance(home, protocol.Home)
        place.forget(home)
    return finding


@pytest.mark.parametrize(
    "name", ["a long name", "a file and a folder", "a folder and a file", "half a letter", "a NUL"]
)
def test_a_zygote_says_what_it_can_not_keep_and_lives_on(
    lean: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert unkept(lean, monkeypatch, name).code == "E225"


def test_a_home_in_the_jail_has_a_size_of_its_own(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("there is no jail on this host")
    finding = unkept(sandbox, monkeypatch, "too many")
    assert (finding.code, "No space left" in finding.message) == ("E225", True)
