"""The seal, entered for real by a child process that then tries what it may not do any more.

Older kernels are tried as well: with fewer of Landlock's rules the filter has to deny the rest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

TRIES = {
    "chmod": "os.chmod(theirs, 0)",
    "chmod by descriptor": "os.fchmod(opened, 0)",
    "chown": "os.chown(theirs, os.getuid(), os.getgid())",
    "utime": "os.utime(theirs)",
    "setxattr": "os.setxattr(theirs, 'user.judge', b'1')",
    "truncate": "os.truncate(theirs, 0)",
    "open that truncates": "os.open(readable, os.O_RDONLY | os.O_TRUNC)",
    "read": "open(theirs).read()",
    "write": "open(readable, 'w')",
    "limits of another": "resource.prlimit(other, resource.RLIMIT_CORE)",
    "signal": "os.kill(other, 0)",
    "socket": "socket.socket(socket.AF_INET)",
    "unshare": "check(libc.unshare(0x10000000))",
    "memfd": "os.memfd_create('x')",
    "core": "os.sched_setaffinity(0, {0})",
    "session": "os.setsid()",
}
CHILD = """
import ctypes, json, os, resource, signal, socket, sys
sys.path.insert(0, {root!r})
from judge.runner import landlock, seal, seccomp
folder, other, abi = {folder!r}, {other}, min({abi}, landlock.abi())
theirs, readable, ours = folder + "/theirs/file", folder + "/readable/file", folder + "/ours"
opened = os.open(theirs, os.O_RDONLY)
libc = ctypes.CDLL(None, use_errno=True)
def check(result):
    if result: raise OSError(ctypes.get_errno(), "refused")
landlock.abi = lambda: abi
program = seccomp.program(abi, alone={alone}, jailed={jailed}, counted=False, shared_memory=False)
if os.fork():
    _, status = os.wait()
    sys.exit(os.waitstatus_to_exitcode(status))
seal.seal(None, [sys.base_prefix, sys.prefix, "/usr", "/lib", "/etc", folder + "/readable"], [ours], program)
seal.attest(None, [])
def does(what):
    try:
        eval(what)
    except OSError as error:
        return error.strerror
    return "done"
said = {{name: does(what) for name, what in json.loads({tries!r}).items()}}
with open(ours + "/mine", "w") as file: file.write("a box can write where it may")
os.truncate(ours + "/mine", 5) if {alone} else None
os.kill(os.getpid(), 0) if abi >= 6 else None
resource.getrlimit(resource.RLIMIT_CORE)
print(json.dumps(said))
"""


def tried(folder: Path, abi: int, *, alone: bool) -> dict[str, str]:
    """What a sealed process was answered to each of TRIES: "done" or the error's name."""
    for name in ("theirs", "readable"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "file").write_text("not yours")
    (folder / "ours").mkdir(exist_ok=True)
    code = CHILD.format(
        root=str(Path(__file__).parents[2]),
        folder=str(folder),
        other=os.getpid(),
        abi=abi,
        alone=alone,
        tries=json.dumps(TRIES),
    )
    done = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: dict[str, str] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize("abi", [1, 2, 3, 4, 6, 99])
def test_a_box_with_the_judges_own_user_id_can_touch_nothing_of_it(tmp_path: Path, abi: int) -> None:
    said = tried(tmp_path, abi, alone=False)
    assert [name for name, answer in said.items() if answer == "done"] == []
    for name in ("theirs", "readable"):
        assert (tmp_path / name / "file").read_text() == "not yours"


def test_a_box_that_is_alone_keeps_what_programs_need(tmp_path: Path) -> None:
    """There the files are another user's, or out of sight; a linker wants to change the mode of what it wrote."""
    said = tried(tmp_path, 99, alone=True)
    assert {name for name, answer in said.items() if answer == "done"} >= {"chmod", "utime"}
    refused = {"read", "write", "limits of another", "socket", "unshare", "memfd", "core", "session"}
    assert [name for name in refused if said[name] == "done"] == []
