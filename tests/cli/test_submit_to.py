"""judge submit --to, against a site that listens: the same as where it is judged here, and what can go wrong."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Finding, Prepared, Verdict
from judge.store.saved import read_run
from tests.cli.handed_in import Call
from tests.web.judged import SECRET, finish, judge, run, taken
from tests.web.listening import Listening, listening
from tests.web.sites import RIGHT

AC, WA, TLE = Verdict.AC, Verdict.WA, Verdict.TLE


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(autouse=True)
def _mine(tmp_path: Path, site: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a folder with a solution, with a token in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_TOKEN", site.token())
    Path("mine.py").write_bytes(RIGHT)


def test_it_shows_what_is_judged_there(site: Listening, call: Call) -> None:
    with site.judged(lambda store, problem: judge(store, problem, AC, AC)):
        status, out, err = call("submit", "mine.py", "--to", site.url, "--json", "mine.json")
    assert (status, err) == (0, "")
    assert re.search(r"quiz/mine +secret/four +AC +0.25 s", out), "a line for each case, as in a pipe"
    assert "AC  2 of 2 cases, 10 of 10 points, 0.50 s of CPU in all" in out
    assert "rank 1 of 1" in out
    [row] = read_run(Path("mine.json"), "mine").judgements
    assert (row.submission.name, row.verdict, row.points) == ("mine", AC, 10)
    assert json.loads(Path("mine.json").read_text())["place"]["count"] == 1


@pytest.mark.slow
def test_a_wrong_answer_is_shown_with_what_a_student_may_see(site: Listening, call: Call) -> None:
    Path("mine.py").write_bytes(RIGHT + b"# once more\n")
    with site.judged(lambda store, problem: judge(store, problem, AC, WA)):
        status, out, _ = call("submit", "mine.py", "--problem", "quiz", "--to", site.url + "/", "--json", "mine.json")
    assert status == 1
    assert "WA  1 of 2 cases, 0 of 10 points" in out
    assert "error[E106]" in out
    assert SECRET not in out + Path("mine.json").read_text()


@pytest.mark.slow
def test_what_can_not_be_compiled_is_shown(site: Listening, call: Call) -> None:
    def broken(store, problem):  # type: ignore[no-untyped-def]
        job, ticket = taken(store, problem)
        said = Finding("E221", "it can't be compiled", verdict=Verdict.CE)
        finish(store, job, ticket, problem, Prepared(Verdict.CE, 0.1, said.message, said))

    Path("mine.py").write_bytes(b"print(\n")
    with site.judged(broken):
        status, out, _ = call("submit", "mine.py", "--problem", "quiz", "--to", site.url)
    assert status == 1
    assert "error[E221]: it can't be compiled" in out


@pytest.mark.slow
def test_a_folder_is_sent_with_its_folders(site: Listening, call: Call) -> None:
    Path("solution/parts").mkdir(parents=True)
    Path("solution/main.py").write_bytes(b"import parts.b\n" + RIGHT)
    Path("solution/parts/b.py").write_bytes(b"x = 1\n")
    sent = {}

    def look(store, problem):  # type: ignore[no-untyped-def]
        job, ticket = taken(store, problem)
        sent.update(dict(ticket.submission.files))
        finish(store, job, ticket, problem, run(store, job, ticket, problem, [AC, AC]))

    with site.judged(look):
        status, out, err = call("submit", "solution", "--problem", "quiz", "--to", site.url)
    assert status == 0, out + err
    assert set(sent) == {"main.py", "parts/b.py"}


@pytest.mark.slow
def test_a_newer_one_takes_its_place(site: Listening, call: Call) -> None:
    def replace(store, problem):  # type: ignore[no-untyped-def]
        [job] = store.queue.open()
        store.queue.step(job, "replaced")

    with site.judged(replace):
        status, out, err = call("submit", "mine.py", "--to", site.url)
    assert status == 2
    assert "error[E524]: a newer submission of yours has taken its place in the queue" in err
    assert "yours is next" in out


@pytest.mark.slow
def test_a_judge_that_fails_there_is_said(site: Listening, call: Call) -> None:
    def fail(store, problem):  # type: ignore[no-untyped-def]
        [job] = store.queue.open()
        store.queue.end(job, "\x1b[31mno memory\x1b[0m")

    with site.judged(fail):
        status, _, err = call("submit", "mine.py", "--to", site.url)
    assert status == 2
    assert "error[E524]: the judge of the site has failed on it" in err
    assert "no memory" in err
    assert "\x1b" not in err


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
    status, _, err = call("submit", "mine.py", "--to", site.url, *words)
    assert status == 2
    assert f"error[{code}]" in err
    assert said in err


def test_no_token_and_nobody_to_ask(site: Listening, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_TOKEN")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status, _, err = call("submit", "mine.py", "--to", site.url)
    assert status == 2
    assert "error[E523]: a token is needed" in err
    assert call("submit", "mine.py", "--token-file", "x")[0] == 2, "without --to it would do nothing"


@pytest.mark.slow
def test_what_the_site_refuses_is_said_in_its_words(site: Listening, call: Call) -> None:
    Path("both").mkdir()
    Path("both/main.py").write_bytes(b"x" * 100)
    Path("both/notes.bin").write_bytes(b"\0" * 100)
    status, _, err = call("submit", "none.py", "--to", site.url)
    assert (status, "error[E431]" in err) == (2, True), "before anything is sent"
    Path("mine.py").rename("mine.txt")
    status, _, err = call("submit", "mine.txt", "--to", site.url)
    assert status == 2
    assert "error[E524]" in err
    assert "None of mine.txt is a source file" in err


def test_nobody_listens(call: Call, site: Listening) -> None:
    status, _, err = call("submit", "mine.py", "--to", "http://127.0.0.1:1")
    assert status == 2
    assert "error[E522]: 127.0.0.1:1 does not answer: Connection refused" in err


@pytest.mark.slow
def test_ctrl_c_says_where_to_look(site: Listening, call: Call) -> None:
    with site.judged(lambda *_: os.kill(os.getpid(), signal.SIGINT)):
        status, out, _ = call("submit", "mine.py", "--to", site.url)
    assert status == 130
    assert re.search(rf"look at it in a browser: {site.url}/submissions/[0-9a-f]+", out)
