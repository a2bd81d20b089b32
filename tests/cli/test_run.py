"""`judge run`: what it says of its host and to whom, and how it ends; real processes where a process matters."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import psutil
import pytest

from judge.sandbox import Sandbox
from tests.cli.handed_in import JUDGE, ctrl_c_at, interrupted, read_json, started, wait_until
from tests.commands import Call, ran
from tests.conftest import MakePackage, there
from tests.make import files
from tests.manual import ROOT
from tests.warm import in_place


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package, submissions and a case."""
    monkeypatch.chdir(tmp_path)
    package("testcases/pkg")
    texts = {"right.py": f"# judge: problem = pkg\n{right}", "wrong.py": f"# judge: problem = pkg\n{wrong}"}
    return files(tmp_path, texts)


# --- sandboxes and cores --------------------------------------------------------------------------------------------
def test_a_weaker_sandbox_is_announced_and_the_core_that_was_asked_for_is_the_one(here: Path) -> None:
    core = min(os.sched_getaffinity(0))
    Path("tells.py").write_text("# judge: problem = pkg\nimport os\nprint('on', *os.sched_getaffinity(0))\n")
    words = ("--case", "four", "--cores", str(core), "--sandbox", "plain", "--json", "out.json")
    out = Call(120).ends(1, "run", "tells.py", *words)
    assert f"'on {core}'" in out
    assert out.startswith("warning: not enforced on this host (plain sandbox): ")
    host = read_json("out.json")["host"]
    assert host["sandbox"] == "plain"
    for word in ("files", "network", "run only code you trust"):
        assert word in " ".join(out.split())
        assert word in " ".join(host["missing"])


def test_hostile_words_do_not_reach_the_terminal(here: Path, call: Call) -> None:
    source = "# judge: problem = pkg\nimport sys\ndef solve(algorithm, n, lizards, grid):\n    {}\n"
    for name, act in {
        "raises.py": "raise ValueError('\\x1b]0;title\\x07[bold]not bold[/bold]\\u202e')",
        "prints.py": "sys.stderr.write('\\x1b[31mred'); sys.stderr.flush(); import os; os._exit(1)",
    }.items():
        Path(name).write_text(source.format(act))
        out = call.ends(1, "run", name)
        assert not {"\x1b", "\x07", "\u202e"} & set(out)
    assert call("run", "\x1b[31mred.py")[2].count("\x1b") == 0


def test_a_mask_of_the_user_shuts_no_submission_out(here: Path, right: str) -> None:
    """A box has a user of its own, and a hardened host gives a new file no mode for others."""
    program = "import sys\nfrom parts.reading import board\nprint('FAIL' if board() else '')\n"
    reading = "def board():\n    return open('input.txt').read()\n"
    files(here, {"mine/solve.py": f"# judge: problem = pkg\n{right}", "mine/parts/reading.py": reading})
    files(here, {"fails/homework.py": f"# judge: problem = pkg\n{program}", "fails/parts/reading.py": reading})
    words = ("run", "mine", "fails", "--case", "four", "--no-cache", "--share-core", "--json", "out.json")
    ran(*JUDGE, *words, umask=0o077, timeout=120)
    assert [one["verdict"] for one in read_json("out.json")["submissions"]] == ["AC", "WA"]


# --- processes of their own -------------------------------------------------------------------------------------------
ASLEEP = "jt-asleep"  # what a process of `long_run` calls itself in its second case


@pytest.fixture
def long_run(here: Path, package: MakePackage, right: str) -> Iterator[subprocess.Popen[str]]:
    """`judge run` of a submission that is quick on the first case and sleeps on the second."""
    text = "DFS\n6\n{}\n" + "000000\n" * 6
    package("testcases/slow", {"sample/six": (text.format(6), ""), "sample/zzz": (text.format(5), "")}, time_limit=300)
    asleep = f"import ctypes, time; ctypes.CDLL(None).prctl(15, b'{ASLEEP}'); time.sleep(600)"
    sleeps = right.replace("    columns", f"    if lizards == 5:\n        {asleep}\n    columns", 1)
    Path("sleeps.py").write_text(sleeps)
    with started(*JUDGE, "run", "sleeps.py", "--problem", "slow", "--json", "out.json", "--html", "pages") as process:
        yield process


