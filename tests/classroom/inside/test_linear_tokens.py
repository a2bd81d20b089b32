"""Twice as much of a stranger's text costs twice the time, which no lexer of a library holds."""

from __future__ import annotations

import pytest

from judge.classroom.similar.tokens import tokens_of
from tests.inside import test_linear as linear

TOKENS = [
    b"/* ", b"//", b'"""', b"'''", b'"" ', b"`", b"'\\", b'"\\', b"1'1", b"1.", b"a::", b"'a ", b"\\'", b"def a(\n",
    b"}\n",
]  # fmt: skip


def tokenized(said: str) -> None:
    for path in ("a.py", "a.cpp", "a.rs"):
        tokens_of(path, said, 1 << 40)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(linear.SCANS, "tokens", (linear.text(tokenized), TOKENS))
    assert linear.too_fast("tokens", least_s=linear.QUICK_S) == []
