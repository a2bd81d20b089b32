"""Each table of the schema says what happens to it when a student is forgotten, and when the store is pruned."""

from __future__ import annotations

from pathlib import Path

from judge.store import Store
from judge.store.tables import TABLES
from tests.store.make import sql


def test_every_table_has_a_row_that_is_true_of_its_columns(store: Store, path: Path) -> None:
    assert store.upkeep.writable()
    tables = {name for (name,) in sql(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == set(TABLES)
    for table in TABLES.values():
        columns = {column for _, column, *_ in sql(path, f"PRAGMA table_info({table.name})")}
        assert columns >= {*table.people, *table.holds, *table.nameless}, table.name
    gone = {one.name for one in TABLES.values() if one.forget and not one.forget.becomes}
    assert gone == {"queued", "step", "job", "account", "profile", "credential", "term", "run", "person"}
    assert {one.name for one in TABLES.values() if one.prune} == {"run", "credential"}