def await_sleeper(judge: subprocess.Popen[str]) -> list[psutil.Process]:
    """Wait until a case was judged and a submission calls itself asleep; return the judge's processes."""
    assert any("sample/six" in line for line in there(judge.stdout)), judge.communicate()

    def family() -> list[psutil.Process]:
        found: list[psutil.Process] = psutil.Process(judge.pid).children(recursive=True)
        return found

    wait_until(lambda: ASLEEP in map(name_of, family()))
    return family()


def name_of(process: psutil.Process) -> str:
    """Return the name of a process; nothing if it is dead, even if nobody has waited for it."""
    try:
        return process.name() if process.is_running() and process.status() != psutil.STATUS_ZOMBIE else ""
    except psutil.NoSuchProcess:
        return ""


def test_ctrl_c_keeps_what_was_judged_and_nothing_runs_on(long_run: subprocess.Popen[str], tmp_path: Path) -> None:
    family = await_sleeper(long_run)
    status, out, err = interrupted(long_run)
    assert (status, "interrupted" in out, "nothing was judged" in out + err) == (130, True, False)
    written = json.loads((tmp_path / "out.json").read_text())
    assert written["complete"] is False
    [submission] = written["submissions"]
    assert [(run["case"], run["verdict"]) for run in submission["runs"]] == [("six", "AC")]
    assert "pages/index.html: the report, " in out
    assert "The run was stopped before its end." in (tmp_path / "pages/index.html").read_text()
    wait_until(lambda: not any(map(name_of, family)))


HANGS = """
# judge: problem = pkg
import time
time.sleep(600)
def solve(algorithm, n, lizards, grid):
    return None
"""


def test_ctrl_c_while_compiling_says_that_nothing_was_judged(here: Path) -> None:
    """On a terminal, and at once, though compiling has not come to its end."""
    Path("hangs.py").write_text(HANGS)
    words = ["run", "hangs.py", "--json", "out.json", "--share-core"]
    shown = ctrl_c_at("compiling hangs", *JUDGE, *words)
    assert "interrupted while compiling hangs: no case was run, so nothing was judged" in shown
    assert (read_json("out.json")["complete"], read_json("out.json")["submissions"]) == (False, [])


def test_a_killed_judge_ends_its_attempts_and_keeps_its_runs(long_run: subprocess.Popen[str], tmp_path: Path) -> None:
    family = await_sleeper(long_run)
    assert len(family) >= 2
    wait_until(lambda: json.loads((tmp_path / "out.json").read_text())["submissions"])
    long_run.kill()
    wait_until(lambda: not any(map(name_of, family)))
    written = json.loads((tmp_path / "out.json").read_text())
    assert (written["complete"], written["seed"] != "") == (False, True)
    [submission] = written["submissions"]
    assert [(run["case"], run["verdict"]) for run in submission["runs"]] == [("six", "AC")]
    left = f"judge-{long_run.pid}-"
    long_run.communicate()
    with Sandbox(warm=False):  # as the next judge does when it starts
        pass
    assert not [name for _, names, _ in os.walk("/sys/fs/cgroup") for name in names if name.startswith(left)]


def test_a_reader_that_has_enough_is_no_error(here: Path) -> None:
    """`judge run | head -1`: nothing is said of it, and the status is that of SIGPIPE, not that of a wrong answer."""
    command = [*JUDGE, "run", "--share-core", "right.py", "wrong.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        there(process.stdout).readline()
        there(process.stdout).close()
        said = " ".join(there(process.stderr).read().split())
    assert re.sub(r"core \d+ is timed by judge .*? are rough", "", said) == "", "but that another test runs"
    assert process.returncode == 141


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ("help >/dev/full", 2, "error[E435]: the output can't be written: No space left on device"),
        ("course course.toml >/dev/full", 2, "error[E435]: the output can't be written: No space left on device"),
        ("help >&-", 0, ""),
        ("course course.toml <&- >&-", 0, ""),
        ("nonsense >&- 2>&-", 2, ""),
    ],
)
def test_an_output_that_takes_nothing_is_no_fault_of_the_judge(here: Path, words: str, status: int, said: str) -> None:
    Path("course.toml").write_text('[[homework]]\nproblem = "testcases/pkg"\n')
    command = ["sh", "-c", f"{shlex.join(JUDGE)} {words}"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout) == (status, "")
    assert process.stderr.startswith(said)
    assert bool(process.stderr) == bool(said)


def test_a_page_of_the_manual_for_nobody_ends_as_a_run_does(here: Path) -> None:
    there_is, is_gone = os.pipe()
    os.close(there_is)
    assert subprocess.run([*JUDGE, "help"], stdout=is_gone, check=False).returncode == 141
    os.close(is_gone)


