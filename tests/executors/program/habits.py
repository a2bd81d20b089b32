"""What programs are really like: each habit as a little program, and the verdict and sentence that it must get.

They are given the empty board of 6 x 6 for six lizards. `python` gives a program ANSWER and WRONG, a right and a wrong
answer. What is said of the last words and of the files of one that has ended is in test_last_words.py, without a box.
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


# --- when the verdict falls ------------------------------------------------------------------------------------------
ANSWERS = {
    "a data file beside the source": Habit(
        {"homework.py": "print(open('words.txt').read())", "words.txt": ANSWER}, "RTE", "E207", "dirname(__file__)"
    ),
    "a function that no library here has": Habit(
        {"homework.c": "int fopen_s(void);\nint main(void) { return fopen_s(); }"}, "CE", "E221",
        "undefined reference to fopen_s",
    ),
    "an answer on stdout": _python("print(ANSWER, end='')", "AC"),
    "a folder of its own": _python(
        f"os.makedirs('src/x')\n{_write('ANSWER', 'src/x/output.txt')}", "WA", "E101", "it wrote src/x/output.txt"
    ),
    "5 MB of debug text": _python(
        f"for out in (sys.stdout, sys.stderr): print('x' * 5_000_000, file=out)\n{_write('ANSWER')}", "AC", "", ""
    ),
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
    "a folder that is not here, for a while": _python(
        "import contextlib\nwith contextlib.chdir('data'): pass", "RTE", "E207", "to the folder data, which is not here"
    ),
}  # fmt: skip

# --- sources as they come ---------------------------------------------------------------------------------------------
_READ = 'new java.util.Scanner({0}).next().equals("DFS")'
_PRINT = (
    'StringBuilder out = new StringBuilder("OK\\n"); for (int at : new int[] {1, 3, 5, 0, 2, 4}) { '
    'for (int i = 0; i < 6; i++) out.append(i == at ? 1 : 0); out.append("\\n"); } System.out.print(out);'
)
_C_ANSWER = '"' + ANSWER.replace("\n", "\\n") + '"'

SOURCES = {
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
    "Python 2: a name": Habit({"homework.py": "for i in xrange(9): print(i)"}, "CE", "E220", "line 1: for i in xrange"),
}  # fmt: skip

# --- what is left when it has ended -----------------------------------------------------------------------------------


def _plain(body: str, verdict: str, code: str, says: str) -> Habit:
    """What nothing refuses in the weakest tier."""
    files = {"homework.py": python(f"open('other', 'w').write(ANSWER)\n{body}")}
    return Habit(files, verdict, code, says, {"output": 1, "time_limit": 2.0}, "plain")


LEFT = {
    "both, and the file is right": _python(f"print(WRONG)\n{_write('ANSWER')}", "AC"),
    "a file that is written to the end": _python("for c in ANSWER: open('output.txt', 'a').write(c)", "AC"),
    "a wrong answer and exit status 3": _python("print(WRONG, flush=True)\nsys.exit(3)", "RTE", "E207"),
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
    "a folder that came along stays": Habit(
        {"main.py": python("print(open(f'{os.path.dirname(__file__)}/data/out.txt').read(), end='')"),
         "data/out.txt": ANSWER}, "AC", "", "", {"input_file": "data/in.txt"},
    ),
    "a main in a folder called as its output": Habit(
        {"output.txt/main.py": "print('FAIL')", "notes.md": ""}, "CE", "E225"
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
}  # fmt: skip

# Each takes a second or more, and another one meets the same lines of the judge.
SLOW = (
    "a project of Java with its unit tests",
    "a class that Java has no more",
    "the stack of Java",
    "the heap of Java",
    "an exception that nobody caught, in Java",
    "input.txt on the class path, as a path",
    "a public class of another name, in a package",
    "elsewhere in Java",
)
