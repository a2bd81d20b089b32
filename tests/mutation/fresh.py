"""For what stands outside of all functions, such as the fields of a Struct.

A plugin of pytest, for a process of its own in which the module of the mutant is imported as changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

import msgspec
from hypothesis import Phase, settings

from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.patch import module_name

HANDED_OVER = "JUDGE_TESTS_MUTANT"
PROFILE = "mutation"  # one failure is enough: to look for its smallest example takes longer than all other tests
settings.register_profile(PROFILE, settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))


class _Changed(SourceFileLoader):
    """The loader of the changed file; nothing of it is kept for the next process."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(module_name(mutant.path), str(ROOT / mutant.path))
        self._mutant = mutant

    def get_code(self, _: str) -> CodeType:
        return self.source_to_code(self._mutant.code.encode(), self.path)


class _Finder(PathFinder):
    mutant: Mutant

    @classmethod
    def find_spec(cls, fullname: str, path: object = None, _: object = None) -> ModuleSpec | None:
        if fullname != module_name(cls.mutant.path):
            return None
        spec = super().find_spec(fullname, path)  # type: ignore[arg-type]
        if spec:
            spec.loader = _Changed(cls.mutant)
        return spec


def fails_afresh(mutant: Mutant, options: Sequence[str], files: Sequence[str]) -> bool:
    """Run the tests of these files in a process of its own that imports the mutant, until the first one fails."""
    with tempfile.TemporaryDirectory(prefix="judge-mutation-") as scratch:
        file = Path(scratch, "mutant.json")
        file.write_bytes(msgspec.json.encode(mutant))
        command = [sys.executable, "-m", "pytest", *options, "-x", "-p", "tests.mutation.fresh", *files]
        own = {HANDED_OVER: str(file), "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": scratch}  # kernels are compiled anew
        done = subprocess.run(command, cwd=ROOT, env=os.environ | own, capture_output=True, timeout=1800, check=False)
        return done.returncode != 0


if HANDED_OVER in os.environ:
    _Finder.mutant = msgspec.json.decode(Path(os.environ[HANDED_OVER]).read_bytes(), type=Mutant)
    sys.meta_path.insert(0, _Finder)
