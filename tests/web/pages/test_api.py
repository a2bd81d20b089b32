"""What programs are answered: only with a token, only what is theirs, and no word of a secret case."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from judge.client import Offer, Progress
from judge.model import Deadline, Verdict
from judge.schemas import parts
from tests.web.judged import SECRET, finish, judge, run, taken
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, says

AC, WA = Verdict.AC, Verdict.WA
HERE = "/api/problems/quiz/submissions"


def submit(program: Browser, *files: tuple[str, bytes], main: str = "", once: str = "") -> Any:
    sent = [("file", file) for file in files] or [("other", ("x", b""))]
    headers = {"idempotency-key": once} if once else {}
    return program.post(HERE, {"main": main}, files=sent, headers=headers)


def progress(answer: Any) -> Progress:
    assert answer.status_code == (201 if answer.request.method == "POST" else 200), answer.text
    msgspec.convert(answer.json(), parts("judge.submission/1")[""])
    return msgspec.json.decode(answer.content, type=Progress)


def test_what_there_is_and_when_it_is_due_for_who_asks(own: TestSite) -> None:
    own.store.terms.set("quiz", "", Deadline.Term(deadline="2030-01-01 12:00+01:00"), "", 1.0)
    own.store.terms.set("quiz", "bob", Deadline.Term(extension="2 days"), "", 1.0)
    due = {}
    for owner in ("ada", "bob"):
        [quiz] = msgspec.json.decode(own.program(owner).get("/api/problems").content, type=Offer).problems
        assert (quiz.name, quiz.title, quiz.cases) == ("quiz", "Quiz", 2)
        due[owner] = quiz.due
    nobody = own.browser("").get("/api/problems")
    assert (nobody.status_code, set(nobody.json())) == (401, {"error", "help"})
    assert due == {"ada": "2030-01-01T12:00:00+01:00", "bob": "2030-01-03T12:00:00+01:00"}


def test_a_submission_from_file_to_result_for_a_program_and_on_its_page(own: TestSite) -> None:
    ada, browser = own.program("ada"), own.browser("ada")
    begun = progress(submit(ada, ("mine.py", RIGHT), ("report.pdf", b"%PDF")))
    assert (begun.state, begun.remarks) == ("waiting", ("report.pdf: not part of the program",))
    assert begun.outline
    assert [(case.group, case.name) for case in begun.outline.cases] == [("sample", "tiny"), ("secret", "four")]
    path, page = f"/api/submissions/{begun.job}", f"/submissions/{begun.job}"
    assert ada.get(f"{path}/result").status_code == 409
    assert [ada.get(f"{path}?after={said}").status_code for said in ("-1", "x", "1" * 20, "٣")] == [400] * 4
    stream = browser.listen(f"{page}/events")

    def told(*words: str) -> None:
        """Wait for a message that says these."""
        assert any(all(word in message for word in words) for message in iter(stream.next, "")), words

    told("Waiting: it is next")
    job, ticket = taken(own.store, own.problem)
    told("Compiling")
    assert progress(ada.get(path)).state == "preparing"
    runs = run(own.store, job, ticket, own.problem, [AC])
    told("tiny: accepted", "four: waits")
    first = progress(ada.get(path))
    assert (first.state, [one.case for one in first.letters]) == ("running", ["tiny"])
    assert progress(ada.get(f"{path}?after={first.after}")).letters == ()
    runs += run(own.store, job, ticket, own.problem, [AC, WA])[1:]
    told("four: wrong answer")
    finish(own.store, job, ticket, own.problem, runs)
    told(f'hx-get="{page}/feedback"', "event: phase\ndata: \n", "event: letters\ndata: \n", "event: over")
    assert stream.next() == ""
    last = progress(ada.get(f"{path}?after={first.after}"))
    assert (last.judged, last.over, last.outline) == (True, True, None)
    assert [(one.case, one.verdict) for one in last.letters] == [("tiny", AC), ("four", WA)]

    part = browser.get(f"{page}/feedback").text
    says(part, "0 of 10 points", "What to do", "!try it", "!Run that case alone")
    says(browser.get(page).text, part)
    whole = ada.get(f"{path}/result")
    said = json.loads(whole.content)
    assert (said["schema"], said["place"]["rank"]) == ("judge.run/1", 1)
    assert (said["submissions"][0]["verdict"], said["submissions"][0]["name"]) == ("WA", "mine")
    assert said["problems"]["quiz"]["path"] == "quiz", "no folder of the host"
    [sample, secret] = said["problems"]["quiz"]["cases"]
    assert (bool(sample["board"]), secret["board"], secret["answer"]) == (True, None, "unknown")
    assert not any(SECRET in text for text in (part, whole.text, ada.get(path).text, ada.get(f"{path}?after=0").text))


def test_what_comes_with_the_same_key_again_is_the_same_submission(own: TestSite) -> None:
    """Other bytes are another one, and so are those of somebody else: tests/web/pages/test_student.py."""
    gil = own.program("gil")
    jobs = [progress(submit(gil, ("mine.py", WRONG), once=once)).job for once in ('"a"', '"a"', '"b"', "", "")]
    assert jobs[0] == jobs[1]
    assert len(set(jobs)) == 4


def test_who_is_above_has_a_pseudonym_but_for_graders(own: TestSite) -> None:
    codes = {}
    for owner, verdict in (("bob", AC), ("ada", WA)):
        codes[owner] = progress(submit(own.program(owner), ("mine.py", owner.encode() + b"=1\nprint()\n"))).job
        judge(own.store, own.problem, AC, verdict)

    def place(owner: str) -> Any:
        return json.loads(own.program(owner).get(f"/api/submissions/{codes['ada']}/result").content)["place"]

    assert place("ada")["rank"] == 2
    assert "bob" not in place("ada")["above"]
    assert place("gil")["above"] == "bob"


def test_why_the_judge_failed_is_for_graders(own: TestSite) -> None:
    ada = own.program("ada")
    job = progress(submit(ada, ("mine.py", b"print(7)\n"))).job
    [queued] = own.store.queue.open()
    own.store.queue.end(queued, f"E421: {SECRET}")
    path = f"/api/submissions/{job}?after=0"
    mine, all_of_it = progress(ada.get(path)), progress(own.program("gil").get(path))
    assert (mine.judged, mine.why, mine.outline) == (False, "it is no fault of yours", None)
    assert all_of_it.why == f"E421: {SECRET}"


def test_what_can_not_be_judged_is_refused_and_the_main_file_can_be_named(own: TestSite) -> None:
    ada = own.program("ada")
    unclear = [("a.py", b"print(1)\n"), ("b.py", b"print(2)\n")]
    for files, status in (([], 422), ([("a.txt", b"\0")], 422), (unclear, 422), ([("a.py", b"x" * (7 << 20))], 413)):
        answer = submit(ada, *files)
        assert (answer.status_code, bool(answer.json()["error"])) == (status, True)
    assert not own.store.queue.open()
    two = (("a.py", b"import u.b\nprint(1)\n"), ("u/b.py", b"print(2)\n"))
    code = progress(submit(ada, *two, main="a.py")).job
    [job] = own.store.queue.open()
    assert job.submission
    assert (job.code, str(job.submission.path)) == (code, "a.py")
    assert [name for name, _ in own.store.sourced(job.submission).files] == ["a.py", "u/b.py"]
