"""The compiled kernels of one submission: kept by a prepare phase, loaded by an attempt without a call.

A prepare phase calls `solve` on small boards, and `Recording` writes a record of each kernel that numba compiles
meanwhile: which kernel, for which types, the digest of its content (content.py), and the result. It is one plain file.
An attempt runs the submission's file anew, and `Loading` takes each result whose content is the same now. It compiles
what can't be kept, for the recorded types. What `solve` itself changes is left to the call, as without a judge. So
nothing of `solve` has run before the case, and nothing is compiled once it is there.

The file comes from a process in which a submission has run. It is opened in boxes of the same submission alone, after
the seal; nothing in it is believed but by them.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import pickle
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import CodeType
from typing import Any, BinaryIO, Final, NamedTuple

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.content import (
    Content,
    bound_names,
    content_of,
    content_of_file,
    content_of_ufunc,
    extends_numba,
    is_hidden,
    lends_functions,
    own_globals,
    place_of,
    python_names,
    settings,
)

FILE: Final = "kernels"
MOST_BYTES: Final = 32 << 20
MOST_RECORDS: Final = 4096
_FRAME: Final = struct.Struct("<III")  # the lengths of a record and of its result, which follow, and their checksum

Types = tuple[Any, ...]
Key = tuple[Types, Any]  # the types of the arguments, and that of the result where it was asked for
Overload = tuple[int, Types]  # the id of a dispatcher, and for which arguments
Place = tuple[Any, ...]  # of a kernel: how another process finds it
Tell = Callable[[str, str, str], None]  # a kind of note, the kernel, what it reads


class Record(NamedTuple):
    """One kernel for some types. `late` is what `solve` has changed of its content, `why` why it can't be kept;
    `functions` are the kernels among its arguments and their methods; `root`: it may be called from Python. `needs` are
    the kernels that are compiled with it, each by its place among those of its contents, and for which arguments."""

    place: Place
    name: str
    key: Key
    functions: tuple[int, ...] = ()
    digest: str = ""
    late: str = ""
    why: str = ""
    root: bool = True
    symbol: str = ""
    trace: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[int, Types], ...] = ()


class Need(NamedTuple):
    """A kernel that numba compiles with another one: from then on, its dispatcher has the result."""

    kernel: Any
    args: Types
    result: Any
    content: Content


class Ready(NamedTuple):
    """A result that waits for the first call, and what it was compiled from and with."""

    result: Any
    contents: list[Content]
    needs: list[Need]

    def holds(self) -> bool:
        """Say whether numba would compile the same now."""
        return all(content.holds() for content in self.contents) and all(
            need.kernel.overloads.get(need.args, need.result) is need.result for need in self.needs
        )


class Kernels:
    """Numbers what a submission makes, in the order in which it does: every run of the same file finds it again."""

    def __init__(self) -> None:
        self.made: list[Any] = []  # dispatchers
        self.classes: list[Any] = []  # types of jitclasses
        self.ufuncs: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._settings: dict[str, str] = {}
        self._compiling: list[Overload] = []  # each within the one before
        self._wanted: dict[Overload, dict[Overload, Any]] = {}  # of each the kernels that it calls
        self._frozen: dict[Overload, Content] = {}  # of each what it was compiled from

    def before_import(self, code: CodeType) -> None:
        """Take note of the file that is run next."""

    # --- told by the hooks ----------------------------------------------------------------------------------------
    def note_dispatcher(self, one: Any) -> bool:
        """Number a dispatcher that was made, and say so; numba's own, and what it makes while it compiles, get none."""
        if self.depth or str(one.py_func.__globals__.get("__name__", "")).startswith("numba."):
            return False
        self._numbers[id(one)] = len(self.made)
        self.made.append(one)
        return True

    @property
    def depth(self) -> int:
        """Return how many compilations go on, each within the one before."""
        return len(self._compiling)

    def note_start(self, event: dict[str, Any]) -> None:
        """Take note that a compilation begins."""
        self._compiling.append((id(event["dispatcher"]), tuple(event["args"])))

    def note_wanted(self, one: Any, signature: Any) -> None:
        """Take note that a kernel is wanted, perhaps by one that is being compiled."""
        if self._compiling and id(one) in self._numbers:
            overload = id(one), numba_hooks.key_of(signature)[0]
            self._wanted.setdefault(self._compiling[-1], {})[overload] = one

    def note_end(self, event: dict[str, Any]) -> None:
        """Take note that one ends."""
        overload, one = self._compiling.pop(), event["dispatcher"]
        if id(one) in self._numbers:
            self._frozen[overload] = content_of(one)

    def _compiled_with(self, overload: Overload) -> dict[Overload, Any]:
        """Return all kernels that were compiled with one, inner ones first."""
        found: dict[Overload, Any] = {}
        seen = {overload}

        def visit(outer: Overload) -> None:
            for inner, one in self._wanted.get(outer, {}).items():
                if inner not in seen:
                    seen.add(inner)
                    visit(inner)
                    found[inner] = one

        visit(overload)
        return found

    def _is_as_compiled(self, one: Any, args: Types) -> bool:
        """Say whether a kernel would be compiled as it was: numba goes on to use what it has."""
        then = self._frozen.get((id(one), args))
        return then is None or then.holds() or then.digest == content_of(one).digest != ""

    def _eager(self, contents: list[Content]) -> Iterator[tuple[Any, Types]]:
        """Yield what was compiled of the kernels that these call and that compile nothing more."""
        for one in _kernels(contents):
            if not one._can_compile:
                yield from ((one, args) for args in one.overloads)

    # --- places ---------------------------------------------------------------------------------------------------
    def place(self, one: Any) -> Place | None:
        """Return how another process finds this dispatcher; None where it can't."""
        if id(one) in self._numbers:
            return "made", self._numbers[id(one)]
        if library := place_of(one.py_func, one):
            return "library", library
        for parent in self.made:
            for args, result in parent.overloads.items():
                for index, lifted in enumerate(result.lifted):
                    if lifted is one:
                        return "lifted", self._numbers[id(parent)], args, index
        return next((place for place, wrapper in self._wrappers() if wrapper is one), None)

    def find(self, place: Place) -> Any:
        """Return the dispatcher of a place, None where there is none."""
        match place:
            case "made", number:
                return self.made[number] if number < len(self.made) else None
            case "library", path:
                module, _, name = path.rpartition(".")
                return numba_hooks.look_up(module, name)
            case "lifted", number, args, index:
                result = self.made[number].overloads.get(args)
                return result.lifted[index] if result else None
        return next((wrapper for found, wrapper in self._wrappers() if found == place), None)

    def _wrappers(self) -> Iterator[tuple[Place, Any]]:
        """Yield what numba has made so that Python can call methods of jitclasses."""
        for typ, name, kind, wrapper in numba_hooks.wrappers():
            if typ.class_type in self.classes:
                yield ("wrapper", self.classes.index(typ.class_type), name, kind), wrapper

    # --- pickles ----------------------------------------------------------------------------------------------------
    def dumps(self, what: Any) -> tuple[bytes, list[Place]]:
        """Return a pickle in which the submission's own dispatchers and jitclasses are numbers, and those numbers."""
        from numba.core import serialize, types
        from numba.core.dispatcher import Dispatcher

        found: list[Place] = []
        numbers, classes = self._numbers, self.classes

        class Pickler(serialize.NumbaPickler):
            def persistent_id(self, one: Any) -> Place | None:
                if isinstance(one, Dispatcher) and id(one) in numbers:
                    found.append(("made", numbers[id(one)]))
                elif isinstance(one, types.ClassType) and one in classes:
                    found.append(("class", classes.index(one)))
                elif isinstance(one, type) and is_hidden(one):
                    found.append(("global", next(name for name, value in own_globals().items() if value is one)))
                else:
                    return None
                return found[-1]

        pickler: Any = Pickler  # numba has no types for it
        with io.BytesIO() as buffer:
            pickler(buffer, protocol=4).dump(what)
            return buffer.getvalue(), found

    def loads(self, data: bytes) -> Any:
        """Return what was pickled; whatever exception it likes where it is something else."""
        made, classes = self.made, self.classes

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, place: Place) -> Any:
                spaces: dict[str, Any] = {"made": made, "class": classes, "global": own_globals()}
                return spaces[place[0]][place[1]]

        return Unpickler(io.BytesIO(data)).load()

    # --- content ----------------------------------------------------------------------------------------------------
    def digest(self, contents: Iterable[Content], place: Place = ("made",)) -> str:
        """Return the digest of a kernel with these contents, numba's settings among them; empty where there is none."""
        digests = [content.digest for content in contents]
        named = place if place[0] == "library" else ()
        return numba_hooks.digest(repr(self._settings or settings()), *named, *digests) if all(digests) else ""


