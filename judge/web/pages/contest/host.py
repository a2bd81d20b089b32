"""What a host says about the contest: start, freeze, unfreeze, reveal, hide. A page asks for each of them once more."""

from __future__ import annotations

import time
from typing import Final, get_args

from judge.classroom.contest_state import refuse_word
from judge.errors import JudgeError
from judge.model.schedule import ContestMoment, ContestWord
from judge.web.ask import Ask, whole
from judge.web.reply import Page, Redirect, RefusedError, missing
from judge.web.site import Contest

_MOST_WORDS: Final = 10**9
_BUTTONS: Final[dict[ContestWord, str]] = {
    "start": "Start now",
    "freeze": "Freeze the scoreboard",
    "unfreeze": "Unfreeze the scoreboard",
    "reveal": "Show the result to everybody",
    "hide": "Hide the result again",
}
_MEANS: Final[dict[ContestWord, str]] = {
    "start": "The contest begins at once, and everybody sees its problems. The end moves along. This can't be undone.",
    "freeze": "Verdicts on what is handed in from now on are hidden from everybody but the jury.",
    "unfreeze": "Everybody sees at once the verdicts that are hidden now.",
    "reveal": "Everybody sees at once the verdicts that are hidden since the freeze.",
    "hide": "Verdicts since the freeze are hidden again. People who have seen them still know them.",
}
DONE: Final[dict[str, str]] = {
    "start": "The contest has begun.",
    "freeze": "The scoreboard is frozen.",
    "unfreeze": "The scoreboard is not frozen any more.",
    "reveal": "Everybody sees the result.",
    "hide": "The result is hidden again.",
}


def buttons_of(contest: Contest) -> dict[ContestWord, str]:
    """Return what a host can say now, and what its button is called."""
    return {word: said for word, said in _BUTTONS.items() if _can(word, contest)}


def sure(ask: Ask) -> Page:
    """Say what a word does, and ask whether it is to be said."""
    word, contest = _word(ask.query.get("word", "")), _contest(ask)
    _refuse(word, contest)
    button, what = _BUTTONS[word], _MEANS[word]
    return ask.page("contest/sure.html", word=word, after=len(contest.moments), button=button, what=what)


def say(ask: Ask) -> Redirect:
    """Write down what a host says. JudgeError E458 or E519 where it has not its time, E520 where another host was
    quicker; then nothing is written."""
    word, contest = _word(ask.path["word"]), _contest(ask)
    if ask.form.get("sure") != "yes":
        return Redirect(f"/contest/sure?word={word}")
    seen = _seen(ask)
    if seen == len(contest.moments):
        _refuse(word, contest)
    ask.store.contest_words.add_after(contest.schedule.id, ContestMoment(word, time.time(), ask.viewer.owner), seen)
    ask.write_down(f"contest: {word}", words=contest.schedule.id)
    return Redirect(f"/contest?done={word}")


def _contest(ask: Ask) -> Contest:
    found = ask.site.contest(ask.store, jury=True)
    if found is None:
        raise missing("contest")
    return found


def _word(said: str) -> ContestWord:
    for word in get_args(ContestWord):
        if word == said:
            return word  # type: ignore[no-any-return]
    raise missing()


def _seen(ask: Ask) -> int:
    """Return how many words had been said when the host's page was made."""
    seen = whole(ask.form.get("after", ""), _MOST_WORDS)
    if seen is None:
        raise RefusedError(400, "The form can't be read.", "Load the scoreboard, and try again.")
    return seen


def _refuse(word: ContestWord, contest: Contest) -> None:
    refuse_word(word, contest.schedule, contest.moments, contest.as_of.now_ms)


def _can(word: ContestWord, contest: Contest) -> bool:
    try:
        _refuse(word, contest)
    except JudgeError:
        return False
    return True
