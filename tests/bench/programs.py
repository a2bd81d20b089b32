"""What the judge adds to a program's own time: `python -m tests.bench.programs [--bapctools BT]`.

100 tiny cases, in C++ and in Python: boxed by the judge, and without a box by BAPCtools, beside the same program
started by hand. All in turns of ten cases, so that a slow moment of the machine hits everybody; told are the median of
the turns and the best one, which counts on a machine that others use too. BT is the command `bt` of a BAPCtools that is
installed elsewhere; without it one is installed from PyPI into a temporary environment, and where that fails only the
judge is measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from judge.judging.contest import Contest
from judge.model import Case, Entry, Group, Instance, Limits, Problem, Readied, Verdict
from judge.problems.formats.case import write_case
from judge.sandbox.pool import arena
from judge.sandbox.sandbox import Sandbox
from judge.submissions.read import handed_in

TURNS, CASES = 10, 10
PATIENCE_S = 300.0
BOARD = Instance("DFS", 6, 6, np.zeros((6, 6), np.int8))
ANSWER = "OK\n010000\n000100\n000001\n100000\n001000\n000010\n"
CPP = """\
#include <iostream>
#include <string>
#include <vector>
int main() {
    std::string algorithm; int n, p;
    std::cin >> algorithm >> n >> p;
    std::cout << "OK\\n";
    for (int column : std::vector<int>{1, 3, 5, 0, 2, 4}) {
        std::string row(n, '0');
        row[column] = '1';
        std::cout << row << '\\n';
    }
}
"""
PYTHON = f"import sys\nassert sys.stdin.readline() == 'DFS\\n'\nsys.stdout.write({ANSWER!r})\n"
PROGRAMS = {"homework.cpp": ("C++", CPP, 12.0), "homework.py": ("Python", PYTHON, 40.0)}  # and the bound in ms
MANIFEST = """\
problem_format_version: 2025-09
name: tiny
uuid: 11111111-1111-4111-8111-111111111111
license: cc0
rights_owner: nobody
limits: {time_limit: 5.0}
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description="What the judge adds to a program's own time.")
    arguments.add_argument("--bapctools", metavar="BT", help="the command bt of an installed BAPCtools")
    told = arguments.parse_args()
    console = Console()
    console.width = max(console.width, 110)
    table = Table("ms a case beyond the program's own time", "own", "judge, boxed", "bound", "BAPCtools, no box")
    with tempfile.TemporaryDirectory() as scratch, arena() as (sandbox,):
        bt = [told.bapctools] if told.bapctools else installed(Path(scratch, "venv"), console)
        for name, (language, source, bound_ms) in PROGRAMS.items():
            own, ours, theirs = measured(sandbox, Path(scratch, Path(name).suffix[1:]), name, source, bt)
            row = [told_in_ms(own, [0.0]), told_in_ms(ours, own), f"{bound_ms:g}", told_in_ms(theirs, own)]
            table.add_row(f"{language}, {TURNS * CASES} cases", *row)
    console.print(table)


def told_in_ms(times_s: Sequence[float], own_s: Sequence[float]) -> str:
    """What is more than the program's own: by the medians, and by the best of each."""
    if not times_s:
        return "not measured"
    median, best = (1000 * (pick(times_s) - pick(own_s)) for pick in (statistics.median, min))
    return f"{median:.1f}, best {best:.1f}"


