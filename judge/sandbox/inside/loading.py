"""What an attempt takes of the kernels that were recorded, and what it compiles of the others."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable
from itertools import islice
from types import CodeType
from typing import Any, NamedTuple

from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.bytecode import bound_names, extends_numba, lends_functions
from judge.sandbox.inside.content import Content, content_of, content_of_file, content_of_ufunc, settings
from judge.sandbox.inside.kernels import MOST_RECORDS, Kernels, Key, Record, Types, frames, kernels_of

Tell = Callable[[str, str, str], None]  # a kind of note, the kernel, what it reads


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
        self._unread = list(islice(frames(path), MOST_RECORDS)) if numba_hooks.sees() else []
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
        numba_hooks.forget_failures(self.made)
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
        needs, kernels = [], list(kernels_of(contents))
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


def _difference(record: Record, contents: list[Content]) -> str:
    """Return the first name whose value is another one than when this was recorded."""
    now = [step for content in contents for step in content.trace]
    return next((was[0] for was, step in zip(record.trace, now, strict=False) if was != step), "what it reads")
