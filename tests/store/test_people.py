"""Owners are keys that say nothing, and are shown by name; who is forgotten is shown without one."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import msgspec

from judge.model import Verdict
from judge.model.record import conditions
from judge.scoring.leaderboard import Leaderboard
from judge.store import Store
from tests.store.test_store import HOST, PROBLEM, batch_of, board_of, judge_it, submission_of

AC = Verdict.AC


def nameless(path: Path, name: str) -> str:
    """Take a name away as a student's who is forgotten; what is shown for it from then on."""
    raw = sqlite3.connect(path)
    [(key,)] = raw.execute("SELECT key FROM person WHERE name = ?", [name]).fetchall()
    raw.execute("DELETE FROM person WHERE name = ?", [name])
    raw.commit()
    raw.close()
    return f"forgotten-{key}"


def owners(board: Leaderboard) -> set[str]:
    return {row.owner for row in board.rows}


def test_a_name_has_one_key_and_another_name_another(store: Store) -> None:
    ann, bob = store.people.enter("ann"), store.people.enter("b\udcffb")
    assert ann != bob
    assert re.fullmatch("[0-9a-f]{16}", ann)
    assert (store.people.enter("ann"), store.people.key("ann"), store.people.key("b\udcffb")) == (ann, ann, bob)
    assert (store.people.key("cid"), store.people.knows("ann"), store.people.knows("cid")) == ("", True, False)


def test_a_name_stands_in_one_table_alone(store: Store, path: Path) -> None:
    ticket = store.enter(batch_of(store), msgspec.structs.replace(submission_of(), name="Zoë"), "Zoë")
    assert store.regrades.tickets(batch_of(store))[0] == ticket
    judge_it(store, batch_of(store), "Zoë", [AC] * 4)
    raw = sqlite3.connect(path)
    tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    holding = [table for table in tables if any("Zoë" in str(row) for row in raw.execute(f"SELECT * FROM {table}"))]
    raw.close()
    assert holding == ["person"]


def test_who_is_forgotten_is_ranked_and_shown_by_the_key(store: Store, path: Path) -> None:
    for owner, verdicts in (("ann", [AC] * 4), ("bob", [AC, AC, AC, Verdict.WA]), ("cleo", [Verdict.JE] * 4)):
        judge_it(store, batch_of(store, label="class"), owner, verdicts)
    before = board_of(store, PROBLEM, conditions(PROBLEM, HOST))
    bob, cleo = nameless(path, "bob"), nameless(path, "cleo")
    board = board_of(store, PROBLEM, conditions(PROBLEM, HOST))
    assert owners(board) == {"ann", bob, cleo}
    assert (board.faulty, [row.standing.rank for row in board.rows]) == (1, [row.standing.rank for row in before.rows])
    assert {row.owner for row in store.records(PROBLEM)} == {"ann", bob, cleo}
    assert [score.owner for score in store.scores.best(board.ground)] == ["ann", bob]
    assert store.scores.owners(board.ground) == {"ann": True, bob: True, cleo: False}
    assert [list(one) for one in store.regrades.classes(PROBLEM)] == [["ann", bob, cleo]]
