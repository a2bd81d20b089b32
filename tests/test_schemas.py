"""Documents promise what their schemas say: more may be promised, never less; the manual and each file hold to it."""

from __future__ import annotations

from copy import deepcopy

import msgspec
import pytest

from judge.client import Offer, Progress
from judge.schemas import parts
from tests.manual import TOPICS
from tests.schemas import FILES, KEPT, LIKE, Schema, files_of, held, kept, plain, promises, schemas, written

NOW = schemas()


def taken(whole: dict[str, Schema]) -> dict[str, set[str]]:
    """What was promised of each field and is not any more."""
    now = promises(whole)
    return {at: gone for at, words in kept().items() if (gone := words - now.get(at, set()))}


def test_nothing_is_taken_from_a_document() -> None:
    assert not taken(NOW), "other fields, or others in them, make a new document: judge.NAME/2"


def test_each_field_is_kept_and_read_as_it_is_written() -> None:
    whole_documents = {at for at in promises(NOW) if " " not in at}
    assert kept().keys() >= promises(NOW).keys() - whole_documents, "python -m tests.schemas keeps it"
    assert files_of(kept()) == {file: (KEPT / file).read_text(encoding="utf-8") for file in FILES}


def changed(place: str, words: Schema | None) -> dict[str, Schema]:
    """The documents where a field of judge.diff/1 has other words, or is gone."""
    whole = deepcopy(NOW)
    *above, name = place.split(".")
    one = whole["judge.diff/1"]
    for holder in above:
        _, one = held(one["properties"][holder])
    one["properties"][name] = one["properties"].get(name, {}) | (words or {})
    if words is None:
        del one["properties"][name]
        one["required"].remove(name)
    return whole


@pytest.mark.parametrize(
    ("place", "words", "gone"),
    [
        ("clock", None, ["judge.diff/1 clock"]),
        ("clock", {"enum": ["cpu"]}, ["judge.diff/1 clock"]),
        ("pairs.regressed", {"type": "integer"}, ["judge.diff/1 pairs[].regressed"]),
        ("pairs.ratio", {"type": "object"}, ["judge.diff/1 pairs[].ratio"]),
        ("pairs.ratio", {"required": ["low"]}, ["judge.diff/1 pairs[].ratio.value", "judge.diff/1 pairs[].ratio.high"]),
        ("clock", {"enum": ["cpu", "wall", "process"]}, []),
        ("pairs.later", {"type": "number"}, []),
    ],
)
def test_what_is_taken_is_told(place: str, words: Schema | None, gone: list[str]) -> None:
    assert [*taken(changed(place, words))] == gone


def test_the_manual_has_each_field() -> None:
    assert written() == TOPICS["json"], "python -m tests.schemas writes it anew"


# What is read, too, and so may lack what is still to come.
READ = {"judge.problems/1": Offer, "judge.submission/1": Progress}


@pytest.mark.parametrize("title", NOW)
def test_a_struct_is_what_its_schema_says(title: str) -> None:
    for struct, loose in ((parts(title)[""], set()), *([(READ[title], {"always"})] if title in READ else ())):
        said = msgspec.json.schema(struct)
        made, declared = promises({title: plain(said, said["$defs"])}), promises({title: NOW[title]})
        made[f"{title} schema"] = declared[f"{title} schema"]  # as a Struct knows its name
        known = {at: words - loose for at, words in declared.items() if words != {f'"{LIKE}"'}}
        assert {at: words - loose for at, words in made.items()} == known
