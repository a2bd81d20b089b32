"""What programs are really like: each habit as a little program, and the verdict and sentence that it must get.

They are given the empty board of 6 x 6 for six lizards. `python` gives a program ANSWER and WRONG, a right and a wrong
answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.boxed import ANSWER, python


class Habit(NamedTuple):
    """A program by its files, the first of which names it; `says` must stand in what its author is told, and without
    `help` no help. `rules` are those of the problem's `Programs`, of its limits, and `strict`."""

    files: Mapping[str, str]
    verdict: str
    code: str = ""
    says: str = ""
    rules: Mapping[str, Any] = {}
    tier: str = "auto"
    help: bool = True


def _python(body: str, verdict: str, code: str = "", says: str = "", **rules: Any) -> Habit:
    return Habit({"homework.py": python(body)}, verdict, code, says, rules)


def _write(text: str, name: str = "output.txt") -> str:
    return f"open({name!r}, 'w').write({text})"


_CALLS = "import subprocess; subprocess.run([sys.executable, '-c', \"{}\"], {})"


# --- when the verdict falls ------------------------------------------------------------------------------------------
ANSWERS = {
    "FAIL is written first and never overwritten in time": _python(
        f"{_write('ANSWER')}\nwhile True: pass", "TLE", "E201", "what it had written by then is not looked at"
    ),
    "an empty file, and the answer is printed": _python(
        "open('output.txt', 'w')\nprint(ANSWER)", "WA", "E101", "what the program printed is not read"
    ),
    "a writer of C++ that is not closed": Habit(
        {"homework.cpp": '#include <fstream>\n#include <cstdlib>\n'
         'int main() { std::ofstream out("output.txt"); out << "FAIL"; exit(0); }'}, "WA", "E101", "ofstream",
    ),
    "a data file beside the source": Habit(
        {"homework.py": "print(open('words.txt').read())", "words.txt": ANSWER}, "RTE", "E207", "dirname(__file__)"
    ),
    "FAIL on stderr": _python("sys.exit('FAIL')", "RTE", "E207", "it went to stderr, which nobody reads"),
    "a word on the command line that is needed": _python(
        "if len(sys.argv) < 2: sys.exit('usage: homework.py FILE')", "RTE", "E207", "no argument is given"
    ),
    "a function that no library here has": Habit(
        {"homework.c": "int fopen_s(void);\nint main(void) { return fopen_s(); }"}, "CE", "E221",
        "undefined reference to fopen_s",
    ),
    "an output.txt with two names": _python(
        "open('x', 'w').write(ANSWER)\nos.link('x', 'output.txt')", "WA", "E122", "no second name"
    ),
    "an array of numpy as it prints itself": _python(
        "print('OK\\n[[0 1 0 0 0 0]\\n [0 0 0 1 0 0]]')", "WA", "E111", "without brackets"
    ),
    "an empty file": _python(_write("''"), "WA", "E101", "the answer is empty"),
    "OK without a board": _python(_write("'OK\\n'"), "WA", "E103", "OK stands there, but the 6 rows"),
    "the last row is cut": _python(_write("ANSWER[:-5]"), "WA", "E105", "row 6 has 2 cells, but n is 6"),
    "the last row is missing": _python(_write("ANSWER[:-7]"), "WA", "E104", "the board has 5 rows, but n is 6"),
    "two answers appended": _python(_write("ANSWER + WRONG"), "AC", "W109", "a second answer after the first"),
    "two answers appended, the first is wrong": _python(_write("WRONG + ANSWER"), "WA", "E106", "output.txt line 2"),
    "FAIL, and an answer below": _python(_write("'FAIL\\n' + ANSWER"), "WA", "E113", "6 lizards can be placed"),
    "an abort": _python(f"{_write('ANSWER')}\nos.abort()", "AC", "W113", "by SIGABRT"),
    "an exit with a word": _python(f"{_write('ANSWER')}\nsys.exit('FAIL')", "AC", "W113", "with exit status 1"),
    "an exit with a word, strictly": _python(
        f"{_write('ANSWER')}\nsys.exit('FAIL')", "RTE", "E207", "a right answer does not outweigh that", strict=True
    ),
    "an answer on stdout": _python("print(ANSWER, end='')", "AC"),
    "an answer on stdout, where files are asked for": _python(
        "print(ANSWER)", "WA", "E101", "wrote no output.txt; it printed '000010'", io="files"
    ),
    "other words on stdout, where files are asked for": _python(
        "print('[[0, 1]]'); print('Failure')", "WA", "E101", "printed 'Failure' at the end, but nobody looks at stdout",
        io="files",
    ),
    "an answer on stdout, where that is asked for": _python("print(ANSWER, end='')", "AC", "", "", io="stdio"),
    "an answer in a file, where stdout is asked for": _python(
        _write("ANSWER"), "WA", "E101", "printed nothing; it wrote output.txt, where nobody looks", io="stdio"
    ),
    "a word on stdout and the answer in a file, where stdout is asked for": _python(
        f"print('Done')\n{_write('ANSWER')}", "WA", "E102", "it wrote output.txt, where nobody looks", io="stdio"
    ),
    "a wrong answer on stdout": _python("print(WRONG)", "WA", "E106", "stdout line 2, column 1"),
    "a wrong answer in a file": _python(_write("WRONG"), "WA", "E106", "output.txt line 2, column 1"),
    "a wrong answer in a file of another name": _python(
        _write("WRONG", "result.txt"), "WA", "E106", "result.txt line 2, column 1", output_file="result.txt"
    ),
    "the wrong case of letters": _python(_write("ANSWER", "OuTpUt.TxT"), "WA", "E101", "it wrote OuTpUt.TxT instead"),
    "no ending": _python(_write("ANSWER", "output"), "WA", "E101", "wrote no output.txt; it wrote output instead"),
    "a folder of its own": _python(
        f"os.makedirs('src/x')\n{_write('ANSWER', 'src/x/output.txt')}", "WA", "E101", "it wrote src/x/output.txt"
    ),
    "another file beside debug text": _python(
        f"print('searching ...')\n{_write('ANSWER', 'output')}", "WA", "E102", "it wrote output instead"
    ),
    "prompts": _python(f"input('Enter the algorithm: ')\n{_write('ANSWER')}", "AC"),
    "prompts, and nobody to answer": _python(
        "input()\n" * 10 + _write("ANSWER"), "RTE", "E207", "it wanted to read more than the case has"
    ),
    "5 MB of debug text": _python(
        f"for out in (sys.stdout, sys.stderr): print('x' * 5_000_000, file=out)\n{_write('ANSWER')}", "AC", "", ""
    ),
    "a file that is not here, and a word on stdout": _python(
        "try: open('E:/hw/in.txt')\nexcept OSError as error: sys.stderr.write(str(error)); print('File Not Found')",
        "WA", "E102", "it wanted to open E:/hw/in.txt, which is not here",
    ),
    "nothing at all, and no word": _python("abs(1)", "WA", "E101", "an exception that is caught and passed over"),
}  # fmt: skip

