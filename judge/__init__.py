"""A contest harness for placement puzzles.

Theory of operation. A *submission* meets a *problem* in a *sandbox* through an *executor*; *judging* gives it a
verdict, *scoring* a rank, the *store* keeps it, a *classroom* is many of them, *reports* show it, the *cli*, the
*api* and the *web* start it; all speak the *model*. Each of these words is a folder, and an import goes only down:

    cli          parses words, calls one function, shows what that returns, exits: student.py and submit.py for
                 students, instructor.py and regrade.py for instructors, a file for each command of hosts;
                 command_table.py is the table of them; help/ is the manual
    api          beside it, for Python and notebooks: check and run, and what they return
     |
    web          a site for a class or a contest: judge.web tells how it works. It starts judges of its own
    client       such a site as `judge submit --to` sees it, and what the two say to each other
     |
    cluster      judging on other machines: stations there, a crew of them here, Dask between
     |
     +--------------------+---------------------+
    judging              classroom             reports
    verdicts: workers,   who handed in what,   how it looks: terminal/, export/, page/, site/,
    contests, grading    the gradebook's rows  picture/, plots/; runs nothing
     |                    |                     |
     +-----------+--------+-------+-------------+
    executors                    store
    how a submission becomes     what was judged, append-only but for forgetting a student, and what is read
    something that runs in       out of it; the only SQL
    a sandbox
     |
     +--------------------+---------------------+
    sandbox              submissions           scoring
    where it runs: bytes words and files       what it is worth: points, ranks, leaderboards; pure
    in, a measurement    become a Submission;
    out; inside/ is      reads, never runs
    what runs in there
     |                    |                     |
     +--------------------+---------------------+
    problems     what is judged: packages, puzzles/, rules/, formats/; starts nothing, reads and writes packages alone
     |
    model        every frozen noun; no I/O. model/fence.py: where the judge itself fails on one submission, that one
                 gets JE (judge error), and the others go on
     |
    errors       JudgeError; codes.toml, the table of codes; gone.toml, what went, and what to use instead
     |
    text         words that any message needs

Contracts in CI hold this, each new module included ([tool.importlinter] in pyproject.toml). They hold more: a sandbox
knows no problem and no language; reports read no package; what runs inside a box knows nothing of this side but the
protocol. When two folders need each other, a noun is missing in `model`.

Where is ...? Who is told apart is decided in scoring/claims.py. Canvas's columns are written in
reports/export/canvas.py. A whole run is one RunRecord (model/judgement.py): reports/export/run_json.py writes it,
store/run_document.py reads it again, and reports/site/write.py makes pages of it, each kind a file there and a template
of reports/templates/run/. A plot is numbers (reports/plots/plot.py) before it is drawn, a board a scene
(reports/picture/scene.py). What a reader may see of a result is decided in reports/reader.py, its words stand in
reports/views/. A box is closed by sandbox/inside/seal.py. A contest on the clock is read by classroom/contest.py,
ranked by scoring/standings.py; what its host says later lies over it in classroom/contest_state.py. A language is a
table of problems/languages.toml. A puzzle is a row of words (problems/row/words.py): the shipped ones stand in
problems/puzzles.toml, one of a package in its problem.toml. problems/row/ makes all the rest of it; the rules and goals
that it says lie in problems/puzzles/. How a package has programs called is checked in problems/manifest.py, and
filled in by problems/program_input.py. An export is a file of reports/export/ and a row of its table.py. What was
measured becomes a finding by the table of executors/verdict.py, what numba refuses by executors/numba_causes.toml. A
run that gets no turn is given up in sandbox/box.py. The order of hidden cases is drawn in judging/sequence.py. Answers
are spoilt for `judge validate` in problems/spoil.py. A class's zip is read in classroom/zipped.py. The words of `judge
grade` are declared in cli/instructor.py, those of the machine, which every command takes, in cli/machine.py. How a
verdict looks stands in reports/palette.py.

The life of one attempt. A zygote (a clean process in a jail of read-only folders, which has imported numba and compiled
one kernel) forks once per submission for *prepare*: import the file, call `solve` on public boards of at most 4 x 4,
and record what is compiled with a digest of all that decides it (`sandbox.inside.kernels`, `content`). A later run
finds that in the user's cache (`executors.kept`, `sandbox.cache`). Then for every case and repetition it forks a fresh
box: its first process, `init`, stays ours; the payload gives up every right for good (`seal`), proves it, and only then
imports the submission, loads the kernels whose content is the same, compiles the others, says ready. Nothing of `solve`
has run. Only now the board is handed over, and the timed window opens; it closes when the whole answer is there. Then
what still runs in the box is stopped, its CPU is read, and everything in it is dead. A program's window is its whole
life.

Whose time it is. CPU decides, of the whole tree; import, compilation and the load of each attempt have limits of their
own. What ranks has a core of the host for itself; what does not shares one
(`sandbox.corelocks`). The wall clock only ends
sleepers: time in which others had the core is measured (`sandbox.waiting`) and added to its limit. At some 20 times the
limit `sandbox.box` gives up: JE, to be judged again. Times of two classes of host (`model.host`, read by
`sandbox.machine`) are ranked apart.

Where a verdict comes from. `sandbox.box` measures Facts and judges nobody. `executors.verdict` says what they mean, the
hardest fact first: starved, too much memory, too much output, a broken protocol, out of time; then how the process
ended. `judging.rightness` has the answer checked by `problems`, whose rules share no code with any solution; of a
problem without a board, a program of its package looks at the answer, in a box too (`executors.validator`). A file
that is checked (`judging.check`) goes the same way, as what a program has written. A program
that answered right is forgiven its exit status. Times are the judge's own clock and the kernel's accounting; nothing
that a submission says about itself is believed. What the program did wrong is a Finding with a code (`codes.toml`);
what the judge could not do is a JudgeError, becomes JE, costs nobody a point and gives nobody one.

The way of a case. `problems.generators` makes its board from a recipe, whose keys are its puzzle's; `problems.prove`
decides it: an arrangement, or FAIL, or the best, with a certificate that is added up again without a solver
(`prove.certificate`); a rule says what it asks of sets of cells (`puzzles.quota`), and one search tries everything that
these leave (`prove.search`), small boards of any puzzle too. `problems.validation` holds every answer against the
rules, and `problems.spoil` makes wrong ones of it, which must be refused. `judging.limits` measures which limit fits.
`judging.hack` searches boards on which a solution is wrong, and leaves out of them what their puzzle may lose
(`problems.row.small`). In a contest an arrangement of one solution refutes FAIL of the others (`judging.witnesses`).
`problems.icpc` carries packages to and from other judges; a validator that they bring runs in a box, started by
`executors.validator`.

More machines than one. A contest asks Workers for attempts (`judging.work`): the crew of this host, or a `cluster.crew`
whose orders `cluster.dispatch` sends through Dask to stations (`cluster.station`), each a worker of Dask with
sandboxes. What belongs together goes to one station; `cluster.fleet` chooses machines of one class, `cluster.jobs`
decides what is ordered again, and `cluster.message` refuses what nobody asked for. Sources and packages travel once, by
digest.

A site. `judge serve` starts a supervisor (`web.processes`), which starts one web process and some judges. They meet in
the store alone: a page puts a job into the queue (`store.queue`), a judge takes it by a claim that the kernel drops
with its process (`judging.queue`), each attempt is a row, and `web.hub` shows rows as they come. What may be asked for,
and by whom, is one table (`web.routes`). What was handed in on the web is a Roll like that of a zip.

The way of a class. `classroom.archive` lists a folder or zip, and `shapes` sorts its files into piles, one for each
submission, by the names that a platform gives. `matching` finds whose each pile is, by what a platform can have written
of the people in the `roster`; the instructor's `match` file settles the rest, and `content` finds what is run of it:
`intake` makes Members in a Roll of that, and doubts, which are never guessed away. `judging.session` judges them into
the store. `gradebook` makes a row of each student: the attempt that counts, its points, a bonus, what `lateness` costs,
and what an instructor decided by hand (`marks`). `reports.export` writes the rows for people and platforms.

From Python, an answer and a contest are each one call. `judge help api` shows both, and a contest event by event:

    judge.check(board, answer, "queens")
    judge.run("mine.py", repeat=5)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.api.check import CheckResult, check
    from judge.api.run import RunResult, run
    from judge.errors import JudgeError
    from judge.judging.contest import Contest
    from judge.sandbox.pool import arena
    from judge.scoring.ranking import boards
    from judge.submissions.choice import Choice, entries

__all__ = [
    "CheckResult",
    "Choice",
    "Contest",
    "JudgeError",
    "RunResult",
    "arena",
    "boards",
    "check",
    "entries",
    "run",
]

_HOMES = {
    "CheckResult": "judge.api.check",
    "Choice": "judge.submissions.choice",
    "Contest": "judge.judging.contest",
    "JudgeError": "judge.errors",
    "RunResult": "judge.api.run",
    "arena": "judge.sandbox.pool",
    "boards": "judge.scoring.ranking",
    "check": "judge.api.check",
    "entries": "judge.submissions.choice",
    "run": "judge.api.run",
}


def __getattr__(name: str) -> object:
    """Public names are loaded at their first use: importing the package costs `--help` and the zygote nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'judge' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not, and no folder of the judge that happens to be loaded."""
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
