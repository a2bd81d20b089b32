"""`--rank` and `--budget`: what is measured again, and what is said of it; in real boxes, and small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, Call, gradebook, stored_runs, write_class

SLOW = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.03: pass")
SLOWER = SLOW.replace("0.03", "0.3")


def test_a_contest_is_ranked_until_its_order_is_settled(here: Path, call: Call) -> None:
    Path("fast.py").write_text(RIGHT.format(""))
    Path("twin.py").write_text(RIGHT.format(""))
    Path("slow.py").write_text(SLOW)
    files = ("fast.py", "twin.py", "slow.py")
    status, out, err = call("run", *files, "--problem", "pkg", "--rank", "--budget", "1m", "--json", "run.json")
    assert status == 0, out + err
    assert "order settled" in out
    written = json.loads(Path("run.json").read_text())
    assert {one["name"]: one["rank"] for one in written["submissions"]} == {"fast": 1, "twin": 1, "slow": 3}
    fast, twin = (one for one in written["submissions"] if one["name"] != "slow")
    assert fast["runs"] == twin["runs"], "the same bytes are run once"
    [rounds] = written["rounds"]
    assert (rounds["problem"], rounds["budget_s"], rounds["left"]) == ("pkg", 60, [])
    assert written["noise"] is None, "the rounds show it"


def test_a_budget_that_ends_says_who_can_t_be_told_apart(here: Path, call: Call) -> None:
    Path("one.py").write_text(RIGHT.format(""))
    Path("other.py").write_text(RIGHT.format("") + "# the same\n")
    status, out, err = call("run", "one.py", "other.py", "--problem", "pkg", "--rank", "--budget", "0")
    assert status == 0, out + err
    assert "the budget of 0 s ended: these can't be told apart: o" in out or "order settled" in out
    [first, second] = json.loads(Path(".judge/last-run.json").read_text())["submissions"]
    assert first["rank"] == second["rank"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--budget", "5"), "give --rank too"),
        (("run", "--rank", "--budget", "soon"), "write 90, 60s or 2m"),
        (("run", "--rank", "--budget", "-1"), "write 90, 60s or 2m"),
    ],
)
def test_words_that_make_no_sense(here: Path, call: Call, words: tuple[str, ...], said: str) -> None:
    status, _, err = call(*words)
    assert (status, said in err) == (2, True), err


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
    written = json.loads(Path("board.json").read_text())
    [board] = written["boards"]
    assert [(row["rank"], row["own"], row["solved"]) for row in board["rows"]] == [(1, True, 2), (2, False, 2)]
    assert [one["problem"] for one in written["rounds"]] == ["pkg"]
    assert stored_runs() == held
    assert call("board", "pkg", "--as", "bob")[0] == 0


def test_a_board_of_nobody_has_nobody_to_measure(here: Path, call: Call) -> None:
    status, out, err = call("board", "--rank")
    assert (status, "nobody has submitted anything yet" in out) == (0, True), out + err


@pytest.mark.slow
def test_who_is_near_a_bonus_is_measured(here: Path, call: Call) -> None:
    manifest = Path("testcases/pkg/problem.toml")
    manifest.write_text(manifest.read_text() + "[bonus]\nshare = 0.1\npoints = 5\n")
    write_class({"slow": SLOW, "same": SLOW + "# by another\n", "slower": SLOWER})
    status, out, err = call("grade", "class", "--problem", "pkg", "--budget", "0")
    assert status == 0, out + err
    assert "bonus for DFS: the budget of 0 s ended: these can't be told apart: s" in out
    assert [float(gradebook()[name]["points"]) for name in ("slow", "same", "slower")] == [25, 25, 20]
    held = len(stored_runs())
    status, out, err = call("grade", "class", "--problem", "pkg", "--budget", "1s")
    assert status == 0, out + err
    assert "bonus for DFS: " in out
    assert len(stored_runs()) > held, "the second budget is spent, and what was measured is kept"
