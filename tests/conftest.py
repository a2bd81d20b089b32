"""What the tests share: packages and submissions on disk, and one warm sandbox for the whole session."""

from __future__ import annotations

import gc
import locale
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from judge.sandbox import TIERS
from judge.submissions import read_submission
from tests import warm  # noqa: F401 - before any room takes what it replaces
from tests.make import package as write_package
from tests.refused import refused as refusal
from tests.rows import pytest_addoption, pytest_pycollect_makeitem

if TYPE_CHECKING:
    from judge.errors import JudgeError
    from judge.model import Submission
    from judge.sandbox import Sandbox
    from tests.pretended import Pretended

__all__ = ["pytest_addoption", "pytest_pycollect_makeitem"]  # hooks of pytest

T = TypeVar("T")
MakePackage = Callable[..., Path]
MakeSubmission = Callable[..., "Submission"]

# A right and quick answer to the empty boards of 4 x 4 and 6 x 6 that the packages below hold.
RIGHT = """\
def solve(algorithm, n, lizards, grid):
    columns = {4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}[n]
    for row, column in enumerate(columns):
        grid[row, column] = 1
    return grid
"""
WRONG = """\
def solve(algorithm, n, lizards, grid):
    grid[0, 0] = grid[1, 1] = 1
    grid[2:lizards, 3] = 1
    return grid
"""

# What a shell starts in the background ignores Ctrl-C, and so would each judge that a test presses it for.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Isolation is tested in the strongest tier each time, in the weaker ones with the slow tests.
BEST_FIRST = [TIERS[0], *(pytest.param(tier, marks=pytest.mark.slow) for tier in TIERS[1:])]

# Images of containers often forbid bytecode. Each judge that a test starts would then compile all of its files anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A file is run by one worker as a whole. Were one of these the last, the other worker would wait for it.
LONGEST = (
    *("test_readme.py", "test_setup.py", "hostile", "bare", "natural", "test_pictures.py", "test_wheel.py"),
    *("web", "sandbox", "executors", "solutions", "cli", "judging", "reports", "inside"),
)
EXAMPLES = 10  # of a property at least, where a fifth of its own are fewer


def pytest_collection_finish() -> None:
    """Thousands of tests are no garbage: no collection of it has to look at them again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest first; let properties that are brief draw fewer examples."""
    for test in {item.obj for item in items if isinstance(item, pytest.Function) and _is_brief(item)}:
        _draw_fewer(test)
    _draw_sample(items)
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    root = Path(__file__).parent
    items.sort(key=lambda item: ranks.get(item.path.relative_to(root).parts[0], len(LONGEST)))


def _is_brief(item: pytest.Function) -> bool:
    """Say whether it is a property of which a fifth of the examples is enough: a quick one, for who waits. `.ci/run`
    draws a fifth of these for each commit, which have all of theirs; with `CI=true` alone each has."""
    if not is_hypothesis_test(item.obj) or any(map(item.get_closest_marker, ("slow", "nightly"))):
        return False
    sample, name = os.environ.get("JUDGE_SAMPLE"), item.nodeid.partition("[")[0]
    return "CI" not in os.environ or (sample is not None and Random(sample + name).random() >= 1 / 5)


def _draw_sample(items: list[pytest.Item]) -> None:
    """Mark so many rows of a nightly test as it says: `.ci/run` draws others for each commit."""
    rows = defaultdict(list)
    for item in items:
        if (marker := item.get_closest_marker("nightly")) and "sample" in marker.kwargs:
            rows[item.nodeid.partition("[")[0], marker.kwargs["sample"]].append(item)
    for (name, size), all_of_it in rows.items():
        drawn = Random(os.environ.get("JUDGE_SAMPLE", "") + name)
        for item in drawn.sample(all_of_it, min(size, len(all_of_it))):
            item.add_marker("sampled")


