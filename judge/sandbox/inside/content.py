"""What decides a compiled kernel: its code and options, and every value that it may read while it is compiled.

numba freezes what a kernel reads: globals, free variables, defaults, and the same of each function and kernel that it
calls. So a kernel that was compiled in another process is the right one here where its *content* is the same. numba's
own cache looks at the byte code alone, and confuses kernels that differ in a constant, a global or an option.

`content_of` walks all that a kernel can reach, reads it and calls nothing of it. It gives a digest, the same in every
process; or the reason why there is none, as for a pointer, which means something else in another process. And it
gives guards, by which a change since then is seen in some microseconds.
"""

from __future__ import annotations

import builtins
import enum
import hashlib
import sys
import types
from collections.abc import Iterator
from typing import Any, Final

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.bytecode import code_names, code_text, global_names
from judge.sandbox.inside.guards import (
    ABSENT,
    Attribute,
    Copy,
    Guard,
    cells_of,
    in_cell,
    is_array,
    is_frozen,
    is_live,
    snapshot,
)
from judge.sandbox.inside.own import is_a, is_any, is_hidden, is_made_here, is_own, own_globals, place_of

_OBJECTS: Final = {"_ObjModeContextType": "which runs Python code"}
_PLAIN: Final = (type(None), type(Ellipsis), bool, int, str, bytes, complex)
_IN_MODULES: Final = (bool, int, float, complex, str, bytes, tuple, types.ModuleType)  # what is a value there


