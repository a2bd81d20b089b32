"""Several judges on one core, as real processes: those that share answer at once and harm nobody who ranks."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox.cores import available

ROOT = Path(__file__).parents[2]
SOLUTION = (ROOT / "solutions/queens/backjumping.py").read_text()
CODE = """\
from pathlib import Path
from judge.cli.main import main
from judge.sandbox import corelocks
corelocks.FOLDER = Path({folder!r})
main()"""

WITHOUT_A_CGROUP = """\
from judge.sandbox import process_meter, sandbox
sandbox.meter_maker = lambda: (process_meter.ProcessMeter, False, False)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not list its locks"),
]


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that start a judge of a host of its own, in a folder with four copies of one solution."""
    monkeypatch.chdir(tmp_path)
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text(SOLUTION)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield [sys.executable, "-c", CODE.format(folder=folder)]


@contextlib.contextmanager
def running(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_sample_run_is_quick_beside_a_contest_and_a_second_contest_follows_it(judge: list[str]) -> None:
    here = ["--problem", "queens", "--cores", str(available()[-1])]
    sample = [*judge, "run", "a.py", "--group", "sample", *here]
    subprocess.run(sample, check=True, capture_output=True)  # it is compiled
    with running([*judge, "run", "a.py", "b.py", "--group", "easy", "--repeat", "40", *here]) as first:
        assert first.stdout is not None
        first.stdout.readline()
        with running([*judge, "run", "c.py", "d.py", "--group", "sample", *here]) as second:
            assert second.stdout is not None
            assert second.stdout.readline().startswith("waiting 0:00 for a core (1st in line)")
            done = subprocess.run(sample, check=True, capture_output=True, text=True)
            assert "so these times are rough" in done.stderr
            assert (first.poll(), second.poll()) == (None, None), "both would have been waited for"
            first.kill()
            said, _ = second.communicate()
            assert second.returncode == 0, said


def ranks(words: list[str]) -> tuple[set[int | None], set[str]]:
    """The ranks of a contest, and its verdicts."""
    subprocess.run([*words, "--json", "out.json"], check=True, capture_output=True)
    rows = json.loads(Path("out.json").read_text())["submissions"]
    return {row["rank"] for row in rows}, {row["verdict"] for row in rows}


FOUR = ["a.py", "b.py", "c.py", "d.py", "--problem", "queens", "--group", "easy", "--repeat", "5"]


def test_those_that_share_tell_no_equals_apart(judge: list[str]) -> None:
    sharing = [*judge, "run", "a.py", "--problem", "queens", "--group", "sample", "--repeat", "1000"]
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            begun = stack.enter_context(running(sharing))
            assert begun.stdout is not None
            assert any("sample" in line for line in begun.stdout), "it has run a case"
        assert ranks([*judge, "run", *FOUR]) == ({1}, {"AC"})


def test_without_a_cgroup_other_work_tells_no_equals_apart(judge: list[str]) -> None:
    """As for an ordinary user: each copy has one process, whose CPU the kernel tells exactly."""
    build = [sys.executable, "-c", "while True: compile('x = 1\\n' * 9999, 'x', 'exec')"]
    with running(build), running(build):
        for _ in range(3):
            assert ranks([judge[0], "-c", WITHOUT_A_CGROUP + judge[2], "run", *FOUR]) == ({1}, {"AC"})
