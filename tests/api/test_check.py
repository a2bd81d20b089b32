"""`judge.check` and what it returns: true or false, in words, and in a notebook."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

import judge
from judge.model import Verdict
from tests.make import package

EMPTY = np.zeros((4, 4), np.int8)
RIGHT = [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]


def test_a_right_answer_is_true() -> None:
    checked = judge.check(EMPTY, RIGHT, "queens")
    assert checked
    assert (checked.verdict, checked.code, checked.message, checked.cells) == (Verdict.AC, "", "", ())
    assert str(checked) == "OK"
    assert repr(checked) == "<judge.CheckResult queens AC>"
    assert ">AC</span>" in checked._repr_html_()
    assert checked.board.tolist() == RIGHT
    with pytest.raises(AttributeError, match="immutable"):
        checked.verdict = Verdict.WA  # type: ignore[misc]
    assert msgspec.structs.replace(checked, code="E106").code == "E106"


def test_a_wrong_answer_names_the_cells_and_draws_them() -> None:
    checked = judge.check(EMPTY, np.eye(4), "queens")
    assert not checked
    assert (checked.verdict, checked.code, checked.cells) == (Verdict.WA, "E106", ((1, 1), (2, 2)))
    assert "queens" in checked.message
    assert repr(checked) == f"<judge.CheckResult queens WA E106: {checked.message}>"
    lines = str(checked).splitlines()
    assert lines[0] == f"error[E106]: {checked.message}"
    assert "   1 Q . . .   <- queen A  row 1, column 1" in lines
    assert lines[-1].startswith("  = help: move the queen")
    html = checked._repr_html_()
    assert ">WA</span>" in html
    assert "1 Q . . .   &lt;- queen A" in html


def test_what_was_read_tolerantly_is_said() -> None:
    checked = judge.check(EMPTY, "ok\n0100\n0001\n1000\n0010\n", "queens")
    assert checked
    assert [warning.code for warning in checked.warnings] == ["W108"]
    assert re.fullmatch(r"warning\[W108\]: .*\n  --> the answer line 1\nOK", str(checked))
    assert "W108" in checked._repr_html_()


def test_rubbish_is_an_error_whose_help_stands_below_the_traceback() -> None:
    with pytest.raises(judge.JudgeError, match=r"error\[E471\]: the board is an object of type dict") as caught:
        judge.check({}, RIGHT, "queens")
    assert caught.value.__notes__ == [f"  = help: {caught.value.help}"]


def test_a_hostile_answer_stays_a_text() -> None:
    checked = judge.check(EMPTY, "<script>alert(1)</script>\x1b[2J", "queens")
    assert checked.code == "E102"
    assert "<script" not in checked._repr_html_()
    assert "\x1b" not in checked._repr_html_() + str(checked)


def test_the_help_has_what_a_terminal_shows_more_of(tmp_path: Path) -> None:
    manifest = package(tmp_path) / "problem.toml"
    manifest.write_text('answers = "shapes"\n' + manifest.read_text())
    case = next(manifest.parent.glob("*/*/input.txt"))
    assert "judge help formats" in judge.check(case, "hello").help
