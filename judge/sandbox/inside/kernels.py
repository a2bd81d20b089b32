"""The compiled kernels of one submission: kept by a prepare phase, loaded by an attempt without a call.

A prepare phase calls `solve` on small boards, and `Recording` (recording.py) writes a record of each kernel that numba
compiles meanwhile: which kernel, for which types, the digest of its content (content.py), and the result. It is one
plain file. An attempt runs the submission's file anew, and `Loading` (loading.py) takes each result whose content is
the same now. It compiles what can't be kept, for the recorded types. What `solve` itself changes is left to the call,
as without a judge. So nothing of `solve` has run before the case, and nothing is compiled once it is there.

Here is what both know: the numbers by which every run of a file finds what it makes again, and the file of records.
It comes from a process in which a submission has run. It is opened in boxes of the same submission alone, after the
seal; nothing in it is believed but by them.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from types import CodeType
from typing import Any, Final, NamedTuple

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.content import Content, content_of, settings
from judge.sandbox.inside.own import is_hidden, own_globals, place_of

Types = tuple[Any, ...]
Key = tuple[Types, Any]  # the types of the arguments, and that of the result where it was asked for
Overload = tuple[int, Types]  # the id of a dispatcher, and for which arguments
Place = tuple[Any, ...]  # of a kernel: how another process finds it


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
        for one in kernels_of(contents):
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
                return getattr(sys.modules.get(module), name, None)
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
        if not all(digests):
            return ""
        texts = repr((repr(self._settings or settings()), *named, *digests))
        return hashlib.blake2b(texts.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def kernels_of(contents: Iterable[Content]) -> Iterator[Any]:
    """Yield the kernels of some contents, in an order that is theirs."""
    for content in contents:
        yield from content.kernels


# --- the file of records ----------------------------------------------------------------------------------------------
FILE: Final = "kernels"
MOST_BYTES: Final = 32 << 20
MOST_RECORDS: Final = 4096
_FRAME: Final = struct.Struct("<III")  # the lengths of a record and of its result, which follow, and their checksum


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


def frame(head: bytes, payload: bytes) -> bytes:
    """Return a record with its result as they stand in a file."""
    return b"".join((_FRAME.pack(len(head), len(payload), _checksum(head, payload)), head, payload))


def frames(path: str) -> Iterator[tuple[bytes, bytes]]:
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


def _checksum(head: bytes, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(head))
