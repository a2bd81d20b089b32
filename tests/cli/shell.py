"""An interactive shell on a terminal of its own, at which a test types and presses TAB.

A key shows the line, between marks, and empties it. What is waited for is printed by the shell.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from judge.cli.manual import read_topic
from tests.manual import ROOT
from tests.terminal import LOGIN, PATIENCE_S

PROMPT, SHOW = "ready> ", "\x18p"
_OWN = {
    "bash": 'PS1="ready> "; show() { printf "<<%s>>" "$READLINE_LINE"; READLINE_LINE=; }; bind -x \'"\\C-xp": show\'',
    "zsh": 'PROMPT="ready> "; show() { print -rn -- "<<$BUFFER>>"; BUFFER= }; zle -N show; bindkey "^Xp" show',
    "fish": 'function fish_prompt; echo -n "ready> "; end; function show; printf "<<%s>>" (commandline); '
    'commandline ""; end; bind \\cxp show',
}
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?>]*[A-Za-z]|\][^\x07]*\x07|\([A-Z]|[=>])")


class Documented(NamedTuple):
    """The file that a shell reads first, and the line that `judge help options` puts there."""

    file: str
    line: str


def documented(shell: str) -> Documented:
    found = re.search(rf"^- {shell}, .*`~/([^`]+)`: `([^`]+)`$", read_topic("options"), re.MULTILINE)
    assert found
    return Documented(*found.groups())


class Shell:
    """A shell whose user has written the documented line, and `before` it; `home` has the folder work."""

    def __init__(self, name: str, home: Path, before: str = "") -> None:
        self.name = name
        (home / "bin").mkdir()
        judge = home / "bin/judge"
        judge.write_text(f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n')
        judge.chmod(0o755)
        file, line = documented(name)
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        (home / file).write_text(f"{before}\n{line}\n{_OWN[name]}\n")
        own = {"HOME": str(home), "PATH": f"{home}/bin:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        own |= {"TERM": "xterm", "LANG": "C.UTF-8", "FISH_UNIT_TESTS_RUNNING": "1"}  # else fish reads all man pages
        program = shutil.which(name)
        assert program
        self._fd, ours = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self._process = subprocess.Popen(
            [*LOGIN, program, "-i"], env=own, cwd=home / "work", stdin=ours, stdout=ours, stderr=ours
        )
        os.close(ours)
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        self.greeting = self._until(PROMPT)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        os.close(self._fd)
        self._process.kill()
        self._process.wait()

    def tab(self, typed: str) -> str:
        """Return what a line becomes by TAB."""
        self._type(f"{typed}\t{SHOW}")
        shown = self._until("<<", ">>")
        return shown[shown.rindex("<<") + 2 : shown.rindex(">>")]

    def listed(self, typed: str, *words: str) -> str:
        """Press TAB where there is a choice; return what is printed up to the last of these words, in any order."""
        self._type(typed + ("\t\t" if self.name == "bash" else "\t"))
        shown = self._until(*words)
        self._type(SHOW)
        return shown + self._until("<<", ">>")

    def _type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def _until(self, *words: str) -> str:
        """Read until all these words were printed."""
        raw, end_s = "", time.monotonic() + PATIENCE_S
        while not all(word in _ESCAPE.sub("", raw) for word in words):
            ready = select.select([self._fd], [], [], max(0.0, end_s - time.monotonic()))[0]
            assert ready, f"{self.name} has printed {raw!r}, and {words} were waited for"
            raw += self._decoder.decode(os.read(self._fd, 1 << 16))
        return _ESCAPE.sub("", raw)
