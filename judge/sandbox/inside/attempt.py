"""The attempt: imports a submission, loads its kernels, and calls `solve` once. It runs inside the box.

From `_load` on the submission's own code runs in this process, so nothing here is trusted by the judge: this side
only has to be fast and to tell honest students exactly what went wrong.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any, NoReturn

from judge.sandbox import protocol
from judge.sandbox.inside import numba_hooks
from judge.sandbox.inside.arguments import Arguments, read_into
from judge.sandbox.inside.desk import Desk, rehearse
from judge.sandbox.inside.kernels import FILE
from judge.sandbox.inside.loading import Loading
from judge.sandbox.inside.own import name_submission
from judge.sandbox.inside.raised import describe, is_numbas
from judge.sandbox.inside.recording import Recording
from judge.sandbox.inside.returned import encode

CASE_FD, ANSWER_FD = 3, 4

Solve = Callable[..., Any]


class _NoSolveError(Exception):
    """The file was imported, and there is no `solve` that can be called. Its text is that of a frame BROKEN."""


def prepare(source: str, cache: str, job: protocol.Job) -> NoReturn:
    """Import `source` and call `solve` on each warm-up board, to compile; what is compiled is recorded in `cache`."""
    os.environ.update(job.environment)
    desk = Desk(protocol.Room())
    arguments = Arguments(job.arguments, desk)
    with _or_broken(source):
        _listen_to_compiler()
        with open(f"{cache}/{FILE}", "wb", buffering=0) as file:
            recording = Recording(file)
            solve = _import(source, recording)
            _send(protocol.IMPORTED)

            def answer(case: Sequence[Any]) -> None:
                encode(solve(*case), desk, typed=job.typed)

            for index, case in enumerate(map(arguments.parse, job.warmups)):
                _warm_up(answer, case, source, first=index == 0)
                recording.after_call()
    _send(protocol.READY)
    _rest()


def serve(source: str, cache: str, job: protocol.Job, desk: Desk) -> NoReturn:
    """Import `source`, load its kernels and say READY; then take one case, call `solve` on it, answer, and rest until
    killed. Nothing of `solve` runs before."""
    import numpy as np

    os.environ.update(job.environment)
    arguments = Arguments(job.arguments, desk)
    with _or_broken(source):
        np.random.seed()  # the zygote has drawn its state; Python and numba seed theirs anew in each fork
        solve = _import(source, Loading(f"{cache}/{FILE}", _tell, fresh=job.fresh))
        _send(protocol.IMPORTED)
        _rehearse(arguments, desk)
    _send(protocol.READY)
    case = arguments.read(CASE_FD)
    try:
        answer = encode(solve(*case), desk, typed=job.typed)
    except BaseException as error:
        answer = protocol.RAISED, describe(error, source)
    _send(bytes(answer[0]), *answer[1:])
    _rest()


@contextlib.contextmanager
def _or_broken(source: str) -> Iterator[None]:
    """Tell why the submission can't be called, where that shows inside, and go no further."""
    try:
        yield
    except _NoSolveError as error:
        _send(protocol.BROKEN, str(error).encode(errors="replace")[: protocol.TEXT_LIMIT])
    except BaseException as error:  # SystemExit is the submission's too
        _send(protocol.BROKEN, describe(error, source))
    else:
        return
    _rest()


def execute(job: protocol.Job) -> NoReturn:
    """Become a program. If its job names an input, it first takes a case from the judge: the bytes of that file, and
    those of stdin; what is left of the box's own descriptors closes as the program starts."""
    command = job.command
    if job.input:
        for name in (job.input, job.output):
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        lengths = bytearray(protocol.INPUT.size)
        read_into(CASE_FD, lengths)
        for name, length in zip((job.input, ".stdin"), protocol.INPUT.unpack(lengths), strict=True):
            data = bytearray(length)
            read_into(CASE_FD, data)
            with open(name, "wb") as file:
                file.write(data)
        stdin = os.open(".stdin", os.O_RDONLY)
        os.unlink(".stdin")
        os.dup2(stdin, 0)
    try:
        os.execvpe(command[0], command, job.environment)
    except OSError as error:
        os.write(2, f"{command[0]} can't be started: {error.strerror}\n".encode())
        os._exit(protocol.NOT_STARTED)


def _rest() -> NoReturn:
    """Stay until killed: an exit would tear numba's memory down inside the timed window."""
    while True:
        signal.pause()


def _import(path: str, known: Recording | Loading) -> Solve:
    """Run the file as a module of its name, as an import does, and return its `solve`."""
    name = os.path.basename(path).removesuffix(".py")
    module = types.ModuleType(name)
    module.__file__, module.__package__ = path, ""
    module.__spec__ = ModuleSpec(name, SourceFileLoader(name, path), origin=path)
    sys.modules[name] = module
    name_submission(name)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # a process that is spawned imports the file
    sys.argv = [path]
    numba_hooks.read_at_import()
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec", dont_inherit=True)
    known.before_import(code)
    exec(code, module.__dict__)
    solve: Any = vars(module).get("solve")
    if not callable(solve):
        kind = protocol.NOT_CALLABLE if "solve" in vars(module) else protocol.NO_SOLVE
        raise _NoSolveError(f"{kind} 0 0 -1 0\nan object of type {type(solve).__name__}")
    known.after_import(code)
    found: Solve = solve
    return found


def _warm_up(answer: Callable[[Sequence[Any]], None], case: Sequence[Any], source: str, *, first: bool) -> None:
    """Have a public board answered. A failure to compile is final, but only at the first board: what `solve` has kept
    from there may be the reason later. What else it raises is told, and the cases decide."""
    try:
        answer(case)
    except BaseException as error:
        if is_numbas(error) and first:
            raise
        _send(protocol.WARM_UP_RAISED, describe(error, source))
    else:
        _send(protocol.WARMED)


def _tell(kind: str, kernel: str, what: str) -> None:
    """Tell the judge of a kernel that is compiled for each case."""
    _send(protocol.NOTED, "\0".join((kind, kernel, what)).encode(errors="replace")[: protocol.TEXT_LIMIT])


def _rehearse(arguments: Arguments, desk: Desk) -> None:
    """Read a case, call a kernel and encode an answer once: in the window nothing of it is done for the first time."""
    with contextlib.suppress(OSError):  # the submission may hold all the files that it can open
        arguments.rehearse()
    board = desk.place(1).reshape(1, 1)
    rehearse(board)
    encode(board, desk)


def _listen_to_compiler() -> None:
    """Tell the judge when numba compiles: out of time there is a CE, out of time elsewhere is not."""
    depth = 0

    def start(_: Any) -> None:
        nonlocal depth
        depth += 1
        if depth == 1:
            _send(protocol.COMPILING)

    def end(_: Any) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            _send(protocol.COMPILED)

    numba_hooks.listen(start, end)


def _send(kind: bytes, *parts: bytes | memoryview) -> None:
    """Write one frame, without copying its parts."""
    unsent: list[bytes | memoryview] = [protocol.HEADER.pack(kind, sum(map(len, parts))), *parts]
    while unsent:
        sent = os.writev(ANSWER_FD, unsent)
        while unsent and sent >= len(unsent[0]):
            sent -= len(unsent.pop(0))
        if unsent:
            unsent[0] = memoryview(unsent[0])[sent:]