# --- how a program ends, and does not ---------------------------------------------------------------------------------
_ENDLESS = """
int depth(int n) { volatile char room[4096]; room[0] = n; return depth(n + 1) + room[0]; }
int main(void) { return depth(0); }
"""
_ROOMY = {"memory": 512, "time_limit": 5.0}  # what a JVM needs
_JAVA = "public class homework {{ {0} public static void main(String[] args) throws Exception {{ {1} }} }}"

ENDINGS = {
    "it never exits": _python(
        f"{_write('ANSWER')}\nimport threading\nthreading.Event().wait()", "TLE", "E202", "do not sleep, or wait for a"
    ),
    "it searches forever": _python("n = abs(-6)\nwhile n: pass", "TLE", "E201", "had not ended within 0.3 s of CPU"),
    "memory without end": _python(
        "boards = []\nwhile True: boards.append(bytes(1 << 20))", "MLE", "E203", "192 MiB", time_limit=5.0
    ),
    "the stack of C": Habit({"homework.c": _ENDLESS}, "RTE", "E223", "the stack overflowed"),
    "the stack of Python": _python(
        "def depth(n): return depth(n + 1)\ndepth(0)", "RTE", "E223", "the stack overflowed"
    ),
    "the stack of Java": Habit(
        {"homework.java": _JAVA.format("static int depth(int n) { return depth(n + 1) + 1; }", "depth(0);")},
        "RTE", "E223", "the stack overflowed", _ROOMY,
    ),
    "the heap of Java": Habit(
        {"homework.java": _JAVA.format("static java.util.List<int[]> all = new java.util.ArrayList<>();",
         "while (true) all.add(new int[1 << 20]);")},
        "MLE", "E203", "MiB of memory", _ROOMY | {"memory": 256},
    ),
    "an exception that nobody caught": _python(
        "def cell(row): return row[9]\ncell([])", "RTE", "E207", "exit status 1: IndexError: list index out of range"
    ),
    "the line of an exception": _python(
        "import json\ndef cell(row): return json.loads(row)\ncell('x')", "RTE", "E207", "homework.py:4"
    ),
    "an exception that nobody caught, in C++": Habit(
        {"homework.cpp": "#include <string>\nint main() { return std::stoi(\"x\"); }"},
        "RTE", "E206", "by SIGABRT: std::invalid_argument: stoi",
    ),
    "an exception that nobody caught, in Java": Habit(
        {"homework.java": _JAVA.format("", "new java.util.ArrayList<Integer>().get(0);")},
        "RTE", "E207", "IndexOutOfBoundsException: Index 0 out of bounds for length 0", _ROOMY,
    ),
    "a segmentation fault": Habit(
        {"homework.c": "int main(void) { volatile int *p = 0; return *p; }"}, "RTE", "E206", "by SIGSEGV"
    ),
    "a function without a return": Habit(
        {"homework.cpp": "#include <cstdlib>\nint columns(int n) { if (n > 1000) return 1; }\n"
         "int main(int n, char **) { if (n < 1000) std::abort(); return columns(n); }"},
        "RTE", "E206", "-Wreturn-type",
    ),
    "an argument that is not given": _python("open(sys.argv[1])", "RTE", "E207", "an argument, and none is given"),
    "an argument that is not given, in C": Habit(
        {"homework.c": "#include <stdlib.h>\nint main(int argc, char **argv) { return atoi(argv[1]); }"},
        "RTE", "E206", "by SIGSEGV",
    ),
    "an argument that is not given, in Java": Habit(
        {"homework.java": _JAVA.format("", "System.out.println(args[0]);")},
        "RTE", "E207", "no argument is given", _ROOMY,
    ),
    "a path of its author's machine": _python(
        "open('/Users/ada/input.txt')", "RTE", "E207", "it wanted to open /Users/ada/input.txt, which is not here"
    ),
    "a file of Windows that it wrote": Habit(
        {"homework.c": '#include <stdio.h>\nint main(void) { return fputs("OK", fopen(".\\\\output.txt", "w")) < 0; }'},
        "WA", "E101", r"it wrote .\output.txt instead",
    ),
    "a file that is not here, and perror": Habit(
        {"homework.c": '#include <stdio.h>\nint main(void) { if (!fopen("case.txt", "r")) perror("case"); return 2; }'},
        "RTE", "E207", "case: No such file or directory",
    ),
    "an exception that is printed and passed over": _python(
        "try: open('case1.txt')\nexcept OSError as error: print(repr(error)[:0], error, file=sys.stderr)",
        "WA", "E101", "it wanted to open case1.txt, which is not here",
    ),
    "a folder of its author's machine": _python(
        r"os.chdir(r'C:\Users\ada\hw1')", "RTE", "E207", "leave chdir out: the case lies in the working directory"
    ),
    "a folder that is not here, for a while": _python(
        "import contextlib\nwith contextlib.chdir('data'): pass", "RTE", "E207", "to the folder data, which is not here"
    ),
    "a command that failed": _python(
        _CALLS.format("raise ValueError(5)", "check=True"), "RTE", "E207",
        "a command that it started ended with exit status 1",
    ),
    "a command that was killed": _python(
        _CALLS.format("import os; os.write(2, b'too deep'); os.abort()", "check=True"), "RTE", "E207",
        "a command that it started ended by SIGABRT",
    ),
    "a command that failed, and its words caught": _python(
        _CALLS.format("raise ValueError(5)", "check=True, capture_output=True"), "RTE", "E207",
        "capture_output and stderr in the call",
    ),
    "a command that failed, and nobody looked": _python(
        _CALLS.format("raise ValueError(5)", "") + "; sys.exit(1)", "RTE", "E207", "with exit status 1: ValueError: 5"
    ),
    "a command that failed, and status 0": _python(
        _CALLS.format("raise ValueError(5)", ""), "WA", "E101", "it said on stderr: ValueError: 5"
    ),
    "a module that a command needs": _python(
        _CALLS.format("import fastlizards", "check=True"), "RTE", "E224", "the module fastlizards"
    ),
    "a module that is not here": _python("import fastlizards\nprint(1)", "RTE", "E224", "the module fastlizards"),
    "a module of another file": _python("import board\nprint(1)", "RTE", "E224", "the folder that homework.py and"),
}  # fmt: skip

