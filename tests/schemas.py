"""The schemas of documents as others read them: a page of the manual, and a line for each object, which is kept.

python -m tests.schemas     writes the page, and keeps the lines of fields that are new
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from textwrap import fill
from typing import Any

import msgspec

from judge.schemas import parts

ROOT = Path(__file__).parent.parent
FOLDER, PAGE, KEPT = ROOT / "judge/schemas", ROOT / "judge/cli/help/json.md", ROOT / "tests/reports/told"
JUDGED = ("run", "diff", "limits", "board", "contest")  # documents of what was judged
FILES = ("fields_judged.txt", "fields_others.txt")
ORDER = ("run", "diff", "limits", "board", "contest", "roll", "gradebook", "regrade", "similar", "validate", "hack")
_FIELD = re.compile(r"(\S+/\d(?: .+(?=\.))?)[ .]((?!NAME)[^. ]+(?:\.NAME)*)")  # where it stands, and its name
LIKE = "like what holds it"
Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """Each document's, in the order of the manual."""
    found = {path: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}
    assert all(path.stem == schema["title"].replace("/", "-") for path, schema in found.items())
    titles = [f"judge.{name}/1" for name in ORDER]
    by_title = {schema["title"]: schema for schema in found.values()}
    return {title: by_title[title] for title in [*titles, *sorted(by_title.keys() - titles)]}


def held(schema: Schema, place: str = "") -> tuple[str, Schema]:
    """The object that a schema describes, or a list or table of, and where it stands; else the same."""
    if "items" in schema:
        return held(schema["items"], f"{place}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        return held(schema["additionalProperties"], f"{place}.NAME")
    return place, schema


def objects(schema: Schema, place: str = "", *, whole: bool = True) -> Iterator[tuple[str, Schema, Schema]]:
    """Each object with its place, the field that holds it, and itself; depth first. Those whose fields the sentence of
    their holder names are left out, but for the `whole`."""
    at, one = held(schema, place)
    fields = one.get("properties", {})
    if whole or any("description" in field for field in fields.values()) or any(map(has_objects, fields.values())):
        yield at, schema, one
        for name, field in fields.items():
            if "properties" in held(field)[1]:
                yield from objects(field, f"{at}.{name}".lstrip("."), whole=False)


def has_objects(schema: Schema) -> bool:
    return any(True for _ in objects(schema, whole=False)) if "properties" in held(schema)[1] else False


def page() -> str:
    """The sections of the manual's page on documents: a table for each object."""
    return "\n".join(line for title, schema in schemas().items() for line in _section(title, schema))


def _section(title: str, schema: Schema) -> Iterator[str]:
    for place, holder, one in objects(schema):
        yield f"### {place}\n" if place else f"## {title}\n"
        if "description" in holder:
            yield fill(holder["description"], 100, break_long_words=False, break_on_hyphens=False) + "\n"
        rows = [(name, field) for name, field in one["properties"].items() if not has_objects(field)]
        if rows:
            yield "| key | type | what it is |\n|---|---|---|"
            yield from (f"| `{name}` | {_type(field)} | {field['description']} |" for name, field in rows)
            yield ""


def _type(field: Schema) -> str:
    if "enum" in field:
        return "string or null" if None in field["enum"] else "string"
    kinds = field["type"] if isinstance(field["type"], list) else [field["type"]]
    return " or ".join("list" if kind == "array" else kind for kind in kinds)


# --- what is kept -----------------------------------------------------------------------------------------------------
def promises(whole: dict[str, Schema]) -> dict[str, set[str]]:
    """Of each field of these documents what it may be, and whether it is always there."""
    found: dict[str, set[str]] = {}
    for title, schema in whole.items():
        _promise(schema, title, found)
    return found


def _promise(schema: Schema, at: str, found: dict[str, set[str]]) -> None:
    kinds = schema.get("enum") or schema.get("type") or LIKE
    found.setdefault(at, set()).update(map(json.dumps, kinds if isinstance(kinds, list) else [kinds]))
    for name, field in schema.get("properties", {}).items():
        _promise(field, f"{at} {name}" if " " not in at else f"{at}.{name}", found)
    for name in schema.get("required", ()):
        found[f"{at} {name}" if " " not in at else f"{at}.{name}"].add("always")
    for key, end in (("items", "[]"), ("additionalProperties", ".NAME")):
        if key in schema:
            _promise(schema[key], f"{at}{end}", found)


def plain(schema: Schema, named: Schema) -> Schema:
    """What msgspec says of a Struct, each other one in its place, and a choice as one schema."""
    found: Schema = {}
    for one in schema.get("anyOf", [schema]):
        said = plain(named[one["$ref"].rpartition("/")[2]], named) if "$ref" in one else one
        kinds, values = (found.get(key, []) + _list(said.get(key, [])) for key in ("type", "enum"))
        found |= said | ({"type": kinds} if kinds else {}) | ({"enum": values} if values else {})
    for key in ("items", "additionalProperties"):
        if isinstance(found.get(key), dict):
            found[key] = plain(found[key], named)
    found["properties"] = {name: plain(one, named) for name, one in found.get("properties", {}).items()}
    return {key: value for key, value in found.items() if value is not False}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def document(path: Path) -> Any:
    """What was written there, which is as its schema says, and no more."""
    said = json.loads(path.read_text(encoding="utf-8"))
    msgspec.convert(said, parts(said["schema"])[""])
    return said


def kept() -> dict[str, set[str]]:
    """What is promised for ever. Objects that are alike have a line: `document place, document place: field words;
    field? words`, where `?` may be left out."""
    lines = (line for file in FILES for line in (KEPT / file).read_text(encoding="utf-8").splitlines())
    found = {}
    for line in lines:
        places, _, fields = line.partition(": ")
        for place, field in product(places.split(", "), fields.split("; ")):
            name, _, words = field.partition(" ")
            at = f"{place}{'.' if ' ' in place else ' '}{name.removesuffix('?')}"
            found[at] = {*words.split(" | "), *(() if name.endswith("?") else ("always",))}
    return found


def files_of(promised: dict[str, set[str]]) -> dict[str, str]:
    """The files that keep these."""
    homes: dict[str, dict[str, set[str]]] = {file: {} for file in FILES}
    for at, words in promised.items():
        homes[FILES[at.removeprefix("judge.").partition("/")[0] not in JUDGED]][at] = words
    return {file: "".join(lines_of(home)) for file, home in homes.items()}


def lines_of(promised: dict[str, set[str]]) -> Iterator[str]:
    """The lines that keep these."""
    fields: dict[str, list[str]] = {}
    for at, words in promised.items():
        found = _FIELD.fullmatch(at)
        assert found or " " not in at, at  # a whole document
        if found:
            name = found[2] if "always" in words else f"{found[2]}?"
            fields.setdefault(found[1], []).append(f"{name} {' | '.join(sorted(words - {'always'}))}")
    alike: dict[str, list[str]] = {}
    for place, one in fields.items():
        alike.setdefault("; ".join(one), []).append(place)
    yield from (f"{', '.join(places)}: {one}\n" for one, places in alike.items())


def written() -> str:
    """The manual's page as it is to be: what somebody wrote above the first document, then the documents."""
    return re.split(r"^## ", PAGE.read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)[0] + page()


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
    known, now = kept(), promises(schemas())
    both = {at: known.get(at, set()) | now.get(at, set()) for at in known | now}
    for file, text in files_of(both).items():
        (KEPT / file).write_text(text, encoding="utf-8")
