"""Nouns for tests, each with defaults that mean nothing: a test says what it is about, and no more."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from judge.classroom import Gradebook
from judge.model import (
    Answer,
    Batch,
    Case,
    Conditions,
    Graded,
    Host,
    Instance,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Record,
    Roll,
    Run,
    Student,
    Submission,
    Verdict,
)
from judge.scoring import judgement_of
from judge.store import Store

AC, WA, TLE, MLE, OLE, RTE, CE, JE = (Verdict(name) for name in ("AC", "WA", "TLE", "MLE", "OLE", "RTE", "CE", "JE"))
LIMIT_S = 2.0
UNDER = Conditions("package", "limits", "judge", "host")
HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
SIGNS = {sign: code for code, signs in enumerate((".0", "QL1", "T2", "#3")) for sign in signs}  # 3: closed
_Noun = TypeVar("_Noun", bound=msgspec.Struct)
Runs = Sequence["Run | tuple[Verdict, float] | Verdict | str | Sequence[float]"]


def replace(noun: _Noun, **changes: Any) -> _Noun:
    return msgspec.structs.replace(noun, **changes)


# --- problems ---------------------------------------------------------------------------------------------------------
def grid(rows: str) -> np.ndarray:
    """Rows as people write them, with blanks between: "Q..T ...." or "0000 0020"."""
    return np.array([[SIGNS[cell] for cell in row] for row in rows.split()], np.int8)


def board(n: int = 1, algorithm: str = "DFS", rows: str = "", pieces: int = 1, layer: str = "") -> Instance:
    """A board of these rows; without any nobody looks at its cells. `layer` has a digit or letter for each cell."""
    cells = grid(rows or "0")
    numbers = np.array([[int(cell, 36) for cell in row] for row in layer.split()], np.int64) if layer else None
    return Instance(algorithm, len(cells) if rows else n, pieces, cells, numbers)  # type: ignore[arg-type]


def answer(rows: str) -> Answer:
    """The arrangement of these rows; "FAIL" is that there is none."""
    return Answer(fail=True) if rows == "FAIL" else Answer(board=grid(rows))


def problem(
    cases: int | str = 4,
    *,
    groups: dict[str, Problem.Group] | None = None,
    pieces: int = 1,
    on: Instance | None = None,
    **changes: Any,
) -> Problem:
    """So many cases `c0`, `c1`... of the group `secret`, worth 50 points, with a limit of 2 s. As words they say more:
    `"s0:sample c0:secret/BFS"`, each with its group and algorithm. `on` is the board of all."""
    words = " ".join(f"c{at}" for at in range(cases)) if isinstance(cases, int) else cases
    made = []
    for word in words.split():
        name, _, rest = word.partition(":")
        group, _, algorithm = rest.partition("/")
        made.append(Case(name, group or "secret", on or board(algorithm=algorithm or "DFS", pieces=pieces)))
    facts: dict[str, Any] = {
        **{"name": "pkg", "title": "The pkg", "puzzle": "lizards", "algorithms": ("DFS",), "strict": False},
        **{"limits": Limits(time_limit=LIMIT_S), "groups": groups or {"secret": Problem.Group(50)}},
        **{"cases": tuple(made), "path": "testcases/pkg"},
    }
    return Problem(**(facts | changes))


# --- submissions and what came of them --------------------------------------------------------------------------------
def submission(source: str | bytes = b"", name: str = "mine.py", **changes: Any) -> Submission:
    """One file of this name; its digest is that of its bytes."""
    data = source if isinstance(source, bytes) else source.encode(errors="surrogateescape")
    made = Submission(Path(name).stem, "pkg", "function", Path(name), data, sha256(data).hexdigest())
    return replace(made, **changes)


def run(case: Case, result: Any, *, wall: float = 2.0, first: int = 0, score: float | None = None) -> Run:
    """Make a verdict, a verdict with seconds or, as words, with a code; or right repetitions with these seconds, one in
    each round. What is a run already stays one."""
    if isinstance(result, Run):
        return result
    if isinstance(result, Verdict):
        result = (result, 0.1)
    elif isinstance(result, str):
        word, _, code = result.partition(" ")
        return replace(run(case, Verdict(word)), code=code)
    samples: tuple[Run.Measurement, ...] = ()
    if result and isinstance(result[0], Verdict):
        verdict, cpu_s = result
    else:
        verdict, cpu_s = AC, sorted(result)[len(result) // 2]
        samples = tuple(Run.Measurement(AC, wall * one, one, 1, round=first + at) for at, one in enumerate(result))
    named = (case.name, case.group, case.board.algorithm, verdict)
    return Run(*named, cpu_s=cpu_s, wall_s=wall * cpu_s, samples=samples, score=score)


def judgement(
    of: Problem | int,
    runs: Runs,
    name: str = "mine",
    *,
    prepare: Verdict | Prepared = AC,
    scores: Sequence[float | None] = (),
    submission: dict[str, Any] | None = None,
    **how: Any,
) -> Judgement:
    """`runs` are those of the first cases of the problem; `how` goes to each `run`."""
    of = problem(of) if isinstance(of, int) else of
    handed_in = Submission(name, of.name, "function", Path(f"{name}.py"), b"", "")
    known = dict(enumerate(scores))
    made = [
        run(case, one, score=known.get(at), **how) for at, (case, one) in enumerate(zip(of.cases, runs, strict=False))
    ]
    prepared = prepare if isinstance(prepare, Prepared) else Prepared(prepare)
    return judgement_of(replace(handed_in, **(submission or {})), of, prepared, tuple(made))


def growing(
    name: str, time_s: Callable[[int], float], sizes: Iterable[int], limit_s: float = LIMIT_S, stem: str = "forest-"
) -> Judgement:
    """A submission that takes `time_s(n)` on forest-n; what is beyond the limit is TLE."""
    cases = tuple(
        Case(f"{stem}{n}", "secret", replace(board(), n=n, grid=np.zeros((0, 0), dtype=np.int8))) for n in sizes
    )
    of = replace(problem(), cases=cases, limits=Limits(time_limit=limit_s), path="pkg")
    found = judgement(of, [(AC, time_s(case.board.n)) for case in cases], name, wall=1.0, submission={"sha256": name})
    found = each_run(
        found,
        verdict=lambda run: TLE if run.cpu_s > limit_s else AC,
        cpu_s=lambda run: min(run.cpu_s, limit_s),
        wall_s=lambda run: min(run.cpu_s, limit_s),
    )
    found = each_run(found, samples=lambda run: (Run.Measurement(run.verdict, run.cpu_s, run.cpu_s, 1),))
    return judgement_of(found.submission, of, found.prepare, found.runs)


def each_run(of: Judgement, **changes: Any) -> Judgement:
    """Change all runs; a function is asked for each."""
    runs = [replace(one, **{key: to(one) if callable(to) else to for key, to in changes.items()}) for one in of.runs]
    return replace(of, runs=tuple(runs))


# --- what is kept -----------------------------------------------------------------------------------------------------
def record(owner: str, of: Judgement, **changes: Any) -> Record:
    return replace(Record(id=1, owner=owner, judgement=of, conditions=UNDER, judged_s=0.0, outcome=1), **changes)


def batch(of: Problem | None = None, **changes: Any) -> Batch:
    """Judgements of a class on this host, under its conditions."""
    of = of or problem()
    host = changes.get("host", HOST)
    facts: dict[str, Any] = {"kind": "grade", "problem": of, "host": host, "conditions": Conditions.of(of, host)}
    return Batch(**(facts | changes))


def store(path: Path, judged: Mapping[str, Judgement], **changes: Any) -> Path:
    """A store at that path in which these judgements were made, by owner: without running anything."""
    with Store(path) as opened:
        for owner, of in judged.items():
            begun = opened.begin(batch(of.problem, **changes))
            ticket = opened.enter(begun, replace(of.submission, problem=of.problem.name), owner)
            for one in of.runs:
                opened.record_run(ticket, one)
            opened.finish(ticket, replace(of, submission=ticket.submission))
    return path


# --- a class ----------------------------------------------------------------------------------------------------------
def member(name: str, text: str = "", **changes: Any) -> Roll.Member:
    """A student of this id who handed in a file of their own, or this text."""
    files = (("homework.py", f"print(1) # {text or name}".encode()),)
    return replace(Roll.Member(Student(name), name, f"{name}/feedback", "homework.py", files), **changes)


def roll(*who: str | Roll.Member, **changes: Any) -> Roll:
    return Roll("plain", tuple(one if isinstance(one, Roll.Member) else member(one) for one in who), **changes)


def graded(name: str = "ada", points: float | None = 10.0, **changes: Any) -> Graded:
    """A row of the gradebook."""
    return replace(Graded(Student(name), f"{name}/feedback", name, points=points, max_points=50.0), **changes)


def gradebook(rows: Sequence[Graded], **changes: Any) -> Gradebook:
    facts: dict[str, Any] = {
        **{"problem": problem(), "roll": roll(*(row.student.id for row in rows)), "rows": list(rows)},
        **{"records": [record(row.student.owner, row.judgement) for row in rows if row.judgement], "marks": []},
    }
    return Gradebook(**(facts | changes))


# --- on the disk ------------------------------------------------------------------------------------------------------
def files(folder: Path, texts: Mapping[str, str | bytes]) -> Path:
    """Write them below the folder; a name that ends in a slash is a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(text.encode(errors="surrogateescape") if isinstance(text, str) else text)
    return folder


