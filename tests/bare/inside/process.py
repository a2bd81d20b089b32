"""Runs files bare: each on one case, in a process of its own. It is started as a script, by bare.py.

Theory of operation. Requests come as pickles on stdin, replies go to stdout. With `forks` this process loads numba,
compiles one small kernel, and forks for every request: the child imports the file and calls `solve` once, as a fresh
interpreter would, without the second that it takes to load numba. Without, it is that fresh interpreter: it loads
nothing, takes one request, and runs it itself.

Nothing of the judge is loaded here before a file has come to its end: then the judge's own words for an exception are
asked for.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import select
import signal
import sys
import time
from typing import Any, BinaryIO, NoReturn

Reply = tuple[Any, ...]  # "answer" and it; "raised", a frame, whether by the import; "died" and a status; "late"


def main() -> None:
    """Serve requests until stdin closes."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for fd in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), fd)
    if sys.argv[1:] == ["forks"]:
        _warm_up()
        while request := _next(requests):
            pickle.dump(_forked(request), replies)
            replies.flush()
    else:
        _run(_next(requests), replies)


def _warm_up() -> None:
    import numba
    import numpy as np

    kernel: Any = numba.njit(lambda board: board.copy())
    kernel(np.zeros((2, 2), np.int8))


def _next(requests: BinaryIO) -> dict[str, Any]:
    try:
        found: dict[str, Any] = pickle.load(requests)
    except EOFError:
        return {}
    return found


def _forked(request: dict[str, Any]) -> Reply:
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        os.setpgid(0, 0)
        os.close(ours)
        with contextlib.suppress(ImportError):
            sys.modules["numpy"].random.seed()  # a new interpreter has drawn its own
        _run(request, os.fdopen(theirs, "wb"))
    os.close(theirs)
    data, late = _read(ours, time.monotonic() + request["limit_s"])
    os.close(ours)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if late:
            os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)  # what it has left
    return reply_of(data, late, os.waitstatus_to_exitcode(status))


def reply_of(data: bytes, late: bool, status: int) -> Reply:
    """Return what a process said, or how it ended without a word."""
    if late:
        return ("late",)
    if not data:
        return ("died", status)
    found: Reply = pickle.loads(data)
    return found


def _read(fd: int, until_s: float) -> tuple[bytes, bool]:
    data = b""
    while True:
        if not select.select([fd], [], [], max(0.0, until_s - time.monotonic()))[0]:
            return data, True
        piece = os.read(fd, 1 << 16)
        if not piece:
            return data, False
        data += piece


def _run(request: dict[str, Any], replies: BinaryIO) -> NoReturn:
    """Import the file of a request, call its `solve`, say what came of it, and end at once."""
    os.chdir(request["folder"])
    path = f"{request['folder']}/{request['name']}.py"
    sys.path.insert(0, request["folder"])
    sys.argv = [path]
    imported = False
    reply: Reply
    try:
        module = importlib.import_module(request["name"])
        imported = True
        reply = "answer", _plain(module.solve(*request["arguments"]))
    except BaseException as error:  # SystemExit is the file's too
        reply = "raised", _described(error, path, request["judge"]), imported
    with contextlib.suppress(BrokenPipeError):
        pickle.dump(reply, replies)
        replies.flush()
    os._exit(0)


def _plain(result: Any) -> Any:
    """Return a result without any class of the file's own."""
    import numpy as np

    if result is None or type(result) in (int, str):
        return result
    if isinstance(result, np.integer):
        return int(result)
    try:
        table = np.array(result)
    except ValueError:
        return f"a {type(result).__name__}"
    return table if table.dtype.kind in "biuf" else f"a {type(result).__name__}"


def _described(error: BaseException, path: str, judge: str) -> bytes:
    sys.path.append(judge)
    from judge.sandbox.inside.raised import describe

    return describe(error, path)


if __name__ == "__main__":
    main()
