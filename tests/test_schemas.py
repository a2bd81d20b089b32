"""Documents promise what their schemas say: more may be promised, never less; the manual and each file hold to it."""

from __future__ import annotations

import msgspec
import pytest

from judge.client import Offer, Progress
from judge.schemas import parts
from tests.manual import TOPICS
from tests.schemas import LIKE, Schema, kept, plain, promises, schemas, written

NOW = schemas()


def taken(whole: dict[str, Schema]) -> dict[str, set[str]]:
    """What was promised of each field and is not any more."""
    now = promises(whole)
    return {at: gone for at, words in kept().items() if (gone := words - now.get(at, set()))}


def test_nothing_is_taken_from_a_document() -> None:
    assert not taken(NOW), "other fields, or others in them, make a new document: judge.NAME/2"
    assert taken({}) == kept() != {}, "what is taken is told"


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
