"""`--rank` and `--budget`: what is measured again, and what is said of it; in real boxes, and small."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox.cores import available
from tests.cli.handed_in import RIGHT, Call, elsewhere, give_bonus, gradebook, read_json, stored_runs, write_class
from tests.conftest import there

SLOW = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.03: pass")
SLOWER = SLOW.replace("0.03", "0.3")


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


@pytest.mark.slow
def test_who_is_near_a_bonus_is_measured(here: Path, call: Call) -> None:
    give_bonus(0.1)
    write_class({"slow": SLOW, "same": SLOW + "# by another\n", "slower": SLOWER})
    out = call.done("grade", "class", "--problem", "pkg", "--budget", "0")
    assert "bonus for DFS: the budget of 0 s ended: these can't be told apart: s" in out
    assert [float(gradebook()[name]["points"]) for name in ("slow", "same", "slower")] == [25, 25, 20]
    held = len(stored_runs())
    assert "bonus for DFS: " in call.done("grade", "class", "--problem", "pkg", "--budget", "1s")
    assert len(stored_runs()) > held, "the second budget is spent, and what was measured is kept"


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


@pytest.mark.slow
@LOCKS
def test_a_sample_run_is_quick_beside_a_contest_and_a_second_contest_follows_it(judge: list[str]) -> None:
    here = ["--problem", "queens", "--cores", str(available()[-1])]
    sample = [*judge, "run", "a.py", "--group", "sample", *here]
    subprocess.run(sample, check=True, capture_output=True)  # it is compiled
    with running([*judge, "run", "a.py", "b.py", "--group", "easy", "--repeat", "40", *here]) as first:
        there(first.stdout).readline()
        with running([*judge, "run", "c.py", "d.py", "--group", "sample", *here]) as second:
            assert there(second.stdout).readline().startswith("waiting 0:00 for a core (1st in line)")
            done = subprocess.run(sample, check=True, capture_output=True, text=True)
            assert "so these times are rough" in done.stderr
            assert (first.poll(), second.poll()) == (None, None), "both would have been waited for"
            first.kill()
            said, _ = second.communicate()
            assert second.returncode == 0, said


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
        for _ in range(3):
            assert ranks([judge[0], "-c", WITHOUT_A_CGROUP + judge[2], "run", *FOUR]) == ({1}, {"AC"})
