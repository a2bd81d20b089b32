"""Put scores into words, for problems that ask for the best answer."""

from __future__ import annotations

from judge.model import Standing


def score_words(standing: Standing, cases: int) -> str:
    """Return `score 10.84/11`; nothing where the problem has no scores."""
    return "" if standing.score is None else f"score {score_figure(standing.score)}/{cases}"


def score_figure(score: float) -> str:
    """Return a score with two digits, rounded down so that only the best is whole: 10.84, 11."""
    return f"{int(100 * score + 1e-6) / 100:.2f}".removesuffix(".00")
