"""The attempt: imports a submission, warms it up, and calls `solve` once. It runs inside the box.

From `_load` on the submission's own code runs in this process, so nothing here is trusted by the judge: this side
only has to be fast and to tell honest students exactly what went wrong.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from judge.sandbox import protocol
from judge.sandbox.inside.arguments import Arguments, read_into
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.encode import encode
from judge.sandbox.inside.raised import describe, is_numbas
from judge.sandbox.inside.warm import keep_kernels_in

CASE_FD, ANSWER_FD = 3, 4
CACHE_BYTES = 32 << 20  # of kernels that are worth copying

Solve = Callable[..., Any]


def serve(source: str, cache: str, job: protocol.Job, desk: Desk | None) -> NoReturn:
    """Import `source`, call `solve` on each warm-up case and say READY; then take one case, answer it, and rest until
    killed. Without a `desk` it is a prepare phase, and takes none."""
    prepare = desk is None
    arguments = Arguments(job.arguments)
    try:
        if prepare:
            _listen_to_compiler()
        solve = _load(source, cache if prepare else _private_copy(cache))
        _send(protocol.IMPORTED)
        for warmup in job.warmups:
            _warm_up(solve, arguments.parse(warmup), source, tolerant=prepare)
        if desk is not None:
            _rehearse(arguments, desk)
            desk.heap.hand_over()
    except BaseException as error:  # SystemExit is the submission's too
        _send(protocol.BROKEN, describe(error, source))
        _rest()
    _send(protocol.READY)
    if desk is not None:
        case = arguments.read(CASE_FD, desk)
        try:
            answer = encode(solve(*case), desk, typed=job.typed)
        except BaseException as error:
            answer = protocol.RAISED, describe(error, source)
        _send(bytes(answer[0]), *answer[1:])
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


def _private_copy(cache: str) -> str:
    """Copy the kernels of the prepare phase to where this attempt may write: numba takes no cache that it can't write
    to. The original stays as it was, for the next attempt."""
    copy = os.path.join(os.getcwd(), ".kernels")
    budget = CACHE_BYTES
    for folder, _, names in os.walk(cache):
        target = copy + folder.removeprefix(cache)
        os.mkdir(target)
        for name in names:
            source = os.open(os.path.join(folder, name), os.O_RDONLY | os.O_NOFOLLOW)
            budget -= os.fstat(source).st_size
            if budget < 0:
                return copy
            with open(source, "rb") as original, open(os.path.join(target, name), "wb") as file:
                file.write(original.read())
    return copy


def _load(path: str, cache: str) -> Solve:
    """Run the file as the module `submission`; the kernels of its top level are kept in `cache`."""
    from numba.core.dispatcher import Dispatcher

    keep_kernels_in(cache)
    module = types.ModuleType("submission")
    module.__file__ = path
    sys.modules["submission"] = module
    sys.argv = [path]
    with open(path, "rb") as source:
        code = compile(source.read(), path, "exec", dont_inherit=True)
    exec(code, module.__dict__)
    for value in list(vars(module).values()):
        if isinstance(value, Dispatcher):
            with contextlib.suppress(Exception):  # what numba can't cache is compiled each time
                value.enable_caching()
    solve: Solve = module.solve
    return solve


def _warm_up(solve: Solve, case: Sequence[Any], source: str, *, tolerant: bool) -> None:
    """Call `solve` on a public board. In the prepare phase only a failure to compile is final: what `solve` raises
    on a board that no package holds is told, and the cases decide."""
    try:
        solve(*case)
    except (Exception, SystemExit) as error:
        if not tolerant or is_numbas(error):
            raise
        _send(protocol.WARM_UP_RAISED, describe(error, source))
    else:
        _send(protocol.WARMED)


def _rehearse(arguments: Arguments, desk: Desk) -> None:
    """Read a case and encode an answer once, so that in the window neither is done for the first time."""
    with contextlib.suppress(OSError):  # the submission may hold all the files that it can open
        arguments.rehearse(desk)
    encode(desk.place(1).reshape(1, 1), desk)


def _listen_to_compiler() -> None:
    """Tell the judge when numba compiles: out of time there is a CE, out of time elsewhere is not."""
    from numba.core import event

    class Compiling(event.Listener):
        depth = 0

        def on_start(self, _: Any) -> None:
            self.depth += 1
            if self.depth == 1:
                _send(protocol.COMPILING)

        def on_end(self, _: Any) -> None:
            self.depth -= 1
            if self.depth == 0:
                _send(protocol.COMPILED)

    event.register("numba:compile", Compiling())  # type: ignore[no-untyped-call]


def _send(kind: bytes, *parts: bytes | memoryview) -> None:
    """Write one frame, without copying its parts."""
    unsent: list[bytes | memoryview] = [protocol.HEADER.pack(kind, sum(map(len, parts))), *parts]
    while unsent:
        sent = os.writev(ANSWER_FD, unsent)
        while unsent and sent >= len(unsent[0]):
            sent -= len(unsent.pop(0))
        if unsent:
            unsent[0] = memoryview(unsent[0])[sent:]
