"""How numba is loaded in a zygote."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import sys
from judge.sandbox.inside import warm
warm.load_numba()
print("numba" in sys.modules, *(name in sys.modules for name in warm.SPARED))
"""
COLOUR = """
from numba.core import errors
print(errors.termcolor().errmsg("plain"))
"""


def test_numba_is_loaded_without_what_it_does_not_need() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "False", "False"]


def test_numba_colours_nothing_where_it_could(tmp_path: Path) -> None:
    """What it refuses is read by its words, and colorama is often installed: other tools bring it."""
    (tmp_path / "colorama.py").write_text("raise SystemExit('it is asked for')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}){CODE}" + COLOUR
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()[-1]) == ("", "plain")
