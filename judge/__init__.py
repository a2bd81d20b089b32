"""A contest harness for placement puzzles.

Theory of operation. `judge run` takes problem packages (`testcases/<problem>/`) and submissions
(`solutions/<problem>/*.py`), runs each submission on each case, checks every answer and ranks. What it does in
one sentence each, from the outside in:

    cli                parses words, calls one function, renders what that returns, exits
    intake  source     words and files become Entries: a Problem and the Submissions that compete on it
    roll    grading    a class's folder or zip becomes its students; a batch of them is judged and kept
    store   ledger     judgements on disk, append-only, and what is read out of them
    runner             HOW a submission is run: processes, limits, clocks; it knows no rule of any puzzle
    reports            HOW results look: terminal, pictures, JSON; it runs nothing
    problems           WHAT is judged: boards, answers, rules, packages; it knows no process
    scoring            from verdicts and times to points and ranks
    fence              what the judge itself does wrong on one submission is that one's JE, and stops nobody else
    model  errors      the nouns and the faults that all of them share; no I/O

An import goes only down this list, never up; a contract in CI holds it. When two rooms need each other, a noun
is missing in `model`.

The life of one attempt. A zygote (a clean process in a jail of read-only folders, which has imported numba and
compiled one kernel) forks once per submission for *prepare*: import the file, compile on public boards of at most
4 x 4, keep the kernels. Then for every case and repetition it forks a fresh box: its first process, `init`, stays
ours; the payload gives up every right for good (`seal`), proves it, and only then imports the submission, loads
the kernels, warms up, says ready. Only now the board is handed over, and the timed window opens; it closes when the
whole answer is there. Then what still runs in the box is stopped, its CPU is read, and everything in it is dead. A
program's window is its whole life.

Whose time it is. CPU decides, of the whole tree; import, compilation and the load of each attempt have limits of their
own. A core that times attempts belongs to one judge of the host (`corelocks`). The wall clock only ends sleepers: time
in which others had the core is measured (`waiting`) and moves its limit. Whoever gets no turn is starved: JE, to be
judged again.

Where a verdict comes from. `runner.box` measures Facts and judges nobody. `runner.execute` turns them into a
verdict, the hardest fact first: killed for time, memory or output, then how the process ended, then the answer,
which `problems` reads and checks by rules that share no code with any solution. Times are the judge's own clock
and the kernel's accounting; nothing that a submission says about itself is believed. What the program did wrong
is a Finding with a code (`codes.toml`); what the judge could not do is a JudgeError, becomes JE, costs nobody
a point and gives nobody one.

From Python the same contest is

    with arena() as sandboxes:
        contest = Contest(sandboxes, entries(Choice(problems=("queens",))))
        for event in contest.events():
            ...
    standings = boards(contest.judgements(), "cpu")
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.errors import JudgeError
    from judge.intake import Choice, entries
    from judge.runner.arena import arena
    from judge.runner.contest import Contest
    from judge.scoring import boards

__all__ = ["Choice", "Contest", "JudgeError", "arena", "boards", "entries"]

_HOMES = {
    "Choice": "judge.intake",
    "Contest": "judge.runner.contest",
    "JudgeError": "judge.errors",
    "arena": "judge.runner.arena",
    "boards": "judge.scoring",
    "entries": "judge.intake",
}


def __getattr__(name: str) -> object:
    """Public names are loaded at their first use: importing the package costs `--help` and the zygote nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'judge' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
