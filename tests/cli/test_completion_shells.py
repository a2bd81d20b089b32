"""TAB in bash, zsh and fish, each as its user starts it, with the line that `judge help options` has for it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.cli.shells import SHELLS
from tests.cli.shell import Shell
from tests.conftest import case_text

MakePackage = Callable[..., Path]
COMPLETED = {
    "judge sh": "judge show ",
    "judge run --last": "judge run --last-failed ",
    "judge run --problem cu": "judge run --problem cup ",
    "judge run --problem=cu": "judge run --problem=cup ",
    "judge run mine.py --case d": "judge run mine.py --case deep ",
    "judge run --problem cup --group sa": "judge run --problem cup --group sample ",
    "judge run --problem=cup --case=secret/crowd-1": "judge run --problem=cup --case=secret/crowd-10 ",
    "judge run --sandbox=la": "judge run --sandbox=landlock ",
    "judge explain tl": "judge explain TLE ",
    "judge init sp": "judge init spies ",
    "judge help ran": "judge help ranking ",
    "judge run mi": "judge run mine.py ",
    "judge run my\\ f": "judge run my\\ file.py ",
    "judge run 'my f": "judge run 'my file.py' ",
    "judge run --json=mi": "judge run --json=mine.py ",
    "judge run ~/wo": "judge run ~/work/",
    "judge validate ./testcases/cu": "judge validate ./testcases/cup/",
    "../bin/judge sh": "../bin/judge show ",
    "~/bin/judge sh": "~/bin/judge show ",
    "judge run other.py --case x": "judge run other.py --case x",
}
pytestmark = pytest.mark.slow


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    return name


@pytest.fixture
def home(tmp_path: Path, package: MakePackage) -> Path:
    for name, cases in {"cup": ("sample/six", "secret/crowd-10", "secret/crowd-9"), "lids": ("mine/deep",)}.items():
        package(f"work/testcases/{name}", {case: (case_text(6), "") for case in cases})
    for name, problem in {"mine.py": "lids", "my file.py": "lids", "other.py": "nothing"}.items():
        (tmp_path / "work" / name).write_text(f"# judge: problem = {problem}\n")
    return tmp_path


def test_a_word_is_completed(shell: str, home: Path) -> None:
    with Shell(shell, home) as user:
        assert "not found" not in user.greeting
        assert {line: user.tab(line) for line in COMPLETED} == COMPLETED


def test_a_choice_is_listed_in_its_order(shell: str, home: Path) -> None:
    with Shell(shell, home) as user:
        shown = user.listed("judge run --problem=cup --case crowd-", "crowd-9", "crowd-10")
        assert shown.index("crowd-9") < shown.index("crowd-10")
        assert "lizards" in user.listed("judge run --problem=", "all-queens", "cup", "lids", "spies")


def test_a_command_is_listed_with_all_that_it_does(shell: str, home: Path) -> None:
    does = "Explain an error code, such as E106, or a verdict.", "Write gradebooks, or an ICPC package."
    with Shell(shell, home) as user:
        user.listed("judge exp", "explain", "export", *(() if shell == "bash" else does))  # bash lists names alone


def test_an_alias_is_completed_too(shell: str, home: Path) -> None:
    begun = "setopt complete_aliases; autoload -Uz compinit; compinit -u; compdef _judge_completion j"
    own = {"bash": "complete -F _judge_completion j", "zsh": begun, "fish": ""}
    with Shell(shell, home, before=f"alias j=judge\n{own[shell]}") as user:
        assert user.tab("j sh") == "j show "


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_keeps_its_own_ways(home: Path) -> None:
    begun = "autoload -Uz compinit; compinit -u"
    with Shell("zsh", home, before=f"{begun}; zstyle ':completion:*' matcher-list '' 'm:{{A-Z}}={{a-z}}'") as user:
        assert user.tab("judge run MI") == "judge run mine.py "
        assert user.tab("judge sh") == "judge show "
