"""A numba of tomorrow, in which an inside has another name: everything in numba knows it, and nobody else."""

from __future__ import annotations

import gc
from types import CodeType, FunctionType, ModuleType
from typing import Any

from judge.sandbox.inside import numba_hooks


def rename(name: str) -> None:
    """Rename this attribute in all of numba, in this process: in its code, its classes and the objects of them."""
    new = f"{name}_of_tomorrow"
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and _is_numbas(one):
            one.__code__ = _renamed(one.__code__, name, new)
        space = _space(one)
        if space is not None and name in space:
            setattr(one, new, space[name])
            delattr(one, name)
    numba_hooks._missing.cache_clear()


def _space(one: Any) -> Any:
    """The names of a module, a class or an object of numba's. A proxy of what is gone tells its type alone."""
    kind = type(one)
    if issubclass(kind, ModuleType):
        return vars(one) if one.__name__.split(".")[0] == "numba" else None
    return getattr(one, "__dict__", None) if _is_numbas(one if issubclass(kind, type) else kind) else None


def _is_numbas(one: Any) -> bool:
    return str(one.__module__).split(".")[0] == "numba"


def _renamed(code: CodeType, name: str, new: str) -> CodeType:
    def changed(one: Any) -> Any:
        if isinstance(one, CodeType):
            return _renamed(one, name, new)
        return new if one == name and type(one) is str else one

    names, constants = (tuple(map(changed, part)) for part in (code.co_names, code.co_consts))
    if (names, constants) == (code.co_names, code.co_consts):
        return code
    return code.replace(co_names=names, co_consts=constants)
