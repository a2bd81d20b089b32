"""What is the submission's own: its file, the modules that it has made or brought along, and all that these hold.

Other processes know nothing of that. What lies in any other module is found there again by its name.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable
from typing import Any, Final

_LIBRARIES: Final = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}
file: list[str] = []  # the module that the submission's file is run as
_before: set[str] = set()  # what was loaded by then


def name_submission(module: str) -> None:
    """Take this module for the submission's, and each that it makes: what lies there is not known to other
    processes."""
    file[:] = [module]
    _before.clear()
    _before.update(sys.modules.keys() - {module})


def is_own(module: Any) -> bool:
    """Say whether a module of this name is the submission's."""
    known = not isinstance(module, str) or module in _before or module.partition(".")[0] in _LIBRARIES
    return not known and bool(file)


def others() -> list[types.ModuleType]:
    """Return the modules that the submission has made or brought along, beside its file."""
    found = [one for name, one in list(sys.modules.items()) if is_own(name) and name not in file]
    return [one for one in found if is_a(type(one), types.ModuleType)]


def own_globals() -> dict[str, Any]:
    """Return the global names of the submission's file."""
    return vars(sys.modules[file[0]])


def is_hidden(one: type) -> bool:
    """Say whether a class of the file does not lie where its name says: a pickle of it makes another class."""
    if not is_own(one.__module__):
        return False
    found: Any = sys.modules.get(one.__module__)
    for part in one.__qualname__.split("."):
        found = vars(found).get(part) if isinstance(found, type | types.ModuleType) else None
    return found is not one


def is_made_here(one: Any) -> bool:
    """Say whether it is a kernel, a function, a class or an object of the submission's file."""
    from numba.core.dispatcher import Dispatcher

    made = one.py_func if is_a(type(one), Dispatcher) else one
    return is_own((made if isinstance(made, types.FunctionType | type) else type(made)).__module__)


def place_of(named: Any, one: Any) -> str:
    """Return where a module that is not the submission's holds this very object, by the name of `named`; empty where
    none does. It asks no object of a class of the submission's: that could run its code."""
    if is_own(type(one).__module__):
        return ""
    module = getattr(named, "__module__", None)
    name = getattr(named, "__qualname__", None) or getattr(named, "__name__", None)
    if module is None and isinstance(one, types.BuiltinFunctionType):
        module = getattr(type(one.__self__), "__module__", None)
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(one) is numpy.ufunc:
        module = "numpy"
    if not isinstance(module, str) or not isinstance(name, str) or is_own(module):
        return ""
    for path in (name, getattr(named, "__name__", name)):
        found: Any = sys.modules.get(module)
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is one or (found is not None and _is_method_of_one(found, one)):
            return f"{module}.{path}"
    return ""


def _is_method_of_one(found: Any, one: Any) -> bool:
    """Say whether these are the same method of the one generator that `np.random` has."""
    return isinstance(one, types.BuiltinFunctionType) and found == one


def is_a(kind: type, base: type) -> bool:
    """Say whether a type derives from another: `issubclass` would ask each of numba's 400 types, `in` a metaclass."""
    return is_any(base, kind.__mro__)


def is_any(one: type, kinds: Iterable[type]) -> bool:
    return any(one is kind for kind in kinds)
