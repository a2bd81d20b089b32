"""What the code of a file names: what it may call, look up and bind, and what it asks of numba."""

from __future__ import annotations

import opcode
import types
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from judge.sandbox.inside import own

_EXTENDED: Final = opcode.opmap["EXTENDED_ARG"]
_LOADS: Final = tuple(opcode.opmap[name] for name in ("LOAD_GLOBAL", "LOAD_NAME"))
_LOAD_GLOBAL: Final = opcode.opmap["LOAD_GLOBAL"]
_BINDS: Final = tuple(opcode.opmap[name] for name in ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"))
# A function that names one of these may bind any global name, or change numba's settings.
_BINDS_ANY: Final = {
    "globals", "vars", "locals", "exec", "eval", "setattr", "delattr", "__dict__", "__globals__", "__closure__",
    "f_globals", "modules", "import_module", "reload", "__import__", "__main__", "inspect", "gc", "ctypes", "environ",
    "putenv", "patch", "__setattr__", "targetoptions",
}  # fmt: skip
# What gives numba other rules for a type or a function: no content holds those. Or it looks at how a kernel was
# compiled: no result that is kept says that.
_EXTENDS: Final = {
    "overload", "overload_method", "overload_attribute", "overload_classmethod", "intrinsic", "type_callable",
    "typeof_impl", "register_model", "make_attribute_wrapper", "box", "unbox", "reflect", "as_numba_type", "infer",
    "infer_global", "infer_getattr", "lower_builtin", "lower_cast", "lower_constant", "lower_getattr",
    "lower_getattr_generic", "lower_setattr", "structref", "parallel_diagnostics", "get_metadata", "inspect_llvm",
    "inspect_asm", "inspect_cfg", "inspect_disasm_cfg",
}  # fmt: skip


def extends_numba(code: types.CodeType) -> bool:
    """Say whether a file gives numba rules of its own."""
    return not _EXTENDS.isdisjoint(_names(code))


def lends_functions(code: types.CodeType) -> bool:
    """Say whether a file gives kernels functions of its own that are none: numba keeps what it has made of them."""
    return "register_jitable" in _names(code)


def bound_names(code: types.CodeType) -> frozenset[str] | None:
    """Return the global names and the attributes that functions of this file may bind; None where that may be any."""
    if not code_names(code).isdisjoint((*_BINDS_ANY, *own.file)) or own.others():
        return None
    return frozenset(name for function in _within(code) for name in _bound(function))


def python_names(code: types.CodeType, kernels: Iterable[types.CodeType]) -> frozenset[str]:
    """Return the names in those functions of a file that are no kernels: what they may call."""
    compiled = frozenset(kernels)
    found: set[str] = set()
    waiting = [code]
    while waiting:
        for one in waiting.pop().co_consts:
            if isinstance(one, types.CodeType) and one not in compiled:
                waiting.append(one)
                found.update(one.co_names, one.co_freevars, one.co_cellvars)
    return frozenset(found)


def _names(code: types.CodeType) -> frozenset[str]:
    """Return every name in this code, and the global ones of modules that it has made."""
    return code_names(code).union(*map(vars, own.others()))


@lru_cache(maxsize=512)
def code_names(code: types.CodeType) -> frozenset[str]:
    """Return every name in this code and in code within it."""
    return frozenset(code.co_names).union(*map(code_names, _within(code, deep=False)))


@lru_cache(maxsize=512)
def global_names(code: types.CodeType) -> tuple[str, ...]:
    """Return the global names that this code, or code within it, looks up."""
    return tuple(sorted({name for one in (code, *_within(code)) for name in _operands(one, _LOADS)}))


def _bound(code: types.CodeType) -> Iterator[str]:
    return _operands(code, _BINDS)


def _operands(code: types.CodeType, wanted: tuple[int, ...]) -> Iterator[str]:
    """Yield the names that instructions of these kinds have as their operand."""
    kinds, operands = code.co_code[::2], code.co_code[1::2]
    for kind in wanted:
        at = kinds.find(kind)
        while at >= 0:
            number, shift, before = operands[at], 8, at - 1
            while before >= 0 and kinds[before] == _EXTENDED:
                number |= operands[before] << shift
                shift, before = shift + 8, before - 1
            yield code.co_names[number >> 1 if kind == _LOAD_GLOBAL else number]
            at = kinds.find(kind, at + 1)


def _within(code: types.CodeType, *, deep: bool = True) -> Iterator[types.CodeType]:
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield one
            if deep:
                yield from _within(one)


@lru_cache(maxsize=512)
def code_text(code: types.CodeType) -> str:
    """Return all of a code object that numba looks at, and the places that it names in errors."""
    parts = (
        code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags,
        code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_name, code.co_linetable,
        code.co_firstlineno, code.co_filename,
    )  # fmt: skip
    return repr((parts, list(map(_constant, code.co_consts))))


def _constant(one: Any) -> Any:
    if isinstance(one, types.CodeType):
        return code_text(one)
    if isinstance(one, frozenset):  # each process has an order of its own for texts
        return "frozenset", sorted(map(repr, map(_constant, one)))
    return type(one).__name__, tuple(map(_constant, one)) if isinstance(one, tuple) else repr(one)
