"""The door of the model: nothing heavy is loaded with it."""

from __future__ import annotations

import subprocess
import sys


def test_the_door_loads_no_array_and_no_compiler() -> None:
    loaded = f"import sys; sys.path[:0] = {sys.path!r}; from judge.model import Judgement; print(*sys.modules)"
    words = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    assert "judge.model.judgement" in words
    assert not {"numpy", "numba", "judge.model.record"} & set(words)
