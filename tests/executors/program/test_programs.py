"""Programs as people hand them in, compiled and run in real boxes: programs.toml says what each comes to."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.model import Problem, Programs
from judge.sandbox import Sandbox
from judge.submissions import handed_in
from tests.boxed import ANSWER, judged, problem_of, python, skip_without
from tests.executors.make import LIMITS
from tests.natural.part import files_of

ROOM = msgspec.structs.replace(LIMITS, time_limit=0.3, memory=192, output=16, compilation_time=30, processes=64)
WORDS = {
    "@PYTHON\n": python("")[:-1],
    "@C_ANSWER": '"' + ANSWER.replace("\n", "\\n") + '"',
    "@ANSWER\n": ANSWER,
}


class Program(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    says: str
    told: str = ""
    help: bool = True
    text: str = ""
    python: str = ""
    strict: bool = False
    limits: dict[str, Any] = {}
    rules: dict[str, Any] = {}
    tier: str = ""
    nightly: bool = False

    @property
    def files(self) -> dict[str, str]:
        text = self.text
        for word, meaning in WORDS.items():
            text = text.replace(word, meaning)
        return files_of(text) if text else {"homework.py": python(self.python)}

    @property
    def problem(self) -> Problem:
        made = problem_of(limits=msgspec.structs.replace(ROOM, **self.limits), strict=self.strict)
        return msgspec.structs.replace(made, programs=msgspec.convert(self.rules, Programs))


TABLE = tomllib.loads(Path(__file__).with_name("programs.toml").read_text("utf-8"))["program"]
PROGRAMS = {one.name: one for one in msgspec.convert(TABLE, list[Program])}
ROWS = [
    pytest.param(one.tier or "auto", name, id=name, marks=[pytest.mark.nightly(sample=8)] * one.nightly)
    for name, one in PROGRAMS.items()
]


def skip_unless_possible(program: Program, sandbox: Sandbox) -> None:
    for name in program.files:
        skip_without(name)
    if program.says == "CE E220" and shutil.which("python2"):
        pytest.skip("Python 2 is installed")
    if program.says.endswith(("E203", "E223")) and sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup the program meets a MemoryError of its own")


@pytest.mark.parametrize(("lean", "name"), ROWS, indirect=["lean"])
def test_a_program_gets_its_verdict_and_its_sentence(lean: Sandbox, name: str) -> None:
    program = PROGRAMS[name]
    skip_unless_possible(program, lean)
    files = tuple((name, text.encode()) for name, text in program.files.items())
    prepared, run = judged(lean, handed_in("habit", "pkg", files[0][0], files), program.problem)
    finding, notices = run.finding if run else prepared.finding, run.notices if run else ()
    texts = [prepared.message, *(f"{notice.code} {notice.message}" for notice in notices)]
    if finding:
        texts += [finding.message, finding.where, finding.note, finding.help]
        assert finding.message
        assert "\n" not in finding.message, "one sentence"
        assert program.help or not finding.help
    told = "".join(f"{text}\n" for text in texts)
    codes = [finding.code] if finding else [notice.code for notice in notices]
    assert " ".join([run.verdict if run else prepared.verdict, *codes]) == program.says, told
    assert program.told in told


def test_each_program_has_a_name_of_its_own() -> None:
    assert len(PROGRAMS) == len(TABLE)
