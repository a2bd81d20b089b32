"""Ctrl-C before anything is judged: in real processes, each of which waits at one point of its start."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.handed_in import interrupted, started
from tests.commands import Call
from tests.conftest import there
from tests.warm import in_place

SAID = "interrupted before anything was compiled or run, so nothing was judged"
HERE = "it waits here"
# The command `judge`, in which one function says that it was called, and does not come back.
WAITS = f"""
import importlib, sys, time
from judge.cli import entry_point
room, name = sys.argv.pop(1).split(":")
def wait(*words, **more):
    print({HERE!r}, flush=True)
    time.sleep(600)
*owners, last = name.split(".")
owner = importlib.import_module(room)
for word in owners:
    owner = getattr(owner, word)
setattr(owner, last, wait)
entry_point()
"""
POINTS = {
    "while the sandboxes start": "judge.sandbox:Sandbox.__enter__",
    "while the contest is made": "judge.judging:Contest.__init__",
}


def command(point: str) -> list[str]:
    return [sys.executable, "-c", WAITS, POINTS[point], "run", "mine.py", "--share-core", "--json", "out.json"]


@pytest.fixture
def mine(here: Path, right: str) -> None:
    Path("mine.py").write_text(f"# judge: problem = pkg\n{right}")


@pytest.mark.parametrize("point", POINTS)
def test_in_a_pipe_it_says_that_nothing_was_judged(mine: None, point: str) -> None:
    with started(*command(point)) as process:
        assert HERE in there(process.stdout).readline()
        status, out, err = interrupted(process)
    assert (status, out, err.splitlines()[-1:]) == (130, "", [SAID])
    assert not Path("out.json").exists(), "an older report is not overwritten by nothing"


# --- what starts before a run ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "head", "warm"),
    [
        ("a.py", "import numba\n", True),
        ("a.py", "x = 1\nif x:\n    from numba import njit\n", True),
        ("a.py", "import numpy\n# import numba\n", False),
        ("a.c", "import numba\n", False),
        ("missing.py", None, None),
    ],
)
def test_numba_is_loaded_early_where_a_file_imports_it(
    here: Path, name: str, head: str | None, warm: bool | None
) -> None:
    """None: nothing begins, as what is wrong with the file is said first."""
    opened = [Mock(host=Mock(side_effect=KeyboardInterrupt)) for _ in range(2)]
    if head is not None:
        (here / name).write_text(f"{head}def solve(algorithm, n, lizards, grid):\n    return grid\n")
    with in_place(lambda *_, **__: contextlib.nullcontext(opened)):
        status, out, err = Call()("run", name, "--problem", "pkg")
    assert status == (2 if warm is None else 130), out + err
    assert [one.warm_up.called for one in opened] == [bool(warm)] * 2
