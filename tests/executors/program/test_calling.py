"""How programs are called, in real boxes: arguments, folders and bytes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.model import Problem, Programs
from judge.sandbox import Sandbox
from judge.sandbox.inside import init
from tests.boxed import problem_of, python, ran
from tests.conftest import MakeSubmission, there


def called(rules: Programs, as_is: bytes | None = None) -> Problem:
    problem = problem_of()
    case = msgspec.structs.replace(problem.cases[0], as_is=as_is)
    return msgspec.structs.replace(problem, programs=rules, cases=(case,))


ASKED = """
program, n, given, wanted, word = sys.argv
assert n == '6' and word == 'a $HOME; b', sys.argv
assert sys.stdin.read() == '', 'stdin is empty'
assert open(given).read().startswith('DFS\\n6\\n6\\n')
open(wanted, 'w').write(ANSWER)
"""


def test_a_program_is_called_with_arguments(best: Sandbox, submission: MakeSubmission) -> None:
    rules = Programs(
        arguments=("{n}", "{input}", "{output}", "a $HOME; b"),
        input_file="data/in/one board.txt",
        output_file="my out/x/answer.txt",
    )
    assert ran(best, submission(python(ASKED), "mine.py"), called(rules)).verdict == "AC"


def test_stdin_is_there_where_io_says_so(best: Sandbox, submission: MakeSubmission) -> None:
    source = python("assert sys.argv[1:] == ['DFS'] and input() == 'DFS'\nprint(ANSWER)")
    assert ran(best, submission(source), called(Programs(io="stdio", arguments=("{algorithm}",)))).verdict == "AC"


def test_a_crash_over_arguments_names_them(best: Sandbox, submission: MakeSubmission) -> None:
    run = ran(best, submission(python("print(sys.argv[2])")), called(Programs(arguments=("{n}",))))
    assert there(run.finding).help == "the package calls it with  {n}"
    silent = ran(best, submission(python("print()")), called(Programs(arguments=("{n}",))))
    assert there(silent.finding).help == "the package calls it with  {n}  and reads output.txt, or stdout"


def test_the_file_as_it_is(best: Sandbox, submission: MakeSubmission) -> None:
    source = submission(python("print(ANSWER if b'\\r' in open('input.txt', 'rb').read() else WRONG)"))
    crlf = b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6
    assert ran(best, source, called(Programs(bytes="as-is"), as_is=crlf)).verdict == "AC"
    assert ran(best, source, called(Programs(), as_is=crlf)).verdict == "WA"


HOSTILE = {
    "a link for the folder": "os.rmdir('out'); os.symlink('/', 'out')",
    "a file for the folder": "os.rmdir('out'); open('out', 'w').close()",
    "no folder": "os.rmdir('out')",
    "a folder for the file": "os.mkdir('out/passwd')",
    "a link for the file": "os.symlink('/etc/passwd', 'out/passwd')",
}


@pytest.mark.slow
@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_folder_of_the_output_leads_nowhere(best: Sandbox, submission: MakeSubmission, body: str) -> None:
    tried = f"try:\n    {body}\nexcept OSError:  # the box lets nobody make a link\n    pass"
    run = ran(best, submission(python(tried)), called(Programs(io="files", output_file="out/passwd")))
    assert run.verdict == "WA"
    assert "root" not in run.message


def test_no_link_is_followed_on_the_way_to_an_output(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "x").write_text("told")
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "out").symlink_to("../secret")
    (tmp_path / "box" / "far").mkdir()
    (tmp_path / "box" / "far" / "out").symlink_to("../../secret")
    for name in ("out/x", "far/out/x"):
        assert b"told" not in init.read_output(str(tmp_path / "box"), name, 100)[1]
    assert init.read_output(str(tmp_path), "secret/x", 100)[1] == b"told"


def test_a_folder_that_came_along_stays(best: Sandbox, submission: MakeSubmission) -> None:
    mine = submission(python("here = os.path.dirname(__file__)\nprint(open(f'{here}/data/out.txt').read())"), "main.py")
    files = (
        ("main.py", mine.source),
        ("data/out.txt", python("").split("'")[1].encode().decode("unicode_escape").encode()),
    )
    mine = msgspec.structs.replace(mine, contract="program", files=files, fault=None)
    assert ran(best, mine, called(Programs(input_file="data/in.txt"))).verdict == "AC"
