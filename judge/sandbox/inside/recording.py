"""What is written of each kernel that numba compiles in a prepare phase."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from types import CodeType
from typing import Any, BinaryIO

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.bytecode import extends_numba, python_names
from judge.sandbox.inside.content import Content, content_of
from judge.sandbox.inside.kernels import MOST_BYTES, Kernels, Key, Place, Record, frame, kernels_of


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
        numbers = {id(other): number for number, other in enumerate(kernels_of(contents))}
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
        data = frame(head, payload)
        if self._file.tell() + len(data) <= MOST_BYTES:
            self._file.write(data)
