"""What a program finds around it in its box, in every tier: descriptors by their names, and what the manual lists."""

from __future__ import annotations

import json
import os
import pwd
import re
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.model import Limits
from judge.sandbox import TIERS, Bounds, Home, Job, Sandbox, Tier
from tests.as_user import run_tests_as_ordinary_user
from tests.boxed import kept, problem_of, python, ran
from tests.conftest import BEST_FIRST, MakeSubmission, there
from tests.manual import TOPICS

LENGTHS = (2).to_bytes(8, "little") * 2  # of its file and of its stdin
ROOMY = Limits(time_limit=2.0, memory=512, output=1, compilation_time=20, processes=16)


@pytest.mark.parametrize(
    "said",
    [
        "FileNotFoundError: [Errno 2] No such file or directory: '/dev/stdin'",
        "Error: ENOENT: no such file or directory, open '/dev/stdin'",
        "java.io.FileNotFoundException: /dev/stdin (No such file or directory)",
    ],
)
def test_where_nothing_shows_descriptors_a_program_is_told_to_do_without_a_path(
    sandbox: Sandbox, submission: MakeSubmission, said: str
) -> None:
    finding = there(ran(sandbox, submission(python(f"sys.exit({said!r})"), "hw1.py")).finding)
    assert "/dev/stdin" in finding.message
    assert "read stdin without a path" in finding.help


# --- what lies below /tmp ---------------------------------------------------------------------------------------------
BELOW_TMP = """
import os, sys
folder = sys.argv[1]
assert open(folder + "/inner/file").read() == "seen"
open("/tmp/mine", "w").write("kept")
assert open("/tmp/mine").read() == "kept"
for act in (
    lambda: open(folder + "/inner/file", "w"),
    lambda: open(folder + "/other", "w"),
    lambda: os.rename(folder, "/tmp/elsewhere"),
    lambda: os.rename(folder + "/inner", "/tmp/elsewhere"),
):
    try:
        act()
    except OSError:
        continue
    sys.exit("what init may load can be replaced")
assert os.listdir(".") == []
"""


def test_tmp_can_be_written_where_an_interpreter_lies_below_it() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        inner = Path(folder, "inner")
        inner.mkdir()
        (inner / "file").write_text("seen")
        Path(folder).chmod(0o755)
        with Sandbox(tier="namespaces", warm=False, extra=[str(inner)]) as own:
            try:
                own.host()
            except JudgeError as error:
                pytest.skip(error.note)
            home = kept(own, {"main.py": BELOW_TMP.encode()})
            job = Job(False, command=(sys.executable, "-I", f"{home.source}/main.py", folder))
            for _ in range(2):
                with own.start(home, ROOMY, job) as box:
                    facts = box.run(b"", Bounds(ROOMY.stop_s, ROOMY.stop_wall_s, 0))
                assert facts.status == 0, facts.stderr
        assert [path.name for path in Path(folder).iterdir()] == ["inner"]


