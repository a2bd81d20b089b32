"""The verdict of a function is that of its own process: a few files, first judged and with what is kept."""

from __future__ import annotations

import pytest

from tests.bare.bare import Bare
from tests.bare.compare import Runners
from tests.bare.generate import generate
from tests.bare.judged import MODES, QUICK, Judged
from tests.bare.run import chunks, hold, label


@pytest.mark.parametrize("seeds", chunks(0, 10), ids=label)
def test_bare_is_judged(bare: Bare, judged: Judged, seeds: range) -> None:
    hold(Runners(bare, (judged,), QUICK), map(generate, seeds))


def test_in_another_session_and_without_a_cache(bare: Bare, judged: Judged) -> None:
    hold(Runners(bare, (judged,), MODES), [generate(40)])