class Recording(Kernels):
    """Writes what is compiled in this process into a file."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._at_import: dict[int, Content] = {}
        self._called: frozenset[str] = frozenset()  # names in code that is no kernel
        self._extended = False
        self._keeps = not numba_hooks.missing_hooks()
        self._ufuncs: Counter[int] = Counter()  # of each the loops that are recorded
        numba_hooks.install(self, first_id=numba_hooks.PREPARED_FROM)

    def before_import(self, code: CodeType) -> None:
        """Take note of whether kernels that are compiled at import can be kept."""
        self._extended = extends_numba(code)

    def after_import(self, code: CodeType) -> None:
        """Take note of what each kernel reads before `solve` is called for the first time."""
        if not numba_hooks.sees():
            return
        self._extended = extends_numba(code)
        self._called = python_names(code, (one.py_func.__code__ for one in self.made))
        numba_hooks.read_environment()
        self._at_import = {number: content_of(one) for number, one in enumerate(self.made)}
        self._ufuncs = Counter({number: len(numba_hooks.loops(one)) for number, one in enumerate(self.ufuncs)})

    def after_call(self) -> None:
        """Record the loops that ufuncs have got since."""
        for number, one in enumerate(self.ufuncs):
            for args in numba_hooks.loops(one)[self._ufuncs[number] :]:
                self._write(Record(("ufunc", number), one.__name__, (tuple(args), None), why="a ufunc"), b"")
                self._ufuncs[number] += 1

    def note_end(self, event: dict[str, Any]) -> None:
        """Record what was compiled."""
        super().note_end(event)
        with contextlib.suppress(Exception):  # what can't be recorded is compiled by each attempt, when it is called
            one, args = event["dispatcher"], tuple(event["args"])
            result, place = one.overloads.get(args), self.place(one)
            if result is not None and place is not None and (place[0] == "made" or not self.depth):
                self._record(one, place, (args, event["return_type"]), result)

    def _record(self, one: Any, place: Place, key: Key, result: Any) -> None:
        name, symbol = one.py_func.__qualname__, result.fndesc.mangled_name
        arguments = self.dumps(key)[1]
        functions = tuple(number for argument in arguments for number in self._made_of(*argument))
        if place[0] not in ("made", "library"):
            self._write(Record(place, name, key, functions, why="which numba makes at the call"), b"")
            return
        kernels = [*([one] if place[0] == "made" else []), *(self.made[number] for number in functions)]
        contents = [content_of(kernel) for kernel in kernels]
        digest, why = self.digest(contents, place), next((content.why for content in contents if content.why), "")
        inner = [(other, args) for (_, args), other in self._compiled_with((id(one), key[0])).items()]
        outdated = [other for other, args in (*inner, *self._eager(contents)) if not self._is_as_compiled(other, args)]
        late = next(filter(None, map(self._changed, kernels, contents)), outdated[0].__name__ if outdated else "")
        keeps = self._keeps and not why and not outdated
        payload, why = self._payload(result, arguments) if keeps else (b"", why)
        trace = tuple(step for content in contents for step in content.trace)
        root = not self.depth or bool(self._called & self._names_of(one))
        numbers = {id(other): number for number, other in enumerate(_kernels(contents))}
        needs = tuple((numbers[id(other)], args) for other, args in inner if id(other) in numbers)
        self._write(Record(place, name, key, functions, digest, late, why, root, symbol, trace, needs), payload)

    def _made_of(self, kind: str, number: Any) -> Iterator[int]:
        """Yield the numbers of the kernels that an argument is: itself, or the methods of its class."""
        if kind == "made":
            yield number
        elif kind == "class":
            methods = numba_hooks.methods_of(self.classes[number])
            yield from (self._numbers[id(one)] for one in methods if id(one) in self._numbers)

    def _changed(self, one: Any, content: Content) -> str:
        """Return the name that has another value since the import; empty where there is none."""
        before = self._at_import.get(self._numbers[id(one)])
        if before is None or (before.digest and before.digest == content.digest) or before.holds():
            return ""
        return before.changed()

    def _payload(self, result: Any, arguments: list[Place]) -> tuple[bytes, str]:
        """Return a result as bytes; or none, and why it can't be kept."""
        if self._extended:
            return b"", "rules that the file gives numba"
        if any(kind == "class" for kind, _ in arguments):
            return b"", "an object of a jitclass"
        if result.lifted or result.objectmode:
            return b"", "Python objects"
        if result.library.has_dynamic_globals:
            return b"", "an address"
        try:
            payload, named = self.dumps(result._reduce())
        except Exception as error:
            return b"", f"a value that can't be kept ({type(error).__name__})"
        hidden = [name for kind, name in (*arguments, *named) if kind == "global"]
        return (b"", f"{hidden[0]}, a class of another name") if hidden else (payload, "")

    def _names_of(self, one: Any) -> set[str]:
        space = one.py_func.__globals__
        return {one.py_func.__name__, *(name for name, value in space.items() if value is one)}

    def _write(self, record: Record, payload: bytes) -> None:
        head = self.dumps(tuple(record))[0]
        if self._file.tell() + len(payload) > MOST_BYTES:
            payload = b""
        data = _frame(head, payload)
        if self._file.tell() + len(data) <= MOST_BYTES:
            self._file.write(data)


