"""A wrong answer key is one line, with what is to be mended."""

from __future__ import annotations

import io
from pathlib import Path

from judge.model.wrong_key import WrongKey
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.wrong_keys import wrong_key_lines


def test_the_case_the_witness_and_what_to_mend() -> None:
    who = ("ada", "bob", "cy\x1b[2J", "dan", "eve")
    key = WrongKey("quiz", "quiz", "secret", "four", who, "by hand", Path("kept.txt"))
    file = io.StringIO()
    PlainConsole(file=file, width=200, markup=False).print(wrong_key_lines([key]))
    assert file.getvalue().splitlines() == [
        "the answer key of secret/four is wrong: it says FAIL, ada, bob, cy and 2 more found an arrangement,"
        " kept in kept.txt",
        "  = note: by hand",
        "  = help: cp kept.txt quiz/secret/four/answer.txt",
        "    then: judge regrade --problem quiz --reason TEXT",
    ]


def test_a_command_is_never_folded() -> None:
    """Else it can't be copied."""
    key = WrongKey("quiz", "quiz", "secret", "four" * 9, ("ada",), "", Path("kept", "four" * 9))
    file = io.StringIO()
    PlainConsole(file=file, width=40, markup=False).print(wrong_key_lines([key]))
    name = "four" * 9
    assert f"  = help: cp kept/{name} quiz/secret/{name}/answer.txt\n" in file.getvalue()
