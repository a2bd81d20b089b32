"""Terms say who has set them, to whoever reads the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from judge.model.deed import Term
from judge.store import Store


def test_a_term_keeps_who_has_set_it(tmp_path: Path) -> None:
    with Store(tmp_path / "store.db") as store:
        store.terms.set("queens", "ann", Term(extension="1 day"), "prof", 1.0)
        store.terms.set("queens", "", Term("2026-12-01"), "", 2.0)
        keys = [(store.people.key("ann"), store.people.key("prof")), ("", "")]
    raw = sqlite3.connect(tmp_path / "store.db")
    held = raw.execute("SELECT owner, author FROM term ORDER BY id").fetchall()
    raw.close()
    assert held == keys
    assert all(keys[0])
