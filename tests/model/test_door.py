"""The door of the model: every noun of the families, and nothing heavy is loaded with them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import msgspec

import judge.model as door

FAMILIES = ("host", "judgement", "problem", "submission", "verdict")


def test_the_door_hands_out_every_noun_of_the_families() -> None:
    nouns = {
        noun
        for family in FAMILIES
        for noun, what in vars(import_module(f"judge.model.{family}")).items()
        if isinstance(what, type) and issubclass(what, msgspec.Struct)
    }
    assert nouns <= vars(door).keys()


def test_the_door_loads_no_array_and_no_compiler() -> None:
    loaded = f"import sys; sys.path[:0] = {sys.path!r}; import judge.model; print(*sys.modules)"
    words = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True).stdout.split()
    assert "judge.model.judgement" in words
    assert not {"numpy", "numba", "judge.model.record"} & set(words)
