"""How programs are called, in real boxes: arguments, folders and bytes."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Problem, Programs
from judge.sandbox import Sandbox
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


def test_a_program_is_called_with_arguments(sandbox: Sandbox, submission: MakeSubmission) -> None:
    rules = Programs(
        arguments=("{n}", "{input}", "{output}", "a $HOME; b"),
        input_file="data/in/one board.txt",
        output_file="my out/x/answer.txt",
    )
    assert ran(sandbox, submission(python(ASKED), "mine.py"), called(rules)).verdict == "AC"


def test_stdin_is_there_where_io_says_so(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = python("assert sys.argv[1:] == ['DFS'] and input() == 'DFS'\nprint(ANSWER)")
    assert ran(sandbox, submission(source), called(Programs(io="stdio", arguments=("{algorithm}",)))).verdict == "AC"


def test_a_crash_over_arguments_names_them(sandbox: Sandbox, submission: MakeSubmission) -> None:
    run = ran(sandbox, submission(python("print(sys.argv[2])")), called(Programs(arguments=("{n}",))))
    assert there(run.finding).help == "the package calls it with  {n}"
    silent = ran(sandbox, submission(python("print()")), called(Programs(arguments=("{n}",))))
    assert there(silent.finding).help == "the package calls it with  {n}  and reads output.txt, or stdout"


def test_the_file_as_it_is(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = submission(python("print(ANSWER if b'\\r' in open('input.txt', 'rb').read() else WRONG)"))
    crlf = b"DFS\r\n6\r\n6\r\n" + b"000000\r\n" * 6
    assert ran(sandbox, source, called(Programs(bytes="as-is"), as_is=crlf)).verdict == "AC"
    assert ran(sandbox, source, called(Programs(), as_is=crlf)).verdict == "WA"


HOSTILE = {
    "a link for the folder": "os.rmdir('out'); os.symlink('/etc', 'out')",
    "a far link for the folder": "os.rmdir('out'); os.symlink('../' * 20 + 'etc', 'out')",
    "a file for the folder": "os.rmdir('out'); open('out', 'w').close()",
    "no folder": "os.rmdir('out')",
    "a folder for the file": "os.mkdir('out/passwd')",
    "a link for the file": "os.symlink('/etc/passwd', 'out/passwd')",
}


@pytest.mark.parametrize("each_tier", ["plain", pytest.param("namespaces", marks=pytest.mark.slow)], indirect=True)
@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE)
def test_a_folder_of_the_output_leads_nowhere(each_tier: Sandbox, submission: MakeSubmission, body: str) -> None:
    tried = f"try:\n    {body}\nexcept OSError:  # a sealed box lets nobody make a link\n    pass"
    run = ran(each_tier, submission(python(tried)), called(Programs(io="files", output_file="out/passwd")))
    assert run.verdict == "WA"
    assert run.code in ("E101", "E122")
    assert "root" not in run.message


def test_a_folder_that_came_along_stays(sandbox: Sandbox, submission: MakeSubmission) -> None:
    mine = submission(python("here = os.path.dirname(__file__)\nprint(open(f'{here}/data/out.txt').read())"), "main.py")
    files = (
        ("main.py", mine.source),
        ("data/out.txt", python("").split("'")[1].encode().decode("unicode_escape").encode()),
    )
    mine = msgspec.structs.replace(mine, contract="program", files=files, fault=None)
    assert ran(sandbox, mine, called(Programs(input_file="data/in.txt"))).verdict == "AC"
