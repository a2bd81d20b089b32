"""Read YAML that a stranger wrote: texts, lists and maps alone, no tags, no anchors, and bounded."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from judge.errors import JudgeError, Place

BYTES_LIMIT, BRACKETS_LIMIT = 64 << 10, 2000  # PyYAML takes the square of how deep brackets are
_HELP = "correct the file, or write it anew with plain keys and values"
_T = TypeVar("_T")


def read_yaml(data: bytes, kind: type[_T], file: str) -> _T:
    """Return what the file says as a Struct; keys without a value are as if they were not there.

    Raises JudgeError E428 where it is no YAML, or what it says has another type; E439 without PyYAML.
    """
    raw = _without_nothing(_loaded(data, file))
    try:
        return msgspec.convert({} if raw is None else raw, kind, strict=False)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `$")
        key = path.strip("`.")
        raise _refused(f"{key}: {what}" if key else what, file) from None


def _loaded(data: bytes, file: str) -> Any:
    """Return its tree. Every scalar is a text: which of them are numbers or flags, the Struct says."""
    try:
        import yaml
    except ImportError:
        repair = "pip install 'judge[icpc]'"
        raise JudgeError("E439", "an ICPC package is read with PyYAML, which is not installed", help=repair) from None
    if len(data) > BYTES_LIMIT or data.count(b"[") + data.count(b"{") > BRACKETS_LIMIT:
        raise _refused("it is too large", file)
    try:
        text = data.decode()
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise _refused("it repeats a part by an alias, which can make it as large as anybody likes", file)
        return yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise _refused(f"it is no YAML: {error.problem or error.context}", file, line) from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise _refused(f"it is no YAML: {type(error).__name__}", file) from None


def _without_nothing(tree: Any) -> Any:
    """Return a tree of texts without the keys that have no value."""
    if isinstance(tree, dict):
        return {key: _without_nothing(one) for key, one in tree.items() if one not in ("", "~", "null")}
    if isinstance(tree, list):
        return [_without_nothing(one) for one in tree]
    return None if tree == "" else tree


def _refused(what: str, file: str, line: int = 0) -> JudgeError:
    return JudgeError("E428", f"the package can't be read: {what}", Place(file, line), help=_HELP)
