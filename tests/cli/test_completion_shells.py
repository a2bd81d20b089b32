"""TAB in bash, zsh and fish, each as its user starts it, with the line that `judge help options` has for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.conftest import case_text

MakePackage = Callable[..., Path]
COMPLETED = {
    "judge sh": "judge show ",
    "judge run --last": "judge run --last-failed ",
    "judge run --problem cu": "judge run --problem cup ",
    "judge run mine.py --case d": "judge run mine.py --case deep ",
    "judge run --problem cup --group sa": "judge run --problem cup --group sample ",
    "judge explain tl": "judge explain TLE ",
    "judge init sp": "judge init spies ",
    "judge help ran": "judge help ranking ",
    "judge run mi": "judge run mine.py ",
    "judge run other.py --case x": "judge run other.py --case x",
}
BEFORE = {"bash": "", "zsh": "autoload -Uz compinit && compinit -u", "fish": ""}  # stands above the documented line
pytestmark = pytest.mark.slow


@pytest.fixture(params=BEFORE)
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    return name


@pytest.fixture
def home(tmp_path: Path, package: MakePackage) -> Path:
    for name, cases in {"cup": ("sample/six", "secret/crowd-10", "secret/crowd-9"), "lids": ("mine/deep",)}.items():
        package(f"work/testcases/{name}", {case: (case_text(6), "") for case in cases})
    for name, problem in {"mine.py": "lids", "other.py": "nothing"}.items():
        (tmp_path / "work" / name).write_text(f"# judge: problem = {problem}\n")
    return tmp_path


def test_a_word_is_completed(shell: str, home: Path) -> None:
    with Shell(shell, home, BEFORE[shell]) as user:
        assert "not found" not in user.greeting
        assert {line: user.tab(line) for line in COMPLETED} == COMPLETED