def _draw_fewer(test: Any) -> None:
    own = test._hypothesis_internal_use_settings  # there is no public name for them
    few = max(min(own.max_examples, EXAMPLES), own.max_examples // 5)
    checks = {*own.suppress_health_check, HealthCheck.too_slow}  # of seconds, which a busy machine has too few of
    test._hypothesis_internal_use_settings = settings(
        own, max_examples=few, deadline=None, suppress_health_check=list(checks)
    )


def there(value: T | None) -> T:
    """Return what has to be there."""
    assert value is not None
    return value


def refused(call: Callable[..., object], *words: Any, **named: Any) -> JudgeError:
    """Return why the judge refuses this call."""
    with refusal() as caught:
        call(*words, **named)
    return caught.value


@contextmanager
def host_in(zone: str, language: str = "C") -> Iterator[None]:
    """As if this process had begun on a host there."""
    spoken = locale.setlocale(locale.LC_TIME)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        with suppress(locale.Error):  # not every host has every language
            locale.setlocale(locale.LC_TIME, language)
        yield
        locale.setlocale(locale.LC_TIME, spoken)
    time.tzset()


def cgroups() -> set[str]:
    """Those that this process has made for boxes and not removed."""
    mine = f"judge-{os.getpid()}-"
    return {name for _, names, _ in os.walk("/sys/fs/cgroup") for name in names if name.startswith(mine)}


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests of a worker: its zygote takes 0.6 s to get warm. Whoever breaks it makes one of their own."""
    from judge.sandbox import Sandbox

    with Sandbox() as shared:
        yield shared
    assert cgroups() == set(), "the tests have left cgroups behind"


@pytest.fixture(scope="session", params=["auto", pytest.param("plain", marks=pytest.mark.slow)])
def lean(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """One for programs, of the best tier of this host and of the weakest."""
    yield from _of_tier(request)


@pytest.fixture(scope="session", params=BEST_FIRST)
def each_tier(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """One of every tier that this host can give."""
    yield from _of_tier(request)


def _of_tier(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    from tests.boxed import of_tier

    shared: Sandbox = request.getfixturevalue("sandbox")
    if request.param in ("auto", shared.tier):
        yield shared
        return
    with of_tier(request.param, warm=False) as own:
        yield own


@pytest.fixture(autouse=True)
def _nothing_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Look at a shared sandbox after each test that used it: the next test begins with a whole one."""
    used = [name for name in ("sandbox", "lean", "each_tier") if name in request.fixturenames]
    shared: list[Sandbox] = [request.getfixturevalue(name) for name in used]
    before = [_processes(one) for one in shared]
    yield
    for one, there_before in zip(shared, before, strict=True):
        left = _processes(one) - there_before if there_before else set()
        if left or one.box or cgroups() or not _processes(one):
            one.restart()
            pytest.fail(f"the sandbox was left with a box, a cgroup, no zygote, or these processes: {left}")


def _processes(shared: Sandbox) -> set[int]:
    """Return the zygote of a sandbox and all below it; none where it has ended."""
    import psutil

    assert shared.tier, "it is up"
    try:
        zygote = psutil.Process(shared.zygote.pid)
        return {zygote.pid, *(one.pid for one in zygote.children(recursive=True))}
    except psutil.NoSuchProcess:
        return set()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what judges compile that tests start where no other session finds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_kind_of_core() -> None:
    """Stay on cores of one class, where a machine has two: judges that a test starts would else be two hosts."""
    from judge.sandbox import look_at_machine, usable_cores

    cores = sorted(usable_cores())
    alike = [core for core in cores if look_at_machine(core) == look_at_machine(0)]
    if alike:
        os.sched_setaffinity(0, alike)


@pytest.fixture(autouse=True)
def _same_cores() -> Iterator[None]:
    """A contest moves the judge off the cores that time attempts; here the judge is the process of all tests."""
    if not hasattr(os, "sched_getaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, before)


@pytest.fixture
def new_cgroups() -> Callable[[], set[str]]:
    """Those that have appeared since the test began, so that one that is left behind fails one test only."""
    before = cgroups()
    return lambda: cgroups() - before


@pytest.fixture
def package(tmp_path: Path) -> MakePackage:
    """Write a package of lizards below `tmp_path`."""
    return partial(write_package, tmp_path)


@pytest.fixture
def submission(tmp_path: Path) -> MakeSubmission:
    """Write a source file below `tmp_path`, Python unless its name says otherwise, and read it as a submission."""

    def write(source: str | bytes = RIGHT, name: str = "mine", problem: str = "pkg") -> Submission:
        path = tmp_path / (name if "." in name else f"{name}.py")
        path.write_bytes(source.encode() if isinstance(source, str) else source)
        return read_submission(path, problem)

    return write


@pytest.fixture
def right() -> str:
    """The source of a submission that is right on every case of `package`."""
    return RIGHT


@pytest.fixture
def wrong() -> str:
    """The source of a submission whose answer is refused with E106 on every case of `package`."""
    return WRONG


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a user writes languages of their own."""
    from judge.files import own_folder
    from judge.submissions import languages

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = own_folder() / "languages.toml"
    path.parent.mkdir(parents=True)
    languages.cache_clear()
    yield path
    languages.cache_clear()


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    """A sandbox that takes no time."""
    from tests.pretended import Pretended

    return Pretended(monkeypatch)
