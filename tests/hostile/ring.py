"""A hostile class: students whose names, files, sources, answers and last words aim at the judge, not at the box.

None of them has earned a point. What takes a file of its own to be read is in `submissions/`; here is what is made by
counting: too deep, too long, too many.
"""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

from tests.hostile.stage import CASES, PRELUDE, SUBMISSIONS
from tests.make import package

Files = dict[str, str | bytes]

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"
MAIN = 'class {} {{ public static void main(String[] a) {{ System.out.println("FAIL"); }} }}\n'
HONEST: dict[str, Files] = {
    "ada": {"solution.py": (SUBMISSIONS / "all_right.py").read_bytes()},
    "zoe": {"main.c": (SUBMISSIONS / "program_honest.c").read_bytes()},
}
SOURCES: dict[str, str | bytes] = {
    "list": f"{SOLVE}x = {'[' * 20_000}{']' * 20_000}\n",
    "elif": SOLVE + "if 0: pass\n" + "elif 0: pass\n" * 3000,
    "calls": f"{SOLVE}if 0: x{'()' * 900}\n",
    "powers": f"{SOLVE}if 0: 1{'**1' * 3000}\n",
    "pattern": f"{SOLVE}match 0:\n  case {'[' * 900}{']' * 900}: pass\n  case _: pass\n",
    "decorators": "own = lambda f: f\n" + "@own\n" * 3000 + SOLVE,
    "text": SOLVE + "x = " + "'a' " * 9000 + "\n",
    "python2": "print 'x'\nx = 1" + "+1" * 990 + "\n",
    "punycode": f"# coding: punycode\n{SOLVE}",
    "coding": f"# coding: {'x' * 5000}\n{SOLVE}",
    "utf16": SOLVE.encode("utf-16"),
    "nul": b"\0" * 100_000,
    "digits": f"{SOLVE}x = {'9' * 5000}\n",
    "expects": "# @EXPECTED_RESULTS@: JE, [red]\x1b[2J\n" + SOLVE,
    "problem": f"# judge: problem = {'a' * 100_000}\n{SOLVE}",
    "unsolved": SOLVE + "del solve\n",
}
NAMES: dict[str, Files] = {
    "long": {"Main.java": "public " + MAIN.format("A" * 260)},
    "wide": {"Main.java": "public " + MAIN.format("漢" * 84)},
    "clash": {"Foo.java": MAIN.format("Foo"), "Foo.java/x.txt": "x"},
    "renamed": {"Main.java": "public " + MAIN.format("x"), "x.java/y.txt": "y"},
    "package": {"Main.java": f"package {'.'.join('p' * 3000)};\npublic {MAIN.format('Main')}"},
    "tables": {
        "main.py": "print('FAIL')\n",
        ".judge/languages.toml": '[Python]\nhome = ["touch", "hostile-was-here"]\n',
        "languages.toml": '[Python]\nhome = ["touch", "hostile-was-here"]\n',
    },
    "modules": {
        "main.py": "print('FAIL')\n",
        **dict.fromkeys(("numpy.py", "os.py", "site.py", "encodings.py", "__init__.py"), "1 / 0\n"),
    },
    "folders": {"main.py": "print('FAIL')\n", "input.txt/x": "1", "output.txt/y": "2", "cache/z": "3", "left/z": "4"},
    "options": {"-version.java": MAIN.format("A")},
    "deep": {"main.py": "print('FAIL')\n", "d/" * 9000 + "x.py": "1"},
    "[red]=1+1": {"main.py": "print('FAIL')\n"},
}
ANSWERS: dict[str, str] = {  # Python, for the bytes that a program leaves as its answer
    "brackets": "b'[' * 10**6 + b']' * 10**6",
    "one-letter": "b'0' * (1 << 24)",
    "a-number": "b'OK\\n' + b'9' * 5000",
    "negative": "b'[[-' + b'9' * 4400 + b']]'",
    "infinite": "b'[[1e999, nan], [-inf, 1_0]]'",
    "rows": "b'[2413 rows]'",
    "arabic": "('OK\\n' + '\\u0661\\u00b2\\u2460\\n' * 8).encode()",
    "surrogates": "'OK\\n\\ud800\\x1b[2J\\u202e'.encode(errors='surrogatepass')",
}
ENDS: dict[str, Files] = {
    "unsealed": {"solution.py": "import os, struct\nos.write(4, b'U' + struct.pack('<Q', 3) + b'abc')\n" + SOLVE},
    "late": {"solution.py": PRELUDE + "if ATTEMPT: os._exit(0)\n" + SOLVE},
    "status": {"solution.py": "import os\ndef solve(a, n, l, g):\n    os._exit(127)\n"},
    "report": {"main.py": "import os\nfor fd in range(3, 99):\n  try: os.write(fd, bytes(9))\n  except OSError: 0\n"},
    "closed": {"main.py": "import os\nopen('output.txt', 'w').write('FAIL')\nos.chmod('output.txt', 0)\n"},
    "linked": {"main.py": "import os\nos.symlink('/dev/zero', 'output.txt')\n"},
    "called": {"main.py": "[open(b'output\\xff\\n\\x1b[2J%d' % i, 'w').close() for i in range(500)]\n"},
    "127": {"main.py": "import os\nos._exit(127)\n"},
}  # fmt: skip
HOSTILE: dict[str, Files] = {name: {"solution.py": source} for name, source in SOURCES.items()}
HOSTILE |= NAMES
HOSTILE |= {name: {"main.py": f"open('output.txt', 'wb').write({answer})\n"} for name, answer in ANSWERS.items()}
HOSTILE |= ENDS
# In a zip there is more: no tool makes these, and the gradebook still has a row for each.
TRICKS = {"link": (stat.S_IFLNK | 0o777) << 16, "device": (stat.S_IFCHR | 0o666) << 16}


def write_package(folder: Path) -> Path:
    """One case, worth all the points."""
    return package(folder, cases={"secret/eight": CASES["eight"]}, output=16, processes=64, compilation_time=10)


def write_class(path: Path) -> Path:
    """All of them in one zip, the honest ones first and last."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, files in sorted((HONEST | HOSTILE).items()):
            for name, data in files.items():
                archive.writestr(f"{student}/{name}", data)
        for student, mode in TRICKS.items():
            entry = zipfile.ZipInfo(f"{student}/solution.py")
            entry.create_system, entry.external_attr = 3, mode
            archive.writestr(entry, "/etc/passwd")
    return path
