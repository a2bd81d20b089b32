"""judge submit --to, against a site that listens: the same as where it is judged here, and what can go wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import Mock

import msgspec
import pytest

from judge.client import Progress, Site
from judge.model import Finding, Prepared, Problem, Verdict
from judge.reports import OwnResult
from judge.scoring import Leaderboard, OwnRank, judgement_of
from judge.store import read_run
from tests.cli.handed_in import read_json
from tests.client.strangers import answer, stranger
from tests.commands import Call
from tests.make import HOST, files
from tests.store.make import PROBLEM, runs_of, submission_of
from tests.web.judged import SECRET, finish, judge, taken
from tests.web.running import Listening, listening
from tests.web.sites import RIGHT

AC, WA = Verdict.AC, Verdict.WA


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path, site: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a folder with a solution, with a token in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_TOKEN", site.token)
    Path("mine.py").write_bytes(RIGHT)


def test_submit_shows_what_is_judged_there(site: Listening, call: Call) -> None:
    with site.judged(lambda store, problem: judge(store, problem, AC, AC)):
        out = call.silent(0, "submit", "mine.py", "--to", site.url, "--json", "mine.json")
    assert re.search(r"quiz/mine +secret/four +AC +0.25 s", out), "a line for each case, as in a pipe"
    assert "AC  2 of 2 cases, 10 of 10 points, 0.50 s of CPU in all" in out
    assert "rank 1 of 1" in out
    [row] = read_run(Path("mine.json"), "mine").judgements
    assert (row.submission.name, row.verdict, row.points) == ("mine", AC, 10)
    assert read_json("mine.json")["place"]["count"] == 1


def _broken(store: Any, problem: Any) -> None:
    job, ticket = taken(store, problem)
    said = Finding("E221", "it can't be compiled", verdict=Verdict.CE)
    finish(store, job, ticket, problem, [], made=Prepared(Verdict.CE, 0.1, said.message, said))


def _failed(store: Any, _: Any) -> None:
    [job] = store.queue.open()
    store.queue.end(job, "E421: secret/four/input.txt can't be read")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("happens", "status", "said"),
    [
        (_broken, 1, ["error[E221]: it can't be compiled"]),
        (_failed, 2, ["error[E524]", "the judge of the site has failed on it"]),
    ],
)
def test_what_went_wrong_is_shown_as_far_as_a_student_may_see(
    site: Listening, call: Call, happens: Callable[[Any, Any], None], status: int, said: list[str]
) -> None:
    Path("mine.py").write_bytes(RIGHT + f"# {happens.__name__}\n".encode())
    with site.judged(happens):
        found, out, err = call("submit", "mine.py", "--problem", "quiz", "--to", site.url + "/", "--json", "mine.json")
    assert (found, [words for words in said if words not in out + err]) == (status, [])
    assert not Path("mine.json").exists() or SECRET not in Path("mine.json").read_text()
    assert not [word for word in (SECRET, "input.txt") if word in out + err]


def test_a_folder_is_sent_with_its_folders(site: Listening, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site says what is judged: its package may expect a program where this text alone looks like a function."""
    main = "def solve(algorithm, n, lizards, grid): pass\n"
    files(Path("solution"), {"main.py": main, "util.py": "x = 1\n", "parts/b.py": "x = 1\n"})
    sent = []

    def submit(_: Site, __: str, files: Sequence[tuple[str, bytes]], main: str) -> NoReturn:
        assert set(dict(files)) == {"main.py", "util.py", "parts/b.py"}
        sent.append(main)
        raise KeyboardInterrupt

    monkeypatch.setattr(Site, "submit", submit)
    words = ("submit", "solution", "--problem", "quiz", "--to", site.url)
    assert [call(*words)[0], call(*words, "--main", "util.py")[0]] == [130, 130]
    assert sent == ["main.py", "util.py"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--problem", "quizz"), "E524", "has no problem quizz; did you mean quiz?"),
        (("--jobs", "2"), "E430", "--jobs is an option for a submission that is judged here"),
        (("--token-file", "none"), "E435", "none can't be opened"),
        (("--token-file", "odd"), "E523", "this is no token"),
        (("--token-file", "wrong"), "E523", "does not know this token"),
    ],
)
def test_what_is_asked_for_wrongly(site: Listening, call: Call, words: tuple[str, ...], code: str, said: str) -> None:
    Path("odd").write_text("two words\n")
    Path("wrong").write_text("A" * 22 + "\n")
    err = call.fails(2, "submit", "mine.py", "--to", site.url, *words)
    assert f"error[{code}]" in err
    assert said in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("submit", "it may have arrived\nlook at it in a browser: {}\n"),
        ("progress", "it is judged all the same\nlook at it in a browser: {}/submissions/"),
    ],
)
def test_what_ctrl_c_says(site: Listening, call: Call, monkeypatch: pytest.MonkeyPatch, method: str, said: str) -> None:
    monkeypatch.setattr(Site, method, Mock(side_effect=KeyboardInterrupt))
    assert f"interrupted: {said.format(site.url)}" in call.ends(130, "submit", "mine.py", "--to", site.url)


