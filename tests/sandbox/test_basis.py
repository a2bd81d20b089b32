"""What decides whatever is compiled here: it changes when that changes, and else it stays."""

from __future__ import annotations

import os
from pathlib import Path

from judge.sandbox.cache import basis, digest, stamp


def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    compiler, link = tmp_path / "gcc-12", tmp_path / "gcc"
    assert stamp(str(link))[1:] == (0, 0)
    compiler.write_bytes(b"1")
    link.symlink_to(compiler)
    before = stamp(str(link))
    assert before[0] == str(compiler)
    compiler.write_bytes(b"22")
    assert stamp(str(link)) != before


def test_the_same_machine_has_the_same_basis() -> None:
    before = basis(None)
    basis.cache_clear()
    assert basis(None) == before


def test_a_key_is_a_digest_of_any_facts() -> None:
    name = os.fsdecode(b"\xff.py")
    keys = [digest(facts) for facts in ((), (name,), ({"b": 1, "a": 2},), ({"a": 2, "b": 1},), (b"1",))]
    assert {len(key) for key in keys} == {64}
    assert keys[2] == keys[3]
    assert len(set(keys)) == 4
