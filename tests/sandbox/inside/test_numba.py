"""How numba is loaded in a zygote; and that a variable of it that is set before it is imported counts, however it is
imported, though it is there long before a box."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox import Sandbox
from tests.boxed import COUNT, attempted, solving
from tests.sandbox.programs import PROGRAMS

DISABLE = "os.environ['NUMBA_DISABLE_JIT'] = '1'\n"
TOP = "import importlib, pickle, types\nnumba, config = map(sys.modules.get, ('numba', 'numba.core.config'))\n"


def told(sandbox: Sandbox, source: str) -> bytes:
    """The digits of what a submission tells of its import."""
    frame = attempted(sandbox, solving("return int(''.join(str(int(one)) for one in told))", TOP + source)).frame
    assert frame[:1] == COUNT
    return frame[1:]


@pytest.mark.parametrize("how", PROGRAMS["imports"])
def test_it_is_read_by_any_import(sandbox: Sandbox, how: str) -> None:
    seen = "config.DISABLE_JIT"
    is_one = "type(sys.modules['numba']) is types.ModuleType"
    source = f"before = {seen}\n{DISABLE}still = {seen}\n{how}\ntold = [before, still, {seen}, {is_one}]"
    assert told(sandbox, source) == b"11"


@pytest.mark.parametrize(
    ("source", "digits"),
    [
        ("os.environ['NUMBA_NUM_THREADS'] = '3'\nimport numba\n" + DISABLE + "import numba\n"
         "told = [config.NUMBA_NUM_THREADS, config.DISABLE_JIT]", b"30"),
        ("config.BOUNDSCHECK = 1\nimport numba\ntold = [config.BOUNDSCHECK]", b"1"),
        (PROGRAMS["imports_again"], b"1"),
    ],
    ids=["once", "set by hand", "quick"],
)  # fmt: skip
def test_it_is_read_once_and_what_was_set_by_hand_stays(sandbox: Sandbox, source: str, digits: bytes) -> None:
    assert told(sandbox, source) == digits


# --- the zygote -------------------------------------------------------------------------------------------------------


def test_numba_is_loaded_without_what_it_does_not_need_and_colours_nothing(tmp_path: Path) -> None:
    """What it refuses is read by its words, and colorama is often installed: other tools bring it."""
    (tmp_path / "colorama.py").write_text("raise SystemExit('it is asked for')\n")
    code = PROGRAMS["loads_numba"].format(str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["True", "False", "False", "False", "plain"])
