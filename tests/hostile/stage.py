"""Where the hostile submissions are put to the test: a contest with secrets, and what may not have changed after.

A trial is a file of `submissions/`. It begins with a comment that says what it tries, and lines of the form
`name: value`: `expect` (the verdicts that show that it was contained; required), `cases`, `repeat`, `limits` (one of
problem.toml), `tiers` (those that promise to contain it; default all). A submission that got what it
tried for raises, prints the token, or leaves a file `hostile-was-here`; else it answers honestly.
"""

from __future__ import annotations

import io
import os
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import psutil
from rich.console import Console

from judge.judging import Contest
from judge.model import Entry, Judgement, Problem, RunRecord
from judge.problems import read_package
from judge.reports import View
from judge.sandbox import Sandbox
from judge.scoring import ranking
from judge.store import run_json
from judge.submissions import read_submission
from tests.hostile import forged

SUBMISSIONS = Path(__file__).with_name("submissions")
PRELUDE = Path(__file__).with_name("prelude.py").read_text()
SUFFIXES = (".py", ".c", ".cpp", ".java")
MARKER = "hostile-was-here"
LARGE = 160  # so large that a board goes by shared memory
TREES = "00000000\n" * 3 + "00002000\n" + "00000000\n" + "00000200\n" + "00000000\n" * 2
CASES = {
    "eight": (
        "DFS\n8\n8\n" + "00000000\n" * 8,
        "OK\n10000000\n00001000\n00000001\n00000100\n00100000\n00000010\n01000000\n00010000\n",
    ),
    "trees": (
        "DFS\n8\n8\n" + TREES,
        "OK\n10000000\n00001000\n00000001\n00002100\n00100000\n00000210\n01000000\n00010000\n",
    ),
    "large": (
        f"DFS\n{LARGE}\n{LARGE}\n" + ("0" * LARGE + "\n") * LARGE,
        "OK\n"
        + "".join("0" * at + "1" + "0" * (LARGE - 1 - at) + "\n" for at in (*range(1, LARGE, 2), *range(0, LARGE, 2))),
    ),
    "two": ("DFS\n2\n2\n00\n00\n", "FAIL\nproof: two lizards anywhere on 2 x 2 see each other\n"),
}
SLOWER = float(os.environ.get("JUDGE_TRIALS_SLOWER", "1"))  # than a real machine, where this one is emulated
MANIFEST = f"""\
title = "Hostile"
puzzle = "lizards"
algorithms = ["DFS"]
[limits]
time_limit = {0.5 * SLOWER}
memory = 512
output = 1
processes = 64
compilation_time = {20 * SLOWER}
[groups.secret]
points = 10
"""


class Trial(msgspec.Struct, frozen=True):
    """One hostile submission, and what its header says."""

    path: Path
    source: str
    expect: tuple[str, ...]
    cases: tuple[str, ...] = ("eight",)
    tiers: tuple[str, ...] = ("namespaces", "landlock")
    limits: dict[str, float] = {}
    repeat: int = 1


class Outcome(msgspec.Struct, frozen=True):
    """How a trial ended: the judgement, and everything that a person or a program is shown of it."""

    judgement: Judgement
    shown: str
    json: str


def trials() -> list[Trial]:
    """All of them, by name: the files, and those that forged.py makes."""
    files = [(path.name, path.read_text()) for path in SUBMISSIONS.iterdir() if path.suffix in SUFFIXES]
    return [_read_trial(SUBMISSIONS / name, source) for name, source in sorted([*files, *forged.sources()])]


def _read_trial(path: Path, source: str) -> Trial:
    head = dict(re.findall(r"^(?:#|//) (\w+): (.+)$", source, re.MULTILINE))
    limits = [line.split(" = ") for line in [head.get("limits", "")] if line]
    return Trial(
        path,
        source,
        expect=_words(head["expect"]),
        cases=_words(head.get("cases", "eight")),
        tiers=_words(head.get("tiers", "namespaces, landlock")),
        limits={name: float(value) for name, value in limits},
        repeat=int(head.get("repeat", 1)),
    )


def _slowed(limits: dict[str, float]) -> dict[str, float]:
    """What is run has its time on a slow machine too; a trial that shortens its compilation may be stopped earlier."""
    least_s = 0.5 * SLOWER if SLOWER > 1 else 0
    return {name: max(value, least_s) if name == "time_limit" else value for name, value in limits.items()}


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


