"""regrade, from the words on the command line to what counts afterwards."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from judge.judging import BonusRounds, Worker
from judge.model import Batch, Run, RunRecord, Verdict
from judge.store import Store
from tests.cli.handed_in import (
    HALF,
    JUDGE,
    RIGHT,
    answer,
    disturb,
    facts_of,
    give_bonus,
    gradebook,
    kill_when,
    read_json,
    stored_runs,
    write_class,
)
from tests.commands import Call
from tests.make import case_text, files


# --- a regrade ------------------------------------------------------------------------------------------------------
def test_the_disturbed_are_judged_again_with_one_command(graded: Path, call: Call) -> None:
    write_class({"cy": RIGHT.format("pass"), "dee": ""})  # what does not compile has not run
    call.done("grade", "class", "--problem", "pkg")
    disturb("cy", "six")
    call.done("export", "class", "--problem", "pkg", "--gradebook", "now.csv", "--json", "now.json")
    [cy] = [one for one in read_json("now.json")["students"] if one["id"] == "cy"]
    assert cy["disturbance"]["disturbed"] in (1, 2)
    assert gradebook("now.csv")["cy"]["note"] == cy["note"] == "", "a busy host changes no gradebook"
    again = ("regrade", "--problem", "pkg", "--disturbed", "--student")
    assert "nothing to judge again: no run that counts is one of  --disturbed" in call.done(*again, "dee")
    out = call.done(*again, "cy", "--case", "six")
    assert "1 run of 1 submission to judge again:  --disturbed --student cy --case sample/six" in out
    call.done("regrade", "--problem", "pkg", "--apply")
    assert sorted(run["case"] for run in facts_of("cy")) == ["four", "six"]
    assert not [run for run in facts_of("cy") if run["samples"][0]["lost_s"] == 1.8]


@pytest.mark.slow
def test_a_part_that_is_killed_goes_on_where_it_stopped(here: Path, call: Call) -> None:
    for number in range(6):
        files(Path(f"testcases/pkg/secret/c{number}"), {"input.txt": case_text(4), "answer.txt": answer(4)})
    write_class({"ada": RIGHT.format(""), "bob": HALF})
    call.done("grade", "class", "--problem", "pkg")
    runs = len(stored_runs())
    cases = [word for number in range(5) for word in ("--case", f"c{number}")]
    part = ["regrade", "--problem", "pkg", "--student", "ada", *cases]
    assert kill_when(runs + 3 + 2, [*JUDGE, *part]) == -signal.SIGKILL
    between = [run["case"] for run in facts_of("ada")]
    assert between[:3] == ["six", "c5", "four"], "what is taken over comes first, and whole"
    call.done(*part)
    after = facts_of("ada")
    assert [run["case"] for run in after][: len(between)] == between
    assert len(after) == 8
    assert len({run["case"] for run in after}) == 8
    call.done("regrade", "--problem", "pkg", "--apply")


def test_a_regrade_with_judge_errors_is_held_back(graded: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    again = ("regrade", "--problem", "pkg")
    with monkeypatch.context() as broken:
        run, lost = Worker.run, Run("four", "secret", "DFS", Verdict.JE, "E301", "the box broke")
        broken.setattr(Worker, "run", lambda self, task: lost if task.submission.name == "bob" else run(self, task))
        assert "the judge failed on bob" in call.ends(3, *again, "--reason", "to be sure")
        call.done(*again, "--allow-judge-errors")
        assert "these are bob" in call.refused("E483", *again, "--apply")
    runs = len(stored_runs())
    assert call(*again)[0] == 0, "judges these once more"
    assert len(stored_runs()) == runs + 2
    call.done(*again, "--apply")
    monkeypatch.setattr(Worker, "run", lambda *_: lost)
    call.ends(3, *again, "--student", "bob")
    call.done(*again, "--apply", "--allow-judge-errors")  # all others are published
    call.done("export", "class", "--problem", "pkg", "--gradebook", "now.csv")
    assert {name: row["points"] for name, row in gradebook("now.csv").items()} == {"ada": "20", "bob": "10"}
    call.ends(3, *again, "--student", "bob")
    assert call(*again, "--cancel")[0] == 0, "to drop it needs no leave"


def test_each_class_has_its_race_and_a_part_has_none(here: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    give_bonus(0.5)
    raced: list[tuple[list[str], bool]] = []

    def race(
        self: BonusRounds, _: Store, __: Batch, tickets: Sequence[Batch.Ticket], ___: float, *, more: bool
    ) -> None:
        raced.append(([ticket.owner for ticket in tickets], more))
        self.settled = [RunRecord.Settling("bonus for DFS", 7.0)]

    monkeypatch.setattr(BonusRounds, "__init__", race)
    monkeypatch.setattr(BonusRounds, "events", lambda *_: iter(()))
    write_class({"ada": RIGHT.format("")})
    write_class({"ada": RIGHT.format(""), "bob": HALF}, "evening")
    for folder in ("class", "evening"):
        call.done("grade", folder, "--problem", "pkg", "--json", "run.json")
    again = ("regrade", "--problem", "pkg", "--json", "re.json")
    del raced[:]
    call.done(*again, "--reason", "to be sure")
    assert raced == [(["ada"], False), (["ada", "bob"], False)]
    for file, races in (("run.json", 1), ("re.json", 2)):
        told = read_json(file)["rounds"]
        assert [(one["problem"], one["budget_s"]) for one in told] == [("bonus for DFS", 7.0)] * races
    call.done("regrade", "--problem", "pkg", "--cancel")
    call.done(*again, "--student", "ada")
    assert len(raced) == 2
    assert read_json("re.json")["rounds"] == []
    call.done("regrade", "--problem", "pkg", "--cancel")
    monkeypatch.setattr(BonusRounds, "events", Mock(side_effect=KeyboardInterrupt))
    assert call(*again, "--reason", "interrupted")[0] == 130
