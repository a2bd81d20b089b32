"""Whatever a submission's files are called: a folder holds them, or they are its own fault, also to a zygote."""

from __future__ import annotations

import pytest

from judge.model import Finding, Verdict
from judge.sandbox import Sandbox, protocol, why_not_kept
from judge.sandbox import sandbox as insides
from tests.sandbox.programs import PROGRAMS

PATH, NAMES, MOST, BYTES = 2048, 64 << 10, 8192, 128 << 20
Files = tuple[tuple[str, bytes], ...]

UNKEPT: dict[str, Files] = {
    name: tuple((path, b"") for path in paths) for name, paths in PROGRAMS["unkept"].items()
} | {
    "a long name": (("a" * 256 + ".py", b""),),
    "a long name in bytes": (("é" * 127 + ".py", b""),),
    "a long folder": (("a" * 256 + "/x.py", b""),),
    "a long path": (("d/" * (PATH // 2) + "x.py", b""),),
    "half a letter": (("\ud800.py", b""),),
    "twice": (("a", b"1"), ("a", b"2")),
    "too many": tuple((f"{number}", b"") for number in range(MOST)),
    "too many folders": tuple((f"{number}/" + "d/" * 40 + "x", b"") for number in range(MOST // 40)),
    "too large": (("a", bytes(BYTES)),),
    "long in sum": tuple((f"{number:0250}", b"") for number in range(NAMES // 250 + 1)),
}


@pytest.mark.parametrize("name", UNKEPT)
def test_what_no_folder_holds_is_the_fault_of_the_submission(sandbox: Sandbox, name: str) -> None:
    finding = sandbox.keep(dict(UNKEPT[name]), ("input.txt",)) if name != "twice" else why_not_kept(UNKEPT[name])
    assert isinstance(finding, Finding)
    assert (finding.code, finding.verdict) == ("E225", Verdict.CE)
    assert len(finding.message) < 200
    assert finding.message.isprintable()


@pytest.mark.parametrize(
    "files",
    [
        {"A" * 250 + ".java": b"x", "é" * 125: b""},
        {"d/" * 500 + "x": b"x"},
        {"a/b/c": b"x", "a/b/d": b"", "a.b": b"y"},
        {"\udcff.py": b"x"},  # a byte of a name that is no UTF-8
        {"input.txt/main.py": b"", "x": b""},  # is left out
        {" ": b"", "\n": b"", "-rf": b"", "~": b"", "*": b"", "input.txt": b"handed in"},
    ],
)
def test_odd_names_are_kept(lean: Sandbox, files: dict[str, bytes]) -> None:
    assert isinstance(lean.keep(files, ("input.txt",)), protocol.Home)


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
