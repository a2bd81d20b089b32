"""The documents in JSON that others read: each is declared by its schema in this folder, and nowhere else.

A schema has every field with its type and a sentence, in the order in which it is written; a Struct is made for each
object that it describes. Fields may be added to one. Whatever else changes makes another document, with a new number.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

_NONE = object()
_PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object of a document, or the whole of it."""

    inner: ClassVar[dict[str, type[Part]]] = {}  # of the fields that hold others: one, a list, or one for each name

    @classmethod
    def of(cls, *nouns: Any, **more: Any) -> Part:
        """Return that of nouns, of which the first that has a field says it, if it is not given; likewise what they
        hold. One that has just these fields is written as it is."""
        made: Part = nouns[0]
        kept = not cls.inner and getattr(made, "__struct_fields__", ()) == cls.__struct_fields__
        if not more and (kept or isinstance(made, cls)):
            return made
        for name in cls.__struct_fields__:
            if name not in more and name != "schema":
                for noun in nouns:
                    if (found := getattr(noun, name, _NONE)) is not _NONE:
                        more[name] = found
                        break
                else:
                    raise AttributeError(name)
        for name, part in cls.inner.items():
            match more[name]:
                case list() | tuple() as held:
                    more[name] = [part.of(one) for one in held]
                case dict() as held:
                    more[name] = {key: part.of(one) for key, one in held.items()}
                case held if held:
                    more[name] = part.of(held)
        return cls(**more)


@cache
def parts(name: str) -> dict[str, type[Part]]:
    """Return the Structs of a document by their places, as the manual has them: `rows[].cells[]`, and "" for the
    whole."""
    path = Path(__file__).parent / f"{name.replace('/', '-')}.json"
    found: dict[str, type[Part]] = {}
    _type_of(msgspec.json.decode(path.read_bytes()), "", found)
    return found


def _type_of(schema: dict[str, Any], place: str, found: dict[str, type[Part]]) -> Any:
    """Return the type that a schema says, and keep the Structs that are in it."""
    if "$ref" in schema:  # one that holds others like it
        return Any
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return reduce(or_, [_PLAIN[kind] if kind in _PLAIN else _nested(kind, schema, place, found) for kind in kinds])


def _nested(kind: str, schema: dict[str, Any], place: str, found: dict[str, type[Part]]) -> Any:
    if kind == "array":
        return list[_type_of(schema["items"], f"{place}[]", found)]  # type: ignore[misc]
    if "properties" not in schema:
        return dict[str, _type_of(schema["additionalProperties"], f"{place}.NAME", found)]  # type: ignore[misc]
    fields, inner = list[tuple[Any, ...]](), dict[str, type[Part]]()
    for name, one in schema["properties"].items():
        at = f"{place}.{name}".lstrip(".")
        of = _type_of(one, at, found)
        default = one["enum"] if at == "schema" else [UNSET] if name not in schema["required"] else []
        fields.append((name, of | UnsetType if default == [UNSET] else of, *default))
        if part := next((found[end] for end in (at, f"{at}[]", f"{at}.NAME") if end in found), None):
            inner[name] = part
    made: Any = msgspec.defstruct(
        place or "document", fields, bases=(Part,), namespace={"inner": inner}, frozen=True, kw_only=True
    )
    found[place] = made
    return made
