"""Each hook into an inside of numba's does what it is there for, with this numba; a numba without it gets its kernels
compiled. A failure here names the hook: numba has changed there."""

from __future__ import annotations

import gc
import os
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from judge.sandbox.inside import desk, numba_hooks
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, SOURCES, Write

ROOT = Path(__file__).parents[3]
SOLVE = "\ndef solve(algorithm, n, p, grid):\n    return "
# These names are others' too, Python's or those of numba's C code: they can't be renamed, only hidden from the judge.
COMMON = {"_can_compile", "signature", "fndesc", "metadata", "add", "_dispatcher.py_func", "gufunc_builder.py_func"}


pytestmark = pytest.mark.usefixtures("forks")


def inside(module: str) -> Any:
    """A module of numba's, of which it has no types."""
    return import_module(f"numba.core.{module}")


def made(source: str) -> Any:
    """Run a source as a module, whose kernels are numbered."""
    module = ModuleType("mine")
    sys.modules["mine"] = module
    exec(compile(HEAD + source, "mine.py", "exec"), vars(module))
    return module


def test_a_dispatcher_compiles_forgets_and_adopts_results() -> None:
    def work() -> None:
        from numba import float64, int64

        known, module = forked.Numbered(), made("one = njit(lambda a: a + 1)\ntwo = njit(lambda a: a + 2)\n")
        numba_hooks.compile_for(module.one, (int64,), None)
        numba_hooks.compile_for(module.two, (int64,), float64)
        assert (repr(module.one(1)), repr(module.two(1)), module.two(1.5)) == ("2", "3.0", 3.5), "Dispatcher.compile"
        numba_hooks.remove(module.two, (int64,))
        assert list(module.two.overloads) == [(float64,)], "Dispatcher._reset_overloads, add_overload"
        numba_hooks.adopt(module.two, module.one.overloads[(int64,)])
        assert (module.two(1), module.two(1.5)) == (2, 3.5), "Dispatcher.add_overload: it has no effect"
        assert len(known.ended) == 3

    forked.called(work)


def test_a_kernel_is_wanted_by_each_that_calls_it() -> None:
    """Compiled or not: whoever calls it takes it as it is."""

    def work() -> None:
        from numba import int64

        known, module = forked.Numbered(), made(SOURCES["called"])
        assert module.run() == [3, 4, 3, 3.5]
        for one in (module.first, module.second):
            inner = known._compiled_with((id(one), (int64,)))
            assert list(inner.values()) == [module.callee], "Dispatcher.compile: it is not asked for what one calls"
        assert known.depth == 0, "the event numba:compile: its end is not told"

    forked.called(work)


CACHES = {
    "Dispatcher": "njit(cache=True)(run)(1)",
    "UFuncDispatcher": "numba.vectorize(cache=True)(run)(np.arange(3))",
    "CFunc": "numba.cfunc('int64(int64)', cache=True)(run).ctypes(1)",
}


def test_what_a_submission_says_of_caches_keeps_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + "def run(a):\n    return a + 1\n")

    def kept(*, hooked: bool) -> list[str]:
        def work() -> list[str]:
            if hooked:
                forked.Numbered()
            for kind, call in CACHES.items():
                os.environ["NUMBA_CACHE_DIR"] = str(tmp_path / f"{kind}{hooked}")
                numba_hooks.read_environment()
                exec(compile(f"{path.read_text()}{call}\n", str(path), "exec"), {"__name__": "mine"})
            return [kind for kind in CACHES if list(tmp_path.glob(f"{kind}{hooked}/**/*.nb?"))]

        return forked.called(work)

    assert kept(hooked=True) == [], "enable_caching of these: it still keeps kernels"
    assert kept(hooked=False) == [*CACHES], "enable_caching of others: numba keeps kernels by other means"


def right(source: str, n: int) -> str:
    """What this answers on an empty board of n, with numba or without."""
    board = np.full((n, n), 3 * (source == "ufuncs"), np.int8)
    if source == "mutual":
        board[::2, 0], board[1::2, 1] = 1, 2
    return {"jitclasses": "7", "caches": "0"}.get(source, f"int8 {board.tolist()}")


@pytest.mark.parametrize(("source", "in_load"), [("mutual", 0), ("jitclasses", 6)])
def test_what_was_recorded_is_there_before_the_case(write: Write, tmp_path: Path, source: str, in_load: int) -> None:
    """A recursion is loaded and linked; a jitclass is compiled anew, with the wrappers that Python reaches it by."""
    path, kept = write(f"{SOURCES[source]}{SOLVE}run(grid)\n"), tmp_path / "kept"
    recorded = forked.prepare(path, kept)
    run = forked.attempt(path, kept)
    assert run.outcome == right(source, 8), "JITCodeLibrary._finalize_specific: a recursion is not linked"
    assert (run.in_load, run.compiled) == (in_load, 0), "JITCodeLibrary._finalize_specific: a recursion is not loaded"
    assert in_load in (0, recorded.compiled), "_cache_specialized_box: wrappers are not compiled"


