"""A real pseudo-terminal for tests: a command runs in it, and what its screen shows can be read.

The screen understands what rich writes, and nothing else: an escape sequence that it does not know fails the test.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence

PATIENCE_S = 100  # most of what is waited for takes less than a second
LOGIN = [sys.executable, "-c", "import os, sys\nos.login_tty(0)\nos.execv(sys.argv[1], sys.argv[1:])"]
_PART = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|([\r\n])|([^\x00-\x1f\x7f])|(.)", re.DOTALL)

_BEGUN = re.compile(r"((?:\x1b(?:\[[?0-9;]*)?)?)\Z")  # of a sequence whose rest is still to come


class Screen:
    """What a terminal of this size has on its screen, and above it. It scrolls, and wraps as late as xterm does."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._lines: list[list[str]] = [[]]
        self._top = self._row = self._column = 0  # _top is the first line that is on the screen
        self._unread = ""

    def feed(self, text: str) -> None:
        """Take what was written."""
        text = self._unread + text
        begun = _BEGUN.search(text)
        assert begun
        self._unread = begun[1]
        for part in _PART.finditer(text[: begun.start()]):
            words, command, line, character, unknown = part.groups()
            assert not unknown, f"{unknown!r} reached the terminal"
            if command:
                self._command(words, command)
            elif line:
                self._column = 0 if line == "\r" else self._column
                self._down() if line == "\n" else None
            else:
                self._put(character)

    def text(self) -> str:
        """Return all lines, those that have scrolled away too."""
        return "\n".join("".join(line).rstrip() for line in self._lines).rstrip()

    def _command(self, words: str, command: str) -> None:
        if command == "A":
            self._row = max(self._top, self._row - int(words or 1))
        elif command == "K" and words == "2":
            self._lines[self._row] = []
        elif command != "m" and (words, command) not in (("?25", "l"), ("?25", "h")):  # a colour, or the cursor
            raise AssertionError(f"the terminal was sent ESC [ {words} {command}")

    def _put(self, character: str) -> None:
        if self._column == self.columns:
            self._column = 0
            self._down()
        line = self._lines[self._row]
        line += " " * (self._column + 1 - len(line))
        line[self._column] = character
        self._column += 1

    def _down(self) -> None:
        self._row += 1
        if self._row == len(self._lines):
            self._lines.append([])
        self._top = max(self._top, self._row + 1 - self.rows)


def raw_output(command: Sequence[str], dropped: Sequence[str] = (), **extra: str) -> str:
    """Run a command on a terminal; return all that it writes there, escape sequences included."""
    theirs, ours = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in dropped}
    with subprocess.Popen(command, stdin=ours, stdout=ours, stderr=ours, env=environment | extra):
        os.close(ours)
        written = bytearray()
        while data := _read(theirs):
            written += data
    os.close(theirs)
    return written.decode()


def in_terminal(
    command: Sequence[str],
    size: tuple[int, int] = (80, 24),
    environment: dict[str, str] | None = None,
    typed: Callable[[Screen], str] = lambda _: "",
) -> tuple[int, Screen]:
    """Run a command on a terminal of its own; return its status, and what the screen shows at the end. `typed` is asked
    after everything that comes what the user types."""
    theirs, ours = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    dropped = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_", "LC_", "LANG")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(dropped)}
    kept |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", **(environment or {})}
    screen, decoder = Screen(*size), codecs.getincrementaldecoder("utf-8")()
    with subprocess.Popen([*LOGIN, *command], env=kept, stdin=ours, stdout=ours, stderr=ours) as process:
        os.close(ours)
        try:
            while data := _read(theirs):
                screen.feed(decoder.decode(data))
                os.write(theirs, typed(screen).encode())
            status = process.wait(PATIENCE_S)
        finally:
            process.kill()
            os.close(theirs)
    return status, screen


def _read(fd: int) -> bytes:
    end_s = time.monotonic() + PATIENCE_S
    while not select.select([fd], [], [], 1.0)[0]:
        assert time.monotonic() < end_s, "the terminal shows nothing new"
    try:
        return os.read(fd, 1 << 16)
    except OSError:  # the other side is closed: Linux says EIO
        return b""
