"""A client reads no pickle that could run something."""

from __future__ import annotations

import os
import pickle

import pytest

from judge.cluster.client import loads


def test_plain_data_and_the_type_of_bytes_are_read() -> None:
    said = {"a": [1, 2.0, None, b"x", bytes]}
    assert loads(pickle.dumps(said)) == said


@pytest.mark.parametrize("named", [os.system, type, getattr, ValueError("x"), range(3)])
def test_whatever_names_something_else_is_refused(named: object) -> None:
    with pytest.raises(pickle.UnpicklingError):
        loads(pickle.dumps(named))