# --- sources as they come ---------------------------------------------------------------------------------------------
_READ = 'new java.util.Scanner({0}).next().equals("DFS")'
_PRINT = (
    'StringBuilder out = new StringBuilder("OK\\n"); for (int at : new int[] {1, 3, 5, 0, 2, 4}) { '
    'for (int i = 0; i < 6; i++) out.append(i == at ? 1 : 0); out.append("\\n"); } System.out.print(out);'
)
_C_ANSWER = '"' + ANSWER.replace("\n", "\\n") + '"'

SOURCES = {
    "any name": Habit({"my hw (final) v2.py": python("print(ANSWER, end='')")}, "AC"),
    "several files": Habit(
        {"homework.c": "void answer(void); int main(void) { answer(); return 0; }",
         "parts/answer.c": f"#include <stdio.h>\nvoid answer(void) {{ printf({_C_ANSWER}); }}"},
        "AC",
    ),
    "a package and a module beside it": Habit(
        {"homework.py": "import words\nfrom search.deep import answer\nprint(words.OK, answer, sep='\\n', end='')",
         "words.py": "OK = 'OK'", "search/__init__.py": "", "search/deep.py": f"answer = {ANSWER[3:]!r}"},
        "AC",
    ),
    "input.txt beside the program": _python(
        "here = os.path.dirname(os.path.abspath(__file__))\n"
        "assert open(os.path.join(here, 'input.txt')).readline() == 'DFS\\n'\n"
        "open(os.path.join(here, 'output.txt'), 'w').write(ANSWER)", "AC",
    ),
    "an output.txt from before": Habit(
        {"homework.py": python("abs(1)"), "output.txt": ANSWER}, "WA", "E101", "left from before, and is not looked at"
    ),
    "an output.txt from before that is appended to": Habit(
        {"homework.py": python("open('output.txt', 'a').write(ANSWER)"), "output.txt": "OK\n", "input.txt": "SA\n"},
        "AC",
    ),
    "a folder of its name": Habit(
        {"homework.py": python("open('output.txt', 'w').write(ANSWER)"), "output.txt/old.txt": "FAIL"}, "AC",
    ),
    "a Makefile is never run": Habit(
        {"homework.c": "int main(void) { return 0; }", "Makefile": "all:\n\tprintf 'FAIL' > output.txt\n"},
        "WA", "E101", "wrote no output.txt",
    ),
    "a public class of another name, in a package": Habit(
        {"homework.java": f"/* public class Not {{ */ package usc.ai; public class Nursery {{ "
         f"static public void main(String args[]) {{ {_PRINT} }} }}"},
        "AC", "", "", _ROOMY,
    ),
    "main in another class, sub-folders and packages": Habit(
        {"homework.java": "class Helper { class Inner {} static int twice(int n) { return 2 * n; } }",
         "src/usc/Start.java": f'package usc; public class Start {{ String brace = "}}"; '
         f"public static void main(String[] args) throws Exception {{ {_PRINT} }} }}"},
        "AC", "", "", _ROOMY,
    ),
    "input.txt on the class path": Habit(
        {"homework.java": _JAVA.format("", "if (" + _READ.format(
            'homework.class.getClassLoader().getResourceAsStream("input.txt")') + ") {" + _PRINT + "}")},
        "AC", "", "", _ROOMY,
    ),
    "input.txt on the class path, as a path": Habit(
        {"homework.java": _JAVA.format("", "if (" + _READ.format(
            'new java.io.File(homework.class.getResource("/input.txt").getPath())') + ") {" + _PRINT + "}")},
        "AC", "", "", _ROOMY,
    ),
    "a jar that is not here": Habit(
        {"homework.java": "import org.apache.commons.lang3.StringUtils;\n" + _JAVA.format("", "")},
        "CE", "E224", "it needs the package org.apache.commons.lang3", _ROOMY,
    ),
    "no main": Habit({"homework.java": "public class homework { }"}, "CE", "E222", "public static void main"),
    "blanks in an include": Habit({"homework.cpp": "#include < iostream >"}, "CE", "E221", "iostream : No such file"),
    "a header that another compiler brings along": Habit(
        {"homework.cpp": "#include <vector>\nint main() { char a[2], b[2] = {}; memcpy(a, b, 2); }"},
        "CE", "E221", "here  #include <cstring>  is needed",
    ),
    "a source that another one includes": Habit(
        {"homework.c": '#include "parts/answer.c"\nint main(void) { answer(); return 0; }',
         "parts/answer.c": f"#include <stdio.h>\nvoid answer(void) {{ printf({_C_ANSWER}); }}"},
        "AC",
    ),
    "a project of Java with its unit tests": Habit(
        {"usc/Start.java": f"package usc; import usc.parts.Reader; public class Start {{ "
         f"public static void main(String[] args) {{ Reader.main(args); {_PRINT} }} }}",
         "usc/parts/Reader.java": "package usc.parts; public class Reader { public static void main(String[] a) {} }",
         "usc/test/StartTest.java": "package usc.test;\nimport org.junit.Test;\nimport usc.Start;\nclass StartTest {}"},
        "AC", "", "", _ROOMY,
    ),
    "a class that Java has no more": Habit(
        {"homework.java": "import sun.misc.Queue;\n" + _JAVA.format("", "")},
        "CE", "E221", "this Java has no sun.misc.Queue", _ROOMY,
    ),
    "a line that is no Python, in one of several files": Habit(
        {"homework.py": "x = 1\nfor row in [x]:5\n    print(row)\n", "words.py": ""}, "CE", "E221",
        "refused the program: line 3: IndentationError: unexpected indent",
    ),
    "a class that was not handed in": Habit(
        {"homework.java": _JAVA.format("", "Input.read();")}, "CE", "E221", "cannot find symbol variable Input", _ROOMY
    ),
    "C++ of 1998": Habit(
        {"homework.cpp": f"#include <cstdio>\nint main() throw(int) {{ register int left = 0; "
         f"if (!left) std::printf({_C_ANSWER}); }}"},
        "AC", "", "gnu++17 refuses it, gnu++11 does not",
    ),
    "C++ of 2020": Habit(
        {"homework.cpp": f"#include <compare>\n#include <cstdio>\nstruct Cell {{ int at; auto operator<=>(const Cell&) "
         f"const = default; }};\nint main() {{ if (Cell{{1}} > Cell{{0}}) std::printf({_C_ANSWER}); }}"},
        "AC", "", "gnu++17 refuses it, gnu++23 does not",
    ),
    "Python 2: print": Habit({"homework.py": "print 'FAIL'"}, "CE", "E220", "Python 2, which nothing here runs"),
    "Python 2: a name": Habit({"homework.py": "for i in xrange(9): print(i)"}, "CE", "E220", "line 1: for i in xrange"),
    "Python 2: a module": Habit({"homework.py": "import compiler.ast\nprint(1)"}, "CE", "E220", "import compiler.ast"),
    "Python 2: tabs and blanks": Habit({"hw.py": "if 1:\n\tprint(1)\n        print(2)"}, "CE", "E220", "mixes tabs"),
    "Python 2 or 3": _python(
        "try: xrange\nexcept NameError: xrange = range\nprint(ANSWER, end='') if list(xrange(1)) else 0", "AC", "", ""
    ),
}  # fmt: skip

