"""A contest harness for placement puzzles.

A *submission* meets a *problem* in a *sandbox* through an *executor*; *judging* gives it a verdict, *scoring* a rank,
the *store* keeps it, a *classroom* is many of them, *reports* show it, the *cli*, the *api* and the *web* start it; all
speak the *model*. Each of these words is a room: a folder whose `__init__.py` is its door. That says what the room does
and lists what others may import. The first line of a file says what it does, and an import goes only down; contracts
in pyproject.toml hold both:

    cli, api                        the commands, which main.py lists; what Python and notebooks call
    web, client                     a site with judges of its own (judge.web), and one as `judge submit --to` sees it
    cluster                         judging on other machines: stations there, a crew of them here, Dask between
    judging, classroom, reports     verdicts; who handed in what, and the gradebook's rows; how it looks: runs nothing
    executors, store                how a submission becomes something that runs; what was judged, and the only SQL
    sandbox, submissions, scoring   bytes in, a measurement out; files become a Submission; points and ranks, pure
    problems                        what is judged: packages, puzzles, rules and their proofs, formats; starts nothing
    model                           every frozen noun; no I/O
    schemas                         what the documents in JSON hold: each key of each, its type and a sentence
    errors, text, locks, door       JudgeError with its tables of codes and of what went; words that any message needs;
                                    the locks between judges; how a door loads a name at its first use

The way of an attempt, through the files that act, in their order:

    submissions/read.py             a file or folder becomes a Submission; problems/package.py makes the Problem
    judging/contest.py              orders attempts and tells of each as an Event, in a sequence that it draws
    judging/crew.py                 gives them to workers; sandbox/pool.py has opened a sandbox for each, on a core of
                                    the host that sandbox/cores.py has claimed
    judging/attempts.py             the one loop of tries: what is made again, and whose fault it is
    judging/execute.py              one try, whichever the contract; at its end it has the answer judged
    executors/function.py           or program/: what is sent to a box, for a prepare phase once, then for each case;
                                    what it compiles comes out of sandbox/cache.py, where nothing has changed
    executors/call.py               the case becomes bytes as the puzzle has it, and the frame of an answer an Answer
    executors/request.py            one box: loaded, given its case, read; after a crash the same with indexes checked
    sandbox/sandbox.py              has a zygote fork a fresh box; holdings.py: its folder and user id; provision.py:
                                    its pipes and memory; cgroup.py, meter.py and clock.py measure it
    sandbox/box.py                  one exchange after the other, each within its bounds: bytes in, Facts out
    sandbox/inside/zygote.py        a warm process in a jail of read-only folders
    sandbox/inside/init.py          the first process of a box, which stays ours; seal.py: the payload gives up every
                                    right for good, and proves it, before a line of the submission runs
    sandbox/inside/attempt.py       imports it, loads kernels whose content is the same, says ready: nothing of `solve`
                                    has run. Only now the case is handed over, and the timed window opens. It closes
                                    when the whole answer is there; what still runs is stopped, its CPU is read
    sandbox/inside/arguments.py     the case as arguments; returned.py and raised.py: the frame of what it does
    executors/verdict.py            the decision table: what the Facts mean, the hardest first, and which of several
                                    runs counts; sandbox judges nobody. Why it failed is put into words by
                                    diagnosis.py, or by program/crash.py
    problems/puzzles, rules.py      the answer is held against rules that share no code with any solution; where a
                                    package has a validator, that looks at it, in a box too (executors/validator.py)
    scoring/points.py               the Judgement of all runs; witnesses.py has let arrangements refute FAIL before
    store, scoring/ranking.py       it is kept, ranked, where claims.py decides who ties, and shown: what its reader
                                    may see of it is decided in reports/reader.py

CPU decides, of the whole tree; import, compilation and the load of each attempt have limits of their own. What ranks
has a core of the host for itself. The wall clock only ends sleepers: time in which others had the core is measured
(sandbox/clock.py) and added to its limit. Nothing that a submission says about itself is believed. What a program did
wrong is a Finding with a code; what the judge could not do is a JudgeError, becomes JE (model/fence.py), costs nobody a
point and gives nobody one.

The way of a class is told by the heads of classroom/archive.py, matching.py, intake.py, lateness.py and gradebook.py,
in this order; a site by judge.web. A case is made by problems/generators/run.py and decided by prove/deciding.py there,
with the one search of search.py; certificate.py proves an answer that says that nothing fits, or nothing better. Other
machines get orders by cluster/dispatch.py, and cluster/message.py refuses what nobody asked for.

What is added most often is a row of a table, from which the rest follows:

    problems/puzzles.toml           the puzzles, whose rules are words; a new word of rules is a class in FAMILIES of
                                    problems/constraints.py
    problems/languages.toml         the languages of programs
    codes.toml                      the codes of errors
    reports/views/leaderboard.py    the columns of a leaderboard: COLUMNS
    reports/palette.py              the colour, letter and shape of each verdict
    reports/export/table.py         the exports of a class, each a function in a file beside it
    web/routes.py                   the pages of a site: who may see each, and its handler
    cli/main.py                     the commands

From Python, an answer and a contest are each one call. `judge help api` shows both, and a contest event by event:

    judge.check(board, answer, "queens")
    judge.run("mine.py", repeat=5)
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.api.checking import CheckResult, check
    from judge.api.running import RunResult, run
    from judge.errors import JudgeError
    from judge.judging import Contest
    from judge.sandbox import arena
    from judge.scoring import boards
    from judge.submissions import Choice, entries
else:
    __getattr__ = door(__name__)

__all__ = ["CheckResult", "Choice", "Contest", "JudgeError", "RunResult", "arena", "boards", "check", "entries", "run"]


def __dir__() -> list[str]:
    """List the public names, loaded or not, and no folder of the judge that happens to be loaded."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
