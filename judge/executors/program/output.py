"""What a program has left when everything is over: its answer, or a sentence about where that went instead."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

import msgspec

from judge.executors.program.crash import is_told, told_by
from judge.model import Answer, Case, Finding, Problem
from judge.problems import puzzle_named, read_output
from judge.sandbox import Facts
from judge.text import quote

if TYPE_CHECKING:
    from judge.executors.program import Ready

STDOUT: Final = "stdout"
_CLOSE: Final = (
    "close the file before the program ends: what an ofstream, a PrintWriter or Python buffers is lost at exit"
)


def find_answer(facts: Facts, ready: Ready, problem: Problem, case: Case) -> Answer | Finding:
    """What it answered, in the output file or on stdout, or why that can't be read."""
    rules = problem.programs
    if rules.io != "stdio" and facts.output is not None:
        if not facts.output.strip() and case.text is None:
            return _empty(facts, problem)
        return read_output(facts.output, problem, case.board, rules.output_file)
    if rules.io == "files" or not facts.stdout.strip():
        return _nothing(facts, ready, problem)
    read = read_output(facts.stdout, problem, case.board, STDOUT)
    if isinstance(read, Finding) and (seen := _told(facts, ready, problem)):  # it may print what it does, and no answer
        return msgspec.structs.replace(read, message=f"{read.message}; {seen[0]}", help=_repair(problem))
    return read


def with_elsewhere(finding: Finding, problem: Problem, facts: Facts) -> Finding:
    """Return the finding of a program that ended badly, left no answer and does not say why, with the file that it
    wrote instead."""
    elsewhere = "" if is_told(finding, facts) else _elsewhere(facts, problem)
    if not elsewhere:
        return finding
    return msgspec.structs.replace(finding, message=f"{finding.message}: {elsewhere}", help=_repair(problem))


def _empty(facts: Facts, problem: Problem) -> Finding:
    """Return why an output file without a word is no answer: what was printed, or was never written to its end."""
    file = problem.programs.output_file
    note, repair = "", f"write {puzzle_named(problem.puzzle).answers.wanted}; {_CLOSE}"
    if facts.stdout.strip():
        note = f"what the program printed is not read, as there is a file {file}"
        repair = f"write the answer into {file}, or open no file of that name and print it"
    return Finding("E101", f"the answer is empty: nothing is in {file}", note=note, help=repair)


def _nothing(facts: Facts, ready: Ready, problem: Problem) -> Finding:
    """Nothing where the answer should be: the first reason is told at once, the others beside it."""
    rules, printed, said = problem.programs, facts.stdout.strip(), facts.stderr.strip()
    stdio = rules.io == "stdio"
    told = _told(facts, ready, problem)
    known = list(told)
    if rules.output_file in ready.shipped and not stdio:
        known.append(f"the {rules.output_file} in its folder is left from before, and is not looked at")
    if said and not told:
        known.append(f"it said on stderr: {said.splitlines()[-1]}")
    if printed:
        known.append(f"it printed {quote(printed.splitlines()[-1])} at the end, but nobody looks at stdout here")
    message = "the program printed nothing" if stdio else f"the program wrote no {rules.output_file}"
    silent = "" if known else "it ended without a word; an exception that is caught and passed over looks like this"
    puzzle = puzzle_named(problem.puzzle)
    a_number = not (known or puzzle.goal.shows)  # which may well be 0
    return Finding(
        "E101",
        "; ".join((message, *known[:1])),
        note="; ".join(known[1:]) or silent,
        help=f"print {puzzle.answers.wanted}" if a_number else _repair(problem),
    )


def _told(facts: Facts, ready: Ready, problem: Problem) -> list[str]:
    """What it wrote elsewhere, and what it said of that."""
    told = told_by(facts.stderr, problem.programs, problem.limits, PurePath(ready.source.file).name)
    return [reason for reason in (_elsewhere(facts, problem), told.message if told else "") if reason]


def _repair(problem: Problem) -> str:
    rules = problem.programs
    if rules.io == "stdio":
        return "print the answer, and write no file"
    if rules.arguments:
        return f"the package calls it with  {' '.join(rules.arguments)}  and reads {rules.output_file}, or stdout"
    folder = "no other folder" if "/" in rules.input_file + rules.output_file else "no folder"
    return f"read {rules.input_file} and write {rules.output_file}, by these names alone: {folder}, no argument"


def _elsewhere(facts: Facts, problem: Problem) -> str:
    """The other files that it wrote, those that look like the wanted one first."""
    rules = problem.programs
    if rules.io == "stdio":
        return f"it wrote {rules.output_file}, where nobody looks here" if facts.output else ""
    others = [name for name in facts.left if name != rules.input_file]
    stem = rules.output_file.rpartition("/")[2].partition(".")[0].lower()
    *first, last = [name for name in others if stem in name.lower()] or others or [""]
    return f"it wrote {' and '.join(filter(None, (', '.join(first), last)))} instead" if last else ""
