"""Whole programs: compiled and run in a box, judged by what they leave; in real languages, in two tiers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import psutil
import pytest

from judge.model import Limits, Verdict
from judge.problems import program_input
from judge.sandbox import Sandbox
from judge.submissions import Language, handed_in, languages
from tests.boxed import ANSWER, QUICK, judged, problem_of, python, ran, unready
from tests.conftest import MakePackage, MakeSubmission, there
from tests.make import case_text

ROOMY = problem_of(limits=Limits(time_limit=2.0, memory=256, output=1, compilation_time=20, processes=16))


@pytest.mark.parametrize("name", ["my homework.py", "$(touch x).py", "-o.py", "hömework.py", "{cache}.py"])
def test_a_name_that_trips_a_command_line(sandbox: Sandbox, submission: MakeSubmission, name: str) -> None:
    assert ran(sandbox, submission(python("print(ANSWER)"), name)).verdict == "AC"


# --- getting ready ----------------------------------------------------------------------------------------------------
REFUSED = {
    "C": ("mine.c", "int main(void) { return nothing; }\n", "nothing"),
    "C++": ("mine.cpp", "int main() {\n    retrun 0;\n}\n", "mine.cpp:2:5"),
    "Python": ("mine.py", "x = print(1\n", "was never closed"),
}


@pytest.mark.parametrize(("name", "source", "said"), REFUSED.values(), ids=REFUSED)
def test_what_the_compiler_said_is_told(
    sandbox: Sandbox, submission: MakeSubmission, name: str, source: str, said: str
) -> None:
    finding = unready(sandbox, submission(source, name))
    assert (finding.verdict, finding.code) == ("CE", "E211" if name.endswith(".py") else "E221")
    assert said in finding.note + finding.message


@pytest.mark.parametrize(
    ("source", "verdict"),
    [(b"print('FAIL')  # \xe4\n", "CE"), (b"# coding: latin-1\nprint('FAIL')  # \xe4\n", "WA")],
)
def test_python_that_is_no_utf_8(sandbox: Sandbox, submission: MakeSubmission, source: bytes, verdict: str) -> None:
    """The interpreter refuses it on every case, so it is refused at once; with its encoding named it is run."""
    prepared, run = judged(sandbox, msgspec.structs.replace(submission("print('FAIL')"), source=source))
    assert (run.verdict if run else prepared.verdict) == verdict
    if prepared.finding:
        assert "UTF-8" in prepared.finding.help


def test_a_warning_of_the_compiler_is_no_fault(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = "#include <stdio.h>\nint main(void) { int unused; return fputs(ANSWER, stdout) < 0; }\n"
    prepared, run = judged(sandbox, submission(f"#define ANSWER {json.dumps(ANSWER)}\n{source}", "mine.c"))
    assert prepared.verdict == "AC"
    assert "unused" in prepared.message
    assert there(run).verdict == "AC"


def swapped(monkeypatch: pytest.MonkeyPatch, *compile_: str) -> None:
    """Let C be compiled by this command."""
    language = Language((".c",), compile_, ("{cache}/program",), package="gcc", name="C")
    monkeypatch.setattr("judge.submissions.language.Languages.of", lambda *_: language)


def test_a_compiler_that_is_not_installed(
    sandbox: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped(monkeypatch, "no-such-compiler", "{source}")
    finding = unready(sandbox, submission("", "mine.c"))
    assert (finding.verdict, finding.code) == ("CE", "E220")
    assert "apt-get install gcc" in finding.help


COMPILERS = {
    "that computes": ("E214", "s of CPU; the limit is 1 s", "while True: pass"),
    "that sleeps": ("E214", "s on the wall clock", "import time; time.sleep(60)"),
    "that hoards": ("E215", "1024 MiB", "x = b'1' * (2 << 30)"),
    "that dies": ("E221", "SIGABRT", "import os; os.abort()"),
}


@pytest.mark.parametrize("compiler", COMPILERS.values(), ids=COMPILERS)
def test_a_compiler_has_limits(
    sandbox: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch, compiler: tuple[str, str, str]
) -> None:
    code, said, body = compiler
    swapped(monkeypatch, "{python}", "-S", "-c", body)
    limit_s = 1 if code == "E214" else 20
    limits = Limits(time_limit=0.3, memory=96, output=1, compilation_time=limit_s, processes=16)
    finding = unready(sandbox, submission("", "mine.c"), problem_of(limits=limits))
    assert (finding.verdict, finding.code) == ("CE", code), finding
    assert said in finding.message


def test_a_compiler_that_makes_nothing_leaves_nothing_to_run(
    sandbox: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped(monkeypatch, "true")
    run = ran(sandbox, submission("", "mine.c"))
    assert (run.verdict, run.code) == ("RTE", "E207")


# --- what it is given -------------------------------------------------------------------------------------------------
def test_the_case_lies_in_the_working_directory_and_comes_on_stdin(lean: Sandbox, submission: MakeSubmission) -> None:
    problem = problem_of()
    case = program_input(problem, problem.cases[0]).file
    body = f"text = open('input.txt', 'rb').read()\nassert text == sys.stdin.buffer.read() == {case!r}, text\n"
    body += "assert os.listdir('.') == ['input.txt'], os.listdir('.')\nprint(ANSWER)"
    assert ran(lean, submission(python(body))).verdict == "AC"


@pytest.mark.parametrize("printed", ["2 4 1 3\n", "4\n2 4 1 3\n"])
def test_spies_get_their_number_alone(sandbox: Sandbox, submission: MakeSubmission, printed: str) -> None:
    body = "text = sys.stdin.read()\nassert text == '4\\n', text\n"
    body += f"assert open('input.txt').read().startswith('DFS\\n4\\n')\nprint({printed!r}, end='')"
    run = ran(sandbox, submission(python(body)), problem_of("spies", n=4))
    assert (run.verdict, run.notices) == ("AC", ()), run.finding


def test_it_gets_nothing_of_the_judge(
    lean: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_SECRET", "canary")
    with Sandbox(tier="auto", warm=False) as own:
        body = "assert 'canary' not in repr(dict(os.environ)), os.environ\n"
        body += "assert os.environ['HOME'] == os.environ['TMPDIR'] == os.getcwd()\nprint(ANSWER)"
        assert ran(own, submission(python(body))).verdict == "AC"
    body = (
        "for fd in range(3, 256):\n    try: os.fstat(fd)\n    except OSError: continue\n    sys.exit(fd)\nprint(ANSWER)"
    )
    assert ran(lean, submission(python(body))).verdict == "AC"


# --- what it leaves ---------------------------------------------------------------------------------------------------
LEAVES = {
    "an answer in output.txt": ("AC", "", "open('output.txt', 'w').write(ANSWER)"),
    "both, and the file is right": ("AC", "", "print(WRONG)\nopen('output.txt', 'w').write(ANSWER)"),
    "both, and the file is wrong": ("WA", "E106", "print(ANSWER)\nopen('output.txt', 'w').write(WRONG)"),
    "a file that is written to the end": ("AC", "", "for c in ANSWER: open('output.txt', 'a').write(c)"),
    "an answer on stderr": ("WA", "E101", "print(ANSWER, file=sys.stderr)"),
    "FAIL": ("WA", "E113", "print('FAIL')"),
    "no text": ("WA", "E111", "os.write(1, bytes(range(256)))"),
    "a wrong answer and exit status 3": ("RTE", "E207", "print(WRONG, flush=True)\nsys.exit(3)"),
    "a wrong answer and an abort": ("RTE", "E206", "print(WRONG, flush=True)\nos.abort()"),
    "a wrong answer and a kill": ("RTE", "E206", "print(WRONG, flush=True)\nos.kill(os.getpid(), 9)"),
    "half an answer and exit status 3": ("RTE", "E207", "print(ANSWER[:9], flush=True)\nsys.exit(3)"),
    "a busy child": ("TLE", "E201", "if os.fork():\n    os.wait()\nwhile True: pass"),
    "a right answer, and then a busy loop": ("TLE", "E201", "print(ANSWER, flush=True)\nwhile True: pass"),
    "one that waits for more input": ("WA", "E101", "sys.stdin.read()\nsys.stdin.read()"),
    "endless stdout": ("OLE", "E204", "while True: print('x' * 4096)"),
    "endless stderr": ("OLE", "E204", "while True: print('x' * 4096, file=sys.stderr)"),
    "a long file": ("OLE", "E204", "open('output.txt', 'w').write('x' * (2 << 20))"),
}


@pytest.mark.parametrize(("verdict", "code", "body"), LEAVES.values(), ids=LEAVES)
def test_what_it_leaves_is_judged(
    sandbox: Sandbox, submission: MakeSubmission, verdict: str, code: str, body: str
) -> None:
    run = ran(sandbox, submission(python(f"sys.stdin.read()\n{body}")), problem_of(limits=QUICK))
    assert (run.verdict, run.code) == (verdict, code), run.finding
    assert "\n" not in run.message
    assert bool(run.message) == bool(code)


def test_its_window_is_its_life_and_all_its_processes_count(sandbox: Sandbox, submission: MakeSubmission) -> None:
    if sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the wall clock ranks")
    burn = "start = time.process_time()\nwhile time.process_time() - start < 0.15: pass\n"
    run = ran(sandbox, submission(python(f"pid = os.fork()\n{burn}pid and os.wait()\npid and print(ANSWER)")))
    assert run.verdict == "AC", run.finding
    assert 0.29 < run.cpu_s < 0.6
    assert run.wall_s >= 0.15


def test_nobody_survives_it_and_nobody_changes_its_answer(
    lean: Sandbox, submission: MakeSubmission, new_cgroups: Callable[[], set[str]]
) -> None:
    """The answer is read once everything in the box is dead: a child that goes on writing comes too late."""
    body = (
        "open('output.txt', 'w').write(ANSWER)\n"
        "import ctypes\nctypes.CDLL(None).prctl(15, b'jt-survivor')\n"
        "parent = os.getpid()\n"
        "if os.fork() == 0:\n"
        "    os.close(0); os.close(1); os.close(2)\n"
        "    while os.getppid() == parent: time.sleep(0.01)\n"
        "    while True:\n"
        "        time.sleep(5)\n"
        "        open('output.txt', 'w').write(WRONG)\n"
    )
    assert ran(lean, submission(python(body))).verdict == "AC"
    assert not [one for one in psutil.process_iter(["name"]) if one.info["name"] == "jt-survivor"]
    assert new_cgroups() == set()


# --- an output.txt that is no plain file ------------------------------------------------------------------------------
def test_a_trick_with_the_working_directory(lean: Sandbox, submission: MakeSubmission) -> None:
    for act in ("os.chmod('.', 0)", "os.rmdir(os.getcwd())", "os.unlink('input.txt')", "os.mkdir('input.txt.d')"):
        run = ran(lean, submission(python(f"try: {act}\nexcept OSError: pass\nprint(ANSWER)")))
        assert run.verdict == "AC", (act, run.finding)


NO_FILES = {
    "a link": ("os.symlink('other', 'output.txt')", "E122", "is a link"),
    "a dead link": ("os.symlink('/nowhere', 'output.txt')", "E122", "is a link"),
    "a FIFO": ("os.mkfifo('output.txt')", "E122", "not a plain file"),
    "a folder": ("os.mkdir('output.txt')", "E122", "is a folder"),
    "a hard link": ("os.link('other', 'output.txt')", "E122", "second name"),
    "60 MiB without a byte": ("open('output.txt', 'w').truncate(60 << 20)", "E204", "62,914,560 bytes"),
    "one byte too long": ("open('output.txt', 'w').truncate((1 << 20) + 1)", "E204", "1,048,577 bytes"),
}
IN_PLAIN = pytest.mark.parametrize("each_tier", ["plain"], indirect=True)  # where nothing refuses to make them


@IN_PLAIN
@pytest.mark.parametrize(("body", "code", "said"), NO_FILES.values(), ids=NO_FILES)
def test_only_a_plain_file_is_read(
    each_tier: Sandbox, submission: MakeSubmission, body: str, code: str, said: str
) -> None:
    run = ran(each_tier, submission(python(f"open('other', 'w').write(ANSWER)\nimport resource\n{body}")), ROOMY)
    assert (run.code, said in run.message) == (code, True), run.message


@IN_PLAIN
def test_where_it_is_missing_what_was_written_instead_is_told(each_tier: Sandbox, submission: MakeSubmission) -> None:
    body = "import pathlib\nos.mkdir('out')\n"
    body += "for name in ('.hidden', '.\\\\output.txt', 'other', 'out/output.txt'): pathlib.Path(name).touch()"
    message = ran(each_tier, submission(python(body))).message
    assert message == r"the program wrote no output.txt; it wrote .\output.txt and out/output.txt instead"


@pytest.mark.parametrize(
    ("source", "puzzle", "told"),
    [
        ("abs(1)", "all-queens", "0 where there is none"),
        ("open('output.txt', 'w')", "all-queens", "0 where there is none"),
        ("open('output.txt', 'w')", "queens", "write OK and the board, or FAIL"),
        ("abs(1)", "queens", "write output.txt"),
    ],
)
def test_who_prints_nothing_for_none_is_told_what_to_print(
    sandbox: Sandbox, submission: MakeSubmission, source: str, puzzle: str, told: str
) -> None:
    run = ran(sandbox, submission(python(source)), problem_of(puzzle, n=3))
    assert run.code == "E101"
    assert told in there(run.finding).help


# --- where the judge's own Python and a host's compilers lie ----------------------------------------------------------
@pytest.mark.parametrize("way", ["linked", "dotted"])
def test_the_way_to_the_judges_python_costs_no_program(
    sandbox: Sandbox, submission: MakeSubmission, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    (tmp_path / "linked").symlink_to(sys.prefix)
    (tmp_path / "dotted").mkdir()
    folder = {"linked": tmp_path / "linked", "dotted": f"{tmp_path}/dotted/../{os.path.relpath(sys.prefix, tmp_path)}"}
    monkeypatch.setattr(sys, "executable", f"{folder[way]}/bin/{Path(sys.executable).name}")
    assert Path(sys.executable).exists()
    one = msgspec.structs.replace(submission(python("open('output.txt', 'w').write(ANSWER)")), contract="program")
    assert ran(sandbox, one).verdict is Verdict.AC


def test_a_compiler_that_no_box_shows_is_no_fault_of_the_program(
    sandbox: Sandbox, table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sandbox.tier != "namespaces":
        pytest.skip("other tiers hide no compiler")
    compiler = tmp_path / "bin" / "quickc"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\nexit 0\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{compiler.parent}:{os.environ['PATH']}")
    table.write_text('[Quick]\nsuffixes = [".quick"]\ncompile = ["quickc", "{source}"]\nrun = ["{cache}/program"]\n')
    finding = unready(sandbox, handed_in("mine", "pkg", "mine.quick", (("mine.quick", b"go"),)))
    assert (finding.verdict, finding.code) == (Verdict.JE, "E303")


@pytest.mark.slow
def test_a_virtual_environment_that_was_made_through_a_link_runs_all(tmp_path: Path, package: MakePackage) -> None:
    """It names its interpreter by that link, in its links and in pyvenv.cfg."""
    (tmp_path / "linked").symlink_to(sys.base_prefix)
    made, here = tmp_path / "venv", Path(__file__).parents[3]
    python = tmp_path / "linked" / "bin" / Path(os.path.realpath(sys.executable)).name
    subprocess.run([python, "-m", "venv", "--without-pip", made], check=True)
    [packages] = made.glob("lib/python*/site-packages")
    seen = [path for path in sys.path if path.endswith("-packages")]
    (packages / "seen.pth").write_text("\n".join(seen))
    (tmp_path / "program.py").write_text("print('OK', '0100', '0001', '1000', '0010', sep='\\n')\n")
    folder = package("pkg", {"secret/four": (case_text(4), "")})
    words = ("run", "program.py", "--problem", str(folder), "--no-cache")
    environment = {**os.environ, "PYTHONPATH": str(here)}
    command = [str(made / "bin" / "python"), "-m", "judge", *words]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


BROKEN = Language(
    (), ("{python}", "-c", "pass"), ("{python}", "-c", "raise SystemExit('no encodings')"), name="Python 2"
)


def test_an_interpreter_that_fails_in_the_box_runs_nothing(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(languages(), "Python 2", BROKEN)
    finding = unready(sandbox, handed_in("old", "pkg", "homework.py", (("homework.py", b"print 'x'"),)))
    assert (finding.verdict, finding.code, finding.help) == ("CE", "E220", "write it for Python 3")
    assert finding.note == "there is an interpreter, but it does not work in the box: no encodings"


# --- names that its files have, or get -------------------------------------------------------------------------------
MAIN = "public static void main(String[] args) {}"
JAVA: dict[str, dict[str, str]] = {
    "a class of 260 letters": {"homework.java": f"public class {'A' * 260} {{ {MAIN} }}"},
    "a class as a folder": {"homework.java": f"public class data {{ {MAIN} }}", "data.java/x.txt": ""},
    "two of one class": {"a.java": f"public class A {{ {MAIN} }}", "b.java": f"public class A {{ int x; {MAIN} }}"},
    "a class as another file": {"a.java": f"public class b {{ {MAIN} }}", "b.java": "class c {}"},
}


@pytest.mark.parametrize("name", JAVA)
def test_a_public_class_can_not_break_the_keeping(sandbox: Sandbox, name: str) -> None:
    files = tuple((path, text.encode()) for path, text in JAVA[name].items())
    prepared, run = judged(sandbox, handed_in("mine", "pkg", files[0][0], files))
    assert run is None
    assert prepared.verdict is Verdict.CE
    assert prepared.finding is not None
    assert prepared.finding.code == "E225"


def test_a_main_in_a_folder_called_as_the_case_is_refused(sandbox: Sandbox) -> None:
    files = (("output.txt/main.py", b"print('FAIL')"), ("notes.md", b""))
    prepared, _ = judged(sandbox, handed_in("mine", "pkg", "output.txt/main.py", files))
    assert prepared.finding is not None
    assert prepared.finding.code == "E225"
