"""`--rank` and `--budget`: what is measured again, and what is said of it; in real boxes, and small."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, Call, elsewhere, read_json, stored_runs
from tests.conftest import there

SLOW = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.03: pass")


def test_a_contest_is_ranked_until_its_order_is_settled(here: Path, call: Call) -> None:
    Path("fast.py").write_text(RIGHT.format(""))
    Path("twin.py").write_text(RIGHT.format(""))
    Path("slow.py").write_text(SLOW)
    files = ("fast.py", "twin.py", "slow.py")
    out = call.done("run", *files, "--problem", "pkg", "--rank", "--budget", "1m", "--json", "run.json")
    assert "order settled" in out
    written = read_json("run.json")
    assert {one["name"]: one["rank"] for one in written["submissions"]} == {"fast": 1, "twin": 1, "slow": 3}
    fast, twin = (one for one in written["submissions"] if one["name"] != "slow")
    assert fast["runs"] == twin["runs"], "the same bytes are run once"
    [rounds] = written["rounds"]
    assert (rounds["problem"], rounds["budget_s"], rounds["left"]) == ("pkg", 60, [])
    assert written["noise"] is None, "the rounds show it"


def test_a_board_is_measured_again_and_nothing_of_it_is_kept(here: Path, call: Call) -> None:
    Path("fast.py").write_text(RIGHT.format(""))
    Path("slow.py").write_text(SLOW)
    call("submit", "slow.py", "--problem", "pkg", "--as", "ada")
    call("submit", "fast.py", "--problem", "pkg", "--as", "bob")
    held = stored_runs()
    words = ("board", "pkg", "--as", "bob", "--rank", "--pseudonyms", "--json", "board.json")
    status, out, err = call(*words)
    assert status == 0, out + err
    assert "order settled" in out
    assert "ada" not in out + err, "under a pseudonym, and only under that"
    written = read_json("board.json")
    [board] = written["boards"]
    assert [(row["rank"], row["own"], row["solved"]) for row in board["rows"]] == [(1, True, 2), (2, False, 2)]
    assert [one["problem"] for one in written["rounds"]] == ["pkg"]
    assert stored_runs() == held
    call.done("board", "pkg", "--as", "bob")


# --- Several judges on one core --------------------------------------------------------------------------------------
ROOT = Path(__file__).parents[2]
SOLUTION = (ROOT / "solutions/queens/backjumping.py").read_text()
WITHOUT_A_CGROUP = """\
from judge.sandbox import sandbox
from judge.sandbox import meter
sandbox.meter_maker = lambda: (meter.ProcessMeter, False, False)
"""

LOCKS = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not list its locks")


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that start a judge of a host of its own, in a folder with four copies of one solution."""
    monkeypatch.chdir(tmp_path)
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text(SOLUTION)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield elsewhere(folder)


@contextlib.contextmanager
def running(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def ranks(words: list[str]) -> tuple[set[int | None], set[str]]:
    """The ranks of a contest, and its verdicts."""
    subprocess.run([*words, "--json", "out.json"], check=True, capture_output=True)
    rows = read_json("out.json")["submissions"]
    return {row["rank"] for row in rows}, {row["verdict"] for row in rows}


FOUR = ["a.py", "b.py", "c.py", "d.py", "--problem", "queens", "--group", "easy", "--repeat", "5"]


@pytest.mark.slow
@LOCKS
def test_those_that_share_tell_no_equals_apart(judge: list[str]) -> None:
    sharing = [*judge, "run", "a.py", "--problem", "queens", "--group", "sample", "--repeat", "1000"]
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            begun = stack.enter_context(running(sharing)).stdout
            assert any("sample" in line for line in there(begun)), "it has run a case"
        assert ranks([*judge, "run", *FOUR]) == ({1}, {"AC"})


@pytest.mark.slow
@LOCKS
def test_without_a_cgroup_other_work_tells_no_equals_apart(judge: list[str]) -> None:
    """As for an ordinary user: each copy has one process, whose CPU the kernel tells exactly."""
    build = [sys.executable, "-c", "while True: compile('x = 1\\n' * 9999, 'x', 'exec')"]
    with running(build), running(build):
        assert ranks([judge[0], "-c", WITHOUT_A_CGROUP + judge[2], "run", *FOUR]) == ({1}, {"AC"})