# --- the table of `judge help program` --------------------------------------------------------------------------------
# A row's first cell, and what a program does to find out; SOURCE is the folder of its source.
PROBES = {
    "`input.txt`, in the working directory and beside the source": """
        assert open("input.txt").read() == open(os.path.join(SOURCE, "input.txt")).read() != ""
    """,
    "stdin without a path": """
        assert sys.stdin.read() == open("input.txt").read()
    """,
    "`/dev/stdin`, `/dev/stdout`, `/dev/stderr`, `/dev/fd`": """
        open("/dev/stdin").read()
        open("/dev/stdout", "w").write(" ")
        open("/dev/stderr", "w").write(" ")
        assert {"0", "1", "2"} <= set(os.listdir("/dev/fd"))
    """,
    "`/dev/null`, `/dev/full`, `/dev/random`, `/dev/urandom`": """
        assert open("/dev/null", "r+b", 0).write(b"x") == 1
        for name in ("random", "urandom", "full"):
            assert len(open(f"/dev/{name}", "rb", 0).read(9)) == 9
        try:
            open("/dev/full", "wb", 0).write(b"x")
        except OSError as error:
            assert error.errno == errno.ENOSPC
    """,
    "files and folders in the working directory: to write, rename and remove": """
        os.makedirs("a/b")
        open("a/b/c", "w").write("x")
        os.rename("a/b/c", "a/d")
        os.remove("a/d")
        os.removedirs("a/b")
    """,
    "the folder of its source, to read": """
        assert MAIN in os.listdir(SOURCE)
        open(os.path.join(SOURCE, MAIN)).read()
    """,
    "the folder of its source, to write": """
        open(os.path.join(SOURCE, "log"), "w")
    """,
    "`tempfile`, Java's `createTempFile`, and the folder `TMPDIR`": """
        open(os.path.join(os.environ["TMPDIR"], "here"), "w")
        with tempfile.TemporaryFile() as one, tempfile.NamedTemporaryFile() as two:
            one.write(b"x")
    """,
    "`/tmp`, as C's `tmpfile()` does": """
        file = tempfile.NamedTemporaryFile(dir="/tmp")
        file.write(b"x")
        libc = ctypes.CDLL(None)
        libc.tmpfile.restype = ctypes.c_void_p
        assert libc.tmpfile()
    """,
    "the rest of the machine: `/home`, `/etc`, `/proc/meminfo`, `/proc/cpuinfo`": """
        assert any(map(opens, ("/home", "/etc/hosts", "/proc/meminfo", "/proc/cpuinfo")))
    """,
    "`/proc/self`": """
        assert open("/proc/self/status").read()
    """,
    "`HOME`, `PWD` and `TMPDIR`, which are the working directory, and `PATH`": """
        for name in ("HOME", "PWD", "TMPDIR"):
            assert os.path.samefile(os.environ[name], os.getcwd())
        assert os.environ["PATH"]
    """,
    "`USER` and `LOGNAME`, which are `box`, and `LANG`, which is `C.UTF-8`": """
        assert os.environ["USER"] == os.environ["LOGNAME"] == getpass.getuser() == "box"
        assert os.environ["LANG"] == "C.UTF-8"
    """,
    "a variable of yours, such as `DISPLAY`": """
        os.environ["DISPLAY"]
    """,
    "`/etc/passwd`, for the name of its user (`pwd.getpwuid`)": """
        assert pwd.getpwuid(os.getuid()).pw_name
    """,
    "locks on files (`lockf`, `flock`), and `sqlite3`": """
        with open("locked", "w") as file:
            for lock in (fcntl.flock, fcntl.lockf):
                lock(file, fcntl.LOCK_EX)
                lock(file, fcntl.LOCK_UN)
        for _ in range(2):
            table = sqlite3.connect("states.db")
            table.execute("create table if not exists seen (board text)")
            table.execute("insert into seen values ('0')")
            table.commit()
            table.close()
        assert sqlite3.connect("states.db").execute("select count(*) from seen").fetchone() == (2,)
    """,
    "threads": """
        said = []
        threads = [threading.Thread(target=said.append, args=(one,)) for one in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(said) == 4
    """,
    "processes, started by `subprocess`, fork or spawn, and pipes between them": """
        assert subprocess.run(["cat"], input=b"x", capture_output=True, check=True).stdout == b"x"
        for way in ("fork", "spawn"):
            context = multiprocessing.get_context(way)
            here, there = context.Pipe()
            process = context.Process(target=print, args=("",))
            process.start()
            process.join()
            assert process.exitcode == 0
        here.send(3)
        assert there.recv() == 3
    """,
    "`Pool`, `Queue`, `Lock` and `shared_memory` of `multiprocessing`": """
        context = multiprocessing.get_context("fork")
        with context.Pool(2) as pool, context.Lock():
            assert pool.map(abs, [-1, 2]) == [1, 2]
        queue = context.Queue()
        queue.put(3)
        assert queue.get(timeout=2) == 3
        memory = shared_memory.SharedMemory(create=True, size=9)
        memory.close()
        memory.unlink()
    """,
    "sockets and the network, and so `Manager` and a fork server": """
        socket.create_server(("127.0.0.1", 0)).close()
    """,
    "links and named pipes": """
        open("linked", "w").close()
        os.link("linked", "hard")
        os.symlink("linked", "soft")
        os.mkfifo("pipe")
    """,
    "`nice`, another core, a session of its own": """
        os.nice(0)
        os.sched_setaffinity(0, os.sched_getaffinity(0))
        subprocess.run(["true"], start_new_session=True, check=True)
    """,
    "`setrlimit`, to lower a limit": """
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
    """,
}
PROBING = f"""
import ctypes, errno, fcntl, getpass, json, multiprocessing, os, pwd, resource, socket, sqlite3, subprocess, sys
import tempfile, threading, traceback
from multiprocessing import shared_memory
SOURCE, MAIN = os.path.split(os.path.abspath(__file__))
PROBES = { ({row: textwrap.dedent(probe) for row, probe in PROBES.items()})!r}
def opens(path):
    try:
        return os.listdir(path) if os.path.isdir(path) else open(path).read()
    except OSError:
        return ""
def found():
    said = dict()
    for row, probe in PROBES.items():
        try:
            exec(probe, globals())
            said[row] = ""
        except BaseException:
            said[row] = traceback.format_exc()
    return said
"""
PROGRAM = (
    PROBING
    + """
if __name__ == "__main__":
    said = json.dumps(found())
    print()
    print(said)
"""
)
FUNCTION = (
    PROBING
    + """
def solve(algorithm, n, lizards, grid):
    raise KeyError([list(PROBES).index(row) for row, said in found().items() if not said])
"""
)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in re.findall(r"^\| it may use [^#]*?\n\n", TOPICS["program"], re.MULTILINE)[0].strip().splitlines()
]
HEAD, _, *TABLE = ROWS


