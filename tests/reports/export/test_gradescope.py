"""`results.json`, held against a schema that is written from Gradescope's autograder specification."""

from __future__ import annotations

import json
from typing import Any

import pytest

from judge.model.classroom import Graded
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradescope import results_json
from tests.reports.export.graded import SECRET, everybody, graded, judgement

NUMBER = (int, float)
VISIBILITY = ("hidden", "after_due_date", "after_published", "visible")
FORMATS = ("text", "html", "simple_format", "md", "ansi")
TEST = {
    "score": NUMBER, "max_score": NUMBER, "status": ("passed", "failed"), "name": str, "name_format": FORMATS,
    "number": str, "output": str, "output_format": FORMATS, "tags": [str], "visibility": VISIBILITY, "extra_data": dict,
}  # fmt: skip
SCHEMA: dict[str, Any] = {
    "score": NUMBER, "execution_time": NUMBER, "output": str, "output_format": FORMATS, "test_output_format": FORMATS,
    "test_name_format": FORMATS, "visibility": VISIBILITY, "stdout_visibility": VISIBILITY, "extra_data": dict,
    "tests": [TEST], "leaderboard": [{"name": str, "value": (int, float, str), "order": ("asc", "desc")}],
}  # fmt: skip


def faults(value: Any, shape: Any, path: str = "$") -> list[str]:
    """Where `value` is not what the specification has: every field is optional, an unknown one is wrong."""
    if isinstance(shape, dict):
        unknown = [f"{path} has a field {key}" for key in value if key not in shape]
        return unknown + [
            line for key in value if key in shape for line in faults(value[key], shape[key], f"{path}.{key}")
        ]
    if isinstance(shape, list):
        return [line for index, one in enumerate(value) for line in faults(one, shape[0], f"{path}[{index}]")]
    if isinstance(shape, tuple) and isinstance(shape[0], str):
        return [] if value in shape else [f"{path} is {value!r}"]
    return [] if isinstance(value, shape) and not isinstance(value, bool) else [f"{path} is {value!r}"]


@pytest.mark.parametrize("row", everybody(), ids=lambda row: row.student.id)
def test_it_is_what_the_specification_says(row: Graded) -> None:
    result = json.loads(json.dumps(results_json(row, Sheet(scheme="50 points for all")), allow_nan=False))
    assert faults(result, SCHEMA) == []
    assert ("score" in result) == ("tests" in result) == (row.points is not None), "what has no points has no number"
    assert "50 points for all" in result["output"]
    assert result["visibility"] == "visible"
    assert result["stdout_visibility"] == "hidden"


def test_scores_add_up_where_the_scheme_is_a_sum() -> None:
    result = results_json(graded(1, judgement("AC AC AC WA", 25.0)), Sheet())
    assert result["score"] == sum(test.get("score", 0) for test in result["tests"]) == 25
    assert sum(test.get("max_score", 0) for test in result["tests"]) == 50
    assert [test["status"] for test in result["tests"]] == ["passed", "passed", "passed", "failed"]


def test_another_scheme_scores_the_whole_alone() -> None:
    result = results_json(graded(1, judgement("AC AC AC WA", 3.0)), Sheet())
    assert result["score"] == 3
    assert not any("score" in test for test in result["tests"])


def test_an_unfinished_one_scores_and_ranks_below_the_finished() -> None:
    """A time-out of Gradescope's own leaves what was written after the last case."""
    half = results_json(graded(1, judgement("AC AC AC", 25.0)), Sheet())
    whole = results_json(graded(1, judgement("AC AC AC AC", 50.0)), Sheet())
    assert half["score"] == 25
    assert half["output"].startswith("not finished: 3 of 4 cases solved so far")
    times = [next(one for one in row["leaderboard"] if one["order"] == "asc")["value"] for row in (half, whole)]
    assert times[0] > times[1]


def test_a_secret_case_gives_away_its_verdict_time_and_sentence_alone() -> None:
    result = results_json(graded(1, judgement("WA WA WA RTE", 0.0)), Sheet())
    by_group = {group: [test for test in result["tests"] if group in test["tags"]] for group in ("sample", "secret")}
    assert all(SECRET in test["output"] for test in by_group["sample"])
    assert all(SECRET not in json.dumps(test) for test in by_group["secret"])
    assert "two pieces attack each other [E106]" in by_group["secret"][0]["output"]
    assert "0.40 s of 5 s" in by_group["secret"][0]["output"] or "400 ms of 5 s" in by_group["secret"][0]["output"]


@pytest.mark.parametrize("verdicts", ["AC AC JE AC", "AC AC JE"])
def test_where_the_judge_failed_there_is_nothing_to_score_by(verdicts: str) -> None:
    """Neither a score nor tests to sum up: not full marks, and not none."""
    result = results_json(graded(1, judgement(verdicts, None)), Sheet(scheme="50 points for all"))
    assert faults(result, SCHEMA) == []
    assert {"score", "tests", "leaderboard"}.isdisjoint(result)
    assert result["output"].startswith("JE: the judge itself failed, so there is no score yet")
    assert result["visibility"] == "visible"
    assert SECRET not in json.dumps(result)


def test_a_judge_error_on_a_case_for_no_points_holds_nothing_back() -> None:
    assert results_json(graded(1, judgement("JE AC AC AC", 50.0)), Sheet())["score"] == 50
