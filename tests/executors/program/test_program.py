"""How programs are compiled, called and left, where a row of habits.toml can't say it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil
import pytest

from judge.executors import executor_of, try_languages
from judge.model import Problem, Programs, Verdict
from judge.problems import program_input
from judge.sandbox import Sandbox
from judge.submissions import Language, handed_in, languages
from tests.boxed import judged, problem_of, python, ran, unready
from tests.conftest import MakePackage, MakeSubmission, there
from tests.executors.make import PROGRAMS
from tests.make import case_text, files, replace

ROOT = Path(__file__).parents[3]


def called(as_is: bytes | None = None, **rules: str) -> Problem:
    problem = problem_of()
    case = replace(problem.cases[0], as_is=as_is)
    return replace(problem, programs=msgspec.convert(rules, Programs), cases=(case,))


def right(sandbox: Sandbox, submission: MakeSubmission, body: str, name: str = "mine.py") -> None:
    """A program that does this, and then prints the answer, is right."""
    run = ran(sandbox, submission(python(f"{body}\nprint(ANSWER)"), name))
    assert run.verdict == "AC", (body, run.finding)


# --- getting ready ----------------------------------------------------------------------------------------------------
def test_names_that_trip_a_command_line(sandbox: Sandbox, submission: MakeSubmission) -> None:
    for name in ("$(touch x).py", "-o.py", "hömework {cache}.py"):
        right(sandbox, submission, "pass", name)


@pytest.mark.parametrize(
    ("source", "verdict"),
    [(b"print('FAIL')  # \xe4\n", "CE"), (b"# coding: latin-1\nprint('FAIL')  # \xe4\n", "WA")],
)
def test_python_that_is_no_utf_8(sandbox: Sandbox, submission: MakeSubmission, source: bytes, verdict: str) -> None:
    """The interpreter refuses it on every case, so it is refused at once; with its encoding named it is run."""
    prepared, run = judged(sandbox, replace(submission("print('FAIL')"), source=source))
    assert (run.verdict if run else prepared.verdict) == verdict
    if prepared.finding:
        assert "UTF-8" in prepared.finding.help


def compile_in(table: Path, *words: str, name: str = "C", suffix: str = "c") -> None:
    """Let a language be compiled by this command."""
    table.write_text(
        f'[{name}]\nsuffixes = [".{suffix}"]\npackage = "gcc"\ncompile = {list(words)}\nrun = ["{{cache}}/program"]\n'
    )
    languages.cache_clear()


def test_a_compiler_that_makes_nothing(sandbox: Sandbox, submission: MakeSubmission, table: Path) -> None:
    compile_in(table, "true")
    run = ran(sandbox, submission("", "mine.c"))
    assert (run.verdict, run.code) == ("RTE", "E207")


def test_a_compiler_that_no_box_shows_is_no_fault_of_the_program(
    sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("other tiers hide no compiler")
    command(tmp_path / "bin" / "quickc", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    compile_in(table, "quickc", "{source}", name="Quick", suffix="quick")
    finding = unready(sandbox, handed_in("mine", "pkg", "mine.quick", (("mine.quick", b"go"),)))
    assert (finding.verdict, finding.code) == (Verdict.JE, "E303")


def test_an_interpreter_that_fails_in_the_box_runs_nothing(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ("{python}", "-c", "raise SystemExit('no encodings')")
    monkeypatch.setitem(languages(), "Python 2", Language((), ("{python}", "-c", "pass"), broken, name="Python 2"))
    finding = unready(sandbox, handed_in("old", "pkg", "homework.py", (("homework.py", b"print 'x'"),)))
    assert (finding.verdict, finding.code, finding.help) == ("CE", "E220", "write it for Python 3")
    assert finding.note == "there is an interpreter, but it does not work in the box: no encodings"


def test_each_language_is_tried_in_each_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(languages()):
        monkeypatch.delitem(languages(), name)
    word = ("{python}", "-S", "-c")
    rows = {
        "runs": Language((".a",), (*word, "pass"), (*word, "open('input.txt')"), empty="pass"),
        "breaks": Language(
            (".b",), (*word, "pass"), (*word, "raise SystemExit('no encodings')"), empty="pass", package="bash"
        ),
        "absent": Language((".c",), ("no-such-compiler",), word, empty="pass", package="bash"),
    }
    for name, row in rows.items():
        monkeypatch.setitem(languages(), name, replace(row, name=name))
    good, bad, absent = try_languages()
    assert (good.there, good.faults, good.repair) == (True, {}, "")
    assert "plain" in good.runs
    assert (bad.there, bad.runs, bad.faults) == (True, [], dict.fromkeys(good.runs, "no encodings"))
    assert (absent.there, absent.runs, absent.faults) == (False, [], {})
    assert absent.repair in ("", "sudo apt-get install bash")
    assert bad.repair == absent.repair.replace("install", "install --reinstall")


@pytest.mark.parametrize("way", ["linked", "dotted"])
def test_the_way_to_the_judges_python_costs_no_program(
    sandbox: Sandbox, submission: MakeSubmission, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    (tmp_path / "linked").symlink_to(sys.prefix)
    (tmp_path / "dotted").mkdir()
    folder = {"linked": tmp_path / "linked", "dotted": f"{tmp_path}/dotted/../{os.path.relpath(sys.prefix, tmp_path)}"}
    monkeypatch.setattr(sys, "executable", f"{folder[way]}/bin/{Path(sys.executable).name}")
    assert Path(sys.executable).exists()
    right(sandbox, submission, "pass")


@pytest.mark.slow
def test_a_virtual_environment_that_was_made_through_a_link_runs_all(tmp_path: Path, package: MakePackage) -> None:
    """It names its interpreter by that link, in its links and in pyvenv.cfg."""
    (tmp_path / "linked").symlink_to(sys.base_prefix)
    made = tmp_path / "venv"
    python = tmp_path / "linked" / "bin" / Path(os.path.realpath(sys.executable)).name
    subprocess.run([python, "-m", "venv", "--without-pip", made], check=True)
    [packages] = made.glob("lib/python*/site-packages")
    seen = [path for path in sys.path if path.endswith("-packages")]
    (packages / "seen.pth").write_text("\n".join(seen))
    (tmp_path / "program.py").write_text("print('OK', '0100', '0001', '1000', '0010', sep='\\n')\n")
    folder = package("pkg", {"secret/four": (case_text(4), "")})
    words = ("run", "program.py", "--problem", str(folder), "--no-cache")
    command = [str(made / "bin" / "python"), "-m", "judge", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- who is taken for a compiler or an interpreter on this host -------------------------------------------------------
Told = Callable[..., tuple[str, str]]


def command(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def told(sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Why a program can't be run whose language lies where the command of this name says: the code, and what helps."""

    def ask(name: str, package: str = "", path: str = f"{tmp_path}/bin:/usr/bin:/bin") -> tuple[str, str]:
        monkeypatch.setenv("PATH", path)
        table.write_text(PROGRAMS["language"].format(name=name, package=package))
        languages.cache_clear()
        prepared, run = judged(sandbox, handed_in("mine", "pkg", "mine.odd", (("mine.odd", b"go"),)))
        finding = there(run.finding if run else prepared.finding)
        return finding.code, finding.help

    return ask


