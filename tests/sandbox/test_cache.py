"""What is kept from run to run: that it comes back whole or not at all, and that nobody else gets at it."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.sandbox import Cache, Sandbox, file_stamp
from tests.conftest import refused

KEY, OTHER = "a" * 64, "b" * 64


def writes(data: bytes) -> Callable[[int], bool]:
    return lambda fd: os.write(fd, data) == len(data)


def content(own: Cache, key: str = KEY) -> tuple[bytes, bytes] | None:
    with own.find(key) as found:
        return (found.note, os.read(found.fd, 1 << 20)) if found else None


def names(own: Cache) -> set[str]:
    return {path.name for path in own.path.iterdir()}


@pytest.fixture
def own(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def entry(own: Cache) -> Path:
    """The file of an entry."""
    assert own.keep(KEY, b"note", writes(b"kernels"))
    return own.path / KEY


def test_an_entry_comes_back_as_it_was_written_and_may_be_replaced(own: Cache, entry: Path) -> None:
    assert [content(own), content(own, OTHER)] == [(b"note", b"kernels"), None]
    assert entry.stat().st_mode & 0o777 == 0o600
    with own.find(KEY) as found:
        assert own.keep(KEY, b"", writes(b""))
        assert (content(own), len(own.held())) == ((b"", b""), 1)
        assert own.clear() == 1
        assert found
        assert os.read(found.fd, 100) == b"kernels", "what is being read stays readable"


@pytest.mark.parametrize("at", [0, 10, 20, 45, 48, 50, 54])
def test_an_entry_with_one_wrong_byte_or_cut_is_none_and_goes(own: Cache, entry: Path, at: int) -> None:
    data = entry.read_bytes()
    for spoilt in (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], data[:at]):
        entry.write_bytes(spoilt)
        assert (content(own), entry.exists()) == (None, False)


def test_no_other_file_link_or_pipe_is_an_entry(own: Cache, entry: Path, tmp_path: Path) -> None:
    entry.rename(own.path / OTHER)
    assert content(own, OTHER) is None
    own.keep(KEY, b"note", writes(b"kernels"))
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert content(own) is None
    entry.unlink(missing_ok=True)
    os.mkfifo(entry)
    assert content(own) is None
    assert (tmp_path / "elsewhere").exists()


def test_nothing_is_kept_of_what_could_not_be_written_or_is_larger_than_all(own: Cache) -> None:
    def full(_: int) -> bool:
        raise OSError(errno.ENOSPC, "no space")

    def stopped(_: int) -> bool:
        raise KeyboardInterrupt

    small = Cache(own.path, most_bytes=100)
    assert [own.keep(KEY, b"", full), own.keep(KEY, b"", lambda _: False)] == [False] * 2
    assert not small.keep(KEY, b"", writes(bytes(200)))
    with pytest.raises(KeyboardInterrupt):
        own.keep(KEY, b"", stopped)
    assert names(own) == set()


def test_what_was_used_longest_ago_goes_first(tmp_path: Path) -> None:
    own = Cache(tmp_path / "cache", most_bytes=3 * 4096)
    keys = [digit * 64 for digit in "123"]
    for at, key in enumerate(keys):
        assert own.keep(key, b"", writes(b"x"))
        os.utime(own.path / key, (at, at))
    assert content(own, keys[0])  # it is used now
    assert own.keep("4" * 64, b"", writes(b"x"))
    assert {one.name for one in own.held()} == {keys[0], keys[2], "4" * 64}


def test_what_killed_judges_were_writing_goes_and_what_others_write_stays(own: Cache) -> None:
    left, fresh, strange = f".{KEY}-{'0' * 16}", f".{KEY}-{'1' * 16}", "mine.txt"
    long_ago_s = time.time() - 2 * 3600
    for name in (left, fresh, strange):
        (own.path / name).write_bytes(b"half")
        if name != fresh:
            os.utime(own.path / name, (long_ago_s, long_ago_s))
    assert own.keep(OTHER, b"", writes(b""))
    assert names(own) == {fresh, strange, OTHER}
    assert (own.clear(), names(own)) == (2, {strange})


def test_two_judges_may_keep_the_same_at_once(own: Cache) -> None:
    with Cache(own.path) as other:
        inner: list[bool] = []

        def meanwhile(_: int) -> bool:
            inner.append(other.keep(KEY, b"theirs", writes(b"2")))
            return True

        assert own.keep(KEY, b"mine", meanwhile)
        assert (inner, content(other)) == ([True], (b"mine", b""))
        assert (other.clear(), content(own)) == (1, None)


# --- the folder ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("strange", [0o755, 0o770, 0o701, "another user's", "a link"])
def test_a_folder_of_others_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strange: int | str) -> None:
    Cache(tmp_path / "cache").close()
    me = os.geteuid()
    if isinstance(strange, int):
        (tmp_path / "cache").chmod(strange)
    elif strange == "a link":
        (tmp_path / "cache").rename(tmp_path / "real")
        (tmp_path / "cache").symlink_to(tmp_path / "real")
    else:
        monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with pytest.raises(NotADirectoryError if strange == "a link" else PermissionError):
        Cache(tmp_path / "cache")


def test_a_closed_cache_holds_nothing_and_keeps_nothing(own: Cache, entry: Path) -> None:
    own.close()
    own.close()
    assert (content(own), own.keep(OTHER, b"", writes(b"")), own.held()) == (None, False, [])


def test_a_user_has_a_cache_where_the_system_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    with Cache.own() as found:
        assert found.path == tmp_path / "xdg/judge/compiled"
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "named"))
    with Cache.own() as found:
        assert found.path == tmp_path / "named/compiled"
    (tmp_path / "file").touch()
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "file"))
    assert refused(Cache.own).code == "E435"
    monkeypatch.delenv("JUDGE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda _: Path("~/.cache/judge"))  # nobody knows a home
    assert refused(Cache.own).code == "E435"


# --- keys -------------------------------------------------------------------------------------------------------------
def test_a_stamp_changes_with_the_file(tmp_path: Path) -> None:
    compiler, link = tmp_path / "gcc-12", tmp_path / "gcc"
    assert file_stamp(str(link))[1:] == (0, 0)
    compiler.write_bytes(b"1")
    link.symlink_to(compiler)
    before = file_stamp(str(link))
    assert before[0] == str(compiler)
    compiler.write_bytes(b"22")
    assert file_stamp(str(link)) != before


def test_a_key_is_a_digest_of_any_facts_and_of_the_host(sandbox: Sandbox) -> None:
    facts: tuple[tuple[object, ...], ...] = ((), ("\udcff.py",), ({"b": 1, "a": 2},), ({"a": 2, "b": 1},), (b"1",))
    keys = [sandbox.key_of(*one) for one in facts]
    assert ({len(key) for key in keys}, keys[2] == keys[3], len(set(keys))) == ({64}, True, 4)
    assert sandbox.key_of() == keys[0]
