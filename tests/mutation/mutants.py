"""The mutants of a file: one small change each, as mutmut makes them, less those that change nothing but words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import libcst as cst
import msgspec
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT = Path(__file__).parent.parent.parent
ALIAS = r"^\w+ = (Callable|np\.ndarray|Literal|Mapping|dict|frozenset|list|set|tuple|type)\["
TYPE = re.compile(rf"{ALIAS}|^\w+ = \w+( \| \w+)+$|^\w+ = TypeVar\(")
ASSERTED = re.compile(r"\b(strict|frozen)=False")
LITERAL = re.compile(r"""\b\d+\b|"[^"]*\"""")


class Mutant(msgspec.Struct, frozen=True):
    """One change. `function` is its qualified name, or nothing for a line outside of all functions."""

    path: str
    function: str
    before: str
    after: str
    code: str  # of the changed function, or of the whole changed file

    @property
    def where(self) -> str:
        return f"{self.path}::{self.function}"

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by: line numbers would change with every edit."""
        return self.where, self.before, self.after


def mutants_of(path: Path, within: Collection[str] | None = None) -> list[Mutant]:
    """Return the mutants of a file below the root, in the order of its lines; of some of its functions alone."""
    return mutants_in(path.read_text(), path.relative_to(ROOT).as_posix(), within)


def mutants_in(source: str, path: str, within: Collection[str] | None = None) -> list[Mutant]:
    module, mutations, _, _ = create_mutations(path, source)
    names = {id(function): name for name, function in functions(module.body)}
    homes = {id(node): statement for statement in module.body for node in _nodes(statement)}
    found = [
        _mutant(module, mutation, names, homes, path)
        for mutation in mutations
        if (within is None or names.get(id(mutation.contained_by_top_level_function), "") in within)
        and not _says_no_more(mutation)
    ]
    found = [mutant for mutant in found if not ASSERTED.search(mutant.after)]
    return [mutant for mutant in found if mutant.before != mutant.after and not _means_nothing(mutant)]


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


def _mutant(
    module: cst.Module, mutation: Mutation, names: dict[int, str], homes: Mapping[int, cst.CSTNode], path: str
) -> Mutant:
    """Return the change of a function, or of the statement of the file in which it is: the rest stays as it was."""
    function = mutation.contained_by_top_level_function
    name = names.get(id(function), "")
    home: cst.CSTNode = function if name and function is not None else homes[id(mutation.original_node)]
    before = module.code_for_node(home)
    changed = home.deep_replace(mutation.original_node, mutation.mutated_node)
    assert isinstance(changed, cst.CSTNode)
    after = module.code_for_node(changed)
    return Mutant(path, name, *_difference(before, after), code=after if name else _whole(module, home, after))


def _whole(module: cst.Module, statement: cst.CSTNode, code: str) -> str:
    """Return the file with other code in the place of one of its statements."""
    parts = [code if part is statement else module.code_for_node(part) for part in module.body]
    return "".join([*map(module.code_for_node, module.header), *parts, *map(module.code_for_node, module.footer)])


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the lines that differ, before and after, without the white space around them."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    gone, come = ([line[2:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
    return " ".join(gone), " ".join(come)


def _means_nothing(mutant: Mutant) -> bool:
    """Tell whether a line outside of all functions names a type, or loses one literal of a long row of them.

    The whole of such a table is a mutant, too.
    """
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
