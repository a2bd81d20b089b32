"""A box in the surroundings that some hosts have: root without rights, or of a single id; with real processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.as_user import reachable

pytestmark = [
    pytest.mark.skipif("sys.platform != 'linux'", reason="not Linux"),
    pytest.mark.timeout(300),
    pytest.mark.slow,
]
TREE = Path(__file__).parents[2]
ORDINARY = ("setpriv", "--reuid=65533", "--regid=65533", "--clear-groups")
NO_OTHER = "a user of its own: it runs as root, as no other user can be given"
RIGHT = {"function": "AC", "program": "AC"}


def surrounded(words: Sequence[str], folder: Path, tier: str = "auto") -> dict[str, Any]:
    """What the judge reaches when these words start it."""
    home = {"HOME": str(folder), "TMPDIR": str(folder), "PATH": os.environ["PATH"]}
    started = [*words, sys.executable, "-B", "-m", "tests.surrounded", tier]
    done = subprocess.run(started, env=home, cwd=TREE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    """One for temporary files, that every user can reach."""
    with tempfile.TemporaryDirectory(prefix="surrounded-", dir="/tmp", ignore_cleanup_errors=True) as path:
        Path(path).chmod(0o1777)
        yield Path(path)


@pytest.fixture
def ordinary() -> tuple[str, ...]:
    """Words that start a command as an ordinary user; none where this is one."""
    if os.geteuid():
        return ()
    if not all(map(reachable, (Path(sys.executable), Path(sys.prefix) / "bin", TREE / "judge"))):
        pytest.skip("other users can't reach this Python")
    return ORDINARY


def in_user_namespace(before: Sequence[str] = ()) -> tuple[str, ...]:
    """Words that start a command as root of a user namespace with one id."""
    words = (*before, "unshare", "-Ur")
    if not shutil.which("unshare") or subprocess.run([*words, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no user namespace can be made here")
    return words


@pytest.mark.parametrize("rights", ["-sys_admin", "-sys_admin,-chown", "-all"])
def test_root_without_some_rights_still_seals_its_boxes(folder: Path, rights: str) -> None:
    if os.geteuid():
        pytest.skip("not root")
    if not shutil.which("setpriv"):
        pytest.skip("there is no setpriv")
    found = surrounded(("setpriv", f"--bounding-set={rights}"), folder)
    assert found | RIGHT == found
    assert found["tier"] != "plain"
    takes_all_ids_along = rights == "-sys_admin" and in_user_namespace()
    if takes_all_ids_along:
        assert (found["tier"], found["uid"] >= 64_000) == ("namespaces", True)
        assert found["forks"] == "AC", "the processes of that id are counted"
    else:
        assert (found["uid"], NO_OTHER in found["missing"]) == (None, True)
        assert rights == "-all" or "the number of processes" in found["missing"]


@pytest.mark.parametrize("tier", ["auto", "landlock"])
@pytest.mark.parametrize("outside", ["an ordinary user", "the real root"])
def test_root_of_one_id_seals_its_boxes(request: pytest.FixtureRequest, folder: Path, outside: str, tier: str) -> None:
    is_root = outside == "the real root"
    if is_root and os.geteuid():
        pytest.skip("not root")
    found = surrounded(in_user_namespace(() if is_root else request.getfixturevalue("ordinary")), folder, tier)
    assert (found["tier"], found["uid"]) == ("namespaces" if tier == "auto" else tier, None)
    assert (NO_OTHER in found["missing"]) == is_root
    assert found | RIGHT == found
    if tier == "auto" and not is_root:
        assert found["forks"] == "AC", "a user namespace of the box counts its processes"
