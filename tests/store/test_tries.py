"""What was tried in a contest, out of a store: whose it is, when it was handed in, and which judgement counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.model import Schedule, Verdict
from judge.store import Store
from tests.conftest import there
from tests.make import AC, JE, WA, batch, replace
from tests.store.make import NEW, PROBLEM, Clock, add, batch_of, board_of, finish, submission_of, take

START_S = 1_763_733_600.0  # 2025-11-21 14:00 UTC
NOW_MS = 1_763_800_000_000
VERDICTS: dict[str, Sequence[Verdict]] = {
    **{"AC": [AC] * 4, "WA": [WA] * 4, "JE": [JE] * 4, "je": [AC, JE, AC, AC], "wa": [AC, AC, AC, WA], "": []}
}


def schedule(**changes: object) -> Schedule:
    teams = (Schedule.Team("t1", "The Lizards", ("ann", "bob")), Schedule.Team("t2", "Zoë", ("Zoë",)))
    start_ms = round(START_S * 1000)
    task = Schedule.Task("A", "pkg", problem="pkg", digest=PROBLEM.digest)
    return replace(Schedule("c", "C", start_ms, start_ms + 18_000_000, (task,), teams), **changes)


class Story:
    """What happens in a contest, in steps such as `submit 60 x AC`: seconds after its start, a source, a verdict."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self._clock, self._ids = store, clock, dict[tuple[str, int], int]()
        clock.now_s = START_S

    def plays(self, steps: str) -> Story:
        """Let these happen; an id of a try that was shown stays."""
        for step in steps.split("; "):
            word, after, text, verdict, *_ = [*step.split(), "", "", ""]
            self._step(word, START_S + float(after), text, VERDICTS[verdict])
            for one in self.tries():
                assert self._ids.setdefault((one.team, one.at_ms), one.id) == one.id
        return self

    def _step(self, word: str, at_s: float, text: str, verdicts: Sequence[Verdict]) -> None:
        if word in ("queue", "replace"):  # handed in, and no judge has it yet
            add(self.store, "ann", at_s, text=text, replaces=word == "replace")
        elif word == "fail":  # three judges have ended on it
            self.store.queue.end(take(self.store), "why")
        elif word in ("pending", "cancelled", "applied"):  # a regrade
            self._regrade(word, at_s, verdicts)
        else:
            self._judge(word, at_s, text, verdicts)

    def _judge(self, word: str, at_s: float, text: str, verdicts: Sequence[Verdict]) -> None:
        """It is begun a second after it was handed in, and ends 9 seconds later; without verdicts, never."""
        owner = word if word in ("ann", "bob", "Zoë", "eve") else "ann"
        of = NEW if word in ("new", "job") else PROBLEM
        self._clock.now_s = at_s + 1
        anew = word not in ("same", "new", "job")
        begun = batch_of(self.store, of, kind="grade" if word == "grade" else "submit", again=anew)
        job = take(self.store) if word == "job" else None
        ticket = self.store.enter(begun, submission_of(text or f"{owner} {at_s}"), owner, at_s)
        if job:
            self.store.queue.step(job, "preparing", judgement=ticket.id)
        self._clock.now_s += 9
        if verdicts and not ticket.done:
            finish(self.store, ticket, verdicts, of)

    def _regrade(self, word: str, at_s: float, verdicts: Sequence[Verdict]) -> None:
        self._clock.now_s = at_s
        begun = self.store.regrades.begin(batch(NEW, kind="regrade", reason="c1 was wrong"))
        for ticket in self.store.regrades.tickets(begun):
            finish(self.store, ticket, verdicts, NEW)
        self._clock.now_s += 100
        if word != "pending":
            self.store.regrades.decide(begun, word)  # type: ignore[arg-type]

    def tries(self, now_ms: int = NOW_MS, **changes: object) -> list[Schedule.Try]:
        found = self.store.tries.of(schedule(**changes), now_ms).tries
        return sorted(found, key=lambda one: one.at_ms)

    def told(self, now_ms: int = NOW_MS) -> str:
        """Of each try how many seconds after the start, and its verdict."""
        tries = self.tries(now_ms)
        return ", ".join(f"{one.at_ms / 1000 - START_S:g} {one.verdict.name if one.verdict else '-'}" for one in tries)