class Content:
    """What a kernel reads. `why` says why it can't be told, and is empty where it can. `trace` holds each name with the
    digest up to there: the first that differs in another process is what differs."""

    def __init__(self) -> None:
        self.trace: list[tuple[str, str]] = []
        self.guards: list[Guard] = []
        self.copies: list[Copy] = []
        self.attributes: list[Attribute] = []
        self.kernels: list[Any] = []  # itself, and all that it may call, in an order that is its own
        self.ufuncs: list[Any] = []  # that it may call: numba keeps what they once were compiled to
        self.classes: list[Any] = []  # jitclasses that it may use: so are their properties
        self.why = ""
        self._name = ""  # that is being read
        self._named: Any = None  # what lies under it
        self._hash = hashlib.blake2b(digest_size=16)
        self._seen: dict[int, int] = {}
        self._looked_up: set[tuple[int, str]] = set()  # of each module
        self._kept_alive: list[Any] = []  # an id is one's own only as long as its object lives

    @property
    def digest(self) -> str:
        """Return the digest, empty where the content can't be told."""
        return "" if self.why else self._hash.hexdigest()

    def holds(self) -> bool:
        """Say whether all that was read is as it was."""
        return all(one.holds() for one in self._reads())

    def changed(self) -> str:
        """Return a name that has another value now."""
        return next((one.name for one in self._reads() if not one.holds()), "what it reads")

    def is_fixed(self, bound: frozenset[str] | None) -> bool:
        """Say whether nothing of it can change until the kernel is called, where functions bind these names; None: any
        name."""
        return (
            bound is not None
            and not self.copies
            and not any(guard.is_cell or guard.was or guard.name in bound for guard in self.guards)
            and not any(one.name in bound for one in self.attributes)
        )

    def _reads(self) -> Iterator[Guard | Copy | Attribute]:
        yield from self.guards
        yield from self.copies
        yield from self.attributes

    def read(self, one: Any) -> None:
        """Read any object."""
        self._value(one, frozenset())

    def add(self, kernel: Any) -> None:
        """Read a kernel."""
        if self._is_known(kernel):
            return
        self.kernels.append(kernel)
        self.attributes.append(Attribute.of(kernel, "targetoptions"))
        self._put("kernel", type(kernel).__name__, kernel._compiler.pipeline_class.__qualname__)
        for options in (kernel.targetoptions, kernel.locals):
            self._option(options)
        if not kernel._can_compile:
            self._put("signatures", [str(one) for one in kernel.overloads])
        self._function(kernel.py_func, kernel)

    # --- functions ----------------------------------------------------------------------------------------------
    def _function(self, function: Any, kernel: Any = ABSENT) -> None:
        """Read a function, perhaps that of a kernel. What it calls by its own name before that is there, as a recursion
        with signatures does, is for numba the kernel itself."""
        if self._is_known(function):
            return
        code, space = function.__code__, function.__globals__
        self.attributes += (Attribute.of(function, "__code__"), Attribute.of(function, "__defaults__"))
        self._put("function", function.__module__, function.__qualname__, code_text(code))
        for value in (*(function.__defaults__ or ()), *sorted((function.__kwdefaults__ or {}).items())):
            self._value(value, frozenset())
        names = code_names(code)
        for name in global_names(code):
            value = space.get(name, kernel if name == function.__name__ else ABSENT)
            self.guards.append(Guard.of(space, name, value))
            if value is ABSENT:
                value = getattr(builtins, name, ABSENT)
                self.guards.append(Guard.of(vars(builtins), name, value))
            if value is not ABSENT:  # else it is not there yet: until then, the kernel can't be compiled
                self._put("name", name)
                self._read(name, value, names)
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            value = in_cell(cell)
            self.guards.append(Guard.of(cell, name, value))
            self._put("cell", name)
            if value is ABSENT:
                self._refuse(f"{name}, which has no value")
            else:
                self._read(name, value, names)

    def _read(self, name: str, value: Any, names: frozenset[str]) -> None:
        """Read the value of a name, which is the reason where that can't be told."""
        before, self._name, self._named = self.why, name, value
        self._value(value, names)
        self._named = None
        self.trace.append((name, self._hash.hexdigest()[:8]))
        if self.why != before:
            self.why = f"{name}, {self.why}" if name not in self.why else self.why

    # --- values -------------------------------------------------------------------------------------------------
    def _value(self, one: Any, names: frozenset[str]) -> None:
        """Read one value; `names` are those that the code may look up in it, if it is a module."""
        import numpy as np

        kind = type(one)
        if is_any(kind, _PLAIN):
            self._put(kind.__name__, one)
        elif kind is float:
            self._put("float", one.hex())
        elif kind is tuple or (is_a(kind, tuple) and hasattr(kind, "_fields")):
            self._sequence(one, names)
        elif is_array(one) or is_a(kind, np.void):  # the one record of a table can be changed, too
            self._array(one)
        elif is_a(kind, np.generic) and kind is not np.object_:
            self._put("scalar", _layout(one.dtype), one.tobytes())
        elif is_a(kind, np.dtype):
            self._put("dtype", _layout(one))
        elif is_a(kind, types.ModuleType):
            self._module(one, names)
        elif is_a(kind, enum.Enum):
            self._put("member", one.name)
            self._class(kind)
        else:
            self._object(one)

    def _object(self, one: Any) -> None:
        """Read what stands for itself: a kernel, a function, a class, a type of numba's."""
        from numba.core import types as numbas
        from numba.core.dispatcher import Dispatcher

        kind = type(one)
        if is_a(kind, Dispatcher):
            place = place_of(one.py_func, one)
            self._put("library", place) if place else self.add(one)
        elif is_a(kind, numbas.Type):
            text = repr(one)
            self._refuse(f"the type {text}") if " at 0x" in text or "#" in text else self._put("type", text)
        elif place := place_of(one, one):
            self._put("known", place)
        elif kind is types.FunctionType and not (one.__module__ or "").startswith(("numba.", "numpy.")):
            self._function(one)
        elif isinstance(one, type):
            self._class(one)
        elif function := numba_hooks.function_of_ufunc(one):
            self.ufuncs.append(one)
            self._refuse("a ufunc of the file")
            self._function(function)
        elif function := numba_hooks.function_of_stencil(one):
            self._refuse("a stencil")
            self._function(function)
        else:
            self._refuse(_OBJECTS.get(kind.__name__, f"an object of type {kind.__name__}"))

    def _sequence(self, one: Any, names: frozenset[str]) -> None:
        if type(one) is not tuple:
            self._class(type(one))
        self._put(type(one).__name__, tuple.__len__(one))
        for item in tuple.__iter__(one):  # a named tuple may have ways of its own
            self._value(item, names)

    def _option(self, one: Any) -> None:
        """Read what a kernel was made with: sets and dicts of values, in an order of their own."""
        if type(one) is dict:
            self._put("options", len(one))
            for key in sorted(one, key=repr):
                self._put(repr(key))
                self._option(one[key])
        elif type(one) in (set, frozenset):
            self._put("set", sorted(map(repr, one)))
        elif type(one).__name__ == "ParallelOptions":
            self._put("parallel", one.encode())
        else:
            self._value(one, frozenset())

    def _array(self, one: Any) -> None:
        cells = cells_of(one)
        if one is not self._named or not is_frozen(one):
            self.copies.append(Copy(self._name, one, snapshot(one)))
        layout = cells.flags
        self._put(
            type(one).__name__, _layout(cells.dtype), cells.shape, cells.strides, layout.writeable, layout.aligned
        )
        if cells.dtype.hasobject:
            self._refuse("an array of objects")
        elif is_live(cells):
            self._refuse("an array that is not frozen")
        else:
            self._hash.update(cells.tobytes())

    def _module(self, one: types.ModuleType, names: frozenset[str]) -> None:
        """Read what the code may look up there: values, and what the file may have put there; the rest is its own."""
        import numpy as np

        if sys.modules.get(one.__name__) is not one:
            self._refuse(f"the module {one.__name__}")
        self._put("module", one.__name__)
        space = vars(one)
        for name in sorted(names & space.keys()):
            if (id(one), name) in self._looked_up:
                continue
            self._looked_up.add((id(one), name))
            value = space[name]
            self.guards.append(Guard.of(space, name, value))
            kind = type(value)
            is_value = is_any(kind, _IN_MODULES) or is_array(value) or is_a(kind, np.generic)
            mine = is_value or is_own(one.__name__) or is_made_here(value)
            if mine or place_of(value, value) not in ("", f"{one.__name__}.{name}"):
                self._put(name)
                self._read(name, value, names)

    def _class(self, one: Any) -> None:
        """Read a class of the file of which a kernel sees no more than this."""
        if self._is_known(one):
            return
        if methods := numba_hooks.methods_of(one):
            self._refuse(f"the class {one.__qualname__}")
            self.classes.append(one)
            for method in methods:
                self._function(method.py_func, method)
        elif is_hidden(one):
            self._refuse(f"the class {one.__qualname__}")
        elif issubclass(one, tuple) and hasattr(one, "_fields"):
            self._put("named tuple", one.__qualname__, one._fields)
            for name, value in one._field_defaults.items():
                self._put(name)
                self._value(value, frozenset())
        elif issubclass(one, BaseException):
            self._put("exception", one.__qualname__)
        elif issubclass(one, enum.Enum):
            self._put("enumeration", one.__qualname__)
            for name, member in one.__members__.items():
                self._put(name)
                self._value(member.value, frozenset())
        else:
            self._refuse(f"the class {one.__qualname__}")

    # --- the digest ---------------------------------------------------------------------------------------------
    def _put(self, *what: Any) -> None:
        self._hash.update(repr(what).encode(errors="surrogatepass"))

    def _refuse(self, why: str) -> None:
        self.why = self.why or why

    def _is_known(self, one: Any) -> bool:
        """Say whether it was read before; its number then stands for it, so that a cycle ends."""
        number = self._seen.get(id(one))
        if number is None:
            self._seen[id(one)] = len(self._seen)
            self._kept_alive.append(one)
            return False
        self._put("again", number)
        return True


def content_of(kernel: Any) -> Content:
    """Return what decides this kernel now."""
    content = Content()
    try:
        content.add(kernel)
    except Exception as error:  # of an object of a kind that nobody thought of
        content.why = f"what can't be read ({type(error).__name__})"
    return content


def content_of_ufunc(ufunc: Any) -> Content:
    """Return what decides what this ufunc is compiled to. It can't be told, but a change of it is seen."""
    content = Content()
    content.read(ufunc)
    return content


def content_of_file(code: types.CodeType) -> Content:
    """Return the global names that functions of the submission's file read: they decide what its rules for numba come
    to. It can't be told, but that a name stands for something else is seen."""
    content, space = Content(), own_globals()
    for name in global_names(code):
        if name in space:
            content.guards.append(Guard.of(space, name, space[name]))
    return content


def settings() -> dict[str, str]:
    """Return numba's settings, which decide every kernel, but for the folder that it is kept in."""
    from numba.core import config

    return {name: repr(value) for name, value in sorted(vars(config).items()) if name.isupper() and name != "CACHE_DIR"}


def _layout(dtype: Any) -> str:
    """Return all of a type of cells."""
    return repr(dtype) if dtype.names else dtype.str
