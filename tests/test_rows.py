"""The rows of a test that are one case: each is run, and a report names those that fail."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]
HOOKS = "from tests.rows import pytest_addoption, pytest_pycollect_makeitem\n"
TESTS = """
import pytest
seen = []

@pytest.mark.parametrize("one", [1, pytest.param(2, id="two")])
@pytest.mark.parametrize(("other", "third"), [(3, 4), (5, 6), (7, 8)])
def test_rows(one, other, third, tmp_path):
    assert not any(tmp_path.iterdir())
    (tmp_path / "mine").touch()
    seen.append((one, other, third))
    if (one, other) == (2, 3):
        pytest.skip("not here")
    assert (one, other) != (1, 5)
    if (one, other) == (2, 5):
        pytest.fail("of purpose")

def test_all_were_run():
    assert sorted(seen) == [(one, other, other + 1) for one in (1, 2) for other in (3, 5, 7)]

@pytest.mark.parametrize("one", [1, pytest.param(2, marks=pytest.mark.xfail)])
def test_marked(one):
    assert one == 1

@pytest.mark.parametrize("one", [1, 2])
def test_with_a_fixture(one, monkeypatch):
    pass

@pytest.mark.nightly(sample=1)
@pytest.mark.parametrize("one", [1, 2])
def test_of_which_a_sample_is_drawn(one):
    pass
"""

AROUND = """
import pytest

@pytest.fixture(autouse=True)
def around(): pass

@pytest.mark.parametrize("one", [1, 2])
def test_one(one): pass
"""


def test_each_row_is_run_and_those_that_fail_are_named(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")  # or that of a folder above counts
    pytester.makeconftest(HOOKS)
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    ran.assert_outcomes(passed=6, failed=1, xfailed=1)
    ran.stdout.fnmatch_lines(
        ["*AssertionError where one = 1, other = 5, third = 6", "*Failed where one = 2, other = 5, third = 6"]
    )
    apart = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--apart")
    apart.assert_outcomes(passed=9, failed=2, skipped=1, xfailed=1)


def test_what_is_around_each_test_is_around_each_row(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")
    pytester.makeconftest(HOOKS)
    pytester.makepyfile(AROUND)
    pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)
