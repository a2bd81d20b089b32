"""The own rank on a leaderboard, and how far it is to the row above."""

from __future__ import annotations

from collections.abc import Iterator

from judge.model import Judgement
from judge.reports.lines import Line, Span, line, plain
from judge.reports.measuring_words import class_words
from judge.reports.views.leaderboard import score_figure
from judge.scoring import Leaderboard, OwnRank
from judge.text import counted, seconds


def rank_words(judgement: Judgement, place: OwnRank | None, ground: Leaderboard.Ground | None) -> list[str]:
    """Return the words of `rank_lines`."""
    return [plain(one) for one in rank_lines(judgement, place, ground)]


def rank_lines(judgement: Judgement, place: OwnRank | None, ground: Leaderboard.Ground | None) -> Iterator[Line]:
    """Yield the own rank and the distance to the row above; another submission of one's own may hold it. Without a
    place of what was judged the leaderboard is frozen. `ground` is what the leaderboard is about, where that is not
    what one was judged on."""
    if place is None:
        failed = "not ranked: the judge failed on it"
        yield line(Span(failed if judgement.faults else "no rank is shown while the leaderboard is frozen", "warn"))
        return
    held = ""
    if judgement.faults:
        held = " (with an earlier result of yours, as the judge failed on this one)"
    elif place.score.sha256 != judgement.submission.sha256:
        held = f" (with an earlier submission of yours{', which did better' if place.score.solved else ''})"
    yield (
        Span(f"rank {place.rank} of {place.count}", "strong"),
        Span(f" (tied: {_why_tied(place)})" if place.tied else ""),
        Span(f": {_distance(place)} {place.above}" if place.above else ""),
        Span(held, "soft"),
    )
    if ground:
        clock = "CPU" if ground.clock == "cpu" else "wall"
        on = f"{'in' if ground.boxed else 'without'} a box, on hosts of {class_words(ground.host_class)}"
        yield line(Span(f"among those judged as here; the leaderboard is of {clock} times {on}", "warn"))


def _why_tied(place: OwnRank) -> str:
    """Return why others share the rank: all of them have solved as many cases."""
    return "the times can't be told apart" if place.score.solved else "no case is solved"


def _distance(place: OwnRank) -> str:
    if place.score_behind:
        return f"score {score_figure(place.score_behind)} behind"
    if place.cases_behind:
        return f"{counted(place.cases_behind, 'case')} behind"
    return f"{seconds(place.behind_s)} behind"
