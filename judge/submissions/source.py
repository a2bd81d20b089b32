"""The Python file of a submission, to show places in it and to ask its tree what is where."""

from __future__ import annotations

import ast
from functools import lru_cache

import msgspec

from judge.model import Excerpt, Submission
from judge.problems.puzzles.call import HOMEWORK
from judge.submissions.excerpt import excerpt_at, excerpt_in_bytes, excerpt_of
from judge.submissions.syntax import UnreadableError, parse


class Source(msgspec.Struct, frozen=True):
    """What is run, and how its author called it."""

    data: bytes
    file: str
    inside: str = ""  # what it is called in its box
    parameters: tuple[str, ...] = HOMEWORK.signature.names  # that its problem gives to `solve`

    @classmethod
    def of(
        cls, submission: Submission, inside: str = "", parameters: tuple[str, ...] = HOMEWORK.signature.names
    ) -> Source:
        """Return the file of a submission that is run."""
        return cls(submission.source, str(submission.path), inside, parameters)

    def tree(self) -> ast.Module:
        """Return its tree, without a node where it can't be parsed. Nobody changes it: it is kept for the next case."""
        return _tree(self.data)

    def at(self, line: int) -> Excerpt | None:
        """Return a whole line."""
        return excerpt_at(self.data, self.file, line)

    def in_bytes(self, line: int, start: int, end: int) -> Excerpt | None:
        """Return a place that Python tells in bytes."""
        return excerpt_in_bytes(self.data, self.file, line, start, end)

    def of_node(self, node: Node | None) -> Excerpt | None:
        """Return the place of a node of the tree."""
        return None if node is None else excerpt_of(self.data, self.file, node)


@lru_cache(maxsize=4)
def _tree(data: bytes) -> ast.Module:
    try:
        return parse(data)
    except (SyntaxError, UnreadableError):
        return ast.Module([], [])


Node = ast.expr | ast.stmt | ast.ExceptHandler
