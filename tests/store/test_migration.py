"""A store of version 2, written by the judge of that version: it is read, ranked as it was, and nothing of it is lost.

In `version2.sql` ann and bob were judged by CPU time on two hosts, cid by wall time; on dan the judge failed.
"""

from __future__ import annotations

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest

from judge.model import Conditions, Host, Instance, Mark, Prepared
from judge.problems import read_package
from judge.scoring import Leaderboard, judgement_of
from judge.store import Store
from tests.conftest import MakePackage
from tests.make import AC, CE, HOST, WA, run
from tests.store.make import PROBLEM, batch_of, board_of, judge_it, meanwhile, script, seen, sql, submission_of

OLD = Path(__file__).with_name("version2.sql")
TABLES = ("batch", "decision", "ground", "host", "judgement", "outcome", "run", "score", "secret", "source")
OWNERS = {"judgement": 2, "score": 4}  # the column of the owner
EXPECTED: dict[Instance.Algorithm | None, list[tuple[str, int | None, int]]] = {
    None: [("dan", None, 0), ("ann", 1, 4), ("bob", 2, 3)],
    "DFS": [("ann", 1, 2), ("bob", 2, 2)],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    script(tmp_path / "store.db", OLD.read_text())
    return tmp_path / "store.db"


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table, with the name of each owner."""
    found = {table: sql(path, f"SELECT * FROM {table} ORDER BY 1") for table in TABLES}
    if sql(path, "SELECT 1 FROM sqlite_master WHERE name = 'person'"):
        names = dict(sql(path, "SELECT key, name FROM person"))
        for table, at in OWNERS.items():
            found[table] = [(*row[:at], names[row[at]], *row[at + 1 :]) for row in found[table]]
    return found


def board(store: Store, path: Path, algorithm: Instance.Algorithm | None = None, host: Host = HOST) -> Leaderboard:
    """The board under the conditions of the old store, on this host."""
    [(package, limits, judge)] = {row[3:6] for row in rows_of(path)["batch"]}
    under = Conditions(str(package), str(limits), str(judge), f"host {host.host_class}")
    return board_of(store, PROBLEM, under, algorithm)


def told(found: Leaderboard) -> list[tuple[str, int | None, int]]:
    return [(row.owner, row.standing.rank, row.standing.solved) for row in found.rows]


@pytest.mark.parametrize("version", [1, 2])
def test_an_old_store_is_ranked_as_it_was_and_says_that_the_class_is_unknown(path: Path, version: int) -> None:
    if version == 1:
        script(path, "DROP TABLE score; DROP TABLE ground; PRAGMA user_version = 1")
    with Store(path) as store:
        for algorithm, rows in EXPECTED.items():
            found = board(store, path, algorithm)
            assert (told(found), found.faulty) == (rows, 1)
            store.scores.fill()  # as by a judge that comes later
        found = board(store, path)
        assert [row.standing.par2_s for row in found.rows[1:]] == [6.0, 16.0]
        assert (found.ground.clock, found.ground.boxed, found.ground.host_class) == ("cpu", True, "")
        assert (found.hosts, found.apart, found.elsewhere, found.beside) == (2, 1, 0, ())


def test_it_is_copied_beside_first_once_and_forgotten_with_a_name(path: Path) -> None:
    data, rows = path.read_bytes(), rows_of(path)
    with Store(path):
        pass
    [copy] = path.parent.glob("*-version-*")
    assert (rows_of(copy), copy.stat().st_mode & 0o077) == (rows, 0)
    made = copy.stat().st_mtime_ns
    path.write_bytes(data)  # as where somebody goes back
    with Store(path) as store:
        assert copy.stat().st_mtime_ns == made
        store.upkeep.forget("bob")
    assert not [one.name for one in path.parent.iterdir() if "version" in one.name]


def test_a_copy_that_another_judge_has_made_meanwhile_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes later would copy the tables as they are then."""
    kept = path.with_name("store-version-2.db")
    meanwhile(monkeypatch, "PRAGMA journal_mode = DELETE", lambda: kept.write_text("as it was"))
    with Store(path):
        pass
    assert [one.read_text() for one in path.parent.glob("*-version-*")] == ["as it was"]


def test_nothing_of_it_is_changed_or_lost_and_its_tables_are_those_of_a_new_store(path: Path, tmp_path: Path) -> None:
    before = rows_of(path)
    for _ in range(2):  # whoever opens it first, and then
        with Store(path):
            pass
        ranked = [(*row, row[6], 0.0) for row in before["score"]]  # what was solved is worth 1, a miss costs nothing
        assert rows_of(path) == before | {"ground": [(*row, "") for row in before["ground"]], "score": ranked}
    with Store(tmp_path / "new.db"):
        pass
    assert shape_of(path) == shape_of(tmp_path / "new.db")


def shape_of(path: Path) -> list[object]:
    """The tables, keys, indices, triggers and the version of a store, which is whole."""
    assert [sql(path, f"PRAGMA {check}") for check in ("foreign_key_check", "integrity_check")] == [[], [("ok",)]]
    found: list[object] = [sql(path, "SELECT type, name FROM sqlite_master WHERE type != 'index' ORDER BY 1, 2")]
    for table in (*TABLES, "calibration", "person", "package"):
        found += [sql(path, f"PRAGMA {what}({table})") for what in ("table_info", "foreign_key_list")]
        found.append(sorted(row[1:] for row in sql(path, f"PRAGMA index_list({table})")))
    return [*found, sql(path, "PRAGMA user_version")]


def test_names_are_in_one_table_alone_and_keys_tell_nothing(path: Path) -> None:
    named = "UPDATE judgement SET paper = json_set(paper, '$.name', 'bob') WHERE owner = 'bob'"
    script(path, f"DROP TRIGGER judgement_stays; {named}")
    with Store(path) as store:
        names = {row.owner: row.judgement.submission.name for row in store.records(PROBLEM)}
    keys = dict(sql(path, "SELECT name, key FROM person"))
    owners = {row[0] for table in OWNERS for row in sql(path, f"SELECT owner FROM {table}")}
    assert (set(keys), owners) == ({"ann", "bob", "cid", "dan"}, set(keys.values()))
    assert all(re.fullmatch("[0-9a-f]{16}", key) for key in owners)
    assert not [paper for (paper,) in sql(path, "SELECT paper FROM judgement") if "bob" in paper]
    assert names == {"ann": "mine", "bob": "bob", "cid": "mine", "dan": "mine"}


def test_a_step_that_fails_changes_nothing_and_none_is_done_twice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(path)
    with monkeypatch.context() as patch:
        meanwhile(patch, "ALTER TABLE", Mock(side_effect=sqlite3.DatabaseError("not authorized")))
        with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            Store(path)
    assert rows_of(path) == rows
    with Store(path) as store:
        assert len(board(store, path).rows) == 3
    # A judge takes up what a killed one has left: the table is there, the version is still the old one.
    script(path, "UPDATE ground SET host_class = 'a CPU'; PRAGMA user_version = 2")
    with Store(path):
        assert {row[-1] for row in rows_of(path)["ground"]} == {"a CPU"}


def test_judges_that_open_it_at_once_all_get_it(path: Path) -> None:
    def rows(_: int) -> int:
        with Store(path) as store:
            return len(board(store, path).rows)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rows, range(8))) == [3] * 8
    assert len(rows_of(path)["score"]) == 15


