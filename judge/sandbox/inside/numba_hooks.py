"""All that the judge changes in numba, or uses of it without a promise that it stays.

Each of these is a hook into an inside of numba's: how dispatchers are made and look into their cache, how kernels that
were loaded are linked, how functions are numbered, how jitclasses and ufuncs are made. `missing` says which of them
this numba has not: then nothing is kept, and each attempt compiles before it is given its case.

Linking: numba looks for the calls that a recursion leaves open in a library's own module. That is empty in a library
that was loaded as object code, so the call goes to address 0 (numba#6061, numba#6713). They stand in the module that
is kept for linking, and are looked for there.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from judge.sandbox.inside.kernels import Kernels

# Numbers are a part of the names of compiled functions. No two processes whose functions may meet share any.
PREPARED_FROM: Final = 1 << 20
LOADED_FROM: Final = 1 << 24
_CLASSES: Final = "numba.experimental.jitclass.base"
_BOXES: Final = "numba.experimental.jitclass.boxing"
_UFUNCS: Final = tuple(f"numba.np.ufunc.{name}" for name in ("dufunc", "gufunc", "ufuncbuilder"))
Load = Callable[[Any, Any], Any]


class Cache:
    """Stands where a dispatcher has numba's own cache (numba.core.caching._Cache)."""

    cache_path = None

    def __init__(self, dispatcher: Any, load: Load) -> None:
        self._dispatcher, self._load = dispatcher, load

    def load_overload(self, sig: Any, _: Any) -> Any:
        """Return the result for a signature, None where there is none."""
        args, result = _core("sigutils").normalize_signature(sig)
        return self._load(self._dispatcher, (tuple(args), result))

    def save_overload(self, sig: Any, result: Any) -> None:
        """Keep nothing."""

    def enable(self) -> None:
        """Do nothing, as `disable` and `flush`."""

    disable = flush = enable


def missing() -> list[str]:
    """Return the insides that this numba has not, or has otherwise."""
    bytecode, codegen, compiler, dispatcher = map(_core, ("bytecode", "codegen", "compiler", "dispatcher"))
    base, boxing, dufunc, gufunc, ufuncbuilder = map(_module, (_CLASSES, _BOXES, *_UFUNCS))
    wanted = [
        (dispatcher.Dispatcher, "__init__ enable_caching _reset_overloads add_overload compile"),
        (dispatcher.NullCache, "load_overload save_overload enable disable flush cache_path"),
        (compiler.CompileResult, "_reduce _rebuild"),
        (codegen.JITCodeLibrary, "_finalize_specific"),
        (codegen.RuntimeLinker, "scan_unresolved_symbols scan_defined_symbols resolve"),
        (codegen.JitEngine, "finalize_object"),
        (bytecode.FunctionIdentity, "_unique_ids"),
        (base, "register_class_type"),
        (boxing, "_cache_specialized_box"),
        (dufunc.DUFunc, "__init__ add"),
        (gufunc.GUFunc, "__init__ add build_ufunc"),
        (ufuncbuilder.UFuncDispatcher, "enable_caching"),
    ]
    return [f"{place.__name__}.{name}" for place, names in wanted for name in names.split() if not hasattr(place, name)]


def install(kernels: Kernels, *, first_id: int, cache: Load | None = None) -> None:
    """Tell `kernels` of all that is made and compiled from now on. With `cache`, each dispatcher asks that first."""
    dispatcher, base = _core("dispatcher"), _module(_CLASSES)
    dufunc, gufunc, ufuncbuilder = map(_module, _UFUNCS)
    make, register = dispatcher.Dispatcher.__init__, base.register_class_type

    def made(self: Any, *args: Any, **options: Any) -> None:
        make(self, *args, **options)
        kernels.note_dispatcher(self)
        if cache is not None and kernels.made and kernels.made[-1] is self:
            self._cache = Cache(self, cache)

    def registered(*args: Any, **options: Any) -> Any:
        found = register(*args, **options)
        kernels.classes.append(found.class_type)
        return found

    def nothing(_: Any) -> None:
        """Keep no kernel: what a submission says of caches changes nothing."""

    listen(lambda _: kernels.note_start(), kernels.note_end)
    _core("bytecode").FunctionIdentity._unique_ids = itertools.count(first_id)
    dispatcher.Dispatcher.__init__ = made
    base.register_class_type = registered
    for ufunc in (dufunc.DUFunc, gufunc.GUFunc):
        _wrap_ufunc(ufunc, kernels)
    for cached in (dispatcher.Dispatcher, ufuncbuilder.UFuncDispatcher, _core("ccallback").CFunc):
        cached.enable_caching = nothing
    _link_recursion()


def listen(start: Callable[[Any], None], end: Callable[[Any], None]) -> None:
    """Have numba call these with the facts of each compilation, as it begins and ends."""
    from numba.core.event import Listener

    class Both(Listener):
        def on_start(self, event: Any) -> None:
            start(event.data)

        def on_end(self, event: Any) -> None:
            end(event.data)

    _core("event").register("numba:compile", Both())


def _wrap_ufunc(kind: Any, kernels: Kernels) -> None:
    make = kind.__init__

    def made(self: Any, *args: Any, **options: Any) -> None:
        make(self, *args, **options)
        if not kernels.depth:
            kernels.ufuncs.append(self)

    kind.__init__ = made


def _link_recursion() -> None:
    codegen = _core("codegen")
    finalize_compiled = codegen.JITCodeLibrary._finalize_specific

    def finalize(self: Any) -> None:
        engine, linker, loaded = self._codegen._engine, self._codegen._rtlinker, self._shared_module
        if loaded is None:
            finalize_compiled(self)
            return
        linker.scan_unresolved_symbols(loaded, engine)
        engine.finalize_object()
        linker.scan_defined_symbols(loaded)
        linker.resolve(engine)

    codegen.JITCodeLibrary._finalize_specific = finalize


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


# --- what else numba compiles at a call -------------------------------------------------------------------------------
def wrappers() -> Iterator[tuple[Any, str, str, Any]]:
    """Yield by which kernels Python gets at objects of jitclasses: the type, a name, what it is, the kernel."""
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
def read_environment() -> None:
    """Have numba read its variables of the environment now, as it does when it compiles."""
    _core("config").reload_config()


def look_up(module: str, name: str) -> Any:
    """Return what lies in a module that is loaded under a name."""
    return getattr(sys.modules.get(module), name, None)


def digest(*texts: str) -> str:
    """Return the digest of some texts."""
    return hashlib.blake2b(repr(texts).encode(errors="surrogatepass"), digest_size=16).hexdigest()


def _target() -> Any:
    return _core("registry").cpu_target.target_context


def _core(name: str) -> Any:
    return _module(f"numba.core.{name}")


def _module(name: str) -> Any:
    """Return a module of numba's. It has no types for what is used of it here."""
    return import_module(name)
