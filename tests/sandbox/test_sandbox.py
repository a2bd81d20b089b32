"""The box: frames in and out, every bound, and that nothing of a process tree outlives it; with real processes."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import psutil
import pytest

from judge.model import Limits
from judge.sandbox import Bounds, Box, Facts, Sandbox, protocol
from tests.boxed import (
    ANSWER_FD,
    ARRAY,
    CASE,
    COUNT,
    HOME,
    JOB,
    READY,
    array,
    attempted,
    kept,
    kill_zygote,
    loaded,
    message,
    solving,
    started,
    zygote_pid,
)
from tests.boxed import FAIL as NONE
from tests.conftest import refused
from tests.descriptors import none_left_open
from tests.sandbox.programs import PROGRAMS

LIMITS = Limits(time_limit=0.3, memory=128, output=1, compilation_time=10, processes=16)
BOUNDS = Bounds(LIMITS.time_limit, LIMITS.wall_limit_s)
FAIL = "return None"
ENDLESS = message(ARRAY)[:1] + (1 << 60).to_bytes(8, "little")  # the head of an answer


def attempt(sandbox: Sandbox, source: bytes, bounds: Bounds = BOUNDS) -> Facts:
    return attempted(sandbox, source, LIMITS, bounds)


def named(token: str) -> list[psutil.Process]:
    """Every process of this name, also a dead one that nobody has waited for."""
    return [process for process in psutil.process_iter(["name"]) if process.info["name"] == token]


def living(token: str) -> list[psutil.Process]:
    return [process for process in named(token) if process.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture
def token() -> str:
    """A name for processes, of 15 characters at most."""
    return "jt" + uuid.uuid4().hex[:12]


@pytest.fixture
def own_sandbox() -> Iterator[Sandbox]:
    """One that a test may break."""
    with Sandbox(warm=False) as own:
        own.host()
        yield own


# --- frames and facts ---------------------------------------------------------------------------------------------
def test_the_board_goes_in_and_the_answer_comes_out_as_raw_bytes(sandbox: Sandbox) -> None:
    source = solving(
        "assert (algorithm, n, lizards) == ('DFS', 2, 1)\nassert grid.flags.c_contiguous\ngrid[1, 0] = 1\nreturn grid"
    )
    facts = attempt(sandbox, source)
    assert facts.frame == array(np.array([[0, 0], [1, 0]], np.int8))
    assert (facts.killed_for, facts.status) == ("", None)
    assert 0 < facts.wall_s < BOUNDS.wall_s
    assert 0 < facts.cpu_s < BOUNDS.cpu_s
    assert facts.memory_bytes > 0


def test_the_end_of_stderr_is_kept_and_the_rest_is_not(sandbox: Sandbox) -> None:
    facts = attempt(sandbox, solving("os.write(2, b'x' * 50000 + b'last words \\xff')\nos._exit(1)"))
    assert facts.stderr.endswith("x" * 100 + "last words \ufffd")
    assert len(facts.stderr) <= 16 << 10


# --- bounds -------------------------------------------------------------------------------------------------------
ENDS = [
    *((bound, body, *(status or [None])) for bound, body, *status in PROGRAMS["ends"]),
    ("wall", f"os.close({ANSWER_FD})\ntime.sleep(100)", None),
    ("answer", f"os.write({ANSWER_FD}, {ENDLESS!r})\ntime.sleep(100)", None),
]


@pytest.mark.parametrize(("bound", "body", "status"), ENDS)
def test_how_it_ended_is_seen_and_a_bound_is_named(sandbox: Sandbox, bound: str, body: str, status: int | None) -> None:
    facts = attempt(sandbox, solving(body))
    assert (facts.killed_for, facts.status, facts.frame) == (bound, status, b"")


def test_processes_are_bounded(sandbox: Sandbox) -> None:
    if sandbox.host().clock != "cgroup":
        pytest.skip("without a cgroup nobody counts processes")
    body = (
        "forked = 0\ntry:\n    while forked < 200:\n        if os.fork() == 0: time.sleep(100)\n        forked += 1\n"
        "except OSError: pass\nreturn forked"
    )
    facts = attempt(sandbox, solving(body))
    assert facts.frame[:1] == COUNT
    assert 0 < int(facts.frame[1:]) < LIMITS.processes


@pytest.mark.parametrize(("reason", "told"), [("memory", "memory"), ("starved", "starved"), ("wall", "output")])
def test_output_hides_no_harder_fact(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch, reason: Any, told: str) -> None:
    measure = Box._measure

    def measured(box: Box, data: bytes, bounds: Bounds, board: bytes = b"") -> Any:
        end, facts = measure(box, data, bounds, board)
        return end, msgspec.structs.replace(facts, killed_for=reason)

    home = kept(sandbox, {"main.py": b"print('x' * (2 << 20))"})
    command = (sys.executable, "-S", f"{home.source}/main.py")
    with sandbox.start(home, LIMITS, protocol.Job(prepare=False, command=command)) as box:
        monkeypatch.setattr(Box, "_measure", measured)
        assert box.run(b"", BOUNDS).killed_for == told


def test_an_answer_that_was_there_before_the_case_is_no_answer(sandbox: Sandbox) -> None:
    forged = message(READY) + message(NONE)
    facts = attempt(sandbox, solving(FAIL, top=f"os.write({ANSWER_FD}, {forged!r})"))
    assert (facts.killed_for, facts.frame) == ("early", b"")


# --- nothing is left ----------------------------------------------------------------------------------------------
RENAMED = "import ctypes\nctypes.CDLL(None).prctl(15, b'{}')\n"
UP, LEFTOVERS = PROGRAMS["up"], PROGRAMS["leftovers"]


@pytest.mark.parametrize("body", LEFTOVERS.values(), ids=LEFTOVERS)
def test_a_tree_ends_with_a_box(each_tier: Sandbox, token: str, body: str, new_cgroups: Callable[[], set[str]]) -> None:
    top = RENAMED.format(token) + UP
    with started(each_tier, solving(f"{body}\nos.read(heard, 1)\n{FAIL}", top), LIMITS) as box:
        loaded(box)
        facts = box.exchange(CASE, BOUNDS)
        assert facts.frame == NONE
        assert len(named(token)) >= 2, "the child is there while the box is"
    assert named(token) == []
    assert new_cgroups() == set()


def test_a_box_can_be_ended_twice_and_before_it_was_ready(sandbox: Sandbox, token: str) -> None:
    box = started(sandbox, solving(FAIL, RENAMED.format(token)), LIMITS)
    box.end()
    box.end()
    assert named(token) == []
    assert attempt(sandbox, solving(FAIL)).frame == NONE, "the next attempt is not affected"


def test_closing_leaves_no_process_folder_descriptor_or_cgroup(token: str, new_cgroups: Callable[[], set[str]]) -> None:
    with none_left_open(), Sandbox(warm=False) as own:
        root, zygote = own.root, psutil.Process(zygote_pid(own))
        assert root.is_dir()
        started(own, solving("time.sleep(100)", RENAMED.format(token)), LIMITS)
    assert not root.exists()
    assert not zygote.is_running()
    assert named(token) == []
    assert new_cgroups() == set()


def test_a_dead_zygote_is_a_judge_error_and_restart_mends_it(new_cgroups: Callable[[], set[str]]) -> None:
    with none_left_open(), Sandbox(warm=False) as own:
        kill_zygote(own)
        assert refused(started, own, solving(FAIL), LIMITS).code == "E303"
        own.restart()
        assert attempt(own, solving(FAIL)).frame == NONE
        assert new_cgroups() == set(), "the attempt that did not start has left its cgroup"


class Malformed(msgspec.Struct, tag_field="op", tag="start"):
    """A request for a box, of another version of the judge, that lacks nearly all."""

    home: protocol.Home = HOME


@pytest.mark.parametrize(
    ("request_", "note"), [(Malformed(), "missing required field `job`"), (protocol.ForgetRequest("1"), "")]
)
def test_a_message_of_no_type_ends_the_zygote(own_sandbox: Sandbox, request_: Any, note: str) -> None:
    """Nobody waits for an answer that never comes, and a new zygote serves as ever. What is forgotten has no pid."""
    error = refused(own_sandbox.zygote.ask, request_, protocol.Started)
    assert (error.code, note in error.note) == ("E303", True)
    assert refused(own_sandbox.zygote.ask, protocol.ForgetRequest("1"), protocol.Done).code == "E303"
    own_sandbox.restart()
    assert isinstance(own_sandbox.keep({"x": b""}), protocol.Home)


@pytest.mark.parametrize(
    "body",
    ["", pytest.param(LEFTOVERS["a daemon"] + "\nos.read(heard, 1)", marks=pytest.mark.slow)],
    ids=["alone", "with a daemon"],
)
def test_a_zygote_that_dies_under_an_attempt_takes_its_tree_along(
    own_sandbox: Sandbox, token: str, body: str, new_cgroups: Callable[[], set[str]]
) -> None:
    zygote = psutil.Process(zygote_pid(own_sandbox))
    source = solving("time.sleep(100)", RENAMED.format(token) + UP + body)

    def kill_meanwhile() -> None:
        with started(own_sandbox, source, LIMITS) as box:
            loaded(box)
            zygote.kill()
            box.exchange(CASE, BOUNDS)

    assert refused(kill_meanwhile).code == "E303"
    own_sandbox.restart()
    assert attempt(own_sandbox, solving(FAIL)).frame == NONE
    left = living(token)
    for process in left:
        process.kill()
    assert left == []
    assert new_cgroups() == set()


# --- what an attempt is given -------------------------------------------------------------------------------------
def test_numba_is_loaded_when_a_function_needs_it_and_after_a_restart() -> None:
    def has_numba(sandbox: Sandbox) -> bool:
        sandbox.forget(kept(sandbox, {"x": b""}))  # which waits until it is there
        return any("llvmlite" in mapped.path for mapped in psutil.Process(zygote_pid(sandbox)).memory_maps())

    with Sandbox(warm=False) as own:
        assert not has_numba(own)
        assert has_numba(own.warm_up())
        assert has_numba(own.warm_up())
        own.restart()
        assert has_numba(own)


# --- tiers ------------------------------------------------------------------------------------------------------------
def test_the_host_says_what_is_not_enforced(each_tier: Sandbox) -> None:
    host = each_tier.host()
    assert host.sandbox == each_tier.tier == each_tier.tiers[0]
    assert host.clock in ("cgroup", "processes", "wall")
    assert {"time", "output"} <= set(host.enforced)
    assert not set(host.enforced) & set(host.missing)
    said = " ".join(host.missing)
    for weakness in {"plain": ("files", "network", "trust"), "landlock": ("disk",)}.get(host.sandbox, ()):
        assert weakness in said


def test_a_fresh_box_remembers_nothing_of_the_one_before(each_tier: Sandbox) -> None:
    home = kept(
        each_tier, {"submission.py": solving("seen = len(os.listdir('.'))\nopen('left', 'w').write('x')\nreturn seen")}
    )
    for _ in range(2):
        with each_tier.start(home, LIMITS, JOB) as box:
            loaded(box)
            assert box.exchange(CASE, BOUNDS).frame == COUNT + b"0"
        assert not Path(home.work, "left").exists()


def test_a_home_that_is_forgotten_is_gone(each_tier: Sandbox) -> None:
    mounts = Path(f"/proc/{zygote_pid(each_tier)}/mountinfo")
    before = mounts.read_text().count(" /homes/")
    home = kept(each_tier, {"submission.py": solving(FAIL)})
    assert (mounts.read_text().count(" /homes/") > before) == (each_tier.tier == "namespaces")
    each_tier.forget(home)
    assert mounts.read_text().count(" /homes/") == before
    assert not Path(home.home).exists()
    each_tier.forget(home)  # whoever is gone already is no fault


def test_only_kernels_outlive_the_prepare_phase(each_tier: Sandbox) -> None:
    """And nobody can mark them, or see which of them has been read."""
    home = kept(each_tier, {"submission.py": solving(PROGRAMS["looks"], PROGRAMS["marks"]), "cache": b""})
    if each_tier.tier != "namespaces":
        Path(home.source, "cache").write_text(home.cache)
    with each_tier.start(home, LIMITS, protocol.Job(prepare=True)) as box:
        assert loaded(box).frame == READY
    with each_tier.start(home, LIMITS, JOB) as box:
        assert loaded(box).frame == READY
        facts = box.exchange(CASE, BOUNDS)
    told = facts.frame[:1] if each_tier.tier == "plain" else facts.frame  # there who runs the judge can change a file
    assert told == (COUNT if each_tier.tier == "plain" else COUNT + b"1")
    each_tier.forget(home)