def seen_in(each_tier: Sandbox) -> dict[str, str]:
    """Why each row does not hold for a program of this tier, empty where it does."""
    home = each_tier.keep({"main.py": PROGRAM.encode()}, ["input.txt"])
    assert isinstance(home, Home), home
    python = (sys.executable, "-I", f"{home.source}/main.py")
    job = Job(False, command=python, input="input.txt", output="output.txt")
    with each_tier.start(home, ROOMY, job) as box:
        facts = box.run(LENGTHS + b"4\n4\n", Bounds(ROOMY.stop_s, ROOMY.stop_wall_s, 0))
    assert facts.status == 0, facts
    said: dict[str, str] = json.loads(facts.stdout.splitlines()[-1])
    return said


def is_nameless(row: Sequence[str], tier: str) -> bool:
    """Say whether this row is about the name of a user who has none on this host, as the spare one of tests."""
    known = {user.pw_uid for user in pwd.getpwall()}
    return row[0].startswith("`/etc/passwd`") and tier == "plain" and os.getuid() not in known


def test_each_row_of_the_manual_has_a_probe() -> None:
    assert [row[0] for row in TABLE] == list(PROBES)
    assert {cell for row in TABLE for cell in row[1:4]} == {"yes", "no"}


def test_a_program_finds_what_the_manual_says(each_tier: Sandbox) -> None:
    tier = each_tier.tier
    for row, said in zip(TABLE, seen_in(each_tier).values(), strict=True):
        assert ("no" if said else "yes") == row[HEAD.index(tier)] or is_nameless(row, tier), (row[0], said)


@pytest.mark.parametrize("tier", BEST_FIRST)
def test_a_function_finds_what_the_manual_says(tier: Tier, submission: MakeSubmission) -> None:
    with Sandbox(tier=tier) as own:
        try:
            own.host()
        except JudgeError as error:
            pytest.skip(error.note)
        run = ran(own, submission(FUNCTION), problem_of(limits=ROOMY))
    holds = {TABLE[int(at)][0] for at in re.findall(r"\d+", there(run.finding).message)}
    for first, *tiers, function in TABLE:
        wanted = tiers[TIERS.index(tier)] == "yes"
        if function == "no" or (function == "not in `namespaces`" and tier == "namespaces"):
            wanted = False
        assert (first in holds) == wanted or is_nameless([first], tier), first


def test_the_limits_that_the_manual_names_are_those_of_a_box(sandbox: Sandbox, submission: MakeSubmission) -> None:
    limits = Sandbox.rlimits(ROOMY)
    text = " ".join(TOPICS["program"].split())
    assert f"{limits['RLIMIT_NOFILE']} files can be open" in text
    assert f"at most {limits['RLIMIT_FSIZE'] >> 20} MiB" in text
    assert f"stack has {limits['RLIMIT_STACK'] >> 20} MiB" in text
    room = there(re.search(rf"room for {Sandbox.BOX_BYTES >> 20} MiB in ([0-9,]+) files", text))
    if sandbox.tier != "namespaces":
        return
    most = int(room[1].replace(",", ""))
    body = f"for number in range(2 * {most}):\n    try: open(str(number), 'w').close()\n"
    body += "    except OSError: break\nsys.exit(f'made {number}')"
    finding = there(ran(sandbox, submission(python(body), "hw1.py"), problem_of(limits=ROOMY)).finding)
    assert int(there(re.search("made ([0-9]+)", f"{finding}"))[1]) in range(most - 50, most + 1)


if hasattr(os, "geteuid") and os.geteuid() == 0:  # an ordinary user has just run all of the above as one

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_all_of_it_is_there_for_an_ordinary_user_too() -> None:
        done = run_tests_as_ordinary_user([__file__])
        assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
