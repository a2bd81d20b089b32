"""The mutants of a file: one small change each, as mutmut makes them, less those that change nothing but words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import libcst as cst
import msgspec
from libcst.metadata import CodeRange, MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT = Path(__file__).parent.parent.parent
ALIAS = r"^\w+ = (Callable|np\.ndarray|Literal|Mapping|dict|frozenset|list|set|tuple|type)\["
TYPE = re.compile(rf"{ALIAS}|^\w+ = \w+( \| \w+)+$|^\w+ = TypeVar\(")
ASSERTED = re.compile(r"\b(strict|frozen)=False")
LITERAL = re.compile(r"""\b\d+\b|"[^"]*\"""")


class Mutant(msgspec.Struct, frozen=True):
    """One change. `function` is its qualified name, or nothing for a line outside of all functions."""

    path: str
    line: int
    function: str
    before: str
    after: str
    code: str  # of the changed function, or of the whole changed file

    @property
    def where(self) -> str:
        return f"{self.path}::{self.function}"


Change = Callable[[], Mutant | None]  # None where it means nothing


class _File(msgspec.Struct):
    """A file as mutmut has read it, and where its functions and statements are."""

    path: str
    module: cst.Module
    names: Mapping[int, str]  # of its functions
    homes: Mapping[int, cst.CSTNode]  # of each node its statement of the module
    places: Mapping[cst.CSTNode, CodeRange]


def changes_of(path: Path) -> list[Change]:
    """Return the changes of a file below the root: a mutant takes far longer to make than to find."""
    return changes_in(path.read_text(), path.relative_to(ROOT).as_posix())


def changes_in(source: str, path: str) -> list[Change]:
    """Return the changes of a file, in the order of its lines."""
    module, mutations, _, _ = create_mutations(path, source)
    file = _File(
        path,
        module,
        {id(function): name for name, function in functions(module.body)},
        {id(node): statement for statement in module.body for node in _nodes(statement)},
        MetadataWrapper(module, unsafe_skip_copy=True).resolve(WhitespaceInclusivePositionProvider),
    )
    return [partial(_mutant, file, mutation) for mutation in mutations if not _says_no_more(mutation)]


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def functions(body: object, prefix: str = "") -> Iterator[tuple[str, cst.FunctionDef]]:
    """Yield the functions of a module and the methods of its classes, with their qualified names."""
    for statement in body if isinstance(body, list | tuple) else ():
        if isinstance(statement, cst.FunctionDef):
            yield prefix + statement.name.value, statement
        elif isinstance(statement, cst.ClassDef):
            yield from functions(statement.body.body, f"{prefix}{statement.name.value}.")


def _mutant(file: _File, mutation: Mutation) -> Mutant | None:
    """Return the change of a function, or of the statement of the file in which it is: the rest stays as it was."""
    function = mutation.contained_by_top_level_function
    name = file.names.get(id(function), "")
    home: cst.CSTNode = function if name and function is not None else file.homes[id(mutation.original_node)]
    before = file.module.code_for_node(home)
    changed = home.deep_replace(mutation.original_node, mutation.mutated_node)
    assert isinstance(changed, cst.CSTNode)
    after = file.module.code_for_node(changed)
    above, gone, come = _difference(before, after)
    code = after if name else _whole(file.module, home, after)
    mutant = Mutant(file.path, file.places[home].start.line + above, name, gone, come, code)
    return None if _means_nothing(mutant) else mutant


def _whole(module: cst.Module, statement: cst.CSTNode, code: str) -> str:
    """Return the file with other code in the place of one of its statements."""
    parts = [code if part is statement else module.code_for_node(part) for part in module.body]
    return "".join([*map(module.code_for_node, module.header), *parts, *map(module.code_for_node, module.footer)])


def _difference(before: str, after: str) -> tuple[int, str, str]:
    """Return how many lines come before those that differ, and these, before and after, without white space."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    above = next((at for at, line in enumerate(lines) if line[0] in "-+"), 0)
    gone, come = ([line[2:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
    return above, " ".join(gone), " ".join(come)


def _means_nothing(mutant: Mutant) -> bool:
    """Tell whether nothing but white space differs, or a check of our own that holds; and of a line outside of all
    functions, whether it names a type, or loses one literal of a long row of them.

    The whole of such a table is a mutant, too.
    """
    if mutant.before == mutant.after or ASSERTED.search(mutant.after):
        return True
    if mutant.function:
        return False
    before, after = (len(LITERAL.findall(text)) for text in (mutant.before, mutant.after))
    return bool(TYPE.match(mutant.before)) or 4 < before <= after + 1


def _says_no_more(mutation: Mutation) -> bool:
    """Tell whether nothing changes but the wording of a sentence, or a check of our own that holds: that lists are of
    one length (`strict`), that nobody assigns to a field (`frozen`)."""
    was, now = mutation.original_node, mutation.mutated_node
    if isinstance(was, cst.SimpleString) and isinstance(now, cst.SimpleString):
        return " " in was.value or "XX" not in now.value
    return isinstance(was, cst.Call) and isinstance(now, cst.Call) and _asserted(was) != _asserted(now)


def _asserted(call: cst.Call) -> list[str]:
    module = cst.Module([])
    named = [arg for arg in call.args if arg.keyword and arg.keyword.value in ("strict", "frozen")]
    return [module.code_for_node(arg.value) for arg in named]