def test_a_dead_shim_is_no_interpreter(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, script, code in (
        ("dead-shim", "echo pyenv: python2: command not found >&2; exit 127", "E220"),
        ("lost-home", f"pwd > {tmp_path}/asked; echo /nowhere", "E220"),
        ("working-one", "pwd -P", "E101"),
    ):
        command(tmp_path / "bin" / name, script)
        assert told(name)[0] == code, name
    assert (tmp_path / "asked").read_text() == "/\n", "it is not asked in the current folder"


def test_a_table_found_here_starts_nothing(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    names = (".judge/languages.toml", "languages.toml", "judge/languages.toml", ".config/judge/languages.toml")
    files(folder, dict.fromkeys(names, f'[Rust]\nhome = ["sh", "-c", "touch {mark}; echo /usr"]\n'))
    monkeypatch.chdir(folder)
    for configured in ("", ".", "relative"):
        monkeypatch.setenv("XDG_CONFIG_HOME", configured)
        languages.cache_clear()
        executor_of("program").place(sandbox)
        assert not mark.exists()
    languages.cache_clear()


def test_a_path_from_here_finds_no_interpreter(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, folder = tmp_path / "mark", tmp_path / "handed-in"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for before in ("", ".", "bin", "bin:."):
        name = f"evil{len(before)}"
        for place in (name, f"bin/{name}"):
            command(folder / place, f"touch {mark}; echo /usr")
        assert told(name, path=f"{before}:/usr/bin:/bin")[0] == "E220"
        assert not mark.exists()


@pytest.mark.parametrize(
    ("package", "lists", "found"),
    [
        ("listed", "listed apt", True),
        ("unlisted", "apt", False),
        ("unlisted-too", "", True),  # it has no lists
        ("without-apt", None, False),
        ("", "apt", False),
    ],
)
def test_apt_decides_what_is_advised(told: Told, tmp_path: Path, package: str, lists: str | None, found: bool) -> None:
    for name in ("sh", "rm", "chmod"):
        (tmp_path / name).symlink_to(f"/bin/{name}")
    if lists is not None:
        words = "".join(f"{one}) echo '{one} | 12';; " for one in lists.split())
        command(tmp_path / "apt-cache", f'case "$2" in {words}esac')
    code, helps = told(f"absent-{package}", package, str(tmp_path))
    assert (code, f"sudo apt-get install {package}" in helps) == ("E220", found)


# --- what it is given -------------------------------------------------------------------------------------------------
DESCRIPTORS = "for fd in range(3, 256):\n    try: os.fstat(fd)\n    except OSError: continue\n    sys.exit(fd)"


def test_the_case_comes_on_stdin_and_lies_in_the_working_directory(lean: Sandbox, submission: MakeSubmission) -> None:
    problem = problem_of()
    case = program_input(problem, problem.cases[0]).file
    body = f"text = open('input.txt', 'rb').read()\nassert text == sys.stdin.buffer.read() == {case!r}, text\n"
    right(lean, submission, f"{DESCRIPTORS}\n{body}assert os.listdir('.') == ['input.txt'], os.listdir('.')")


def test_the_file_as_it_is(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = submission(python("print(ANSWER if b'\\r' in open('input.txt', 'rb').read() else WRONG)"))
    crlf = b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6
    assert ran(sandbox, source, called(crlf, bytes="as-is")).verdict == "AC"
    assert ran(sandbox, source, called(crlf)).verdict == "WA"


@pytest.mark.parametrize("printed", ["2 4 1 3\n", "4\n2 4 1 3\n"])
def test_spies_get_their_number_alone(sandbox: Sandbox, submission: MakeSubmission, printed: str) -> None:
    body = "text = sys.stdin.read()\nassert text == '4\\n', text\n"
    body += f"assert open('input.txt').read().startswith('DFS\\n4\\n')\nprint({printed!r}, end='')"
    run = ran(sandbox, submission(python(body)), problem_of("spies", n=4))
    assert (run.verdict, run.notices) == ("AC", ()), run.finding


# --- what it leaves ---------------------------------------------------------------------------------------------------
def test_its_window_is_its_life_and_all_its_processes_count(sandbox: Sandbox, submission: MakeSubmission) -> None:
    if sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the wall clock ranks")
    burn = "start = time.process_time()\nwhile time.process_time() - start < 0.15: pass\n"
    run = ran(sandbox, submission(python(f"pid = os.fork()\n{burn}pid and os.wait()\npid and print(ANSWER)")))
    assert run.verdict == "AC", run.finding
    assert 0.29 < run.cpu_s < 0.6
    assert run.wall_s >= 0.15


def test_nobody_survives_it(lean: Sandbox, submission: MakeSubmission, new_cgroups: Callable[[], set[str]]) -> None:
    """The answer is read once everything in the box is dead: a child that goes on writing comes too late."""
    assert ran(lean, submission(python(PROGRAMS["survives"]))).verdict == "AC"
    assert not [one for one in psutil.process_iter(["name"]) if one.info["name"] == "jt-survivor"]
    assert new_cgroups() == set()


def test_a_trick_with_the_working_directory(lean: Sandbox, submission: MakeSubmission) -> None:
    for act in ("os.chmod('.', 0)", "os.rmdir(os.getcwd())", "os.unlink('input.txt')", "os.mkdir('input.txt.d')"):
        right(lean, submission, f"try: {act}\nexcept OSError: pass")


@pytest.mark.parametrize("each_tier", ["plain", pytest.param("namespaces", marks=pytest.mark.slow)], indirect=True)
def test_a_folder_of_the_output_leads_nowhere(each_tier: Sandbox, submission: MakeSubmission) -> None:
    for body in PROGRAMS["hostile"]:
        tried = f"try:\n    {body}\nexcept OSError:  # a sealed box lets nobody make a link\n    pass"
        run = ran(each_tier, submission(python(tried)), called(io="files", output_file="out/passwd"))
        assert (run.verdict, run.code in ("E101", "E122")) == ("WA", True), body
        assert "root" not in run.message
