"""`judge.run`: what is asked for is what runs, in a notebook's thread too; what can't be asked for is told."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import judge
from judge.sandbox import pool
from judge.sandbox.sandbox import Sandbox
from tests.conftest import RIGHT, WRONG

MakePackage = Callable[..., Path]


@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a package and two submissions."""
    monkeypatch.chdir(tmp_path)
    package("testcases/pkg", time_limit=0.3)
    (tmp_path / "right.py").write_text("# judge: problem = pkg\n" + RIGHT)
    (tmp_path / "wrong.py").write_text("# judge: problem = pkg\n" + WRONG)
    return tmp_path


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    """The sandbox of all tests stands for each arena."""

    @contextlib.contextmanager
    def opened(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        yield [sandbox]

    monkeypatch.setattr(pool, "arena", opened)


pytestmark = pytest.mark.filterwarnings("ignore:not enforced on this host")


@pytest.mark.usefixtures("warm")
def test_one_call_is_a_contest(here: Path) -> None:
    result = judge.run(["right.py", here / "wrong.py"], problem="pkg", repeat=2)
    assert [(row["submission"], row["verdict"]) for row in result.leaderboard()] == [("right", "AC"), ("wrong", "WA")]
    assert [len(run.samples) for row in result.judgements for run in row.runs] == [2] * 4
    assert not result.ok
    assert sorted(path.name for path in here.iterdir()) == ["right.py", "testcases", "wrong.py"], "nothing is written"


@pytest.mark.usefixtures("warm")
def test_cases_and_limit_are_those_that_were_asked_for(here: Path) -> None:
    result = judge.run("right.py", cases="secret/four", time_limit=0.2)
    assert [(row["group"], row["case"]) for row in result.records()] == [("secret", "four")]
    assert result.judgements[0].problem.limits.time_limit == 0.2
    assert result.ok


@pytest.mark.usefixtures("here", "warm")
def test_it_runs_in_a_thread_beside_an_event_loop() -> None:
    """As a notebook does it, whose own loop is running."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(judge.run("right.py", cases="six")))

    async def notebook() -> None:
        thread.start()
        await asyncio.to_thread(thread.join)

    asyncio.run(notebook())
    assert found[0].ok


@pytest.mark.usefixtures("here", "warm")
def test_it_runs_in_the_thread_of_a_running_event_loop() -> None:
    async def cell() -> judge.RunResult:
        return judge.run("right.py", cases="six")

    assert asyncio.run(cell()).ok


@pytest.mark.usefixtures("here")
def test_an_interrupt_closes_the_sandboxes(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    closed: list[str] = []

    @contextlib.contextmanager
    def opened(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        try:
            yield [sandbox]
        finally:
            closed.append("closed")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pool, "arena", opened)
    monkeypatch.setattr(Sandbox, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        judge.run("right.py")
    assert closed == ["closed"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"submissions": 5}, "submissions is 5, but it must be a name or a list of names"),
        ({"submissions": [5]}, "submissions is [5], but"),
        ({"submissions": None}, "submissions is None, but"),
        ({"problem": 5}, "problem is 5, but"),
        ({"cases": {"a": 1}.values()}, "cases is dict_values([1]), but"),
        ({"time_limit": 0}, "time_limit is 0, but it must be seconds, from 0.01 to 86400"),
        ({"time_limit": float("nan")}, "time_limit is nan, but"),
        ({"time_limit": "2s"}, "time_limit is '2s', but"),
        ({"repeat": 0}, "repeat is 0, but it must be a whole number from 1 to 1000"),
        ({"repeat": 1.5}, "repeat is 1.5, but"),
        ({"repeat": True}, "repeat is True, but"),
    ],
)
def test_what_can_t_be_asked_for_is_told(words: dict[str, Any], said: str) -> None:
    with pytest.raises(judge.JudgeError) as caught:
        judge.run(**words)
    assert caught.value.code == "E471"
    assert caught.value.message.startswith(said)
    assert caught.value.help


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"submissions": "missing.py"}, "E431"),
        ({"submissions": "right.py", "problem": "quiz"}, "E432"),
        ({"submissions": "right.py", "cases": ["seven"]}, "E433"),
        ({}, "E431"),
    ],
)
def test_a_word_that_names_nothing_is_the_error_of_the_command(words: dict[str, Any], code: str) -> None:
    with pytest.raises(judge.JudgeError) as caught:
        judge.run(**words)
    assert caught.value.code == code


@pytest.mark.usefixtures("here", "warm")
def test_what_the_host_does_not_enforce_is_a_warning(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> None:
    open_host = msgspec.structs.replace(sandbox.host(), sandbox="plain", missing=("files",))
    monkeypatch.setattr(Sandbox, "host", lambda _: open_host)
    with pytest.warns(RuntimeWarning, match=r"not enforced on this host \(plain sandbox\): files"):
        result = judge.run("right.py", cases="six")
    assert result.host.missing == ("files",)
