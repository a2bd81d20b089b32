"""Write the case on stdin into a file, run solution.py beside this file, and print what it answered in a file."""

from __future__ import annotations

import os
import runpy
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from judge.problems.formats.case_text import Case, CaseForm


class Files(NamedTuple):
    """How a program is given a case in a file, and answers in another."""

    head: tuple[str, ...]  # what stands above the rows; nothing: the file is what stands on stdin
    input_file: str
    output_file: str


def run_on_files(form: CaseForm, files: Files) -> None:
    """Run the program in a folder of its own. What it prints is its answer where it writes no file."""
    program = Path(__file__).resolve().with_name("solution.py")
    given = sys.stdin.buffer.read()
    text = text_of(form.read(given), files.head) if files.head else given
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in (files.input_file, files.output_file):
            Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(files.input_file).write_bytes(text)
        said, terminal = Path(folder, ".printed"), sys.stdout
        with Path(files.input_file).open(encoding="utf-8") as sys.stdin, said.open("w", encoding="utf-8") as sys.stdout:
            try:
                runpy.run_path(str(program), run_name="__main__")
            except SystemExit as left:
                if left.code:
                    raise
        sys.stdout, written = terminal, Path(files.output_file)
        terminal.buffer.write((written if written.is_file() else said).read_bytes())
        os.chdir("/")


def text_of(case: Case, head: tuple[str, ...]) -> bytes:
    """Return the whole case as the file holds it."""
    lines = [str({"algorithm": case.algorithm, **case.values}[name]) for name in head]
    rows = ["".join(map(str, row)) for row in case.rows]
    return ("\n".join([*lines, *rows]) + "\n").encode()
