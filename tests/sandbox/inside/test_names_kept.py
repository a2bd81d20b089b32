"""Names of files that nobody has checked before a zygote is to keep them."""

from __future__ import annotations

import pytest

from judge.model import Finding
from judge.sandbox import Sandbox, protocol
from judge.sandbox import sandbox as insides
from tests.sandbox.test_names import UNKEPT


@pytest.mark.parametrize(
    "name", ["a long name", "a file and a folder", "a folder and a file", "half a letter", "a NUL", "too many"]
)
def test_a_zygote_says_what_it_can_not_keep(lean: Sandbox, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Where nobody has checked the names before. A home in the jail has a size of its own; elsewhere none is full."""
    homes = [lean.keep({"x.py": b""})]
    monkeypatch.setattr(insides, "why_not_kept", lambda *_: None)
    found = lean.keep(dict(UNKEPT[name]))
    if isinstance(found, Finding):
        assert (found.code, "No space left" in found.message) == ("E225", name == "too many")
    else:
        assert (name, lean.tier == "namespaces") == ("too many", False)
        homes.append(found)
    for home in (*homes, lean.keep({"x": b""})):
        assert isinstance(home, protocol.Home)
        lean.forget(home)
