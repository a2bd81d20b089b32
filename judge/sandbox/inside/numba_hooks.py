"""All that the judge changes in numba, or uses of it without a promise that it stays.

Each of these is a hook into an inside of numba's: how dispatchers are made and look into their cache, how kernels that
were loaded are linked, how functions are numbered, how jitclasses and ufuncs are made. `missing` says which of them
this numba has not, or has otherwise. Then nothing is kept: each attempt compiles before it is given its case. Where
it can't even be seen what numba compiles, a kernel is compiled when it is called, as without a judge.

Linking: numba looks for the calls that a recursion leaves open in a library's own module. That is empty in a library
that was loaded as object code, so the call goes to address 0 (numba#6061, numba#6713). They stand in the module that
is kept for linking, and are looked for there.

Environment: numba reads its variables as it is imported, which was long before a submission ran. So the first look at
it is taken for the import: `os.environ["NUMBA_DISABLE_JIT"] = "1"` above `import numba` counts, as in a Python that
imports numba only then.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import types
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from operator import attrgetter
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from judge.sandbox.inside.kernels import Kernels

TESTED_NUMBA: Final = ("0.63", "0.68")  # the oldest and the newest numba whose insides are known to be these
# Numbers are a part of the names of compiled functions. No two processes whose functions may meet share any: what is
# forked from one that prepares compiles as well, and all of it is kept together.
PREPARED_FROM: Final = 1 << 20
LOADED_FROM: Final = 1 << 48
_PROCESS_BITS: Final = 20  # of numbers that one process has; no process id has more than 22
_DISPATCHER: Final = "numba.core.dispatcher:Dispatcher"
_IDENTITY: Final = "numba.core.bytecode:FunctionIdentity"
_LIBRARY: Final = "numba.core.codegen:JITCodeLibrary"
_RESULT: Final = "numba.core.compiler:CompileResult"
_CLASSES: Final = "numba.experimental.jitclass.base"
_CLASS: Final = f"{_CLASSES}:JitClassType"
_BOXES: Final = "numba.experimental.jitclass.boxing"
_DUFUNC: Final = "numba.np.ufunc.dufunc:DUFunc"
_GUFUNC: Final = "numba.np.ufunc.gufunc:GUFunc"
_STENCIL: Final = "numba.stencils.stencil:StencilFunc"
_CACHED: Final = (_DISPATCHER, "numba.np.ufunc.ufuncbuilder:UFuncDispatcher", "numba.core.ccallback:CFunc")
# What has to be there, by what it is for.
_INSIDES: Final = {
    "compiling": {
        _DISPATCHER: "py_func overloads targetoptions locals _compiler.pipeline_class _can_compile compile "
        "add_overload _reset_overloads _cache.load_overload",
        _RESULT: "_replace signature entry_point library fndesc lifted objectmode metadata",
        "numba.core.event": "register install_listener Listener",
        "numba.core.sigutils": "normalize_signature",
        "numba.core.serialize": "NumbaPickler",
        "numba.core.config": "reload_config",
    },
    "keeping": {
        _RESULT: "_reduce _rebuild",
        _IDENTITY: "_unique_ids",
        _LIBRARY: "_finalize_specific _shared_module has_dynamic_globals _codegen._engine.finalize_object "
        "_codegen._rtlinker._unresolved _codegen._rtlinker.scan_unresolved_symbols "
        "_codegen._rtlinker.scan_defined_symbols _codegen._rtlinker.resolve",
        "numba.core.registry": "cpu_target.target_context.insert_user_function",
    },
    "jitclasses": {_CLASSES: "register_class_type", _BOXES: "_cache_specialized_box"},
    "ufuncs": {
        _DUFUNC: "add _dispatcher.overloads _dispatcher.py_func",
        _GUFUNC: "add build_ufunc gufunc_builder._sigs gufunc_builder.py_func",
    },
    "caches": dict.fromkeys(_CACHED, "enable_caching"),
}
# Objects in which nothing is compiled: they have what their class has not.
_SAMPLES: Final[dict[str, Callable[[Any], Any]]] = {
    _DISPATCHER: lambda numba: numba.njit(lambda: None),
    _LIBRARY: lambda _: _target().codegen().create_library("judge"),
    _DUFUNC: lambda numba: numba.vectorize(lambda one: one),
    _GUFUNC: lambda numba: numba.guvectorize("(n),()->(n)")(lambda *_: None),
}
Load = Callable[[Any, Any], Any]


# --- what this numba has ----------------------------------------------------------------------------------------------
def missing_hooks() -> tuple[str, ...]:
    """Return the insides that this numba has not, or has otherwise: where there are any, nothing is kept."""
    return tuple(itertools.chain.from_iterable(map(_missing, _INSIDES)))


def sees() -> bool:
    """Say whether it is seen what numba compiles, and may be compiled before it is called."""
    return not _missing("compiling")


@lru_cache
def _missing(purpose: str) -> tuple[str, ...]:
    """Return what is missing for one purpose; a zygote finds it out for all of its forks."""
    wanted = [(place, name) for place, names in _INSIDES[purpose].items() for name in names.split()]
    lacking = [one for one in wanted if not _has(*one)] or [one for one, works in _trials(purpose) if not works()]
    return tuple(f"{place}.{name}".replace(":", ".") for place, name in lacking)


def _has(place: str, name: str) -> bool:
    with contextlib.suppress(Exception):
        if not hasattr(resolve_name(place), name):
            attrgetter(name)(_SAMPLES[place](_module("numba")) if place in _SAMPLES else resolve_name(place))
        return True
    return False


def _trials(purpose: str) -> Iterator[tuple[tuple[str, str], Callable[[], bool]]]:
    """Yield what is there, but may be there for nothing, and what finds that out."""
    if purpose == "compiling":
        yield (_DISPATCHER, "compile"), _is_seen
    if purpose == "keeping":
        yield (_IDENTITY, "_unique_ids"), _is_counted


def _is_seen() -> bool:
    """Say whether a dispatcher is made by the one initializer, asks its cache, and tells of a compilation. Its compiler
    makes nothing."""
    seen: list[Any] = []
    one, event = _SAMPLES[_DISPATCHER](_module("numba")), _core("event")
    one._cache.load_overload = lambda *asked: seen.append(len(asked))
    one._compiler = SimpleNamespace(compile=lambda *_: seen.append("compiled"))
    with contextlib.suppress(Exception):
        listener = _listener(lambda facts: seen.append(sorted(facts)), lambda facts: seen.append(facts["args"]))
        with event.install_listener("numba:compile", listener):
            one.compile(())
    facts = ["args", "dispatcher", "return_type"]
    return type(one).__init__ is resolve_name(_DISPATCHER).__init__ and seen == [2, facts, "compiled", ()]


def _is_counted() -> bool:
    """Say whether functions get the numbers of that count."""
    with contextlib.suppress(Exception):
        identity = resolve_name(_IDENTITY)
        before = next(identity._unique_ids)
        return bool(identity.from_function(_is_counted).unique_id == before + 1)
    return False


# --- hooks ------------------------------------------------------------------------------------------------------------
def install(kernels: Kernels, *, first_id: int, cache: Load | None = None) -> None:
    """Tell `kernels` of all that is made and compiled from now on. With `cache`, each dispatcher asks that first. A
    hook that has no place in this numba is left out."""
    if not sees():
        return
    listen(kernels.note_start, kernels.note_end)
    _number_dispatchers(kernels, cache)
    if not _missing("keeping"):
        _count_from(first_id)
        os.register_at_fork(after_in_child=lambda: _count_from(first_id + (os.getpid() << _PROCESS_BITS)))
        _link_recursion()
    if not _missing("jitclasses"):
        _number_classes(kernels)
    if not _missing("ufuncs"):
        for place in (_DUFUNC, _GUFUNC):
            _number_ufuncs(resolve_name(place), kernels)
    for place in _CACHED:
        if _has(place, "enable_caching"):
            resolve_name(place).enable_caching = _nothing


def _count_from(number: int) -> None:
    _core("bytecode").FunctionIdentity._unique_ids = itertools.count(number)


def listen(start: Callable[[Any], None], end: Callable[[Any], None]) -> None:
    """Have numba call these with the facts of each compilation, as it begins and ends."""
    if all(_has("numba.core.event", name) for name in ("register", "Listener")):
        _core("event").register("numba:compile", _listener(start, end))


def _listener(start: Callable[[Any], None], end: Callable[[Any], None]) -> Any:
    from numba.core.event import Listener

    class Both(Listener):
        def on_start(self, event: Any) -> None:
            start(event.data)

        def on_end(self, event: Any) -> None:
            end(event.data)

    return Both()


def _number_dispatchers(kernels: Kernels, cache: Load | None) -> None:
    kind = resolve_name(_DISPATCHER)
    make, compile_ = kind.__init__, kind.compile

    def made(self: Any, *args: Any, **options: Any) -> None:
        make(self, *args, **options)
        if type(parallel := self.targetoptions.get("parallel")) is dict:  # which numba empties while it compiles
            with contextlib.suppress(Exception):  # it refuses an option that it does not know when it compiles
                self.targetoptions["parallel"] = _core("cpu_options").ParallelOptions(dict(parallel))
        if kernels.note_dispatcher(self) and cache is not None:
            self._cache.load_overload = lambda signature, _: cache(self, key_of(signature))

    def compiled(self: Any, signature: Any) -> Any:
        kernels.note_wanted(self, signature)
        return compile_(self, signature)

    kind.__init__, kind.compile = made, compiled


def key_of(signature: Any) -> tuple[tuple[Any, ...], Any]:
    """Return the types of the arguments, and that of the result where it is asked for."""
    args, result = _core("sigutils").normalize_signature(signature)
    return tuple(args), result


def _number_classes(kernels: Kernels) -> None:
    base = _module(_CLASSES)
    register = base.register_class_type

    def registered(*args: Any, **options: Any) -> Any:
        found = register(*args, **options)
        kernels.classes.append(found.class_type)
        return found

    base.register_class_type = registered


def _number_ufuncs(kind: Any, kernels: Kernels) -> None:
    make = kind.__init__

    def made(self: Any, *args: Any, **options: Any) -> None:
        make(self, *args, **options)
        if not kernels.depth:
            kernels.ufuncs.append(self)

    kind.__init__ = made


def _nothing(_: Any) -> None:
    """Keep no kernel: what a submission says of caches changes nothing."""


def _link_recursion() -> None:
    library = resolve_name(_LIBRARY)
    finalize_compiled = library._finalize_specific

    def finalize(self: Any) -> None:
        engine, linker, loaded = self._codegen._engine, self._codegen._rtlinker, self._shared_module
        if loaded is None:
            finalize_compiled(self)
            return
        linker.scan_unresolved_symbols(loaded, engine)
        engine.finalize_object()
        linker.scan_defined_symbols(loaded)
        linker.resolve(engine)

    library._finalize_specific = finalize


# --- results --------------------------------------------------------------------------------------------------------
def rebuild(parts: tuple[Any, ...]) -> Any:
    """Return the result of which `CompileResult._reduce` has made these parts."""
    target = _target()
    target.refresh()
    return _core("compiler").CompileResult._rebuild(target, *parts)


def open_calls() -> set[str]:
    """Return the functions that loaded code calls and that are not there yet."""
    return set(_target().codegen()._rtlinker._unresolved)


def adopt(one: Any, result: Any) -> None:
    """Do what a dispatcher does with a result that its cache has, before it is called (Dispatcher.compile)."""
    if one._can_compile and tuple(result.signature.args) not in one.overloads:
        _target().insert_user_function(result.entry_point, result.fndesc, [result.library])
        one.add_overload(result)


def remove(one: Any, args: tuple[Any, ...]) -> None:
    """Have a dispatcher forget what it has for these types."""
    left = [result for types, result in one.overloads.items() if types != args]
    one._reset_overloads()
    for result in left:
        one.add_overload(result)


def compile_for(one: Any, args: tuple[Any, ...], result: Any) -> None:
    """Compile a kernel for these types."""
    one.compile(args if result is None else _core("typing").signature(result, *args))


def forget_failures(dispatchers: list[Any]) -> None:
    """Let be compiled what could not be: numba raises the same error again, whatever rules it was given since."""
    for one in dispatchers:
        getattr(one._compiler, "_failed_cache", {}).clear()


def methods_of(one: Any) -> list[Any]:
    """Return the kernels that a jitclass, or the type of it, is made of; none of anything else."""
    if f"{type(one).__module__}:{type(one).__name__}" == _CLASS:
        one = one.class_type
    elif type(one).__name__ != "ClassType" or not type(one).__module__.startswith("numba."):
        return []
    properties = [kernel for both in one.jit_props.values() for kernel in both.values()]
    return [*one.jit_methods.values(), *properties, *one.jit_static_methods.values()]


def boxed() -> set[Any]:
    """Return the jitclasses, by the types of their objects, of which Python may have an object."""
    return set() if _missing("jitclasses") else set(_module(_BOXES)._cache_specialized_box)


def unbox(jitclass: Any, boxed: set[Any]) -> None:
    """Let what Python calls of a jitclass be made and compiled anew, when it gets the first object; not of these types,
    of which it has one."""
    if f"{type(jitclass).__module__}:{type(jitclass).__name__}" == _CLASS and not _missing("jitclasses"):
        boxes = _module(_BOXES)._cache_specialized_box
        for typ in [typ for typ in boxes if typ.class_type == jitclass.class_type and typ not in boxed]:
            del boxes[typ]


# --- what else numba compiles at a call -------------------------------------------------------------------------------
def wrappers() -> Iterator[tuple[Any, str, str, Any]]:
    """Yield by which kernels Python gets at objects of jitclasses: the type, a name, what it is, the kernel."""
    if _missing("jitclasses"):
        return
    kernel = _core("dispatcher").Dispatcher
    for typ, box in list(_module(_BOXES)._cache_specialized_box.items()):
        for name, value in list(vars(box).items()):
            if isinstance(value, property) and isinstance(value.fset, kernel):
                yield typ, name, "set", value.fset
            for cell in getattr(value, "__closure__", None) or ():
                if isinstance(cell.cell_contents, kernel):
                    yield typ, name, "call", cell.cell_contents


def loops(ufunc: Any) -> list[Any]:
    """Return the types that a ufunc is compiled for, in order."""
    builder = getattr(ufunc, "gufunc_builder", None)
    found = ufunc._dispatcher.overloads if builder is None else builder._sigs
    return [tuple(one.args) for one in found]


def function_of_ufunc(one: Any) -> Any:
    """Return the function that an object compiles, if it is a ufunc of numba's; else None."""
    name = f"{type(one).__module__}:{type(one).__name__}"
    if name not in (_DUFUNC, _GUFUNC) or _missing("ufuncs"):
        return None
    return one._dispatcher.py_func if name == _DUFUNC else one.gufunc_builder.py_func