@pytest.fixture
def story(store: Store, clock: Clock) -> Story:
    return Story(store, clock)


LINES = Path(__file__).with_name("tries.txt").read_text("utf-8").splitlines()
STORIES = [line.partition(" =>")[::2] for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize(("steps", "told"), STORIES, ids=[steps for steps, _ in STORIES])
def test_what_counts_of_what_was_handed_in(story: Story, steps: str, told: str) -> None:
    assert story.plays(steps).told() == told.strip()


def test_a_try_is_its_teams_at_the_time_when_it_was_handed_in(story: Story) -> None:
    story.plays("ann 60.25 x AC; bob 70 y WA; Zoë 80 z wa; queue 90 w")
    first, second, third, queued = story.tries()
    at_ms = round(START_S * 1000) + 60_250
    assert first == Schedule.Try(first.id, "t1", "pkg", at_ms, AC, 50.0, at_ms + 10_000, ".py", PROBLEM.digest)
    assert [(one.team, one.verdict) for one in (second, third)] == [("t1", WA), ("t2", WA)]
    assert (queued.team, queued.suffix, queued.verdict) == ("t1", ".py", None)
    assert queued.id > 1 << 39 > third.id, "no judgement will have this id"
    assert story.tries(tasks=(Schedule.Task("A", "other", problem="other"),)) == []


def test_who_is_in_no_team_is_counted_apart_and_so_is_who_was_forgotten(store: Store, story: Story) -> None:
    story.plays("eve 1 x AC; eve 2 y AC; ann 4 z AC")
    for at_s, owner in ((3, "bad\x1b[2J"), (5, "later")):
        store.enter(batch_of(store, kind="submit"), submission_of(owner), owner, START_S + at_s)
    found = store.tries.of(schedule(), round((START_S + 3) * 1000))
    assert (found.unknown, {one.team for one in found.tries}) == ({"bad\x1b[2J": 1, "eve": 2}, {"t1"})
    store.upkeep.forget("ann")
    found = store.tries.of(schedule(), NOW_MS)
    assert (found.tries, sum(name.startswith("forgotten-") for name in found.unknown)) == ((), 1)


def test_what_is_not_judged_yet_waits_and_a_verdict_counts_from_its_millisecond_on(story: Story) -> None:
    story.plays("ann 60 x; bob 100.25 y AC")
    judged_ms = round(START_S * 1000) + 110_250
    told = [story.told(judged_ms + after_ms) for after_ms in (-5000, -1, 0)]
    assert told == ["60 -, 100.25 -"] * 2 + ["60 -, 100.25 AC"]


def test_a_regrade_counts_from_when_it_is_published_and_one_of_the_same_bytes_ranks(store: Store, story: Story) -> None:
    story.plays("submit 60 x WA; same 90 x")
    [record] = store.records(PROBLEM)
    assert (record.owner, [row.owner for row in board_of(store).rows]) == ("ann", ["ann"]), "there is one that counts"
    story.plays("applied 1000 x AC")
    assert story.told(round((START_S + 1099) * 1000)) == "60 WA, 90 WA"
    assert {one.package for one in story.tries()} == {NEW.digest} != {PROBLEM.digest}


def test_the_version_changes_with_what_was_tried(store: Store, story: Story, clock: Clock) -> None:
    seen = [store.tries.version()]
    for step in ("queue 60 x", "submit 70 y WA", "applied 1000 x AC", "pending 2000 x WA"):
        story.plays(step)
        seen.append(store.tries.version())
    clock.now_s = START_S + 900  # it was set back
    store.regrades.decide(there(store.regrades.pending(NEW)), "applied")
    seen.append(store.tries.version())
    store.upkeep.forget("ann")
    seen.append(store.tries.version())
    assert len(set(seen)) == len(seen)
    assert store.tries.version() == seen[-1]
