"""Hostile submissions: each gets a verdict that shows that it was contained, learns nothing, and leaves nothing.

The strongest tier runs by default; nightly tests try the weaker tier, and both once more as an ordinary user.
"""

from __future__ import annotations

import gc
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
import pytest

from judge.errors import JudgeError
from judge.executors import Ready
from judge.model import Verdict
from judge.sandbox import Sandbox, Tier, usable_cores
from judge.submissions import read_submission
from tests.executors.make import FUNCTION, tried
from tests.hostile import forged
from tests.hostile.stage import TEXTS, Stage, adopt_orphans, changes, strange, trials

GROWTH_BYTES = 50 << 20
ALL = {trial.path.name: trial for trial in trials()}
HONEST = ALL["all_right.py"]

LONG = {  # nearly two seconds and more: they are slow tests
    *("ProgramEscape.java", "memory.py", "memory_of_page_tables.py", "fork_bomb_on_import.py", "compile_bomb.py"),
    *("program_signals_blocked.c", "program_include_endless.c", "program_template_bomb.cpp"),
    *("import_deadlock.py", "memory_of_children.py", "program_memory_shared.c", "program_spins_in_constructor.c"),
    *("program_vfork_chain.c", "shared_silent.py", "frame_never_whole.py", "descriptors_closed.py"),
    *forged.names("large", "slow", "records"),
}
NAMES = [pytest.param(name, marks=pytest.mark.slow) if name in LONG else name for name in ALL]
TIERS = ["namespaces", pytest.param("landlock", marks=pytest.mark.nightly(sample=60))]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    gc.collect()  # what earlier tests left is closed now, and not in the middle of a trial that counts descriptors
    adopt_orphans(True)
    built = Stage()
    yield built
    built.close()
    adopt_orphans(False)


@pytest.fixture(scope="module", params=TIERS)
def arena(request: pytest.FixtureRequest, stage: Stage) -> Iterator[Sandbox]:
    """One sandbox for all the trials of a tier: what one of them breaks, the next ones meet."""
    with opened(request.param) as sandbox:
        yield sandbox


@contextmanager
def opened(tier: Tier) -> Iterator[Sandbox]:
    """A sandbox of exactly this tier; the test is skipped where the host does not have it."""
    with Sandbox(usable_cores()[0], tier) as sandbox:
        try:
            sandbox.host()
        except JudgeError as error:
            pytest.skip(f"not Linux with {tier}: {error.note}")
        yield sandbox


@pytest.fixture(scope="module")
def usual(arena: Sandbox, stage: Stage) -> tuple[float, int]:
    """CPU seconds of the honest submission, and the judge's memory, before anything hostile has run."""
    for name in ("all_right.py", "program_honest.c", "shared_resized.py"):
        stage.judge(arena, ALL[name])  # what is started or loaded at its first use is not growth
    cpu_s = honest_cpu_s(arena, stage)
    stage.changed()
    return cpu_s, psutil.Process().memory_info().rss


def honest_cpu_s(arena: Sandbox, stage: Stage) -> float:
    judgements = [stage.judge(arena, HONEST).judgement for _ in range(3)]
    assert [judgement.verdict for judgement in judgements] == [Verdict.AC] * 3
    return statistics.median(run.cpu_s for judgement in judgements for run in judgement.runs if run.case == "eight")


def test_every_trial_says_what_it_tries_and_what_contains_it() -> None:
    assert len(ALL) >= 45
    for trial in ALL.values():
        assert re.match(r"(#|//) [A-Z].*\.\n(#|//) expect: ", trial.source), trial.path.name
        assert set(trial.expect) <= set(Verdict) - {"JE"}, trial.path.name


def contained(arena: Sandbox, stage: Stage, name: str) -> None:
    outcome, left = stage.judge(arena, ALL[name]), stage.changed()
    judgement = outcome.judgement
    assert judgement.verdict in ALL[name].expect, f"{judgement.prepare.message}\n{outcome.shown}"
    assert stage.token not in outcome.shown + outcome.json + repr(judgement.runs) + repr(judgement.prepare)
    assert strange(outcome.shown) == set()
    assert left == {}
    assert stage.visitors() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_submission_is_contained(arena: Sandbox, stage: Stage, usual: tuple[float, int], name: str) -> None:
    if arena.tier not in ALL[name].tiers:
        pytest.skip(f"the tier {arena.tier} says that it can't bound the disk")
    contained(arena, stage, name)


