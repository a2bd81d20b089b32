"""What a shell is told to complete, and the scripts with which it asks."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.cli.handed_in import rows_of
from tests.commands import Call, ran
from tests.conftest import MakePackage
from tests.make import case_text, files
from tests.manual import ROOT
from tests.problems.make import SHIPPED


@pytest.fixture(autouse=True)
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, cases in {"cup": ("sample/six", "secret/crowd-10", "secret/crowd-9"), "lids": ("mine/deep",)}.items():
        package(f"testcases/{name}", {case: (case_text(6), "") for case in cases})
    texts = {f"{name}.py": f"# judge: problem = {of}\n" for name, of in (("mine", "lids"), ("other", "nothing"))}
    monkeypatch.chdir(tmp_path)
    return files(tmp_path, texts | {".judge/runs/before.json": "{}", "testcases/broken/problem.toml": "["})


def completed(line: str) -> list[str]:
    """What the last word of a command line may become."""
    asks = {"_JUDGE_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    items = [item.split(",") for item in Call(80, **asks).done().split()]
    return [value if kind == "plain" else f"({kind})" for kind, value in items]


COMPLETED = {line.removesuffix("_"): found for line, found in rows_of("completed.txt")}
PACKAGES = " ".join(sorted([*SHIPPED, "broken", "cup", "lids"]))


@pytest.mark.parametrize("line", COMPLETED)
def test_a_word_is_completed(line: str) -> None:
    assert completed(line) == COMPLETED[line].replace("PACKAGES", PACKAGES).split()


def test_bash_completes_a_case(here: Path) -> None:
    """The script of `judge completion bash`, as bash runs it."""
    judge = here / "judge"
    judge.write_text(f'#!/bin/sh\nexec {sys.executable} -m judge "$@"\n')
    judge.chmod(0o755)
    asked = """eval "$(judge completion bash)"; COMP_WORDS=(judge run mine.py --case d); COMP_CWORD=4
    compopt() { :; }; _judge_completion judge; printf '%s\\n' "${COMPREPLY[@]}"; complete -p judge"""
    path = f"{here}{os.pathsep}{os.environ['PATH']}"
    done = ran("bash", "-c", asked, env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)})
    assert done.stdout.splitlines()[0] == "deep", done.stderr
    assert "-F _judge_completion judge" in done.stdout
