"""Puts a mutant into the running process: everybody who has imported the function runs the changed one."""

from __future__ import annotations
import __future__

import sys
import textwrap
from pathlib import PurePosixPath
from types import FunctionType

from tests.mutation.mutants import Mutant


def install(mutant: Mutant) -> bool:
    """Give a function the code and the defaults of the mutant; say whether that could be done. What stands outside of
    all functions is imported anew, and a kernel of numba keeps what it was compiled with."""
    if not mutant.function:
        return False
    module = sys.modules[module_name(mutant.path)]
    *owners, name = mutant.function.split(".")
    owner: object = module
    for part in owners:
        owner = vars(owner)[part]
    scope = dict(vars(module))
    flags = __future__.annotations.compiler_flag  # annotations stay text, as in the file itself
    exec(compile(textwrap.dedent(mutant.code), mutant.path, "exec", flags, dont_inherit=True), scope)
    old, new = _plain(vars(owner)[name]), _plain(scope[name])
    if not (isinstance(old, FunctionType) and isinstance(new, FunctionType)):
        return False
    old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
    return True


def module_name(path: str) -> str:
    name = ".".join(PurePosixPath(path).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _plain(value: object) -> object:
    """Return the function below the decorators that keep it."""
    while not isinstance(value, FunctionType):
        inner = getattr(value, "__func__", None) or getattr(value, "fget", None)
        if inner is None:
            return value
        value = inner
    return getattr(value, "__wrapped__", value)
