"""How a package has whole programs called, given a case and answer it."""

from __future__ import annotations

from typing import Literal

import msgspec

PairsMean = Literal["row column from 0", "row column from 1", "column row from 0", "column row from 1"]


class Programs(msgspec.Struct, frozen=True):
    """How whole programs are given a case and answer it. `io`: files, stdin and stdout, or whichever the program uses;
    `dialect` "no-algorithm" leaves line 1 of the case out, "as-is" has no board, so that nothing but a program
    reads it; `shapes` reads answers in whatever shape they come; `multipliers` stretch the time limit, by language.

    `arguments` are put on the command line; `reads` is a line that is read instead of the case: both have words in
    braces. `bytes` "as-is" gives input.txt as it lies in the package, "canonical" as the judge writes it. `parameters`
    are those of a function, None for the homework's; () where only programs are judged. An answer that is one of
    `fail_words` means FAIL; `pairs` says which number of a pair is the row, and from which they count, where anybody
    does.
    """

    io: Literal["any", "files", "stdio"] = "any"
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm", "as-is"] = "homework"
    shapes: bool = False
    multipliers: dict[str, float] = {}
    arguments: tuple[str, ...] = ()
    reads: str = ""
    bytes: Literal["canonical", "as-is"] = "canonical"
    parameters: tuple[str, ...] | None = None
    fail_words: tuple[str, ...] = ()
    pairs: PairsMean | None = None

    def factor(self, language: str) -> float:
        """Return by what the time limit is stretched for programs in this language."""
        return next((one for name, one in self.multipliers.items() if name.lower() == language.lower()), 1.0)

    @property
    def declared(self) -> bool:
        """Say whether the package says how programs are given a case or answer it: then it expects them."""
        return msgspec.structs.replace(self, multipliers={}, parameters=None) != UNSAID

    @property
    def only(self) -> bool:
        """Say whether nothing but a program can be judged: a function has no command line, and reads no text."""
        return self.parameters == () or bool(self.arguments or self.reads)

    @property
    def stdin(self) -> bool:
        """Say whether a case is given on stdin. What is on the command line is not there once more."""
        return self.io == "stdio" or (self.io == "any" and not self.arguments)


UNSAID = Programs()  # of a package that says nothing of programs