def test_a_loop_is_added_as_a_call_adds_it() -> None:
    grid = np.zeros((4, 4), np.int8)

    def loops(wanted: bytes = b"") -> tuple[list[int], bytes]:
        known, module = forked.Numbered(), made(SOURCES["ufuncs"])
        assert known.ufuncs == [module.double, module.plus]
        if wanted:
            for one, [args] in zip(known.ufuncs, known.loads(wanted), strict=True):
                numba_hooks.add_loop(one, args)
        before = [len(numba_hooks.loops(one)) for one in known.ufuncs]
        assert (module.run(grid) == 3).all()
        return before, known.dumps([numba_hooks.loops(one) for one in known.ufuncs])[0]

    none, called = forked.called(loops)
    assert none == [0, 0]
    assert forked.called(lambda: loops(called)) == ([1, 1], called), "DUFunc.add, GUFunc.add: a call adds others"


# --- the zygote -------------------------------------------------------------------------------------------------------
def test_types_are_learned_without_compiling() -> None:
    def work() -> None:
        known = forked.Numbered()
        desk._learn_types()
        assert not known.ended, "Dispatcher._compile_for_args: numba's C code calls another method"

    forked.called(work)


# --- a numba without --------------------------------------------------------------------------------------------------
OF_DEFAULT = "_compiler.pipeline_class"  # whose loss is tried by default
INSIDES = [
    pytest.param(
        purpose,
        place,
        name,
        id=f"{place.rpartition('.')[2]}.{name}",
        marks=[] if name == OF_DEFAULT else pytest.mark.nightly(sample=4),
    )
    for purpose, wanted in numba_hooks._INSIDES.items()
    for place, names in wanted.items()
    for name in names.split()
]


def rename(name: str) -> None:
    """Make numba one of tomorrow, in which this attribute has another name: all of numba knows it, and nobody else."""
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


def lose(place: str, name: str) -> None:
    """Take an inside away from the judge, in this process."""
    last = name.rpartition(".")[2]
    if not {name, last} & COMMON:
        rename(last)
        return
    has = numba_hooks._has
    numba_hooks._has = lambda *one: one != (place, name) and has(*one)
    numba_hooks._missing.cache_clear()


def test_this_numba_lacks_nothing() -> None:
    numba_hooks._missing.cache_clear()
    assert numba_hooks.missing_hooks() == ()
    assert numba_hooks.sees()


@pytest.mark.parametrize(("purpose", "place", "name"), INSIDES)
def test_without_an_inside_the_answer_is_right(tmp_path: Path, purpose: str, place: str, name: str) -> None:
    """Submissions that are judged without an inside of numba's are right."""
    mine, plain = tmp_path / "mine.py", tmp_path / "plain.py"
    source = purpose if purpose in SOURCES else "mutual"
    mine.write_text(f"{HEAD}{SOURCES[source]}{SOLVE}run(grid)\n")
    plain.write_text(f"{SOLVE}grid\n")

    def work() -> tuple[forked.Run, ...]:
        lose(place, name)
        missing = numba_hooks.missing_hooks()
        assert any(one.endswith(f".{name.rpartition('.')[2]}") for one in missing), "it is not missed"
        assert not (numba_hooks.sees() and purpose == "compiling")
        runs = []
        for path in (mine, plain):
            runs += [forked.prepare(path, tmp_path / "kept"), forked.attempt(path, tmp_path / "kept")]
        if numba_hooks.sees() and purpose not in ("ufuncs", "caches"):  # numba tells of no ufunc, and keeps by itself
            assert runs[1].in_load > 0, "what was recorded is not compiled before the case is there"
            assert runs[1].compiled == 0 or purpose == "jitclasses"
        return tuple(runs)

    wanted = [right(name, n) for name in (source, "plain") for n in (4, 8)]
    assert [run.outcome for run in forked.called(work)] == wanted


def test_a_cache_that_is_not_asked_is_missed() -> None:
    def work() -> tuple[str, ...]:
        dispatcher = inside("dispatcher")
        compile_for = dispatcher.Dispatcher.compile

        def compile_at_once(self: Any, sig: Any) -> Any:
            self._cache = dispatcher.NullCache()
            return compile_for(self, sig)

        dispatcher.Dispatcher.compile = compile_at_once
        numba_hooks._missing.cache_clear()
        return numba_hooks.missing_hooks()

    assert forked.called(work) == ("numba.core.dispatcher.Dispatcher.compile",)


def test_numbers_that_come_from_elsewhere_are_missed() -> None:
    def work() -> tuple[str, ...]:
        inside("bytecode").FunctionIdentity.from_function = lambda _: SimpleNamespace(unique_id=-7)
        numba_hooks._missing.cache_clear()
        return numba_hooks.missing_hooks()

    assert forked.called(work) == ("numba.core.bytecode.FunctionIdentity._unique_ids",)


def test_the_oldest_numba_is_the_one_that_is_allowed() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"numba>={numba_hooks.TESTED_NUMBA[0]}" in wanted
