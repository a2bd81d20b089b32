"""The seal, entered for real by a child process that then tries what it may not do any more.

Older kernels are tried as well: with fewer of Landlock's rules the filter has to deny the rest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.model import Limits
from judge.sandbox import Sandbox
from tests.boxed import solving, started
from tests.conftest import refused

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
CACHED = {
    "read that must not wait": "os.preadv(theirs_open, [bytearray(1)], 0, os.RWF_NOWAIT)",
    "write that must not stay": "os.pwritev(ours_open, [b'x'], 0, 0x80)",
    "advice to drop": "os.posix_fadvise(theirs_open, 0, 0, os.POSIX_FADV_DONTNEED)",
    "advice to load": "os.posix_fadvise(theirs_open, 0, 0, os.POSIX_FADV_WILLNEED)",
    "readahead": "check(libc.readahead(theirs_open, ctypes.c_long(0), 4096))",
    "mincore": "check(libc.mincore(ctypes.c_void_p(address), 4096, ctypes.create_string_buffer(1)))",
    "cachestat": "check(libc.syscall(451, theirs_open, bytes(16), ctypes.create_string_buffer(64), 0))",
    "sync of a range": "check(libc.sync_file_range(ours_open, ctypes.c_long(0), ctypes.c_long(0), 7))",
    **{
        f"madvise {advice}": f"check(libc.madvise(ctypes.c_void_p(address), 4096, {advice}))"
        for advice in (3, 9, 12, 20, 21, 25)
    },
    "open past the cache": "os.open(theirs, os.O_RDONLY | os.O_DIRECT)",
    "to go on past the cache": "fcntl.fcntl(theirs_open, fcntl.F_SETFL, os.O_DIRECT)",
    "extents": "fcntl.ioctl(theirs_open, 0xC020660B, bytes(64))",
    "flags of a file": "fcntl.ioctl(theirs_open, 0x80086601, bytes(8))",
    "watch over readers": "check(libc.inotify_add_watch(watch, theirs.encode(), 0x20))",
    "watch over a folder": "fcntl.fcntl(folder_open, fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
    "lease": "fcntl.fcntl(ours_open, fcntl.F_SETLEASE, fcntl.F_WRLCK)",
    "mark of a reader": "fcntl.fcntl(theirs_open, 1036, (1).to_bytes(8, 'little'))",
    "asynchronous reads": "check(libc.syscall(seccomp.DENIED['io_setup'][seccomp.ISA], 1, ctypes.byref(context)))",
    "pages into a pipe": "check(libc.syscall(seccomp.DENIED['vmsplice'][seccomp.ISA], pipe[1], vector, 1, 0))",
}
NEEDED = {
    "read": "os.preadv(theirs_open, [bytearray(1)], 0)",
    "write": "os.pwritev(ours_open, [b'x'], 0)",
    "malloc that gives back": "mmap.mmap(-1, 1 << 20, mmap.MAP_PRIVATE).madvise(mmap.MADV_DONTNEED)",
    "a file that is mapped": "mmap.mmap(theirs_open, 0, prot=mmap.PROT_READ)[0]",
    "bytes that wait": "fcntl.ioctl(pipe[0], termios.FIONREAD, bytes(4))",
    "pipe that does not block": "os.set_blocking(pipe[0], False)",
}
CHILD = """
import ctypes, fcntl, json, mmap, os, resource, signal, socket, sys, termios
sys.path.insert(0, {root!r})
from judge.sandbox.inside import seal, seccomp
folder, other, abi = {folder!r}, {other}, min({abi}, seal.landlock_abi())
theirs, readable, ours = folder + "/theirs/file", folder + "/readable/file", folder + "/ours"
opened = os.open(theirs, os.O_RDONLY)
theirs_open = os.open(theirs, os.O_RDONLY)
folder_open = os.open(folder + "/readable", os.O_RDONLY)
ours_open = os.open(ours + "/open", os.O_RDWR | os.O_CREAT)
pipe = os.pipe()
libc = ctypes.CDLL(None, use_errno=True)
watch = libc.inotify_init1(0)
libc.mmap.restype = ctypes.c_void_p
address = libc.mmap(None, 4096, 1, 1, theirs_open, ctypes.c_long(0))
context = ctypes.c_ulong(0)
page = ctypes.create_string_buffer(4096)
vector = (ctypes.c_ulong * 2)(ctypes.addressof(page), 4096)
def check(result):
    if result < 0: raise OSError(ctypes.get_errno(), "refused")