@pytest.fixture(scope="module")
def open_arena(stage: Stage) -> Iterator[Sandbox]:
    """A sandbox that refuses no call: what may be forged there runs no code."""
    with opened("plain") as sandbox:
        stage.changed()
        yield sandbox


@pytest.mark.nightly(sample=20)
@pytest.mark.parametrize("name", forged.names("bytes", "large", "name", "refused", "records"))
def test_forged_kernels_are_none_without_a_seal_too(open_arena: Sandbox, stage: Stage, name: str) -> None:
    contained(open_arena, stage, name)


def test_a_trial_knows_its_phase_and_its_cache(arena: Sandbox, stage: Stage) -> None:
    source = f"from prelude import *\nassert ATTEMPT or open(f'{{CACHE}}/kernels', 'ab')\n{forged.HONEST}"
    fails = source.replace("return grid", "raise SystemExit(7)").replace("return None", "assert not ATTEMPT")
    for text, verdict in ((source, Verdict.AC), (fails, Verdict.RTE), (f"{source}\nassert ATTEMPT", Verdict.CE)):
        trial = msgspec.structs.replace(HONEST, source=text)
        assert stage.judge(arena, trial).judgement.verdict is verdict


def test_who_forges_kernels_spoils_no_others(arena: Sandbox, stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "honest.py"
    path.write_text(TEXTS["kernel"])
    [case] = [one for one in stage.problem.cases if one.name == "eight"]
    ready = FUNCTION.prepare(arena, read_submission(path, stage.problem.name), stage.problem)
    assert isinstance(ready, Ready)
    for name in ("kernels_patches_numba.py", "kernels_leaves_files.py", "kernels_ends.py", "cache_full.py"):
        stage.judge(arena, ALL[name])
        assert tried(arena, ready, stage.problem, case).finding is None, name
    arena.forget(ready.home)


def test_a_name_of_escape_sequences_and_markup_is_shown_as_text(arena: Sandbox, stage: Stage) -> None:
    name = "\x1b[2J[red]AC[bold]\u202e\x07=1+1 .py"
    outcome = stage.judge(arena, ALL["text_of_exception.py"], name)
    assert outcome.judgement.verdict is Verdict.RTE
    assert strange(outcome.shown) == set()
    assert "[red]AC[bold]" in outcome.shown


def test_after_all_of_them_an_honest_submission_has_its_usual_time(
    arena: Sandbox, stage: Stage, usual: tuple[float, int]
) -> None:
    cpu_s, rss_bytes = usual
    assert honest_cpu_s(arena, stage) < 2 * cpu_s + 0.001
    assert psutil.Process().memory_info().rss - rss_bytes < GROWTH_BYTES, "the judge remembers what they printed"


@pytest.mark.parametrize("tier", TIERS)
def test_nothing_is_left_of_a_sandbox_that_ran_the_worst_of_them(stage: Stage, tier: Tier) -> None:
    before = stage.world()
    with opened(tier) as sandbox:
        for name in ("daemon.py", "tree_closed.py", "program_daemon.c"):
            stage.judge(sandbox, ALL[name])
    assert not sandbox.root.exists()
    assert changes(before, stage.world()) == {}


@pytest.mark.slow
def test_the_command_shows_no_secret_and_no_escape_sequence(stage: Stage, tmp_path: Path) -> None:
    names = ("secret_files.py", "secret_environment.py", "text_on_stderr.py", "program_include_secret.c")
    for name in names:
        (tmp_path / name).write_text(stage.filled_in(ALL[name].source))
    command = [sys.executable, "-m", "judge", "run", "--share-core"]  # what it says, not how fast, is looked at here
    command += ["--problem", stage.problem.path, "--json", "result.json", *names]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 1, done.stderr.decode()
    told = (done.stdout + done.stderr).decode()
    assert "RTE" in told
    assert strange(told) == set()
    assert stage.token not in told + (tmp_path / "result.json").read_text()
