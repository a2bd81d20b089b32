"""`judge watch`: what is run after each save, what is said to have changed, and how it ends."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from judge.cli import watch
from judge.cli.watch import Stamp, await_save, stamp_of
from judge.sandbox import Sandbox
from tests.cli.handed_in import Call, interrupted, started
from tests.cli.test_failing import HALF
from tests.conftest import RIGHT

Watch = Callable[..., str]
HEAD = "# judge: problem = pkg\n"
SLOWER = RIGHT.replace("    columns =", "    sum(range(2_000_000))\n    columns =")


@pytest.fixture
def watched(here: Path, call: Call, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch mine.py while it is saved with these texts, one after the other; return what is printed."""

    @contextlib.contextmanager
    def opened(*_: object, share_core: bool, **__: object) -> Iterator[list[Sandbox]]:
        assert share_core, "it waits for no core"
        yield [sandbox]

    monkeypatch.setattr(watch, "arena", opened)

    def run(*texts: str, words: tuple[str, ...] = ()) -> str:
        left = [*texts]
        Path("mine.py").write_text(HEAD + left.pop(0))

        def saved(path: Path, seen: Stamp) -> Stamp:
            if not left:
                raise KeyboardInterrupt
            path.write_text(HEAD + left.pop(0))
            return seen

        monkeypatch.setattr(watch, "await_save", saved)
        return call.silent(0, "watch", "mine.py", *words)

    return run


def parts(out: str) -> list[str]:
    """What each turn has printed."""
    return re.split(r"^-+ \d\d:\d\d:\d\d -+\n", out, flags=re.MULTILINE)[1:]


def test_what_failed_comes_first_and_the_others_when_it_is_right(watched: Watch) -> None:
    first, second, third, last = parts(watched(HALF, HALF, RIGHT, RIGHT))
    assert "pkg: 1 of 2 cases right\n" in first
    assert "error[E106]" in first
    assert "pkg: 0 of 1 case right; 1 not run, as these come first; 1 of 2 were right when last run" in second
    assert "now right: six\n" in third
    assert "pkg: all 2 cases right" in third
    assert third.index("sample/six") < third.index("secret/four")
    assert "now" not in last
    assert all("waiting for mine.py to be saved; Ctrl-C ends" in part for part in (first, second, third, last))


def test_what_failed_comes_first_among_hidden_cases(watched: Watch, more_hidden: tuple[str, ...]) -> None:
    first, second = parts(watched(HALF, HALF))
    assert "pkg: 4 of 7 cases right\n" in first
    assert "pkg: 0 of 3 cases right; 4 not run, as these come first" in second


def test_what_became_slower_or_wrong_is_said(watched: Watch) -> None:
    _, second, third, last = parts(watched(RIGHT, SLOWER, RIGHT, HALF))
    assert re.search(r"^slower: .* of CPU on 2 cases, before .*x$", second, flags=re.MULTILINE)
    assert re.search(r"^faster: .* of CPU on 2 cases, before .*x$", third, flags=re.MULTILINE)
    assert "now not: six WA\n" in last


def test_a_file_that_can_not_be_compiled_or_read_is_waited_for(watched: Watch) -> None:
    texts = ("def solve(:\n", f"#{' ' * (300 << 10)}\n", RIGHT)
    first, second, third = parts(watched(*texts, words=("--problem", "pkg")))
    assert "CE" in first
    assert "error[E431]: mine.py has " in second
    assert "pkg: all 2 cases right" in third


def test_only_the_chosen_cases_are_run(watched: Watch) -> None:
    (only,) = parts(watched(RIGHT, words=("--case", "fo*")))
    assert "pkg: all 1 case right" in only
    assert "six" not in only


@pytest.mark.slow
def test_a_true_watch_sees_a_save_keeps_its_zygote_and_ends_at_ctrl_c(here: Path) -> None:
    Path("mine.py").write_text(HEAD + HALF)
    with started(sys.executable, "-u", "-m", "judge", "watch", "mine.py", "--share-core") as process:
        assert process.stdout is not None
        assert "1 of 2 cases right" in until_it_waits(process.stdout)
        before = children(process.pid)
        Path("new.py").write_text(HEAD + RIGHT)
        Path("new.py").replace("mine.py")
        assert "all 2 cases right" in until_it_waits(process.stdout)
        assert children(process.pid) == before
        status, _, err = interrupted(process)
    assert status == 0, err


def until_it_waits(stream: IO[str]) -> str:
    said = ""
    for line in stream:
        said += line
        if line.startswith("waiting for"):
            return said
    raise AssertionError(f"it has ended: {said}")


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


# --- a save is seen --------------------------------------------------------------------------------------------------


def renamed(path: Path) -> None:
    """Put another file of the same size and time in its place, as editors do."""
    facts = path.stat()
    other = path.with_name(f".{path.name}.swp")
    other.write_text("two")
    os.utime(other, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    other.replace(path)


def nothing(_: Path) -> None:
    pass


def writes(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


@pytest.mark.parametrize(
    ("steps", "seen"),
    [
        ([nothing, writes("three"), nothing], 3),
        ([renamed, nothing], 2),
        ([Path.unlink, nothing, writes("new"), nothing], 4),  # it is gone for a moment
        ([writes("x"), writes("x" * 20), writes("x" * 300), nothing], 4),  # it is being written
    ],
)
@pytest.mark.parametrize("watched", ["mine.py", "."])
def test_a_save_is_seen(tmp_path: Path, watched: str, steps: list[Callable[[Path], object]], seen: int) -> None:
    """Of a file, and of any file of a folder: so many steps have happened by then."""
    path, left = tmp_path / "deep/mine.py", [*steps]
    assert stamp_of(path) == (), "what is not there has no stamp"
    path.parent.mkdir()
    path.write_text("one")
    of = path if watched == "mine.py" else tmp_path
    before = stamp_of(of)
    assert await_save(of, before, lambda _: left.pop(0)(path)) != before  # when none is left, waiting would not end
    assert len(steps) - len(left) == seen