def installed(folder: Path, console: Console) -> list[str]:
    """BAPCtools in an environment of its own: its command, or none and a word why."""
    try:
        venv.create(folder, with_pip=True)
        pip = [str(folder / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "bapctools"]
        subprocess.run(pip, check=True, capture_output=True, timeout=PATIENCE_S)
    except (OSError, subprocess.SubprocessError) as error:
        console.print(f"BAPCtools can't be installed, so the judge is measured alone: {error}", markup=False)
        return []
    return [str(folder / "bin/bt")]


def measured(
    sandbox: Sandbox, folder: Path, name: str, source: str, bt: Sequence[str]
) -> tuple[list[float], list[float], list[float]]:
    """Seconds of wall time a case in each turn: of the program started by hand, by the judge, by BAPCtools if it runs
    here."""
    folder.mkdir()
    (folder / name).write_text(source)
    by_hand = command(folder / name)
    package = bapctools_package(folder, name, source)
    theirs = bapctools_s(bt, package, CASES) if bt else None  # builds what it needs; not counted
    own: list[float] = []
    ours: list[float] = []
    others: list[float] = []
    for _ in range(TURNS):
        own.append(statistics.mean(started(by_hand)))
        ours.append(judged_s(sandbox, name, source))
        if theirs is not None:
            base, whole = bapctools_s(bt, package, 1), bapctools_s(bt, package, CASES + 1)
            others += [(whole - base) / CASES] if base and whole else []
    return own, ours, others


def command(source: Path) -> list[str]:
    """How the program is started without a judge."""
    if source.suffix == ".py":
        return [sys.executable, "-s", "-B", str(source)]
    program = str(source.with_suffix(""))
    subprocess.run(["g++", "-O2", "-o", program, str(source)], check=True)
    return [program]


def started(words: list[str]) -> Iterator[float]:
    """Seconds from the start of the process to its end, as often as a turn has cases."""
    with tempfile.TemporaryFile() as case, tempfile.TemporaryFile() as out:
        case.write(write_case(BOARD))
        for _ in range(CASES):
            case.seek(0)
            actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), fd) for fd, file in enumerate((case, out))]
            start_s = time.monotonic()
            pid = os.posix_spawn(words[0], words, os.environ, file_actions=actions)
            status = os.waitpid(pid, 0)[1]
            yield time.monotonic() - start_s
            assert status == 0, words


def judged_s(sandbox: Sandbox, name: str, source: str) -> float:
    """Seconds a case that a whole contest takes, from the first case to the last."""
    cases = tuple(Case(f"case-{number}", "secret", BOARD) for number in range(CASES))
    problem = Problem("tiny", "Tiny", "lizards", ("DFS",), False, Limits(), {"secret": Group()}, cases)
    submission = handed_in("tiny", "tiny", name, ((name, source.encode()),))
    contest = Contest([sandbox], [Entry(problem, (submission,))])
    events = contest.events()
    next(event for event in events if isinstance(event, Readied))  # it is compiled; from here on there are only cases
    start_s = time.monotonic()
    for _ in events:
        pass
    spent_s = time.monotonic() - start_s
    (judgement,) = contest.judgements()
    assert all(run.verdict is Verdict.AC for run in judgement.runs), judgement.runs[0].message
    return spent_s / CASES


def bapctools_package(folder: Path, name: str, source: str) -> Path:
    """The same cases as BAPCtools wants them."""
    package = folder / "tiny"
    (package / "submissions/accepted").mkdir(parents=True)
    (package / "data/secret").mkdir(parents=True)
    (package / "statement").mkdir()
    (package / "statement/problem.en.tex").write_text("\\problemname{tiny}\n")
    (package / "problem.yaml").write_text(MANIFEST)
    (package / "submissions/accepted" / name).write_text(source)
    for number in range(CASES + 1):
        (package / f"data/secret/{number:02}.in").write_bytes(write_case(BOARD))
        (package / f"data/secret/{number:02}.ans").write_text(ANSWER)
    return package


def bapctools_s(bt: Sequence[str], package: Path, cases: int) -> float | None:
    """Seconds of a whole `bt run` of so many cases, its own start included; None where it does not accept them."""
    submission = next((package / "submissions/accepted").iterdir()).relative_to(package)
    names = [f"data/secret/{number:02}.in" for number in range(cases)]
    words = [*bt, "run", "--no-generate", "--no-test-case-sanity-checks", "--no-bar", str(submission), *names]
    start_s = time.monotonic()
    done = subprocess.run(
        words,
        cwd=package,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},  # the same Python for both
        preexec_fn=lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)),  # the judge has left a core to the box
    )
    accepted = "AC" in done.stdout + done.stderr  # its status is 1 for a warning too
    return time.monotonic() - start_s if accepted else None


if __name__ == "__main__":
    main()
