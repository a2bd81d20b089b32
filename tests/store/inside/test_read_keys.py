"""What is read of a saved run is what its schema promises: no other key, and each kind of value."""

from __future__ import annotations

import msgspec

from judge.store.run_document import RunFile
from tests.schemas import plain, promises, schemas

RUN = "judge.run/1"


def test_what_is_read_is_promised_and_read_in_each_form() -> None:
    said = msgspec.json.schema(RunFile)
    read, promised = promises({RUN: plain(said, said["$defs"])}), promises({RUN: schemas()[RUN]})
    like_a_run = {f"{RUN} submissions[].prepare.cells{end}" for end in ("", "[]")}  # which nobody writes
    assert read.keys() - promised.keys() == like_a_run
    assert not {at: kinds for at in read.keys() - like_a_run if (kinds := promised[at] - read[at] - {"always"})}