seal.landlock_abi = lambda: abi
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
os.truncate(ours + "/mine", 5) if {jailed} else None
os.kill(os.getpid(), 0) if abi >= 6 else None
resource.getrlimit(resource.RLIMIT_CORE)
print(json.dumps(said))
"""


def tried(
    folder: Path, abi: int, *, alone: bool, jailed: bool = False, tries: dict[str, str] = TRIES
) -> dict[str, str]:
    """What a sealed process was answered to each of these: "done" or the error's name."""
    for name in ("theirs", "readable"):
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "file").write_text("not yours")
    (folder / "ours").mkdir(exist_ok=True)
    code = CHILD.format(
        root=str(Path(__file__).parents[3]),
        folder=str(folder),
        other=os.getpid(),
        abi=abi,
        alone=alone,
        jailed=jailed,
        tries=json.dumps(tries),
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


def test_a_box_in_a_jail_keeps_what_programs_need(tmp_path: Path) -> None:
    """There the files are out of sight, and its own end with it; a linker wants to change the mode of what it wrote."""
    said = tried(tmp_path, 99, alone=True, jailed=True)
    assert {name for name, answer in said.items() if answer == "done"} >= {"chmod", "utime"}
    refused = {"read", "write", "limits of another", "socket", "unshare", "memfd", "core", "session"}
    assert [name for name in refused if said[name] == "done"] == []


def test_a_box_with_a_user_id_of_its_own_marks_no_file_either(tmp_path: Path) -> None:
    """Its own files may outlive it, where no mount ends with it: a mark would tell the next one something."""
    said = tried(tmp_path, 99, alone=True)
    marks = {"chmod", "chmod by descriptor", "chown", "utime", "setxattr", "truncate"}
    assert [name for name in marks if said[name] == "done"] == []


@pytest.mark.parametrize("jailed", [True, False])
def test_no_call_asks_the_page_cache_or_clears_it(tmp_path: Path, jailed: bool) -> None:
    said = tried(tmp_path, 99, alone=True, jailed=jailed, tries=CACHED)
    assert {name: answer for name, answer in said.items() if answer not in ("Operation not permitted", "refused")} == {}


def test_reading_and_memory_go_on_as_ever(tmp_path: Path) -> None:
    said = tried(tmp_path, 99, alone=False, tries=NEEDED)
    assert {name: answer for name, answer in said.items() if answer != "done"} == {}


@pytest.mark.parametrize(
    ("tier", "broken", "message", "note"),
    [
        ("landlock", "judge.sandbox.inside.seccomp.ISA = None", "landlock", "system calls"),  # there is no such tier
        ("auto", "judge.sandbox.inside.seal.seal = lambda *a, **k: None", "sealed", ""),  # it forgets to seal
    ],
)
def test_a_zygote_that_can_not_build_what_is_asked_for_runs_nothing(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, new_cgroups: Callable[[], set[str]], *, tier: Any, broken: str,
    message: str, note: str,
) -> None:  # fmt: skip
    """The seal is tried from inside, before the submission is read."""
    if tier == "auto" and sandbox.tier == "plain":
        pytest.skip("there is nothing to seal")
    client = sys.modules[type(sandbox.zygote).__module__]
    main = "judge.sandbox.inside.zygote.main"
    monkeypatch.setattr(client, "_CODE", client._CODE.replace(main, f"{broken}\n{main}"))
    with Sandbox(tier=tier, warm=False) as own:
        error = refused(started, own, solving("return None"), Limits())
    assert (error.code, message in error.message, note in error.note) == ("E303", True, True)
    assert error.note
    assert tier == "auto" or "judge doctor" in error.help
    assert new_cgroups() == set()
