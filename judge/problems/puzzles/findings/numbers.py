"""Put into words what is wrong with a number that is asked for, or with a decision. None of them says what is right."""

from __future__ import annotations

from judge.model import Finding
from judge.problems.puzzles.findings.trial import Trial, whole_of


def not_the_most(trial: Trial, said: int, most: int) -> Finding:
    """Return E130: another number than the most there is."""
    if said < most:
        note, repair = "it is too small", "look for an arrangement that is worth more: the search leaves some out"
    else:
        note, repair = "it is too large", "check that no two pieces of your best arrangement break a rule"
    message = f"the answer is {said}, which is not the most that there is"
    return Finding("E130", message, where=whole_of(trial.answer), note=note, help=repair)


def not_the_best(trial: Trial, worth: int) -> Finding:
    """Return E131: a valid arrangement that is worth less than the best."""
    return Finding(
        "E131",
        f"the arrangement is valid, but it is worth {worth}, and another one is worth more",
        where=whole_of(trial.answer),
        help="keep the best arrangement of the whole search, and go on until every other one is ruled out",
    )


def wrong_decision(trial: Trial, fault: Finding | None) -> Finding:
    """Return E132: valid was said of a board with a fault, or invalid of one without."""
    words = trial.words
    repair = f"count the {words.many} first, then test each two of them along every line"
    if fault is None:
        message = "the answer says that the board is not valid, but it is"
        return Finding("E132", message, where=whole_of(trial.answer), help=repair)
    message = "the answer says that the board is valid, but it is not"
    return Finding("E132", message, fault.cells, whole_of(trial.answer), fault.message, repair)
