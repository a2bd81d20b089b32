"""The folder of a sandbox on the host, where its homes lie, and the removal of trees of any depth."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

PATH: Final = "/usr/local/bin:/usr/bin:/bin"  # where commands of the system lie, for the judge and for boxes
_PREFIX = "judge-"


class Scratch:
    """A folder that names its judge, until `remove`; those of judges that were killed go when one is made.

    `homes` is empty and given to the zygote. `canary` is a file that no box can read: each tries to, before it runs
    anything.
    """

    def __init__(self) -> None:
        _remove_left()
        self.root = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        self.root.chmod(0o711)
        self.canary, self.homes = self.root / "canary", self.root / "scratch"
        self.canary.write_text("no box can read this\n")
        self.homes.mkdir(0o711)

    def clear(self) -> None:
        """Remove every home: the zygote that had made them is gone."""
        remove_tree(self.homes)
        self.homes.mkdir(0o711)

    def remove(self) -> None:
        """Remove all of it. Safe to call twice."""
        remove_tree(self.root)


def remove_tree(folder: Path) -> None:
    """Remove a folder, however deep it is; shutil.rmtree recurses, and a hostile tree is deeper than Python's stack."""
    remove = ["rm", "-rf", "--", str(folder)]
    if not os.path.lexists(folder) or not _system(remove):
        return
    _system(["chmod", "-R", "u+rwx", "--", str(folder)])
    _system(remove)


def _system(words: Sequence[str]) -> int:
    """Run a command of the system's, wherever it lies; its exit status."""
    return subprocess.run(words, check=False, stderr=subprocess.DEVNULL, env={"PATH": PATH}).returncode


def _remove_left() -> None:
    """Remove the folders of judges that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        judge = left.name.removeprefix(_PREFIX).partition("-")[0]
        with contextlib.suppress(FileNotFoundError):  # another judge was quicker
            if judge.isdecimal() and not _is_alive(int(judge)) and left.lstat().st_uid == os.geteuid():
                remove_tree(left)


def _is_alive(pid: int) -> bool:
    """Say whether there is a process of this number, whoever's it is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    except OverflowError:  # larger than any
        return False
    return True
