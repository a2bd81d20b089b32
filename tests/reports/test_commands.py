"""Commands that are to be copied stay on one line."""

from __future__ import annotations

import pytest

from judge.reports.commands import GLUE, glued, unglued
from judge.reports.sanitize import fold


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("rerun only this case:  judge run a b.py --case six", ["judge run a b.py --case six"]),
        ("judge doctor  says how; judge run  does not", ["judge doctor", "judge run"]),
        ("say it:  judge run x --problem NAME   or write a line", ["judge run x --problem NAME"]),
        ("one\njudge show lizards\ntwo", ["judge show lizards"]),
        (".venv/bin/judge run --time-limit 2", [".venv/bin/judge run --time-limit 2"]),
        ("another judge is judging 3 submissions of these", []),
        ("the judge run that was kept", ["judge run that was kept"]),
        ("a judge running away", []),
        ("no command", []),
    ],
)
def test_a_command_is_glued_to_its_end(text: str, commands: list[str]) -> None:
    found = glued(text)
    assert len(found) == len(text)
    assert unglued(found) == text
    assert [word.replace(GLUE, " ") for word in found.split() if GLUE in word or word in commands] == [
        one for one in commands if " " in one
    ]


def test_a_line_is_folded_beside_a_command() -> None:
    command = "judge run solutions/lizards/greedy.py --problem lizards --case forest-1000"
    lines = fold(f"some words come before it:  {command}", 40, "  = help: ", "          ")
    assert lines == ["  = help: some words come before it:", f"          {command}"]
