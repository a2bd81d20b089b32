"""What a host says about the contest: start, freeze, unfreeze, reveal, hide. What shows more is asked for twice."""

from __future__ import annotations

import time
from typing import Any, Final, get_args

from judge.classroom.contest.said import refuse_word
from judge.errors import JudgeError
from judge.model.deed import ContestMoment, ContestWord
from judge.web.ask import Ask
from judge.web.reply import Page, Redirect, RefusedError, missing
from judge.web.site import Contest

_BUTTONS: Final[dict[ContestWord, str]] = {
    "start": "Start now",
    "freeze": "Freeze the scoreboard",
    "unfreeze": "Unfreeze the scoreboard",
    "reveal": "Show the result to everybody",
    "hide": "Hide the result again",
}
_ASKED_TWICE: Final[dict[ContestWord, str]] = {
    "start": "The contest begins at once, and everybody sees its problems. The end moves along. This can't be undone.",
    "unfreeze": "Everybody sees at once the verdicts that are hidden now.",
    "reveal": "Everybody sees at once the verdicts that are hidden since the freeze.",
}
_DONE: Final[dict[ContestWord, str]] = {
    "start": "The contest has begun.",
    "freeze": "The scoreboard is frozen.",
    "unfreeze": "The scoreboard is not frozen any more.",
    "reveal": "Everybody sees the result.",
    "hide": "The result is hidden again.",
}


def said_by_host(ask: Ask, contest: Contest) -> dict[str, Any]:
    """Return what the scoreboard's page needs to let a host speak: the words that have their time now."""
    host = ask.seen.viewer is not None and ask.seen.viewer.may("host")
    words = [word for word in _BUTTONS if host and _can(word, contest)]
    done = next((said for word, said in _DONE.items() if ask.query.get("done") == word), "")
    return {"words": words, "buttons": _BUTTONS, "twice": _ASKED_TWICE, "after": len(contest.moments), "done": done}


def sure(ask: Ask) -> Page:
    """Ask once more, before a word is said that can't be unsaid."""
    word, contest = _word(ask.query.get("word", "")), _contest(ask)
    _refuse(word, contest)
    button, what = _BUTTONS[word], _ASKED_TWICE.get(word, "")
    return ask.page("contest/sure.html", word=word, after=len(contest.moments), button=button, what=what)


def say(ask: Ask) -> Redirect:
    """Write down what a host says. JudgeError E458 or E519 where it has not its time, E520 where another host was
    quicker; then nothing is written."""
    word, contest = _word(ask.path["word"]), _contest(ask)
    if word in _ASKED_TWICE and ask.form.get("sure") != "yes":
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
    said = ask.form.get("after", "")
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise RefusedError(400, "The form can't be read.", "Load the scoreboard, and try again.")
    return int(said)


def _refuse(word: ContestWord, contest: Contest) -> None:
    refuse_word(word, contest.schedule, contest.moments, contest.as_of.now_ms)


def _can(word: ContestWord, contest: Contest) -> bool:
    try:
        _refuse(word, contest)
    except JudgeError:
        return False
    return True