EVIL = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e\r"
_TEXTS = ("title", "message", "note", "help", "where", "traceback", "host_class", "above", "language", "case", "group")


def _spoilt(said: Any, key: str = "") -> Any:
    """Every text that a terminal might show, with what a hostile server would write behind it."""
    if isinstance(said, dict):
        return {name: _spoilt(value, name) for name, value in said.items()}
    if isinstance(said, list):
        return [_spoilt(value, key) for value in said]
    return said + EVIL if isinstance(said, str) and key in _TEXTS else said


def test_a_hostile_site_moves_no_cursor(call: Call) -> None:
    wrong = Finding("E106", "it is wrong", where="row 1", note="a note", help="a help", verdict=WA)
    case, run = PROBLEM.cases[0], runs_of([WA])[0]
    run = msgspec.structs.replace(run, code="E106", message="it is wrong", finding=wrong)
    whole = msgspec.structs.replace(PROBLEM, cases=(case,), groups={"secret": Problem.Group(50, visibility="full")})
    judgement = judgement_of(submission_of(), whole, Prepared(), (run,))
    place = OwnRank(2, 5, OwnRank.Score("ada", 1, "", 0, 1.0), "gecko", 0, 2.5, True)
    ground = Leaderboard.Ground("pkg", "", "", "wall", False, "a class of host")
    result = _spoilt(msgspec.to_builtins(OwnResult(judgement, place, ground).document(HOST)))
    result["problems"]["pkg"]["cases"][0] |= {"name": f"c0{EVIL}", "group": f"secret{EVIL}"}
    result["problems"]["pkg"]["groups"][0] |= {"name": f"secret{EVIL}"}
    of = {"group": f"secret{EVIL}", "algorithm": "DFS"}
    outline = {"name": "pkg", "title": f"t{EVIL}", "time_limit": 1, "cases": [of | {"name": f"c0{EVIL}"}]}
    letter = of | {"case": f"c0{EVIL}", "verdict": "WA", "code": f"E106{EVIL}"}
    told = {"schema": Progress("00", "pkg", "done").schema, "job": "00", "problem": "pkg", "judged": True, "again_s": 0}
    told["remarks"] = [f"a remark{EVIL}"]
    offered = {"schema": "judge.problems/1", "problems": [{"name": "pkg", "title": f"t{EVIL}"}]}
    waiting = told | {"state": "waiting", "why": f"why{EVIL}", "outline": outline}
    over = told | {"state": "done", "letters": [letter], "after": 1}
    says = [offered, waiting, over, told | {"state": "done", "after": 1}, result]
    with stranger(*(answer(json.dumps(one)) for one in says)) as at:
        out = call.silent(1, "submit", "mine.py", "--to", at.url)
    shown = ("a remark", "why", "c0", "error[E106]: it is wrong", "a note", "rank 2 of 5", "gecko", "class of host")
    assert [words for words in shown if words not in out] == []
    assert not set(EVIL) & set("\x1b\x07\x9b\u202e\r") & set(out)
