"""Contests for tests: three problems, some teams, and what they tried, minute by minute."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from judge.model import Schedule, Verdict
from judge.scoring import Scoreboard

START_MS = 1_763_733_600_000  # 2025-11-21 14:00 UTC
HOUR_MS, MINUTE_MS = 3_600_000, 60_000
END_MS, FREEZE_MS = START_MS + 5 * HOUR_MS, START_MS + 4 * HOUR_MS
JUDGED_MS = 2_000  # after it was handed in
TASKS = tuple(
    Schedule.Task(
        label, problem, title=problem.title(), problem=problem, digest="now", cases=3, time_limit_s=1.5, most=50.0
    )
    for label, problem in (("A", "lizards"), ("B", "queens"), ("C", "spies"))
)
TEAMS = (
    Schedule.Team("t1", "Ada & Bob", ("t1",), "CUNY", ("students", "north")),
    Schedule.Team("t2", "Köche", ("t2",), "CUNY"),
    Schedule.Team("t3", "Zoë", ("t3",), "", ("students",)),
)
LATER = Scoreboard.AsOf(END_MS + HOUR_MS)
FINAL = Scoreboard.AsOf(END_MS + HOUR_MS, final=True)


def schedule_of(**changes: Any) -> Schedule:
    facts: dict[str, Any] = {
        **{"id": "autumn", "name": "Autumn contest", "start_ms": START_MS, "end_ms": END_MS, "tasks": TASKS},
        **{"teams": TEAMS, "freeze_ms": FREEZE_MS, "zone": UTC},
    }
    return Schedule(**(facts | changes))


def at(minute: float) -> int:
    return START_MS + round(minute * MINUTE_MS)


def clock(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def tries_of(
    *rows: tuple[str, str, float, str | None] | tuple[str, str, float, str | None, float],
) -> list[Schedule.Try]:
    """Team, label, minute, verdict, and points where they are asked for."""
    problems = {task.label: task.problem for task in TASKS}
    made = []
    for number, (team, label, minute, verdict, *points) in enumerate(rows, 1):
        given = points[0] if points else 50.0 if verdict == "AC" else 0.0
        judged = Verdict(verdict) if verdict else None
        at_ms = at(minute)
        facts = {"verdict": judged, "points": given, "judged_ms": at_ms + JUDGED_MS, "suffix": ".py", "package": "now"}
        made.append(Schedule.Try(number, team, problems[label], at_ms, **facts))  # type: ignore[arg-type]
    return made


TRIES = tries_of(
    *(("t1", "A", 10, "WA"), ("t1", "A", 45, "AC"), ("t2", "A", 60, "AC"), ("t2", "B", 70, "WA")),
    *(("t2", "B", 71, "WA"), ("t3", "C", 20, "WA"), ("t3", "C", 245, "AC"), ("t1", "C", 250, "WA")),
)  # of a contest in which each team has solved one problem
_MINUTES = st.one_of(st.integers(0, 299), st.sampled_from([0, 239.999, 240, 299.999]), st.floats(0, 299.9))
_ROWS = st.tuples(
    st.sampled_from(["t1", "t2", "t3"]),
    st.sampled_from("ABC"),
    _MINUTES,
    st.sampled_from(["AC", "WA", "WA", "TLE", "RTE", "MLE", "OLE", "CE", "JE", None]),
    st.sampled_from([0.0, 12.5, 50.0]),
)


@st.composite
def boards(draw: st.DrawFn) -> tuple[Schedule, list[Schedule.Try], Scoreboard.AsOf]:
    """A contest by either scoring, and when and how somebody looks at it."""
    schedule = schedule_of(
        scoring=draw(st.sampled_from(["pass-fail", "score"])),
        penalty=draw(st.sampled_from([0, 20])),
        ce_counts=draw(st.booleans()),
        freeze_ms=draw(st.sampled_from([None, FREEZE_MS])),
    )
    now_ms = draw(st.sampled_from([at(100), FREEZE_MS, at(290), END_MS, END_MS + HOUR_MS]))
    over = now_ms >= END_MS
    final = over and draw(st.booleans())
    as_of = Scoreboard.AsOf(now_ms, jury=not final and draw(st.booleans()), final=final)
    return schedule, tries_of(*draw(st.lists(_ROWS, max_size=25))), as_of
