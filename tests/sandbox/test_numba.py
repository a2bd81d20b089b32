"""A variable of numba's that is set before it is imported counts, however it is imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

SET_UP = """
import importlib, json, os, pickle, sys, time, types
import numba
from numba.core import config
from judge.sandbox.inside.numba_hooks import read_at_import

def tell(value):
    json.dump(value, sys.stdout)

read_at_import()
"""
HOW = (
    "import numba",
    "import numba as nb",
    "from numba import njit",
    "import numba.core.errors",
    "import numba.typed as typed",
    'importlib.import_module("numba")',
    "importlib.reload(numba.core.errors)",
    "pickle.dumps(numba.njit)",
    "from numba import *",
)
DISABLE = 'os.environ["NUMBA_DISABLE_JIT"] = "1"\n'


def told(source: str) -> Any:
    """What a process tells in which numba was loaded before this ran."""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", SET_UP + source], cwd=root, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_it_is_read_by_any_import() -> None:
    found = told(f"""
found = []
for how in {HOW}:
    os.environ.pop("NUMBA_DISABLE_JIT", None)
    config.reload_config()
    module = sys.modules["numba"]
    read_at_import()
    {DISABLE.strip()}
    before = config.DISABLE_JIT
    exec(how, {{"numba": module, "importlib": importlib, "pickle": pickle}})
    found.append([before, config.DISABLE_JIT, type(sys.modules["numba"]).__name__])
tell(found)
""")
    assert found == [[0, 1, "module"]] * len(HOW)


def test_it_is_read_once_and_with_the_number_of_threads() -> None:
    source = f"import numba\n{DISABLE}import numba\ntell([config.NUMBA_NUM_THREADS, config.DISABLE_JIT])"
    assert told(f'os.environ["NUMBA_NUM_THREADS"] = "3"\n{source}') == [3, 0]


def test_what_was_set_by_hand_stays_where_no_variable_is() -> None:
    assert told("config.BOUNDSCHECK = 1\nimport numba\ntell(config.BOUNDSCHECK)") == 1


def test_an_import_stays_quick() -> None:
    best_s = told("""
times = []
for _ in range(50):
    read_at_import()
    begin_s = time.perf_counter()
    import numba
    times.append(time.perf_counter() - begin_s)
tell(min(times))
""")
    assert best_s < 0.0002
