"""What a program finds around it in its box, in every tier: descriptors by their names, and what the manual lists."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.executors.program import crash
from judge.executors.program.commands import is_there
from judge.model import Limits, Submission
from judge.sandbox.box import Bounds
from judge.sandbox.request import Job
from judge.sandbox.sandbox import Sandbox
from judge.submissions.languages import language_of
from tests.as_user import run_tests_as_ordinary_user
from tests.boxed import LIMITS, kept, problem_of, python, ran

MakeSubmission = Callable[..., Submission]
ROOMY = Limits(time_limit=2.0, memory=512, output=1, compilation_time=20, processes=16)

# --- descriptors by their names ---------------------------------------------------------------------------------------
BY_NAME = {
    "C++": (
        "names.cpp",
        """
#include <fstream>
#include <string>
int main() {
    std::ifstream in("/dev/stdin");
    std::ofstream out("/dev/stdout"), err("/dev/stderr");
    std::string algorithm; int n = 0;
    in >> algorithm >> n;
    if (n != 6 || !(err << "n is " << n << std::endl)) return 1;
    out << "OK\\n010000\\n000100\\n000001\\n100000\\n001000\\n000010\\n";
}
""",
    ),
    "Node": (
        "names.js",
        """
const fs = require("fs");
const lines = fs.readFileSync("/dev/stdin", "utf8").split("\\n");
if (lines[1] !== "6" || fs.readFileSync("/dev/fd/0", "utf8") !== lines.join("\\n")) process.exit(1);
fs.writeFileSync("/dev/stderr", "read\\n");
fs.writeFileSync("/dev/stdout", "OK\\n010000\\n000100\\n000001\\n100000\\n001000\\n000010\\n");
""",
    ),
    "Python": (
        "names.py",
        python(
            "lines = open('/dev/stdin').read().split()\n"
            "assert open('/dev/fd/0').read().split() == lines and lines[1] == '6'\n"
            "assert {'0', '1', '2'} <= set(os.listdir('/dev/fd'))\n"
            "open('/dev/stderr', 'w').write('read')\n"
            "open('/dev/fd/2', 'a').write('read')\n"
            "open('/dev/stdout', 'w').write(ANSWER)\n"
        ),
    ),
}


@pytest.mark.parametrize(("name", "source"), BY_NAME.values(), ids=BY_NAME)
def test_stdin_stdout_and_stderr_can_be_opened_by_name(
    each_tier: Sandbox, submission: MakeSubmission, name: str, source: str
) -> None:
    language = language_of(name[name.index(".") :])
    if language is None or not is_there(language):
        pytest.skip(f"no {name} here")
    run = ran(each_tier, submission(source, name), problem_of(limits=ROOMY))
    assert (run.verdict, run.code) == ("AC", ""), run.finding


@pytest.mark.parametrize(
    "said",
    [
        "FileNotFoundError: [Errno 2] No such file or directory: '/dev/stdin'",
        "Error: ENOENT: no such file or directory, open '/dev/stdin'",
        "java.io.FileNotFoundException: /dev/stdin (No such file or directory)",
    ],
)
def test_where_nothing_shows_descriptors_a_program_is_told_to_do_without_a_path(said: str) -> None:
    finding = crash.told_by(said, "input.txt", LIMITS)
    assert finding is not None
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


if hasattr(os, "geteuid") and os.geteuid() == 0:  # an ordinary user has just run all of the above as one

    @pytest.mark.slow
    @pytest.mark.timeout(300)
    def test_all_of_it_is_there_for_an_ordinary_user_too() -> None:
        done = run_tests_as_ordinary_user([__file__])
        assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
