"""`judge watch`: what is run after each save, what is said to have changed, and how it ends."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from tests.cli.handed_in import HALF_SOLVES as HALF
from tests.cli.handed_in import interrupted, started
from tests.commands import Call
from tests.conftest import RIGHT

Watch = Callable[..., str]
LOOK_S = 0.2  # between two looks at the file
HEAD = "# judge: problem = pkg\n"


@pytest.fixture
def watched(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch mine.py while it is saved with these texts, one after the other; return what is printed."""
    real = time.sleep

    def run(*texts: str, words: tuple[str, ...] = ()) -> str:
        left = [*texts]
        Path("mine.py").write_text(HEAD + left.pop(0))
        looked = 0

        def sleep(seconds: float) -> None:
            nonlocal looked
            if seconds != LOOK_S:
                return real(seconds)
            looked += 1
            if looked % 2 and not left:
                raise KeyboardInterrupt
            if looked % 2:  # a save is seen at the second look that finds the same
                Path("mine.py").write_text(HEAD + left.pop(0))
            return None

        monkeypatch.setattr("time.sleep", sleep)
        return call.silent(0, "watch", "mine.py", *words)

    return run


def parts(out: str) -> list[str]:
    """What each turn has printed."""
    return re.split(r"^-+ \d\d:\d\d:\d\d -+\n", out, flags=re.MULTILINE)[1:]


def test_what_failed_comes_first_and_the_others_when_it_is_right(watched: Watch) -> None:
    first, second, third = parts(watched(HALF, HALF, RIGHT))
    assert "pkg: 1 of 2 cases right\n" in first
    assert "error[E106]" in first
    assert "pkg: 0 of 1 case right; 1 not run, as these come first; 1 of 2 were right when last run" in second
    assert "now right: six\n" in third
    assert "pkg: all 2 cases right" in third
    assert third.index("sample/six") < third.index("secret/four")
    assert all("waiting for mine.py to be saved; Ctrl-C ends" in part for part in (first, second, third))


def test_a_file_that_can_not_be_compiled_or_read_is_waited_for(watched: Watch) -> None:
    texts = ("def solve(:\n", f"#{' ' * (300 << 10)}\n", RIGHT)
    first, second, third = parts(watched(*texts, words=("--problem", "pkg", "--case", "fo*")))
    assert "CE" in first
    assert "error[E431]: " in second
    assert "pkg: all 1 case right" in third, "the chosen cases alone are run"


@pytest.mark.slow
def test_a_true_watch_sees_a_save_keeps_its_zygote_and_ends_at_ctrl_c(here: Path) -> None:
    Path("mine.py").write_text(HEAD + HALF)
    with started(sys.executable, "-u", "-m", "judge", "watch", "mine.py", "--share-core") as process:
        assert process.stdout is not None
        assert "1 of 2 cases right" in until_it_waits(process.stdout)
        before = children(process.pid)
        Path("new.py").write_text(HEAD + RIGHT)
        Path("new.py").replace("mine.py")
        assert "all 2 cases right" in until_it_waits(process.stdout)
        assert children(process.pid) == before
        status, _, err = interrupted(process)
    assert status == 0, err


def until_it_waits(stream: IO[str]) -> str:
    said = ""
    for line in stream:
        said += line
        if line.startswith("waiting for"):
            return said
    raise AssertionError(f"it has ended: {said}")


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
