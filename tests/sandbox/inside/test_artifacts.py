"""What decides the key of what is kept; and a cache as one stream, which comes out as it went in, and writes nowhere
else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.sandbox import Sandbox, cache, protocol
from judge.sandbox.inside import artifacts
from judge.sandbox.inside.artifacts import Listing

STRANGE = os.fsdecode(b"kernels/a \xff\n.nbc")


@pytest.fixture
def stream() -> Iterator[int]:
    with tempfile.TemporaryFile() as file:
        yield file.fileno()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A new home, as a zygote makes it."""
    for folder in ("source", "cache"):
        (tmp_path / "home" / folder).mkdir(parents=True)
    return tmp_path / "home"


def move(home: Path, stream: int, *, into: bool) -> bool:
    os.lseek(stream, 0, os.SEEK_SET)
    return artifacts.move(str(home), os.dup(stream), into=into)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """What is in a folder: the mode of each file and folder, and its bytes."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mode & 0o777, b"" if path.is_dir() else path.read_bytes())
        for path in folder.rglob("*")
    }


def test_what_is_packed_comes_out_the_same(home: Path, tmp_path: Path, stream: int) -> None:
    cache = home / "cache"
    for folder in ("kernels", "kernels/deep", "empty"):
        (cache / folder).mkdir(mode=0o755)
    files = {STRANGE: b"\0" * 70_000, "kernels/deep/b.nbi": b"", "kernels/b.nbc": os.urandom(3 << 20)}
    for name, data in files.items():
        (cache / name).write_bytes(data)
        (cache / name).chmod(0o644)
    (cache / "program").write_bytes(b"\x7fELF")
    (cache / "program").chmod(0o755)
    before = tree(cache)
    assert move(home, stream, into=False)
    fresh = tmp_path / "fresh"
    (fresh / "cache").mkdir(parents=True)
    (fresh / "source").mkdir()
    ours = os.umask(0o077)
    try:
        assert move(fresh, stream, into=True)
    finally:
        os.umask(ours)
    assert tree(fresh / "cache") == before, "modes do not depend on who started the judge"
    assert sorted(path.name for path in fresh.iterdir()) == ["cache", "source"]


def listed(*files: tuple[str, int], folders: tuple[str, ...] = ()) -> bytes:
    return protocol.to_line(Listing(folders, files, ())) + b"x" * 10


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{}\n", b"no listing\n"),
        *(listed((name, 1)) for name in ("../out", "/tmp/out", "a/../../out", "", ".", "a\0b", "missing/a")),
        *(listed(("a", 1), ("a", 1)), listed(("a", 11)), listed(("a", -1), ("b", 12))),
        *(listed(folders=(name,)) for name in ("../out", "/".join("a" * (artifacts.DEPTH + 2)))),
        *(listed(folders=("a",) * 2), listed(("a", artifacts.MOST_BYTES + 1))),
        listed(*((str(number), 0) for number in range(artifacts.ENTRIES + 1))),
    ],
)
def test_a_stream_that_is_none_leaves_the_home_as_it_was(home: Path, stream: int, data: bytes) -> None:
    os.write(stream, data)
    before = tree(home.parent)
    assert not move(home, stream, into=True)
    assert tree(home.parent) == before


def test_what_is_too_large_is_not_packed(home: Path, stream: int) -> None:
    with (home / "cache/program").open("wb") as file:
        file.truncate(artifacts.MOST_BYTES + 1)
    assert not move(home, stream, into=False)
    assert os.fstat(stream).st_size == 0


def test_what_can_not_be_written_is_told(home: Path) -> None:
    (home / "cache/a.nbi").write_bytes(b"1" * (1 << 20))
    reading, writing = os.pipe()
    os.close(reading)
    assert not artifacts.move(str(home), writing, into=False)
    with pytest.raises(OSError, match="descriptor"):
        os.fstat(writing)


# --- keys -------------------------------------------------------------------------------------------------------------
DECIDES: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "processor": lambda patch: patch.setattr(cache, "features", lambda _: "avx512f"),
    "tier": lambda patch: patch.setattr(Sandbox, "tier", "another"),
    "numba": lambda patch: patch.setattr(cache, "version_of", lambda _: "0.1"),
    "environment": lambda patch: patch.setitem(Sandbox.ENVIRONMENT, "NUMBA_OPT", "0"),
}


@pytest.mark.parametrize("change", DECIDES)
def test_what_decides_kernels_is_in_the_key(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """A core is looked at once by a process: here each time as another one, of the same kind."""

    def key(number: int) -> str:
        monkeypatch.setattr(sandbox, "core", 10_000 + 10 * [*DECIDES].index(change) + number)
        return sandbox.key_of("x")

    before = key(0)
    assert key(1) == before
    DECIDES[change](monkeypatch)
    assert key(2) != before