# --- version 5 -------------------------------------------------------------------------------------------------------
WEB = ("queued", "step", "job", "account", "profile", "credential", "deed", "term", "contest_word")


def test_a_store_before_the_web_gets_its_tables_and_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with Store(path) as store:
        judge_it(store, batch_of(store), "ann", [AC, WA, AC, AC])
        store.marks.add("pkg", "", [Mark("ann", "excuse", "ill", "smith", 1.0)])
        before = seen(store), store.records(PROBLEM)
    old = "DROP TRIGGER mark_stays; ALTER TABLE mark DROP COLUMN class; PRAGMA user_version = 5"  # a mark has no class
    script(path, "; ".join([*(f"DROP TABLE {table}" for table in WEB), old]))
    held = rows_of(path)
    with Store(path) as store:
        assert rows_of(path) == held
        assert (seen(store), store.records(PROBLEM)) == before
    assert sql(path, "PRAGMA foreign_key_check") == []
    assert sql(path, "PRAGMA user_version") > [(5,)]


# --- version 6 -------------------------------------------------------------------------------------------------------
def test_what_misses_cost_is_filled_in_from_the_packages_that_are_kept(tmp_path: Path, package: MakePackage) -> None:
    path, folder = tmp_path / "store.db", package("pkg", time_limit=2.0)
    with (folder / "problem.toml").open("a") as manifest:
        manifest.write("\n[multipliers]\nPython = 3.0\n")
    problem = read_package(folder)
    with Store(path) as store:
        for owner, language, verdicts in (("ann", "Python", [AC, WA]), ("bob", "C", [WA, WA]), ("cleo", "C", [])):
            ticket = store.enter(batch_of(store, problem), submission_of(owner), owner)
            pairs = zip(problem.cases, verdicts, strict=False)
            runs = tuple(run(case, (verdict, 1.0)) for case, verdict in pairs)
            prepared = Prepared(AC if verdicts else CE, language=language)
            store.finish(ticket, judgement_of(ticket.submission, problem, prepared, runs))
    ranked = rows_of(path)["score"]
    assert [row[-1] for row in ranked if not row[3]] == [12.0, 8.0, 8.0]
    script(path, "DROP INDEX score_by_worth; ALTER TABLE score DROP COLUMN missed_s; PRAGMA user_version = 6")
    with Store(path):
        assert rows_of(path)["score"] == ranked
    assert {row[3] for row in ranked} == {"", *(case.board.algorithm for case in problem.cases)}
