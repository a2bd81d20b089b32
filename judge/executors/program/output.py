"""What a program has left when everything is over: its answer, or a sentence about where that went instead."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import PurePath

import msgspec

from judge.executors.program import idioms
from judge.executors.program.crash import told_by
from judge.model import Answer, Case, Finding, Limits, Problem, Verdict
from judge.problems import puzzles
from judge.problems.formats.page import quote
from judge.problems.program_output import read_output
from judge.sandbox.request import Facts

STDOUT = "stdout"
_UNSEEN = "its answer stands on stdout, where nobody looks for it here"


def find_answer(
    facts: Facts, problem: Problem, case: Case, source: str, shipped: Collection[str]
) -> tuple[Answer | Finding, str]:
    """What it answered or why that can't be read, and where that stood: the output file, or stdout. `source` is the
    path of the program, and `shipped` are the other files that were handed in."""
    rules = problem.programs
    if rules.io != "stdio" and facts.output is not None:
        if not facts.output.strip() and case.text is None:
            return _empty(facts, problem, source), rules.output_file
        return read_output(facts.output, problem, case.board, rules.output_file), rules.output_file
    if rules.io == "files" or not facts.stdout.strip():
        return _nothing(facts, problem, shipped, _reasons(facts, problem, source, case)), ""
    read = read_output(facts.stdout, problem, case.board, STDOUT)
    if isinstance(read, Finding):
        read = _beside(read, facts, problem, source)
    return read, STDOUT


def _empty(facts: Facts, problem: Problem, source: str) -> Finding:
    """Return why an output file without a word is no answer: what was printed, or was never written to its end."""
    file = problem.programs.output_file
    if facts.stdout.strip():
        note = f"what the program printed is not read, as there is a file {file}"
        repair = f"write the answer into {file}, or open no file of that name and print it"
        return Finding("E101", f"the answer is empty: nothing is in {file}", note=note, help=repair)
    repair = f"write {_wanted(problem)}; {idioms.close_file(source)}"
    return Finding("E101", f"the answer is empty: nothing is in {file}", help=repair)


def _beside(fault: Finding, facts: Facts, problem: Problem, source: str) -> Finding:
    """Why what it printed is no answer, and where an answer might have gone: it may well be a program that is to write
    a file, and prints what it does."""
    rules = problem.programs
    seen = _told(facts, problem, source)
    if rules.io == "stdio":
        return msgspec.structs.replace(fault, note="; ".join(filter(None, (fault.note, *seen))))
    if not seen:
        return fault
    message = f"{fault.message}; it wrote no {rules.output_file}, and {seen[0]}"
    return msgspec.structs.replace(fault, message=message, help=_repair(problem))


def refused_output(fault: str, limits: Limits) -> Finding:
    """Why the output file was not even read."""
    if "bytes long" in fault or "too long" in fault:
        return Finding("E204", f"{fault}; the limit is {limits.output} MiB", verdict=Verdict.OLE)
    return Finding(
        "E122",
        fault,
        help="open a file of that name for writing: it may be no folder, no link, and have no second name",
        verdict=Verdict.WA,
    )


def _reasons(facts: Facts, problem: Problem, source: str, case: Case) -> list[str]:
    """Why there is nothing where the answer should be, as far as this run has shown it."""
    reasons = _told(facts, problem, source)
    if facts.stdout.strip() and not isinstance(read_output(facts.stdout, problem, case.board), Finding):
        reasons.insert(0, _UNSEEN)
    return reasons


def _told(facts: Facts, problem: Problem, source: str) -> list[str]:
    """What it wrote elsewhere, and what it said of that."""
    told = told_by(facts.stderr, problem.programs.input_file, problem.limits, PurePath(source).name)
    return [reason for reason in (_elsewhere(facts, problem), told.message if told else "") if reason]


def _nothing(facts: Facts, problem: Problem, shipped: Collection[str], seen: Sequence[str]) -> Finding:
    """Nothing where the answer should be: the first reason is told at once, the others beside it."""
    rules = problem.programs
    stdio = rules.io == "stdio"
    known = list(seen)
    if rules.output_file in shipped and not stdio:
        known.append(f"the {rules.output_file} in its folder is left from before, and is not looked at")
    if facts.stderr.strip() and not seen:
        known.append(f"it said on stderr: {facts.stderr.strip().splitlines()[-1]}")
    if not stdio and facts.stdout.strip() and _UNSEEN not in seen:
        known.append(
            f"it printed {quote(facts.stdout.strip().splitlines()[-1])} at the end, but nobody looks at stdout here"
        )
    message = "the program printed nothing" if stdio else f"the program wrote no {rules.output_file}"
    silent = "" if known else "it ended without a word; an exception that is caught and passed over looks like this"
    return Finding(
        "E101",
        "; ".join((message, *known[:1])),
        note="; ".join(known[1:]) or silent,
        help=_what_to_print(problem, bool(known)) or _repair(problem),
    )


def _what_to_print(problem: Problem, told: bool) -> str:
    """Where nothing else explains the silence and the answer is no board, it may well be a number that is 0."""
    if told or puzzles.named(problem.puzzle).goal.shows:
        return ""
    return f"print {_wanted(problem)}"


def _wanted(problem: Problem) -> str:
    return puzzles.named(problem.puzzle).answers.wanted


def with_elsewhere(finding: Finding, problem: Problem, facts: Facts) -> Finding:
    """Return the finding of a program that ended badly and left no answer, with the file that it wrote instead."""
    if not (elsewhere := _elsewhere(facts, problem)):
        return finding
    return msgspec.structs.replace(finding, message=f"{finding.message}: {elsewhere}", help=_repair(problem))


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
    alike = [name for name in others if stem in name.lower()]
    return f"it wrote {_listed(alike or others)} instead" if others else ""


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
