"""Two submissions side by side: the numbers of `judge diff`, and on which case each lost the most."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from judge.model import Judgement, Verdict
from judge.model.run_record import RunRecord
from judge.reports.difference_words import ratio_of, ratio_words, whole_words, within
from judge.reports.site import pair
from judge.reports.site.contents import Part, contents_of
from judge.reports.site.pair import PairPage, pair_page
from judge.reports.units import ratio, seconds
from judge.scoring.difference import Difference, Terms, difference
from tests.reports.runs import judged, problem, record
from tests.reports.site.made import ranked

TERMS = Terms("cpu", 0.01, pairs=3)


def compared(made: RunRecord, one: int = 0, other: int = 1) -> tuple[Difference, PairPage]:
    part = contents_of(made).parts[0]
    return difference(part.judgements[one], part.judgements[other], TERMS), pair_page(part, (one, other), TERMS)


def of_names(made: RunRecord, one: str, other: str) -> tuple[Part, tuple[int, int]]:
    part = contents_of(made).parts[0]
    names = [row.submission.name for row in part.judgements]
    first, second = sorted((names.index(one), names.index(other)))
    return part, (first, second)


@pytest.mark.parametrize("repeat", [1, 5])
def test_the_table_has_the_numbers_of_judge_diff(repeat: int) -> None:
    found, page = compared(record(4, 12, repeat))
    rows = {row.case.name: row for row in page.rows}
    assert len(rows) == len(found.cases)
    for case in found.cases:
        row = rows[case.case]
        assert row.ratio == ratio_words(case)
        assert row.first == (seconds(case.before_s) if case.before is Verdict.AC else case.before)
        assert row.second == (seconds(case.after_s) if case.after is Verdict.AC else case.after)
        assert row.lost is case.worse
    assert found.whole is not None
    assert within(found.whole) in page.headline
    assert whole_words(found) == "slower"


def test_the_largest_loss_comes_first() -> None:
    found, page = compared(record(4, 30, 5))
    values = {case.case: ratio_of(case) for case in found.cases}
    shown = [value for row in page.rows if (value := values[row.case.name]) is not None]
    assert shown == sorted(shown, reverse=True)
    lost = [row.lost for row in page.rows]
    assert lost == sorted(lost, reverse=True)


def test_on_which_case_dfs_lost_the_most_against_backtracking() -> None:
    part, places = of_names(record(6, 30), "dfs", "backtracking")
    page = pair_page(part, places, TERMS)
    dfs, other = (
        next(row for row in part.judgements if row.submission.name == name) for name in ("dfs", "backtracking")
    )
    times = {(run.group, run.case): run.cpu_s for run in other.runs if run.verdict is Verdict.AC}
    losses = {
        run.case: (run.cpu_s / times[run.group, run.case], run.cpu_s, times[run.group, run.case])
        for run in dfs.runs
        if run.verdict is Verdict.AC and (run.group, run.case) in times
    }
    case = max(losses, key=lambda name: losses[name][0])
    said = next(loss for loss in page.losses if loss.before == "dfs lost the most against backtracking on")
    found, dfs_s, other_s = losses[case]
    assert said.cases[0].name == case
    assert said.after == f": {seconds(dfs_s)} against {seconds(other_s)} ({ratio(found)})"
    texts = dict(pair.pages(contents_of(record(6, 30))))
    assert f"{case}</bdi></a>: {seconds(dfs_s)}" in texts[part.pair_file(*places) or ""]


def test_a_case_lost_to_the_limit_is_the_largest_loss_where_it_took_longer_than_any_other() -> None:
    chosen = problem(9)
    one, other = judged(chosen, 0), judged(chosen, 1)
    late_runs = [msgspec.structs.replace(run, verdict=Verdict.TLE) for run in other.runs[:6]]
    made = ranked([one, msgspec.structs.replace(other, runs=(*late_runs, *other.runs[6:]))])
    part, places = of_names(made, "champion", "annealing")
    first, second = places
    found = difference(part.judgements[first], part.judgements[second], TERMS)
    alone = [case for case in found.cases if case.worse]
    late = min((case for case in alone if case.after is Verdict.TLE), key=lambda case: case.before_s)
    worst = max(filter(None, map(ratio_of, found.cases)))
    most, both, solved, *_ = pair_page(part, places, TERMS).losses
    assert (most.before, most.cases[0].name) == ("annealing lost the most against champion on", late.case)
    took = seconds(late.before_s)
    assert most.after == f": out of time after 0.5 s against {took} (over {ratio(0.5 / late.before_s)})"
    assert both.before == "Of the cases that both solve, annealing lost the most against champion on"
    assert both.after.endswith(f"({ratio(worst)})")
    assert solved.before == f"Solved by champion alone: {len(alone)} cases:"
    assert solved.after == f" and {len(alone) - len(solved.cases)} more"


def test_the_one_who_is_faster_is_named_either_way() -> None:
    chosen = problem(9)
    slow, quick = judged(chosen, 3, 5), judged(chosen, 0, 5)
    for rows in ((slow, quick), (quick, slow)):
        (part,) = contents_of(msgspec.structs.replace(ranked([slow, quick]), boards=(_standing(rows),))).parts
        assert pair_page(part, (0, 1), TERMS).headline.startswith("champion is faster: on the ")


def _standing(rows: tuple[Judgement, ...]) -> tuple:  # type: ignore[type-arg]
    by_row = {id(one.judgement): one for one in ranked(list(rows)).boards[0]}
    return tuple(by_row[id(row)] for row in rows)


def test_without_noise_nobody_is_faster() -> None:
    page = compared(record(3, 6, 1, noise=None))[1]
    assert "faster" in page.headline or "--repeat 5" in page.headline
    part = contents_of(record(3, 6, 1)).parts[0]
    assert "measure with --repeat 5" in pair_page(part, (0, 1), Terms("cpu")).headline


def test_a_case_on_which_the_judge_failed_is_nobodys_loss() -> None:
    chosen = problem(6)
    one, other = judged(chosen, 0), judged(chosen, 1)
    runs = (msgspec.structs.replace(other.runs[0], verdict=Verdict.JE), *other.runs[1:])
    made = ranked([one, msgspec.structs.replace(other, runs=runs)])
    part = contents_of(made).parts[0]
    names = [row.submission.name for row in part.judgements]
    page = pair_page(part, (names.index("champion"), names.index("annealing")), TERMS)
    failed = next(row for row in page.rows if Verdict.JE in (row.first, row.second))
    assert not failed.lost
    assert not any("alone" in loss.before for loss in page.losses)


def test_who_ran_no_case_has_no_page_of_pairs() -> None:
    made = record(3, 3)
    part = contents_of(made).parts[0]
    broken = next(at for at, row in enumerate(part.judgements) if not row.runs)
    assert all(part.pair_file(broken, at) is None for at in range(len(part.judgements)) if at != broken)
    assert len([*part.pairs()]) == 3


def test_a_dot_of_the_plot_is_named_by_its_row() -> None:
    made = record(3, 9)
    part = contents_of(made).parts[0]
    name = part.pair_file(0, 1)
    text = dict(pair.pages(contents_of(made)))[name or ""]
    data = json.loads(re.findall(r'application/json">(.*?)</script>', text)[0])
    rows = pair_page(part, (0, 1), TERMS).rows
    named = {one["name"]: [*range(int(one["row"]), int(one["row"]) + len(one["y"]))] for one in data["series"]}
    assert sorted(at for places in named.values() for at in places) == [*range(len(rows))]
    both = next(places for name, places in named.items() if name.startswith("both solve"))
    assert all(rows[at].ratio for at in both)


def test_a_row_of_a_pair_is_small() -> None:
    text = next(text for _, text in pair.pages(contents_of(record(2, 80, 3))))
    rows = text.partition("<tbody>")[2].partition("</tbody>")[0]
    assert len(rows) / 80 < 110