class Stage:
    """A contest folder, a home and another folder that everybody may read, each with the token in a file; the token
    in the judge's environment; and a process of the host that listens."""

    def __init__(self) -> None:
        self.token = "hostile-token-" + secrets.token_hex(8)
        self.base = Path(tempfile.mkdtemp(prefix="contest-"))
        self.base.chmod(0o755)
        self.folders = {name: self.base / name for name in ("contest", "home", "outside")}
        for folder in self.folders.values():
            (folder / ".judge").mkdir(parents=True)
            (folder / "canary.txt").write_text(f"{self.token}\n")
            (folder / ".judge" / "canary.txt").write_text(f"{self.token}\n")
        self.problem = self._package(self.folders["contest"] / "package")
        self.port = socket.create_server(("127.0.0.1", 0))
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0{self.token}")
        self.abstract.listen()
        for listener in (self.port, self.abstract):
            listener.setblocking(False)
        os.environ["JUDGE_CANARY"] = self.token

    def close(self) -> None:
        del os.environ["JUDGE_CANARY"]
        self.port.close()
        self.abstract.close()
        shutil.rmtree(self.base)

    def _package(self, folder: Path) -> Problem:
        for name, (question, answer) in CASES.items():
            case = folder / "secret" / name
            case.mkdir(parents=True)
            (case / "input.txt").write_text(question)
            if answer:
                (case / "answer.txt").write_text(answer)
        (folder / "problem.toml").write_text(MANIFEST)
        return read_package(folder)

    def judge(self, sandbox: Sandbox, trial: Trial, name: str = "") -> Outcome:
        """The verdict of one trial, through a whole contest; `name` is its file's name if not its own."""
        path = self.base / (name or trial.path.name)
        path.write_text(self.filled_in(trial.source))
        submission = read_submission(path, self.problem.name)
        path.unlink()
        cases = tuple(case for case in self.problem.cases if case.name in trial.cases)
        limits = msgspec.structs.replace(self.problem.limits, **_slowed(trial.limits))
        problem = msgspec.structs.replace(self.problem, cases=cases, limits=limits)
        contest = Contest([sandbox], [Entry(problem, (submission,))], trial.repeat)
        for _ in contest.events():
            pass
        return self._outcome(sandbox, contest)

    def filled_in(self, source: str) -> str:
        """The source with the prelude, the places of the secrets and the addresses of the listeners in it."""
        source = re.sub("^from prelude import .*$", lambda _: PRELUDE, source, flags=re.MULTILINE)
        for name, folder in self.folders.items():
            source = source.replace(f"@{name.upper()}@", str(folder))
        return source.replace("@PORT@", str(self.port.getsockname()[1])).replace("@ABSTRACT@", self.token)

    def _outcome(self, sandbox: Sandbox, contest: Contest) -> Outcome:
        host = sandbox.host()
        judgements = contest.judgements()
        clock = host.ranks_by
        boards = ranking.boards(judgements, clock)
        console = Console(file=io.StringIO(), width=120, force_terminal=False)
        with console.capture() as capture:
            view = View(clock)
            console.print(*map(view.board, boards))
            console.print(view.closing(boards))
        json = msgspec.json.encode(run_json(RunRecord.of(ranking.boards(judgements, ranked=False), host))).decode()
        return Outcome(judgements[0], capture.get(), json)

    def visitors(self) -> list[str]:
        """Which of the host's listeners somebody has called."""
        called = []
        for name, listener in {"port": self.port, "abstract socket": self.abstract}.items():
            try:
                listener.accept()[0].close()
            except BlockingIOError:
                continue
            called.append(name)
        return called

    def world(self) -> dict[str, set[str]]:
        """All that a submission may not have changed when it is over. A process that lost its parent becomes a child
        of this one (see `adopt_orphans`), so that none can hide."""
        places = [Path(name) for name in ("/", "/tmp", "/dev/shm", "/dev", "/var/tmp", "/run", "/etc", Path.home())]
        mine = f"judge-{os.getpid()}-"
        return {
            "processes": {f"{one.pid} {one.name()}" for one in psutil.Process().children(recursive=True)},
            "IPC": {f"{kind} {line}" for kind in ("shm", "msg", "sem") for line in _lines(f"/proc/sysvipc/{kind}")},
            "mounts": set(_lines("/proc/self/mountinfo")),
            "cgroups": {name for _, names, _ in os.walk("/sys/fs/cgroup") for name in names if name.startswith(mine)},
            "files": {_described(path) for path in self.base.rglob("*")},
            "marked": {str(path) for place in places for path in place.glob(f"{MARKER}*")},
            "descriptors": {path.name for path in Path("/proc/self/fd").iterdir()},
        }


def changes(before: dict[str, set[str]], after: dict[str, set[str]]) -> dict[str, Sequence[str]]:
    """What differs; empty when nothing does."""
    return {what: sorted(before[what] ^ after[what]) for what in before if before[what] != after[what]}


def adopt_orphans(on: bool) -> None:
    """Whether processes whose parent died become children of this one instead of pid 1's."""
    import ctypes

    from judge.sandbox.inside.init import PR_SET_CHILD_SUBREAPER

    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(on))


def strange(text: str) -> set[str]:
    """Characters that a terminal obeys instead of showing."""
    return {character for character in text if not character.isprintable() and character != "\n"}


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines()[1:] if Path(path).exists() else []


def _described(path: Path) -> str:
    facts = path.lstat()
    return f"{path} {facts.st_mode:o} {facts.st_size} {facts.st_nlink} {facts.st_mtime_ns if path.is_file() else ''}"