def function_of_stencil(one: Any) -> Any:
    """Return the function that a stencil of numba's applies to each cell; None of anything else."""
    is_one = f"{type(one).__module__}:{type(one).__name__}" == _STENCIL
    return getattr(getattr(one.kernel_ir, "func_id", None), "func", None) if is_one else None


def add_loop(ufunc: Any, args: tuple[Any, ...]) -> None:
    """Compile a ufunc for these types."""
    if args in loops(ufunc):
        return
    if hasattr(ufunc, "gufunc_builder"):
        ufunc.add(_core("types").none(*args))
        ufunc.build_ufunc()
    else:
        ufunc.add(args)


# --- small things -----------------------------------------------------------------------------------------------------
class _Unread(types.ModuleType):
    """numba, until anybody looks at it, which `import numba` and `from numba import ...` do."""

    def __getattribute__(self, name: str) -> Any:
        object.__setattr__(self, "__class__", types.ModuleType)
        config = _core("config")
        if hasattr(config, "reload_config"):
            config.reload_config()
        return getattr(self, name)


def read_at_import() -> None:
    """Have numba read its environment once more when it is imported next; 0.04 ms, where nothing was set."""
    _core("config")
    sys.modules["numba"].__class__ = _Unread


def read_environment() -> None:
    """Have numba read its variables of the environment now, as it does when it compiles."""
    _core("config").reload_config()


def _target() -> Any:
    return _core("registry").cpu_target.target_context


def _core(name: str) -> Any:
    return _module(f"numba.core.{name}")


def _module(name: str) -> Any:
    """Return a module of numba's. It has no types for what is used of it here."""
    return import_module(name)
