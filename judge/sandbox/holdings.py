"""The folder of a sandbox, where its homes lie, and the removal of trees of any depth."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from judge.locks import abandoned, make_held

PATH: Final = "/usr/local/bin:/usr/bin:/bin"  # where commands of the system lie, for the judge and for boxes
_PREFIX: Final = "judge-"


class Scratch:
    """A folder that is locked until `remove`; those of judges that were killed go when one is made. The pid in its name
    is for people.

    `homes` is empty and given to the zygote. `canary` is a file that no box can read: each tries to, before it runs
    anything.
    """

    def __init__(self) -> None:
        _remove_left()
        self.root, self._lock = make_held(lambda: Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")))
        self.root.chmod(0o711)  # to pass through, not to open: nobody else can lock it
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
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


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
        if re.fullmatch(rf"{_PREFIX}[0-9]+-\w+", left.name, re.ASCII):
            with abandoned(left) as is_left:
                if is_left:
                    remove_tree(left)
