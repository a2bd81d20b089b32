"""How numba is loaded in a zygote."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import sys
sys.path.insert(0, {!r})
from judge.sandbox.inside import desk
desk.load_numba()
from numba.core import errors
print(*(name in sys.modules for name in ("numba", *desk.SPARED)), errors.termcolor().errmsg("plain"))
"""


def test_numba_is_loaded_without_what_it_does_not_need_and_colours_nothing(tmp_path: Path) -> None:
    """What it refuses is read by its words, and colorama is often installed: other tools bring it."""
    (tmp_path / "colorama.py").write_text("raise SystemExit('it is asked for')\n")
    code = CODE.format(str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["True", "False", "False", "False", "plain"])