# --- what is left when it has ended -----------------------------------------------------------------------------------


def _plain(body: str, verdict: str, code: str, says: str) -> Habit:
    """What nothing refuses in the weakest tier."""
    files = {"homework.py": python(f"open('other', 'w').write(ANSWER)\n{body}")}
    return Habit(files, verdict, code, says, {"output": 1, "time_limit": 2.0}, "plain")


LEFT = {
    "an answer in output.txt": _python(_write("ANSWER"), "AC"),
    "both, and the file is right": _python(f"print(WRONG)\n{_write('ANSWER')}", "AC"),
    "both, and the file is wrong": _python(f"print(ANSWER)\n{_write('WRONG')}", "WA", "E106"),
    "a file that is written to the end": _python("for c in ANSWER: open('output.txt', 'a').write(c)", "AC"),
    "an answer on stderr": _python("print(ANSWER, file=sys.stderr)", "WA", "E101"),
    "FAIL": _python("print('FAIL')", "WA", "E113"),
    "no text": _python("os.write(1, bytes(range(256)))", "WA", "E111"),
    "a wrong answer and exit status 3": _python("print(WRONG, flush=True)\nsys.exit(3)", "RTE", "E207"),
    "a wrong answer and an abort": _python("print(WRONG, flush=True)\nos.abort()", "RTE", "E206"),
    "a wrong answer and a kill": _python("print(WRONG, flush=True)\nos.kill(os.getpid(), 9)", "RTE", "E206"),
    "half an answer and exit status 3": _python("print(ANSWER[:9], flush=True)\nsys.exit(3)", "RTE", "E207"),
    "a busy child": _python("if os.fork():\n    os.wait()\nwhile True: pass", "TLE", "E201"),
    "a right answer, and then a busy loop": _python("print(ANSWER, flush=True)\nwhile True: pass", "TLE", "E201"),
    "one that waits for more input": _python("sys.stdin.read()\nsys.stdin.read()", "WA", "E101"),
    "endless stdout": _python("while True: print('x' * 4096)", "OLE", "E204", output=1),
    "endless stderr": _python("while True: print('x' * 4096, file=sys.stderr)", "OLE", "E204", output=1),
    "a long file": _python(_write("'x' * (2 << 20)"), "OLE", "E204", output=1),
    "a link": _plain("os.symlink('other', 'output.txt')", "WA", "E122", "is a link"),
    "a dead link": _plain("os.symlink('/nowhere', 'output.txt')", "WA", "E122", "is a link"),
    "a FIFO": _plain("os.mkfifo('output.txt')", "WA", "E122", "not a plain file"),
    "a folder": _plain("os.mkdir('output.txt')", "WA", "E122", "is a folder"),
    "a folder with a long name": _python(
        "os.mkdir('bytes too long')", "WA", "E122", "is a folder", output_file="bytes too long"
    ),
    "a hard link": _plain("os.link('other', 'output.txt')", "WA", "E122", "second name"),
    "60 MiB without a byte": _plain("open('output.txt', 'w').truncate(60 << 20)", "OLE", "E204", "62,914,560 bytes"),
    "a byte too long": _plain("open('output.txt', 'w').truncate((1 << 20) + 1)", "OLE", "E204", "1,048,577 bytes"),
    "other files, of which two have its name": _plain(
        "import pathlib\nos.mkdir('out')\n"
        "for name in ('.hidden', '.\\\\output.txt', 'other', 'out/output.txt'): pathlib.Path(name).touch()",
        "WA", "E101", r"the program wrote no output.txt; it wrote .\output.txt and out/output.txt instead",
    ),
}  # fmt: skip

