"""User ids for boxes: no two sandboxes have the same at once; and folders of homes on the host."""

from __future__ import annotations

import errno
import os
import tempfile
import threading
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.sandbox import Tier, holdings
from tests.boxed import kept, of_tier
from tests.descriptors import none_left_open

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="not Linux")


def test_no_two_have_the_same_and_what_is_given_back_is_free() -> None:
    first, second = holdings.UserId(), holdings.UserId()
    assert first.uid != second.uid
    first.close()
    third = holdings.UserId()
    assert third.uid != second.uid
    for claim in (second, third):
        claim.close()


def test_when_all_are_in_use_the_judge_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    held = holdings.UserId()
    monkeypatch.setattr(holdings, "FIRST", held.uid)
    monkeypatch.setattr(holdings, "COUNT", 1)
    with pytest.raises(JudgeError, match="all in use"):
        holdings.UserId()
    held.close()


def test_a_claim_lies_where_no_other_user_can_make_one() -> None:
    claim = holdings.UserId()
    folder = Path(f"/proc/self/fd/{claim._lock}").readlink().parent
    facts = folder.stat()
    assert (facts.st_uid, facts.st_mode & 0o077) == (os.geteuid(), 0)
    assert folder.parent.stat().st_uid in (0, os.geteuid())
    claim.close()


@pytest.mark.parametrize("strange", ["open to all", "a link", "a file", "of another user"])
def test_what_others_have_put_there_is_not_used(strange: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where root has no folder of its own for it, temporary files are what is left: then the judge says what to do."""
    monkeypatch.setattr(holdings, "PLACES", (str(tmp_path / "no" / "judge"),))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = tmp_path / f"judge-users-{os.geteuid()}"
    holdings.UserId().close()
    assert place.stat().st_mode & 0o777 == 0o700
    if strange == "open to all":
        place.chmod(0o777)
    elif strange == "of another user":
        if os.geteuid():
            pytest.skip("not Linux as root")
        os.chown(place, 65_534, 65_534)
    else:
        place.rename(tmp_path / "aside")
        place.symlink_to(tmp_path / "aside") if strange == "a link" else place.touch()
    with pytest.raises(JudgeError, match="no folder") as caught:
        holdings.UserId()
    assert str(place) in caught.value.note
    assert caught.value.help.startswith("sudo install -d -m 700")


def test_threads_of_this_user_are_counted() -> None:
    go = threading.Event()
    before = holdings.threads_in_use()
    threads = [threading.Thread(target=go.wait) for _ in range(20)]
    for thread in threads:
        thread.start()
    assert holdings.threads_in_use() >= max(20, before + 10), "others of this user may have ended meanwhile"
    go.set()


def test_a_full_disk_leaves_no_folder_and_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: Path, text: str) -> int:
        assert list(tmp_path.iterdir()) == [file.parent], "the folder was made"
        raise OSError(errno.ENOSPC, text)

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "write_text", full)
    with none_left_open(), pytest.raises(OSError, match="no box"):
        holdings.Scratch()
    assert list(tmp_path.iterdir()) == []


# --- files handed in --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("tier", ["landlock", "plain"])
def test_no_other_user_of_the_host_reads_what_was_handed_in(tier: Tier) -> None:
    with of_tier(tier) as own:
        home = Path(kept(own, {"mine.py": b"secret = 1"}).home)
        assert (home / "source/mine.py").read_bytes() == b"secret = 1", "it lies on the host"
        facts = home.stat()
        assert not facts.st_mode & 0o007
        assert own.uid is None or facts.st_gid == own.uid
        assert own.uid is not None or not facts.st_mode & 0o070
