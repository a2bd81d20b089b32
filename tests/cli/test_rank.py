"""`--rank` and `--budget`: what is measured again, and what is said of it; in real boxes, and small."""

from __future__ import annotations

from pathlib import Path

from tests.cli.handed_in import RIGHT, read_json, stored_runs
from tests.commands import Call

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
