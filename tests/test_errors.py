"""The table of codes: whole, and held against the source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import judge
from judge.errors import JudgeError, Place, codes, said_codes
from judge.model import Verdict

_COMMAND = r"\bjudge (run|check|show|init|submit|help|explain|doctor)\b"
SOURCE = Path(judge.__file__).parent


@pytest.mark.parametrize("code", codes())
def test_every_row_is_whole_and_consistent(code: str) -> None:
    row = codes()[code]
    assert re.fullmatch(r"[EW][1-5]\d\d", code)
    assert row.title
    assert not row.title.endswith(".")
    assert row.why.endswith(".")
    assert row.mend.rstrip("`").endswith(".")
    kind = "warning" if code.startswith("W") else "error"
    if code != "E201":
        assert f"{kind}[{code}]: " in row.example, "the example shows the message"
    if row.verdict:
        assert row.verdict in set(Verdict) - {Verdict.AC}
    if row.verdict and not code.startswith("E3"):  # students read it, also those without a terminal
        assert not re.search(rf"{_COMMAND}|--[a-z]", row.why + row.mend + row.example)
        assert not row.command or re.search(_COMMAND, row.command)
    assert bool(row.verdict) == code.startswith(("E1", "E2", "E3"))
    assert all(len(line) <= 110 for line in row.example.splitlines())


def test_codes_of_the_source_are_in_the_table() -> None:
    known = said_codes()
    for file in SOURCE.rglob("*.py"):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for code in re.findall(r"\b[EW][1-5]\d\d\b", line):
                assert code in known, f"{file.name}:{number} names {code}"


def test_the_table_is_in_order() -> None:
    assert list(codes()) == sorted(codes(), key=lambda code: (code[0], code))


def test_an_error_says_where() -> None:
    assert str(JudgeError("E405", "row 3 is short", Place("in.txt", 6, 8))) == (
        "error[E405]: row 3 is short (in.txt line 6, column 8)"
    )
    assert str(JudgeError("E424", "no cases")) == "error[E424]: no cases"
    assert [str(Place("f")), str(Place("f", 2))] == ["f", "f line 2"]
