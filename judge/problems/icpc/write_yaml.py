"""Write YAML, as much of it as a package needs: maps of text, numbers, flags and lists of text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_FLAGS = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")  # no names, as of Norwegian, where they are bare
_UNSEEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")  # JSON may hold them, YAML not


def as_yaml(value: Mapping[str, Any]) -> bytes:
    """Return a map as YAML, its keys in their order."""
    return "".join(f"{line}\n" for line in _lines(value, "")).encode()


def _lines(value: Mapping[str, Any], indent: str) -> list[str]:
    lines: list[str] = []
    for key, one in value.items():
        plain = key.replace("_", "").isalnum() and key[0].isalpha() and key.lower() not in _FLAGS
        name = key if plain else _scalar(key)
        if isinstance(one, Mapping):
            lines += [f"{indent}{name}:", *_lines(one, f"{indent}  ")]
        else:
            lines.append(f"{indent}{name}: {_scalar(one)}")
    return lines


def _scalar(one: Any) -> str:
    """Return a value as JSON, which is YAML too. A text is quoted, so that it is never read as a date or a flag."""
    text = json.dumps(list(one) if isinstance(one, tuple) else one, ensure_ascii=False)
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
