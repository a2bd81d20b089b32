"""The text that leaves a box when something was raised: its head, its places, and exceptions that fight back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from errno import EBADF, ENOENT
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from judge.sandbox import protocol
from judge.sandbox.inside import exception_text
from judge.sandbox.inside.exception_text import DEEP, describe, is_numbas

PATH = "/submission/submission.py"


def raised_by(source: str) -> BaseException:
    """What `f()` of this file raises."""
    module = ModuleType("submission")
    exec(compile(source, PATH, "exec"), module.__dict__)
    try:
        module.f()
    except BaseException as error:
        return error
    raise AssertionError("it raised nothing")


def head_and_text(error: BaseException) -> tuple[list[str], str]:
    head, _, text = describe(error, PATH).decode().partition("\n")
    return head.split(), text


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("    return [][3]\n", "IndexError 2 11 16 0 0 0 0"),
        ("    return 'ä' + g\n", "NameError 2 18 19 0 0 0 0"),
        ("    x = (1 +\n        None)\n", "TypeError 2 9 -1 0 0 0 0"),
        ("    class Mine(KeyError): pass\n    raise Mine(1)\n", "KeyError 3 4 17 0 0 0 0"),
        ("    raise SystemExit\n", "SystemExit 2 4 20 0 0 0 0"),
        ("    open('/nowhere')\n", "FileNotFoundError 2 4 20 0 2 1 0"),
        ("    import json\n    json.loads('x')\n", "ValueError 3 4 19 0 0 0 0"),
        ("    exec('raise OSError')\n", "OSError 2 4 25 0 0 0 0"),
    ],
)
def test_the_head_says_what_and_where(body: str, head: str) -> None:
    found, text = head_and_text(raised_by(f"def f():\n{body}"))
    assert " ".join(found) == head
    assert text.splitlines()[0]


INSIDE, OUTSIDE = "open('here/x')", "open('/proc/nowhere/x')"
LED_TO = "    try:\n        {}\n    except OSError as error:\n        raise {}\n"


@pytest.mark.parametrize(
    ("body", "facts"),
    [
        (f"    {INSIDE}\n", (ENOENT, 0)),
        (f"    {OUTSIDE}\n", (ENOENT, 1)),
        (LED_TO.format(OUTSIDE, "KeyError"), (ENOENT, 1)),
        (LED_TO.format(OUTSIDE, "KeyError from error"), (ENOENT, 1)),
        ("    import os\n    os.close(12345)\n", (EBADF, 0)),
        ("    raise OSError('no number')\n", (0, 0)),
        ("    raise OSError('a', 'b', 'c')\n", (0, 0)),
        ("    raise BlockingIOError(-1, 'b', 'c')\n", (0, 0)),
        ("    error = KeyError()\n    error.__cause__ = error\n    raise error\n", (0, 0)),
    ],
)
def test_the_head_says_what_the_system_refused(body: str, facts: tuple[int, int]) -> None:
    head, _ = head_and_text(raised_by(f"def f():\n{body}"))
    assert tuple(map(int, head[5:7])) == facts


def test_a_working_directory_that_is_gone_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    head, _ = head_and_text(raised_by(f"def f():\n    {OUTSIDE}\n"))
    assert head[0] == "FileNotFoundError"


def test_calls_of_the_box_itself_are_left_out() -> None:
    made: dict[str, Any] = {}
    ours = str(Path(exception_text.__file__).with_name("attempt.py"))
    exec(compile("def call(solve):\n    solve()\n", ours, "exec"), made)
    exec(compile("def solve():\n    raise KeyboardInterrupt\n", PATH, "exec"), made)
    with pytest.raises(KeyboardInterrupt) as caught:
        made["call"](made["solve"])
    _, text = head_and_text(caught.value)
    assert "attempt.py" not in text
    assert f'File "{PATH}", line 2, in solve' in text


def test_endless_recursion_is_bounded() -> None:
    found, text = head_and_text(raised_by("def f():\n    f()\n"))
    assert found[0] == "RecursionError"
    assert text.count("File ") <= 8
    assert sys.getrecursionlimit() < DEEP


HOSTILE = """
class Rude(Exception):
    def __str__(self):
        {}
    __repr__ = __str__
def f():
    raise Rude
"""


@pytest.mark.parametrize("act", ["raise SystemExit(0)", "return 7", "1 / 0", "return 'x' * 10**6", "return '\\ud800'"])
def test_an_exception_that_can_not_be_shown(act: str) -> None:
    data = describe(raised_by(HOSTILE.format(act)), PATH)
    assert len(data) <= protocol.TEXT_LIMIT
    assert data.startswith(b"Exception ")


def raiser(name: str) -> Callable[[Exception], None]:
    """A call that seems to come from this file."""
    module = ModuleType("other")
    exec(compile("def call(error): raise error\n", name, "exec"), module.__dict__)
    call: Callable[[Exception], None] = module.call
    return call


@pytest.mark.parametrize(
    ("error", "name", "numbas"),
    [
        (AttributeError("module 'numpy' has no attribute 'x'"), "/x/numba/core/dispatcher.py", True),
        (NotImplementedError("no"), "/x/numba/core/compiler.py", True),
        (MemoryError(), "/x/numba/core/compiler.py", False),
        (ValueError("no"), "/x/mine/dispatcher.py", False),
        (TypeError("cannot reflect element of reflected container: x"), "/x/y.py", True),
        (TypeError("not enough arguments: expected 3, got 2"), "/x/y.py", True),
        (TypeError("f() takes 2 arguments"), "/x/y.py", False),
        (TypeError(), "/x/y.py", False),
        (TypeError(3), "/x/y.py", False),
    ],
)
def test_what_numba_raises_while_it_compiles_is_known(error: Exception, name: str, numbas: bool) -> None:
    with pytest.raises(type(error)) as caught:
        raiser(name)(error)
    assert is_numbas(caught.value) is numbas
    assert (head_and_text(caught.value)[0][0] == "NumbaError") is numbas
