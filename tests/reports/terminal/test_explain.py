"""Verdicts explained, and the list of all codes."""

from __future__ import annotations

import re

import pytest

from judge.errors import codes, said_codes, verdicts
from judge.model import Verdict
from judge.reports.terminal.explain import KINDS, all_lines, verdict_lines
from judge.reports.visible import title_of
from tests.manual import TOPICS


def test_every_verdict_has_its_row_in_the_table_and_in_the_manual() -> None:
    assert list(verdicts()) == list(Verdict)
    assert re.findall(r"^\| ([A-Z]{2,3}) \|", TOPICS["verdicts"], flags=re.MULTILINE) == list(Verdict)


@pytest.mark.parametrize("name", Verdict)
def test_a_verdict_is_whole_and_fits_a_terminal(name: str) -> None:
    row = verdicts()[name]
    assert not row.title.endswith(".")
    assert row.why.endswith(".")
    assert row.mend.endswith(".")
    said = verdict_lines(name, row, said_codes(), 80).plain
    assert said.startswith(f"{name}: {row.title}\n")
    assert max(map(len, said.splitlines())) <= 80
    assert re.findall(r"^  ([EW]\d{3})  ", said, flags=re.MULTILINE) == [
        code for code, one in said_codes().items() if one.verdict == name
    ]


def test_all_are_listed_once_below_their_kind() -> None:
    lines = all_lines(verdicts(), said_codes(), 80).plain.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [found[1] for line in lines if (found := re.match(r"  ([A-Z]\w+)  +\S", line))]
    assert listed == [*Verdict, *sorted(said_codes(), key=lambda code: (code[0], code))]
    assert set(KINDS.values()) < set(lines)


def test_codes_that_old_records_may_hold_are_explained_and_not_listed() -> None:
    assert codes().keys() - said_codes().keys() == {"E255", "E257", "E258", "W124"}
    assert title_of("E255") == codes()["E255"].title


def test_a_narrow_terminal_folds_a_title_below_its_begin() -> None:
    lines = all_lines(verdicts(), codes(), 40).plain.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("  E112  "))
    assert lines[at + 1].startswith(" " * 8)
    assert not lines[at + 1].startswith(" " * 9)
