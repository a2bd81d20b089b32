"""Where the hostile submissions are put to the test: a contest with secrets, and what may not have changed after.

A trial is a file of `submissions/`, or a part of `answers.txt` or `greed.txt`. It begins with a comment that says what
it tries, and lines of the form `name: value`: `expect` (the verdicts that show that it was contained; required),
`cases`, `repeat`, `limits` (one of problem.toml), `tiers` (those that promise to contain it; default all). A submission
that got what it tried for raises, prints the token, or leaves a file `hostile-was-here`; else it answers honestly.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import secrets
import shutil
import socket
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import psutil
from rich.console import Console

from judge.judging import Contest
from judge.model import Entry, Judgement, RunRecord
from judge.problems import read_package
from judge.reports import View
from judge.sandbox import Sandbox
from judge.scoring import ranking
from judge.store import run_json
from judge.submissions import read_submission
from tests.hostile import forged
from tests.make import case_text, package

SUBMISSIONS = Path(__file__).with_name("submissions")
PRELUDE = Path(__file__).with_name("prelude.py").read_text()
TEXTS = tomllib.loads(Path(__file__).with_name("texts.toml").read_text())
SUFFIXES = (".py", ".c", ".cpp", ".java")
PARTS = re.compile(r"^== (\w+)\n((?:(?!== |--- ).*\n)*)", re.MULTILINE)
# What most parts of these texts have, in short and as it is run.
SOLVE = "def solve:\n", "def solve(algorithm, n, lizards, grid):\n    if n != 8:\n        return None\n"
RIGHT = "    right\n", "    grid[range(8), (0, 4, 7, 5, 2, 6, 1, 3)] = 1\n    return grid\n"
MARKER = "hostile-was-here"
LARGE = 160  # so large that a board goes by shared memory


def arranged(columns: Sequence[int]) -> str:
    """An answer.txt: of each row the column of its lizard."""
    return "".join(["OK\n", *("0" * at + "1" + "0" * (len(columns) - 1 - at) + "\n" for at in columns)])


ARRANGED = arranged((0, 4, 7, 5, 2, 6, 1, 3))
CASES = {
    "eight": (case_text(8), ARRANGED),
    "trees": (
        "DFS\n8\n8\n" + "00000000\n" * 3 + "00002000\n00000000\n00000200\n" + "00000000\n" * 2,
        ARRANGED.replace("00000100", "00002100").replace("00000010", "00000210"),
    ),
    "large": (case_text(LARGE), arranged((*range(1, LARGE, 2), *range(0, LARGE, 2)))),
    "two": (case_text(2), "FAIL\nproof: two lizards anywhere on 2 x 2 see each other\n"),
}
SLOWER = float(os.environ.get("JUDGE_TRIALS_SLOWER", "1"))  # than a real machine, where this one is emulated
LIMITS = {"time_limit": 0.5 * SLOWER, "memory": 512, "processes": 64, "compilation_time": 20 * SLOWER}


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
    """All of them, by name: the files, the parts of texts, and those that forged.py makes."""
    files = [(path.name, path.read_text()) for path in SUBMISSIONS.iterdir() if path.suffix in SUFFIXES]
    found = sorted([*files, *_short_ones(), *forged.sources()])
    return [_read_trial(SUBMISSIONS / name, source) for name, source in found]


def _short_ones() -> Iterator[tuple[str, str]]:
    for text in ("answers.txt", "greed.txt"):
        for name, source in PARTS.findall(Path(__file__).with_name(text).read_text()):
            yield f"{name}.py", source.replace(*SOLVE).replace(*RIGHT)


def _read_trial(path: Path, source: str) -> Trial:
    head = dict(re.findall(r"^(?:#|//) (\w+): (.+)$", source, re.MULTILINE))
    words = {name: tuple(head[name].split(", ")) for name in ("expect", "cases", "tiers") if name in head}
    limits = {name: float(value) for name, value in re.findall(r"(\w+) = (\S+)", head.get("limits", ""))}
    return Trial(path, source, **words, limits=limits, repeat=int(head.get("repeat", 1)))


def _slowed(limits: dict[str, float]) -> dict[str, float]:
    """What is run has its time on a slow machine too; a trial that shortens its compilation may be stopped earlier."""
    least_s = 0.5 * SLOWER if SLOWER > 1 else 0
    return {name: max(value, least_s) if name == "time_limit" else value for name, value in limits.items()}


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
        cases = {f"secret/{name}": texts for name, texts in CASES.items()}
        self.problem = read_package(package(self.folders["contest"], "package", cases, "lizards", **LIMITS))
        self.port = socket.create_server(("127.0.0.1", 0))
        self.abstract = socket.socket(socket.AF_UNIX)
        self.abstract.bind(f"\0{self.token}")
        self.abstract.listen()
        for listener in (self.port, self.abstract):
            listener.setblocking(False)
        os.environ["JUDGE_CANARY"] = self.token
        self.seen = self.world()

    def close(self) -> None:
        del os.environ["JUDGE_CANARY"]
        self.port.close()
        self.abstract.close()
        shutil.rmtree(self.base)

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
        host, judgements = sandbox.host(), contest.judgements()
        boards, view = ranking.boards(judgements, host.ranks_by), View(host.ranks_by)
        console = Console(file=io.StringIO(), width=120, force_terminal=False)
        with console.capture() as capture:
            console.print(*map(view.board, boards), view.closing(boards))
        json = msgspec.json.encode(run_json(RunRecord.of(ranking.boards(judgements, ranked=False), host))).decode()
        return Outcome(judgements[0], capture.get(), json)

    def visitors(self) -> list[str]:
        """Which of the host's listeners somebody has called."""
        called = []
        for name, listener in {"port": self.port, "abstract socket": self.abstract}.items():
            with contextlib.suppress(BlockingIOError):
                listener.accept()[0].close()
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

    def changed(self) -> dict[str, Sequence[str]]:
        """What differs from the last look; empty when nothing does."""
        before, self.seen = self.seen, self.world()
        return changes(before, self.seen)


def changes(before: dict[str, set[str]], after: dict[str, set[str]]) -> dict[str, Sequence[str]]:
    """What differs between two looks."""
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
