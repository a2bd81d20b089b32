"""`--rank` and `--budget`: what is measured again, and what is said of it; in real boxes, and small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.handed_in import RIGHT, read_json, stored_runs
from tests.commands import Call

SLOW = RIGHT.format("import time; x = time.process_time()\nwhile time.process_time() - x < 0.03: pass")


@pytest.fixture
def files(here: Path) -> tuple[str, ...]:
    sources = {"fast.py": RIGHT.format(""), "twin.py": RIGHT.format(""), "slow.py": SLOW}
    for name, source in sources.items():
        Path(name).write_text(source)
    return tuple(sources)


def test_a_contest_is_ranked_until_its_order_is_settled(files: tuple[str, ...], call: Call) -> None:
    out = call.done("run", *files, "--problem", "pkg", "--rank", "--budget", "1m", "--json", "run.json")
    assert "order settled" in out
    written = read_json("run.json")
    assert {one["name"]: one["rank"] for one in written["submissions"]} == {"fast": 1, "twin": 1, "slow": 3}
    fast, twin = (one for one in written["submissions"] if one["name"] != "slow")
    assert fast["runs"] == twin["runs"], "the same bytes are run once"
    [rounds] = written["rounds"]
    assert (rounds["problem"], rounds["budget_s"], rounds["left"]) == ("pkg", 60, [])
    assert written["noise"] is None, "the rounds show it"


def test_a_board_is_measured_again_and_nothing_of_it_is_kept(files: tuple[str, ...], call: Call) -> None:
    for file, owner in (("slow.py", "ada"), ("fast.py", "bob")):
        call("submit", file, "--problem", "pkg", "--as", owner)
    held = stored_runs()
    status, out, err = call("board", "pkg", "--as", "bob", "--rank", "--pseudonyms", "--json", "board.json")
    assert (status, "order settled" in out) == (0, True), out + err
    assert "ada" not in out + err, "under a pseudonym, and only under that"
    written = read_json("board.json")
    [board] = written["boards"]
    assert [(row["rank"], row["own"], row["solved"]) for row in board["rows"]] == [(1, True, 2), (2, False, 2)]
    assert [one["problem"] for one in written["rounds"]] == ["pkg"]
    assert stored_runs() == held
