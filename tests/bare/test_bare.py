"""The verdict of a function is that of its own process: files of many seeds, of every feature, in every way.

`python -m tests.bare 0..5000` runs thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Final

import pytest
from _pytest.mark.structures import ParameterSet

from judge.sandbox import Sandbox
from tests.bare.bare import Bare
from tests.bare.compare import Runners, as_meant, compare, queens, submission, told
from tests.bare.features import FEATURES
from tests.bare.generate import Generated, alone, generate
from tests.bare.judged import MODES, QUICK, Judged, tiers

BOTH_SIZES: Final = 5  # of so many files one is run on both sizes, the others on the smaller one
PROBLEM: Final = queens()
of_any_cost = partial(generate, dear=True)


@pytest.fixture(scope="session")
def bare() -> Iterator[Bare]:
    """The process that forks one for each file and case."""
    with Bare() as one:
        yield one


@pytest.fixture(scope="session")
def judged(sandbox: Sandbox) -> Iterator[Judged]:
    """The judge in the best tier of this host."""
    with Judged(sandbox=sandbox) as one:
        yield one


@pytest.fixture(scope="module")
def all_tiers() -> Iterator[tuple[Judged, ...]]:
    with ExitStack() as stack:
        yield tuple(stack.enter_context(Judged(tier)) for tier in tiers())


def hold(runners: Runners, files: Iterable[Generated]) -> None:
    """Compare files; fail with a table and the text of each that differs, or that is not what it was made to be."""
    wrong: list[str] = []
    is_judged = all(judge.tier == "landlock" for judge in runners.judges)  # which leaves files out
    for file in files:
        cases = PROBLEM.cases if file.seed % BOTH_SIZES == 0 else PROBLEM.cases[:1]
        rows = compare(runners, submission(file.source.encode()), PROBLEM, cases)
        is_judged = is_judged or any(row.judged for row in rows)
        different = any(row.different for row in rows)
        if different or not as_meant(file, PROBLEM, rows):
            head = f"seed {file.seed}: {', '.join(file.made_of)}"
            head += "" if different else ": the file itself is not as it is meant"
            wrong.append("\n".join([head, *told(rows), "", file.source]))
    assert is_judged
    if wrong:
        pytest.fail(f"{len(wrong)} files differ\n\n" + "\n\n".join(wrong), pytrace=False)


def chunks(seeds: range, size: int = 10, mark: object = ()) -> list[ParameterSet]:
    """Return seeds, so many in a test."""
    parts = [seeds[at : at + size] for at in range(0, len(seeds), size)]
    return [pytest.param(part, marks=mark, id=f"{part[0]}-{part[-1]}") for part in parts]  # type: ignore[arg-type]


@pytest.mark.parametrize("seeds", chunks(range(2)) + chunks(range(2, 700), mark=pytest.mark.nightly))
def test_files_are_judged_as_they_run_bare(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), QUICK), map(generate, seeds))


@pytest.mark.slow
def test_in_another_session_and_without_a_cache(bare: Bare, judged: Judged) -> None:
    hold(Runners(bare, (judged,), MODES), [generate(40), alone("made.in_processes_of_its_own", 1)])


@pytest.mark.slow  # what a prepare phase notes of such kernels: tests/sandbox/inside/test_kernels.py
def test_kernels_of_which_solve_changes_what_they_read(bare: Bare, judged: Judged) -> None:
    """On the small board of the prepare phase, and on a larger one."""
    names = (
        *("called_alone_before_it_is_set", "one_of_two_compiled_before_it_is_set", "compiled_at_import_and_set"),
        *("function_of_a_module_set_by_solve", "global_of_a_ufunc_in_a_kernel_set_by_solve"),
        *("global_of_a_method_set_by_solve", "global_of_an_overload_set_by_solve"),
        *("global_of_a_module_of_its_own_set_by_solve", "array_of_another_class_filled_by_solve"),
        *("code_set_by_solve", "overload_given_by_solve"),
    )
    hold(Runners(bare, (judged,), QUICK), [alone(f"reads.{name}", 1) for name in names])


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("seeds", chunks(range(200), size=5))
def test_files_of_any_cost_are_judged_as_they_run_bare(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), QUICK), map(of_any_cost, seeds))


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("seeds", chunks(range(2000, 2020), size=2))
def test_every_tier_and_mode_judges_as_files_run_bare(bare: Bare, all_tiers: tuple[Judged, ...], seeds: range) -> None:
    hold(Runners(bare, all_tiers, MODES), map(of_any_cost, seeds))


@pytest.mark.nightly
@pytest.mark.parametrize("name", [piece.name for piece in FEATURES])
def test_each_feature_alone_is_judged_as_it_runs_bare(bare: Bare, judged: Judged, name: str) -> None:
    hold(Runners(bare, (judged,), QUICK), [alone(name, 0)])


@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("seeds", chunks(range(100), size=5))
def test_a_fork_is_as_good_as_a_new_interpreter(bare: Bare, seeds: range) -> None:
    with Bare(forks=False) as anew:
        for seed in seeds:
            source = of_any_cost(seed).source.encode()
            forked, alike = (one.run(source, PROBLEM, PROBLEM.cases[0]) for one in (bare, anew))
            assert forked == alike, f"seed {seed}"