# --- how it is called, and what no compiler and no sandbox takes ------------------------------------------------------
_MAIN = "public static void main(String[] args) {}"
_C = "#include <stdio.h>\n#include <sys/socket.h>\nint main(void) {{ if ({}) return 0; perror({}); return 1; }}"
_NO_STDIN = "read stdin without a path"
_ASKED = """program, n, given, wanted, word = sys.argv
assert n == '6' and word == 'a $HOME; b', sys.argv
assert sys.stdin.read() == '', 'stdin is empty'
assert open(given).read().startswith('DFS\\n6\\n6\\n')
open(wanted, 'w').write(ANSWER)"""

CALLED = {
    "with arguments": _python(
        _ASKED, "AC", arguments=("{n}", "{input}", "{output}", "a $HOME; b"), input_file="data/in/one board.txt",
        output_file="my out/x/answer.txt",
    ),
    "stdin, where io says so": _python(
        "assert sys.argv[1:] == ['DFS'] and input() == 'DFS'\nprint(ANSWER, end='')", "AC", io="stdio",
        arguments=("{algorithm}",),
    ),
    "no file, where io says so": _python("assert os.listdir() == []\nprint(ANSWER, end='')", "AC", io="stdio"),
    "a file, where io says that there is none": _python(
        "open('input.txt')", "RTE", "E207", "read the case from stdin, as there is no file", io="stdio"
    ),
    "an argument too many": _python(
        "print(sys.argv[2])", "RTE", "E207", "the package calls it with  {n}\n", arguments=("{n}",)
    ),
    "no word, with an argument": _python(
        "print()", "WA", "E101", "the package calls it with  {n}  and reads output.txt, or stdout\n", arguments=("{n}",)
    ),
    "a folder that came along stays": Habit(
        {"main.py": python("print(open(f'{os.path.dirname(__file__)}/data/out.txt').read(), end='')"),
         "data/out.txt": ANSWER}, "AC", "", "", {"input_file": "data/in.txt"},
    ),
    "a main in a folder called as its output": Habit(
        {"output.txt/main.py": "print('FAIL')", "notes.md": ""}, "CE", "E225"
    ),
    "no /dev/stdin, in Python": _python(
        "sys.exit(\"FileNotFoundError: [Errno 2] No such file or directory: '/dev/stdin'\")", "RTE", "E207", _NO_STDIN
    ),
    "no /dev/stdin, in Node": _python(
        "sys.exit(\"Error: ENOENT: no such file or directory, open '/dev/stdin'\")", "RTE", "E207", _NO_STDIN
    ),
    "no /dev/stdin, in Java": _python(
        "sys.exit('java.io.FileNotFoundException: /dev/stdin (No such file or directory)')", "RTE", "E207", _NO_STDIN
    ),
    "a name that is not there, in C": Habit({"mine.c": "int main(void) { return nothing; }"}, "CE", "E221", "nothing"),
    "a misspelt word, in C++": Habit({"mine.cpp": "int main() {\n    retrun 0;\n}"}, "CE", "E221", "mine.cpp:2:5"),
    "an open bracket, in Python": Habit({"mine.py": "x = print(1\n"}, "CE", "E211", "was never closed"),
    "a warning of the compiler": Habit(
        {"mine.c": f"#include <stdio.h>\nint main(void) {{ int unused; return fputs({_C_ANSWER}, stdout) < 0; }}"},
        "AC", "", "unused",
    ),
    "a class of 260 letters": Habit({"homework.java": f"public class {'A' * 260} {{ {_MAIN} }}"}, "CE", "E225"),
    "a class as a folder": Habit(
        {"homework.java": f"public class data {{ {_MAIN} }}", "data.java/x.txt": ""}, "CE", "E225"
    ),
    "two of one class": Habit(
        {"a.java": f"public class A {{ {_MAIN} }}", "b.java": f"public class A {{ int x; {_MAIN} }}"}, "CE", "E225"
    ),
    "a class as another file": Habit({"a.java": f"public class b {{ {_MAIN} }}", "b.java": "class c {}"}, "CE", "E225"),
    "beside in Node": Habit(
        {"homework.js": 'require("fs").writeFileSync(__dirname + "/hw.log", "x")'}, "RTE", "E207",
        'open it as "hw.log"',
    ),
    "elsewhere in Java": Habit(
        {"homework.java": _JAVA.format("", 'new java.io.FileWriter("/usr/hw.log");')}, "RTE", "E207",
        "working directory", _ROOMY,
    ),
    "elsewhere in C": Habit(
        {"homework.c": _C.format('fopen("/usr/hw.log", "w")', '"/usr/hw.log"')}, "RTE", "E207", "working directory"
    ),
    "socket in C": Habit(
        {"homework.c": _C.format("socket(AF_INET, SOCK_STREAM, 0) >= 0", '"socket"')}, "RTE", "E207", "sockets"
    ),
    "link in Node": Habit(
        {"homework.js": 'require("fs").symlinkSync("a", "b")'}, "RTE", "E207", "the sandbox refuses"
    ),
    "a status in C": Habit({"homework.c": "int main(void) { return 3; }"}, "RTE", "E207", help=False),
    "a file that perror does not name": Habit(
        {"homework.c": _C.format('fopen("/usr/hw.log", "w")', '"log"')}, "RTE", "E207", help=False
    ),
    "its own in Node": Habit({"homework.js": 'throw new Error("EPERM, I say")'}, "RTE", "E207", help=False),
}  # fmt: skip

# Each takes a second or more, and another one meets the same lines of the judge.
SLOW = (
    "Python 2: print",
    "FAIL is written first and never overwritten in time",
    "a project of Java with its unit tests",
    "a class that Java has no more",
    "the stack of Java",
    "the heap of Java",
    "an exception that nobody caught, in Java",
    "an argument that is not given, in Java",
    "input.txt on the class path, as a path",
    "a public class of another name, in a package",
    "elsewhere in Java",
)
