"""The words of a signature, and those that mean nothing."""

from __future__ import annotations

import pytest

from judge.model import Kind
from judge.problems.formats.signature import read_signature


def test_parameters_have_names_and_types() -> None:
    found = read_signature([" n : int", "word:str", "grid: int8[n,3]", "x: float64[ n ]"], " int64[k] ")
    assert found.names == ("n", "word", "grid", "x")
    kinds = [Kind("int"), Kind("str"), Kind("int8", ("n", 3)), Kind("float64", ("n",))]
    assert [one.kind for one in found.parameters] == kinds
    assert found.result == Kind("int64", ("k",))
    assert [str(kind) for kind in kinds] == ["int", "str", "int8[n, 3]", "float64[n]"]


@pytest.mark.parametrize(
    "word", ["n", "n: integer", "n: int64", "a: int8[n]", "a: int8[]", "a: int8[1, 2, 3]", "a: str[2]", "n: int8[2"]
)
def test_what_means_nothing_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"is no|more than"):
        read_signature([word], "int")
