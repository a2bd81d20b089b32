"""Two attempts of one submission, in two workers at the same time, tell each other nothing by locks on files.

Both can open the interpreter, the devices and /usr. Without a seal the locks are seen, so that the test can fail.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from judge.errors import JudgeError
from judge.model import Limits
from judge.sandbox import Bounds, Sandbox, Tier, protocol
from tests.boxed import kept
from tests.conftest import BEST_FIRST
from tests.hostile.stage import TEXTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

LIMITS = Limits(time_limit=5.0, memory=96, output=1, compilation_time=20, processes=16)


@pytest.fixture(scope="module", params=BEST_FIRST)
def workers(request: pytest.FixtureRequest) -> Iterator[list[Sandbox]]:
    tier: Tier = request.param
    with ExitStack() as stack:
        both = [stack.enter_context(Sandbox(tier=tier, warm=False)) for _ in range(2)]
        try:
            both[0].host()
        except JudgeError as error:
            pytest.skip(error.note)
        yield both


def said(sandbox: Sandbox, source: str) -> str:
    home = kept(sandbox, {"main.py": (TEXTS["common"] + source).encode()})
    with sandbox.start(
        home, LIMITS, protocol.Job(False, command=(sys.executable, "-I", f"{home.source}/main.py"))
    ) as box:
        facts = box.run(b"", Bounds(LIMITS.stop_s, LIMITS.stop_wall_s, 0))
    assert facts.status == 0, facts.stderr
    return facts.stdout.decode()


def test_locks_of_one_attempt_are_not_seen_by_another(workers: list[Sandbox]) -> None:
    with ThreadPoolExecutor() as threads:
        held, looked = threads.map(said, workers, (TEXTS["holds"], TEXTS["looks"]))
    assert held == "held\n", "each lock is granted"
    if workers[0].tier == "plain":
        assert "flock /dev/null" in looked
        assert "record lock /dev/null" in looked
    else:
        assert looked == "[]\n"