def texts_of(text: str) -> dict[str, str]:
    """Return the files that stand in a text, each below a line `=== NAME`."""
    before, *parts = re.split(r"(?m)^=== (.*)\n", text)
    assert not before, "this is of no file"
    return dict(zip(parts[::2], parts[1::2], strict=True))


def case_text(n: int, pieces: int | None = None, algorithm: str = "DFS") -> str:
    """An empty board, as an input.txt."""
    return f"{algorithm}\n{n}\n{n if pieces is None else pieces}\n" + f"{'0' * n}\n" * n


CASES = {"sample/six": (case_text(6), ""), "secret/four": (case_text(4), "")}


def package(
    below: Path,
    name: str = "pkg",
    cases: Mapping[str, tuple[str, str]] = CASES,
    puzzle: str = "lizards",
    **limits: float,
) -> Path:
    """Write a package below a folder: `cases` maps group/case to the texts of input.txt and answer.txt."""
    limits = {"time_limit": 0.5, "memory": 256, "output": 1, "compilation_time": 20} | limits
    lines = [f'title = "The {name}"', f'puzzle = "{puzzle}"', 'algorithms = ["DFS"]', "[limits]"]
    lines += [f"{key} = {value}" for key, value in limits.items()]
    lines += [f"[groups.{group}]\npoints = 10" for group in dict.fromkeys(case.split("/")[0] for case in cases)]
    texts = {"problem.toml": "\n".join(lines) + "\n"}
    for case, (question, key) in cases.items():
        texts[f"{case}/input.txt"] = question
        texts |= {f"{case}/answer.txt": key} if key else {}
    return files(below / name, texts)
