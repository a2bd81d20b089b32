"""Programs that are handed in, and what a class of them leaves: gradebooks, runs of the store, killed judges."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from judge.model import Batch, Record
from judge.problems import read_package
from judge.store import Store
from tests.conftest import RIGHT as SOLVES
from tests.conftest import WRONG as ATTACKS
from tests.make import files
from tests.terminal import Screen, in_terminal
from tests.web.running import until

JUDGE = [sys.executable, "-m", "judge"]
STORE = Path(".judge/store.db")

# A program that is right on the empty boards of 4 x 4 and 6 x 6; {} is what it does besides.
RIGHT = """\
n = int(open("input.txt").read().split()[1])
{}
for column in {{4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}}[n] if n in (4, 6) else ():
    print("OK\\n" * (column == 1) + "".join("01"[column == k] for k in range(n)))
"""
WRONG = 'n = int(open("input.txt").read().split()[1])\nprint("OK")\nprint(("0" * n + "\\n") * n)\n'
FAIL = 'print("FAIL")\n'
HALF = RIGHT.format("assert n == 6")  # fails on the secret case
# A function that is right on the smaller case of `here` alone.
HALF_SOLVES = ATTACKS.replace("    grid[0, 0]", "    if n == 4:\n        return right(n, grid)\n    grid[0, 0]")
HALF_SOLVES += SOLVES.replace("def solve(algorithm, n, lizards, grid)", "def right(n, grid)")
SECRET_LEAK = 'raise SystemExit("leak " + open("input.txt").read())\n'


def rows_of(name: str) -> list[tuple[str, str]]:
    """The rows of a table that lies here as text: what stands before => and behind it."""
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    rows = (line.partition("=>") for line in lines if line and not line.startswith("#"))
    return [(before.strip(), behind.strip()) for before, _, behind in rows]


def answer(n: int) -> str:
    columns = {4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}[n]
    return "OK\n" + "".join("".join("01"[column == k] for k in range(n)) + "\n" for column in columns)


def write_class(sources: Mapping[str, str], folder: str = "class") -> None:
    files(Path(folder), {f"{name}/homework.py": source for name, source in sources.items()})


def read_json(path: str) -> Any:
    return json.loads(Path(path).read_text())


def edit(old: str, new: str, path: str = "testcases/pkg/problem.toml") -> None:
    """Change a word of a text; an empty one stands for its beginning."""
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new) if old else new + text)


def give_bonus(share: float) -> None:
    edit("[groups.secret]", f"[bonus]\nshare = {share}\npoints = 5\n[groups.secret]")


def gradebook(path: str = "class-graded/gradebook.csv") -> dict[str, dict[str, str]]:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["id"] for row in rows}) == len(rows), "one row each"
    return {row["id"]: row for row in rows}


def stored_runs() -> list[tuple[int, str]]:
    """Of every run in the store its judgement and case."""
    if not STORE.exists():
        return []
    with contextlib.closing(sqlite3.connect(STORE)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'run'").fetchall():
            return []  # it is just being made
        rows = db.execute("SELECT judgement, json_extract(facts, '$.run.case') FROM run").fetchall()
    return [(int(ticket), str(case)) for ticket, case in rows]


def facts_of(student: str) -> list[dict[str, Any]]:
    """The runs in the store of this student's last judgement, by case."""
    last = "SELECT max(id) FROM judgement JOIN person ON key = owner WHERE name = ?"
    with contextlib.closing(sqlite3.connect(STORE)) as db:
        rows = db.execute(f"SELECT facts FROM run WHERE judgement = ({last}) ORDER BY id", (student,)).fetchall()
    return [json.loads(facts)["run"] for (facts,) in rows]


def disturb(student: str, case: str) -> None:
    """Let what counts for the student say that this run was disturbed."""
    problem = read_package(Path("testcases/pkg"))
    with Store() as store:
        [record] = [one for one in Record.latest(store.records(problem)) if one.owner == student]
        runs = []
        for run in record.judgement.runs:
            samples = [msgspec.structs.replace(one, wall_s=2.0, lost_s=1.8) for one in run.samples]
            runs.append(msgspec.structs.replace(run, samples=tuple(samples)) if run.case == case else run)
        made = msgspec.structs.replace(record.judgement, runs=tuple(runs))
        store.finish(Batch.Ticket(record.id, student, made.submission), made)


# --- stopped and killed ---------------------------------------------------------------------------------------------
@contextlib.contextmanager
def started(*words: str, stderr: int = subprocess.PIPE, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command in a session of its own, with pipes; it is gone at the end."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": stderr, "text": True}
    process: subprocess.Popen[str] = subprocess.Popen(words, **pipes, start_new_session=True, **options)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Press Ctrl-C for a command and all that it started: its status, and the rest of stdout and stderr."""
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=100)
    assert "Traceback" not in out + err
    return process.returncode, out, err


def ctrl_c_at(shown: str, *words: str) -> str:
    """Start a command on a terminal and press Ctrl-C once this is shown there; what the screen shows at the end."""
    typed: list[str] = []

    def press(screen: Screen) -> str:
        if typed or shown not in screen.text():
            return ""
        typed.append("\x03")
        return "\x03"

    status, screen = in_terminal([*words], typed=press)
    assert status == 130, (typed, screen.text())
    assert not re.search("AC|rank|expected|Traceback", screen.text())
    return screen.text()


wait_until = partial(until, within_s=100)


def kill_when(runs: int, command: list[str], kind: int = signal.SIGKILL) -> int:
    """Start the command, stop it when the store holds so many runs; its status."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        wait_until(lambda: len(stored_runs()) >= runs or process.poll() is not None, within_s=600)
        process.send_signal(kind)
    finally:
        process.wait(timeout=100) if kind == signal.SIGINT else process.kill()
        process.communicate()
    return process.returncode


def assert_run_once(runs: Iterable[tuple[int, str]]) -> None:
    runs = list(runs)
    assert len(set(runs)) == len(runs), "no case of a judgement is recorded twice"
