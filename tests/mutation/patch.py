"""Puts a mutant into the running process: everybody who has imported the function runs the changed one."""

from __future__ import annotations
import __future__

import sys
import textwrap
from pathlib import PurePosixPath
from types import CodeType, FunctionType, ModuleType
from typing import TypeVar

from tests.mutation.mutants import Mutant

ABSENT = object()


def install(mutant: Mutant) -> int:
    """Install the mutant; return how many objects were changed by that."""
    module = sys.modules[module_name(mutant.path)]
    if mutant.function:
        return _replace_function(module, mutant)
    if any(hasattr(value, "py_func") for value in vars(module).values()):
        return 0  # a kernel of numba keeps what it was compiled with
    changed = dict(vars(module))
    exec(_compiled(mutant), changed)
    return sum(_replace(module, name, value) for name, value in changed.items())


def module_name(path: str) -> str:
    name = ".".join(PurePosixPath(path).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _compiled(mutant: Mutant) -> CodeType:
    """Compile the mutant's code with the annotations left as text, as in the file itself."""
    flags = __future__.annotations.compiler_flag
    code: CodeType = compile(textwrap.dedent(mutant.code), mutant.path, "exec", flags, dont_inherit=True)
    return code


def _replace_function(module: ModuleType, mutant: Mutant) -> int:
    *owners, name = mutant.function.split(".")
    owner: object = module
    for part in owners:
        owner = vars(owner)[part]
    scope = dict(vars(module))
    exec(_compiled(mutant), scope)
    return _swap(vars(owner)[name], scope[name])


def _plain(value: object) -> object:
    """Return the function below the decorators that keep it."""
    while not isinstance(value, FunctionType):
        inner = getattr(value, "__func__", None) or getattr(value, "fget", None)
        if inner is None:
            return value
        value = inner
    return getattr(value, "__wrapped__", value)


def _swap(old: object, new: object) -> int:
    """Give the old function the code and the defaults of the new one; return 1 if they differ."""
    old, new = _plain(old), _plain(new)
    if not (isinstance(old, FunctionType) and isinstance(new, FunctionType)):
        return 0
    same = _same_code(old.__code__, new.__code__) and _same(old.__defaults__, new.__defaults__)
    if same and _same(old.__kwdefaults__, new.__kwdefaults__):
        return 0
    old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
    return 1


def _same_code(old: CodeType, new: CodeType) -> bool:
    if old.co_code != new.co_code or old.co_names != new.co_names or len(old.co_consts) != len(new.co_consts):
        return False
    pairs = list(zip(old.co_consts, new.co_consts, strict=True))
    return all(
        _same_code(was, now) if isinstance(was, CodeType) and isinstance(now, CodeType) else repr(was) == repr(now)
        for was, now in pairs
        if not (isinstance(was, str) and was.count(" ") and isinstance(now, str) and was == now)
    )


def _same(old: object, new: object) -> bool:
    if type(old) is not type(new):
        return False
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(map(_same, old, new))
    if isinstance(old, FunctionType) and isinstance(new, FunctionType):  # as a default, a lambda is another each time
        return _same_code(old.__code__, new.__code__)
    if isinstance(old, TypeVar):  # equal to itself alone
        return repr(old) == repr(new)
    try:
        return bool(old == new)
    except (TypeError, ValueError):
        return False


def _replace(module: ModuleType, name: str, new: object) -> int:
    """Replace what a name of the module stands for, here and wherever it was imported to."""
    old = vars(module).get(name, ABSENT)
    if old is new or name.startswith("__") or isinstance(old, TypeVar):
        return 0
    if isinstance(old, FunctionType):
        return _swap(old, new)
    if isinstance(old, type) and isinstance(new, type):
        return sum(_replace_attribute(old, key, value) for key, value in vars(new).items())
    if _same(old, new):
        return 0
    for other in list(sys.modules.values()):
        if isinstance(other, ModuleType) and vars(other).get(name, ABSENT) is old:
            setattr(other, name, new)
    return 1


def _replace_attribute(owner: type, name: str, new: object) -> int:
    old = vars(owner).get(name, ABSENT)
    if isinstance(_plain(old), FunctionType):
        return _swap(old, new)
    if name.startswith("__") or hasattr(old, "__set__") or _same(old, new):
        return 0
    setattr(owner, name, new)
    return 1