class Loading(Kernels):
    """Takes what was recorded. `fresh` compiles all of it anew, for the types that were recorded."""

    def __init__(self, path: str, tell: Tell, *, fresh: bool = False) -> None:
        super().__init__()
        self._tell, self._fresh = tell, fresh or bool(numba_hooks.missing_hooks())
        self._kept: dict[tuple[str, Key], Any] = {}  # bytes, or the result that they have become
        self._needs: dict[tuple[str, Key], tuple[tuple[int, Types], ...]] = {}
        self._symbols: dict[str, tuple[str, Key]] = {}
        self._roots: list[Record] = []
        self._ready: dict[tuple[int, Key], Ready] = {}
        self._bound: frozenset[str] | None = None
        self._at_import: dict[str, str] = {}
        self._code: CodeType | None = None
        self._boxed: set[Any] = set()  # types of jitclasses of which the file has made an object
        self._contents: dict[int, Content] = {}
        self._unread = list(islice(_frames(path), MOST_RECORDS)) if numba_hooks.sees() else []
        numba_hooks.install(self, first_id=numba_hooks.LOADED_FROM, cache=self._load)
        self._index()

    def after_import(self, code: CodeType) -> None:
        """Load and compile all that may be called from Python."""
        self._index()
        if not self._roots:
            return
        self._bound, self._code, self._boxed = bound_names(code), code, numba_hooks.boxed()
        numba_hooks.read_environment()
        self._settings = self._at_import = settings()
        missing = []
        for record in self._roots:
            with contextlib.suppress(Exception):  # a record that was forged is as none
                if not self._take(record):
                    missing.append(record)
        for record in missing:
            with contextlib.suppress(Exception):  # as bare: whoever calls it gets the error
                self._compile(record)
        self._settings = {}

    def _index(self) -> None:
        """Note what is recorded. What names a dispatcher that is not made yet waits until the file is imported."""
        waiting = []
        for head, payload in self._unread:
            try:
                record = Record(*self.loads(head))
                if payload and record.digest and not self._fresh:
                    self._kept.setdefault((record.digest, record.key), payload)
                    self._needs.setdefault((record.digest, record.key), record.needs)
                    self._symbols[record.symbol] = record.digest, record.key
                if record.root:
                    self._roots.append(record)
            except Exception:
                waiting.append((head, payload))
        self._unread = waiting

    # --- taking what is kept ----------------------------------------------------------------------------------------
    def _take(self, record: Record) -> bool:
        """Load what a record holds; say whether nothing is left to do for it."""
        if record.place[0] not in ("made", "library"):
            return False
        one = self.find(record.place)
        if one is None or record.late:  # solve makes the kernel, or changes what it reads
            if record.late:
                self._tell("late", record.name, record.late)
            self._result(record.digest, record.key)
            return True
        if one.py_func.__qualname__ != record.name or record.key[0] in one.overloads:
            return True
        contents = self._contents_of(record)
        digest = self.digest(contents, record.place)
        if record.digest and digest != record.digest:
            self._tell("differs", record.name, _difference(record, contents))
            return False
        found = self._found(digest, record.key, contents)
        if found is None:
            return False
        if record.place[0] == "library" or self._is_settled(contents):
            numba_hooks.adopt(one, found.result)
        else:
            self._ready[record.place[1], record.key] = found
        return True

    def _contents_of(self, record: Record) -> list[Content]:
        own = [record.place[1]] if record.place[0] == "made" else []
        return [self._content(self.made[number]) for number in (*own, *record.functions)]

    def _content(self, one: Any) -> Content:
        """Return the content of a kernel now; while all is loaded, no content changes."""
        if not self._settings:
            return content_of(one)
        number = self._numbers[id(one)]
        if number not in self._contents:
            self._contents[number] = content_of(one)
        return self._contents[number]

    def _is_settled(self, contents: list[Content]) -> bool:
        """Say whether kernels can be no others when they are called: nothing that they read can change."""
        return self._has_fixed_settings() and all(content.is_fixed(self._bound) for content in contents)

    def _has_fixed_settings(self) -> bool:
        """Say whether no function of the file changes numba's settings."""
        return self._bound is not None and self._bound.isdisjoint(self._at_import)

    def _found(self, digest: str, key: Key, contents: list[Content]) -> Ready | None:
        """Return what is kept of a content, None where numba would not compile that now: it takes the kernels that a
        kernel calls as they were compiled, whatever they have read since."""
        result = self._result(digest, key)
        if result is None or not all(itertools.starmap(self._is_as_compiled, self._eager(contents))):
            return None
        needs, kernels = [], list(_kernels(contents))
        for number, args in self._needs[digest, key]:
            one = kernels[number]
            content = self._content(one)
            if args in one.overloads:
                if not self._is_as_compiled(one, args):
                    return None
            elif not self._is_settled([content]):
                inner = self._result(self.digest([content]), (args, None))
                if inner is None:
                    return None
                needs.append(Need(one, args, inner, content))
        return Ready(result, contents, needs)

    def _result(self, digest: str, key: Key) -> Any:
        """Return the result that is kept of a content, None where there is none that can be loaded."""
        found = self._kept.get((digest, key)) if digest else None
        if type(found) is bytes:
            open_before = numba_hooks.open_calls()
            try:
                found = numba_hooks.rebuild(self.loads(found))
            except Exception:
                found = None
            if self._open_calls() - open_before:
                found = None
            self._kept[digest, key] = found
        return found

    def _open_calls(self) -> set[str]:
        """Load what recursions call and nobody has loaded yet; return what is still missing."""
        while wanted := [self._symbols.pop(name) for name in numba_hooks.open_calls() if name in self._symbols]:
            for digest, key in wanted:
                self._result(digest, key)
        return numba_hooks.open_calls()

    def _load(self, one: Any, key: Key) -> Any:
        """Return the result for a kernel that is wanted now, for the first time; None: numba compiles it."""
        ready = self._ready.get((self._numbers[id(one)], key))
        if not self._has_fixed_settings():
            numba_hooks.read_environment()
        same = self._has_fixed_settings() or settings() == self._at_import
        if ready is None or not same or not ready.holds():
            for jitclass in [found for content in ready.contents for found in content.classes] if ready else []:
                numba_hooks.unbox(jitclass, self._boxed)
            ready = self._found_now(one, key) if self._kept else None
        if ready is None:
            return None
        for need in ready.needs:
            numba_hooks.adopt(need.kernel, need.result)
            self._frozen[id(need.kernel), need.args] = need.content
        self._frozen[id(one), key[0]] = ready.contents[0]
        self._wanted[id(one), key[0]] = {(id(need.kernel), need.args): need.kernel for need in ready.needs}
        return ready.result

    def _found_now(self, one: Any, key: Key) -> Ready | None:
        functions = [self.made[number] for kind, number in self.dumps(key)[1] if kind == "made"]
        contents = [self._content(kernel) for kernel in (one, *functions)]
        return self._found(self.digest(contents), key, contents)

    # --- compiling what is not --------------------------------------------------------------------------------------
    def _compile(self, record: Record) -> None:
        """Compile a kernel for the types that were recorded. A call takes it only while its content is the same."""
        if record.why:
            self._tell("unkept", record.name, record.why)
        args, result = record.key
        if record.place[0] == "ufunc":
            ufunc = self.ufuncs[record.place[1]]
            if self._is_settled([content_of_ufunc(ufunc)]):
                numba_hooks.add_loop(ufunc, args)
            return
        one = self.find(record.place)
        if one is None or args in one.overloads:
            return
        contents = self._contents_of(record)
        stays = [content_of_ufunc(ufunc) for content in contents for ufunc in content.ufuncs]
        stays += contents if record.place[0] == "wrapper" and args[0] in self._boxed else []
        stays += contents if self._code and lends_functions(self._code) else []
        stays += [content_of_file(self._code)] if self._code and extends_numba(self._code) else []
        if stays and not self._is_settled(stays):
            return  # what it is compiled to stays: nobody can hold it back until the call
        before = [set(other.overloads) for other in self.made]
        numba_hooks.compile_for(one, args, result)
        new = [
            (other, types)
            for other, had in zip(self.made, before, strict=False)
            for types in other.overloads
            if types not in had and other._can_compile
        ]
        self._hold_back(record, new)

    def _hold_back(self, record: Record, new: list[tuple[Any, Types]]) -> None:
        """Let what was just compiled wait for a call, unless it is what was wanted, and settled."""
        own, contents = self.find(record.place), self._contents_of(record)
        if self._is_settled(contents):
            new = [(one, args) for one, args in new if one is not own]
        results = {(id(one), args): one.overloads[args]._replace(metadata=None) for one, args in new}
        for one, args in new:
            needs = [
                Need(other, overload[1], results[overload], self._content(other))
                for overload, other in self._compiled_with((id(one), args)).items()
                if overload in results
            ]
            read = contents if one is own else [self._content(one)]
            self._ready[self._numbers[id(one)], (args, None)] = Ready(results[id(one), args], read, needs)
        for one, args in new:
            numba_hooks.remove(one, args)


def _kernels(contents: Iterable[Content]) -> Iterator[Any]:
    """Yield the kernels of some contents, in an order that is theirs."""
    for content in contents:
        yield from content.kernels


def _difference(record: Record, contents: list[Content]) -> str:
    """Return the first name whose value is another one than when this was recorded."""
    now = [step for content in contents for step in content.trace]
    return next((was[0] for was, step in zip(record.trace, now, strict=False) if was != step), "what it reads")


def _frame(head: bytes, payload: bytes) -> bytes:
    """Return a record with its result as they stand in a file."""
    return b"".join((_FRAME.pack(len(head), len(payload), _checksum(head, payload)), head, payload))


def _checksum(head: bytes, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(head))


def _frames(path: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the records of a file with their results, as bytes, up to the first that is cut off or damaged."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES)
    except OSError:
        return
    at = 0
    while at + _FRAME.size <= len(data):
        length, more, checksum = _FRAME.unpack_from(data, at)
        at += _FRAME.size
        head, payload = data[at : at + length], data[at + length : at + length + more]
        at += length + more
        if not head or at > len(data) or checksum != _checksum(head, payload):
            return
        yield head, payload
