"""Read YAML that a stranger wrote: texts, lists and maps alone, no tags, no anchors, and bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import msgspec

from judge.errors import JudgeError, Place
from judge.model import installs
from judge.problems.icpc.read_files import Files, named

BYTES_LIMIT, BRACKETS_LIMIT = 64 << 10, 2000  # PyYAML takes the square of how deep brackets are
_HELP = "correct the file, or write it anew with plain keys and values"
_NOTHING = ("", "~", "null", "Null", "NULL")  # where they are not in quotes
_T = TypeVar("_T")


class Yaml(msgspec.Struct, Generic[_T], frozen=True):
    """What a file says, where it says that, and which of its keys have no place in `said`."""

    said: _T
    file: str
    lines: dict[str, int]  # by key, such as limits.memory


def read_yaml(files: Files, path: str, kind: type[_T]) -> Yaml[_T]:
    """Read a file of the package as a Struct; keys without a value are as if they were not there. Those that the Struct
    has no field for become `unread` of the files.

    Raises JudgeError E428 where it is no YAML, or what it says has another type; E439 without PyYAML.
    """
    file, lines = f"{files.name}/{path}", dict[str, int]()
    twice: dict[str, None] = {}
    raw = _loaded(files.read(path, 1 << 20), file, lines, twice)
    raw = {} if raw is None else raw
    try:
        said = msgspec.convert(raw, kind, strict=False)
    except msgspec.ValidationError as fault:
        what, _, path = str(fault).partition(" - at `$")
        key = path.strip("`.")
        line = lines.get(re.sub(r"\[.*", "", key), 0)
        raise _refused(f"{key}: {what}" if key else what, file, line) from None
    files.unread[path] |= {*_unread(raw, kind)}
    files.lost += [f"{path} has the key {named(key)} twice, and the last holds" for key in twice]
    return Yaml(said, file, lines)


def _loaded(data: bytes, file: str, lines: dict[str, int], twice: dict[str, None]) -> Any:
    """Return its tree, and note its keys. Every scalar is a text: which are numbers or flags, the Struct says."""
    try:
        import yaml
    except ImportError:
        message = "an ICPC package is read with PyYAML, which is not installed"
        raise JudgeError("E439", message, help=installs("icpc")) from None
    if len(data) > BYTES_LIMIT or data.count(b"[") + data.count(b"{") > BRACKETS_LIMIT:
        raise _refused("it is too large", file)

    def value(node: yaml.Node, path: str) -> Any:
        if isinstance(node, yaml.MappingNode):
            return dict(filter(lambda one: one[1] is not None, pairs(node, path)))
        if isinstance(node, yaml.SequenceNode):
            return [value(one, path) for one in node.value]
        return None if node.style is None and node.value in _NOTHING else str(node.value)

    def pairs(node: yaml.MappingNode, path: str) -> Iterator[tuple[str, Any]]:
        known: set[str] = set()
        for key, one in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise _refused("a list or a map stands in place of a key", file, line)
            inner = f"{path}.{key.value}" if path else str(key.value)
            twice.update({inner: None} if key.value in known else {})
            known.add(key.value)
            lines[inner] = line
            yield str(key.value), value(one, inner)

    try:
        text = data.decode()
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise _refused("it repeats a part by an alias, which can make it as large as anybody likes", file)
        root = yaml.compose(text, Loader=yaml.BaseLoader)
        return None if root is None else value(root, "")
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise _refused(f"it is no YAML: {error.problem or error.context}", file, line) from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise _refused(f"it is no YAML: {type(error).__name__}", file) from None


def _unread(raw: Any, kind: Any, path: str = "") -> Iterator[str]:
    """Yield the keys that a Struct, or a Struct in it, has no field for."""
    known = {field.name: field.type for field in msgspec.structs.fields(kind)} if _is_struct(kind) else {}
    for key, one in raw.items() if _is_struct(kind) and isinstance(raw, dict) else ():
        if key in known:
            yield from _unread(one, known[key], f"{path}{key}.")
        else:
            yield f"{path}{key}"


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _refused(what: str, file: str, line: int = 0) -> JudgeError:
    return JudgeError("E428", f"the package can't be read: {what}", Place(file, line), help=_HELP)
