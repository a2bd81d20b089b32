"""What a shell is told to complete, and the scripts with which it asks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.cli.handed_in import MakePackage
from tests.commands import Call
from tests.make import case_text
from tests.manual import ROOT
from tests.problems.test_places import OURS


@pytest.fixture(autouse=True)
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, cases in {"cup": ("sample/six", "secret/crowd-10", "secret/crowd-9"), "lids": ("mine/deep",)}.items():
        package(f"testcases/{name}", {case: (case_text(6), "") for case in cases})
    (tmp_path / "mine.py").write_text("# judge: problem = lids\n")
    (tmp_path / "other.py").write_text("# judge: problem = nothing\n")
    (tmp_path / ".judge/runs").mkdir(parents=True)
    (tmp_path / ".judge/runs/before.json").write_text("{}")
    (tmp_path / "testcases/broken").mkdir()
    (tmp_path / "testcases/broken/problem.toml").write_text("[")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def completed(line: str) -> list[str]:
    """What the last word of a command line may become."""
    asks = {"_JUDGE_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    items = [item.split(",") for item in Call(80, **asks).done().split()]
    return [value if kind == "plain" else f"({kind})" for kind, value in items]


COMPLETED: Final = {
    "judge sh": "show",
    "judge run --last": "--last-failed",
    "judge run --problem ": " ".join(sorted([*OURS, "broken", "cup", "lids"])),
    "judge run --problem LI": "lids list-queens lizards",
    "judge run --problem testc": "(file)",
    "judge validate cu": "cup",
    "judge grade class --problem cu": "cup",
    "judge board cu": "cup",
    "judge run --problem cup --case c": "crowd-9 crowd-10",
    "judge run --problem cup --case secret/": "secret/crowd-9 secret/crowd-10",
    "judge run --problem cup --group ": "sample secret",
    "judge run mine.py --case ": "deep mine/deep",
    "judge run mine.py --group ": "mine",
    "judge watch mine.py --case ": "deep mine/deep",
    "judge run --case dee": "deep",
    "judge show cup c": "crowd-9 crowd-10",
    "judge show cu": "cup",
    "judge show mine": "(file)",
    "judge explain e10": " ".join(f"E10{digit}" for digit in range(1, 10)),
    "judge explain t": "TLE",
    "judge help ran": "ranking",
    "judge help wat": "watch",
    "judge init sp": "spies",
    "judge completion z": "zsh",
    "judge submit mine.py --problem cu": "cup",
    "judge regrade --problem cup --case c": "crowd-9 crowd-10",
    "judge diff be": "before",
    "judge diff before min": "(file)",
    # Where nothing can be read nothing is completed.
    "judge run other.py --case c": "",
    "judge run gone.py --case c": "",
    "judge run --problem nothing --case c": "",
    "judge run --problem broken --group s": "",
    "judge explain x": "",
}


@pytest.mark.parametrize("line", COMPLETED)
def test_a_word_is_completed(line: str) -> None:
    assert completed(line) == COMPLETED[line].split()


def test_bash_completes_a_case(here: Path) -> None:
    """The script of `judge completion bash`, as bash runs it."""
    judge = here / "judge"
    judge.write_text(f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n')
    judge.chmod(0o755)
    asked = """eval "$(judge completion bash)"; COMP_WORDS=(judge run mine.py --case d); COMP_CWORD=4
    compopt() { :; }; _judge_completion judge; printf '%s\\n' "${COMPREPLY[@]}"; complete -p judge"""
    path = f"{here}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", asked], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[0] == "deep", done.stderr
    assert "-F _judge_completion judge" in done.stdout
