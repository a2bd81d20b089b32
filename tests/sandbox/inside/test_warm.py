"""How numba is loaded in a zygote."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from judge.sandbox.inside import warm
warm.load_numba()
print("numba" in sys.modules, *(name in sys.modules for name in warm.SPARED))
"""


def test_numba_is_loaded_without_what_it_does_not_need() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False", "False"]