_CTRL_C_AT_CLICK = """
import sys
class AtClick:
    @staticmethod
    def find_spec(name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, AtClick)
from judge.__main__ import main
main()
"""


def test_ctrl_c_while_modules_are_loaded_shows_no_traceback() -> None:
    process = subprocess.run([sys.executable, "-c", _CTRL_C_AT_CLICK], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stdout, process.stderr) == (130, "", "")


# --- what lies in the current folder ---------------------------------------------------------------------------------
def test_modules_in_the_current_folder_are_not_imported(tmp_path: Path) -> None:
    for name in ("numpy", "rich", "click", "msgspec", "numba", "platformdirs", "sitecustomize", "tomllib"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'mark')!r}, 'w')\nraise SystemExit(7)\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = ran(*JUDGE, "explain", "E106", cwd=tmp_path, env=environment)
    assert ended.returncode == 0, ended.stderr
    assert "E106" in ended.stdout
    assert not (tmp_path / "mark").exists()


def test_settings_of_numba_in_the_current_folder_are_not_taken(tmp_path: Path) -> None:
    yaml = "def safe_load(file):\n    return {'cache_dir': '/evil'}\n"
    files(tmp_path, {"lib/yaml.py": yaml, ".numba_config.yaml": "cache_dir: /evil\n"})
    begin = f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.path.append('lib')"
    shows = "import judge.problems.kernels, numba; print(repr(numba.config.CACHE_DIR), 'yaml' in sys.modules)"
    own = {"PATH": os.environ["PATH"]}
    ended = ran(sys.executable, "-c", f"{begin}; {shows}", cwd=tmp_path, env=own, check=True)
    assert ended.stdout.split() == ["''", "False"]


def test_the_version_names_the_revision_of_a_clone() -> None:
    said = Call().done("--version")
    described = ran("git", "rev-parse", "HEAD", cwd=ROOT)
    at = re.search(r", revision ([0-9a-f]{7,})\+?$", said.strip())
    assert bool(at) == (described.returncode == 0), said
    assert at is None or described.stdout.startswith(at[1])


# --- Ctrl-C before anything is judged, at one point of the start ------------------------------------------------------
SAID = "interrupted before anything was compiled or run, so nothing was judged"
HERE = "it waits here"
# The command `judge`, in which one function says that it was called, and does not come back.
WAITS = f"""
import importlib, sys, time
from judge.cli import entry_point
room, name = sys.argv.pop(1).split(":")
def wait(*words, **more):
    print({HERE!r}, flush=True)
    time.sleep(600)
*owners, last = name.split(".")
owner = importlib.import_module(room)
for word in owners:
    owner = getattr(owner, word)
setattr(owner, last, wait)
entry_point()
"""
POINTS = {
    "while the sandboxes start": "judge.sandbox:Sandbox.__enter__",
    "while the contest is made": "judge.judging:Contest.__init__",
}


@pytest.mark.parametrize("point", POINTS)
def test_in_a_pipe_it_says_that_nothing_was_judged(here: Path, point: str) -> None:
    command = [sys.executable, "-c", WAITS, POINTS[point], "run", "right.py", "--share-core", "--json", "out.json"]
    with started(*command) as process:
        assert HERE in there(process.stdout).readline()
        status, out, err = interrupted(process)
    assert (status, out, err.splitlines()[-1:]) == (130, "", [SAID])
    assert not Path("out.json").exists(), "an older report is not overwritten by nothing"


# --- what starts before a run ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "head", "warm"),
    [
        ("a.py", "import numba\n", True),
        ("a.py", "x = 1\nif x:\n    from numba import njit\n", True),
        ("a.py", "import numpy\n# import numba\n", False),
        ("a.c", "import numba\n", False),
        ("missing.py", None, None),
    ],
)
def test_numba_is_loaded_early_where_a_file_imports_it(
    here: Path, name: str, head: str | None, warm: bool | None
) -> None:
    """None: nothing begins, as what is wrong with the file is said first."""
    opened = [Mock(host=Mock(side_effect=KeyboardInterrupt)) for _ in range(2)]
    if head is not None:
        (here / name).write_text(f"{head}def solve(algorithm, n, lizards, grid):\n    return grid\n")
    with in_place(lambda *_, **__: contextlib.nullcontext(opened)):
        status, out, err = Call()("run", name, "--problem", "pkg")
    assert status == (2 if warm is None else 130), out + err
    assert [one.warm_up.called for one in opened] == [bool(warm)] * 2
