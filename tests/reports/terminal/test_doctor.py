"""What fixes a host is printed so that it can be copied: words and commands, each on a line of its own."""

from __future__ import annotations

from judge.model import Check, Repair
from judge.reports.terminal.doctor import check_line


def test_what_is_well_has_one_line() -> None:
    assert check_line(Check("cores", "ok", "2: 0, 1")).plain == "ok       cores               2: 0, 1"


def test_words_and_commands_have_lines_of_their_own() -> None:
    command = f"docker run {' '.join(['--privileged'] * 20)} judge doctor"
    _, *lines = check_line(Check("counting", "warning", "none", Repair("on the host:", command))).plain.split("\n")
    assert [line.strip() for line in lines] == ["fix: on the host:", command]
    assert lines[1].index("docker") == lines[0].index("on")
