"""Of which cases a leaderboard shows how times grow."""

from __future__ import annotations

from judge.reports.views.laws import family_of
from judge.scoring import Scaling
from tests.make import each_run, growing


def test_the_family_that_is_shown_has_a_law_for_most() -> None:
    forest, grove, wild = (
        growing("mine", lambda n: 1e-6 * n**2, range(100, 100 + 100 * count, 100), stem=stem)
        for count, stem in ((9, "forest-"), (5, "grove-"), (4, "x-"))
    )
    found = [Scaling.of(one) for one in (forest, grove)]
    none = Scaling.of(each_run(wild, cpu_s=0.0001))
    assert [family_of(rows) for rows in ([], [none, []])] == [None, None]
    assert family_of([found[1], found[0]]) == Scaling.Family("forest", "DFS", False), "the most sizes"
    assert family_of([found[0], found[1], found[1]]) == Scaling.Family("grove", "DFS", False), "the most submissions"
