"""Two ICPC packages of one problem, written for the tests: in the older form and in that of 2025-09."""

from __future__ import annotations

from pathlib import Path

from tests.make import files, zipped

VALIDATOR = """\
import sys
given, _, feedback = sys.argv[1:4]
words = sys.stdin.read().split()
if len(words) == 2 and all(word.isdecimal() for word in words) and sum(map(int, words)) == int(open(given).read()):
    sys.exit(42)
with open(feedback + "judgemessage.txt", "w") as file:
    print("not a sum of two numbers:", *words, file=file)
sys.exit(43)
"""
RIGHT = "n = int(input())\nprint(n // 2, n - n // 2)\n"
WRONG = "print(1, 1)\n"
CPP = '#include <iostream>\nint main() { long n; std::cin >> n; std::cout << 0 << " " << n << "\\n"; }\n'
LEGACY = {
    "problem.yaml": (
        "license: cc by-sa\nvalidation: custom\nvalidator_flags: exact 'two words'\nlimits:\n  memory: 256\n"
    ),
    ".timelimit": "2\n",
    "problem_statement/problem.en.tex": "\\problemname{Two Numbers}\nWrite two numbers.\n",
    "data/sample/1.in": "7\n",
    "data/sample/1.ans": "3 4\n",
    "data/sample/1.png": "no image",
    "data/secret/01-small.in": "2\r\n",
    "data/secret/01-small.ans": "1 1\r\n",
    "data/secret/deep/02.in": "1000\n",
    "data/secret/deep/02.ans": "1 999\n",
    "output_validators/sum/validate.py": VALIDATOR,
    "submissions/accepted/right.py": RIGHT,
    "submissions/accepted/zero.cc": CPP,
    "submissions/accepted/old.kt": "fun main() {}\n",
    "submissions/wrong_answer/ones.py": WRONG,
    "submissions/time_limit_exceeded/loop.py": "while True:\n    pass\n",
    "input_validators/check.py": "raise SystemExit(42)\n",
}
NEWEST = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nuuid: 7f8e\ntype: scoring\nname:\n  sv: Två tal\n  en: Two Numbers\n"
        "license: cc0\nlimits:\n  time_limit: 1.5\n  validation_time: 10\n"
    ),
    "statement/problem.en.md": "Write two numbers whose sum is *n*.\n",
    "data/sample/1.in": "7\n",
    "data/sample/1.ans": "3 4\n",
    "data/secret/test_group.yaml": "score_aggregation: sum\n",
    "data/secret/small/test_group.yaml": "max_score: 30\noutput_validator_args: [exact]\n",
    "data/secret/small/1.in": "2\n",
    "data/secret/small/1.ans": "1 1\n",
    "data/secret/small/2.in": "3\n",
    "data/secret/small/2.ans": "1 2\n",
    "data/secret/small/2.yaml": "output_validator_args: [two words]\n",
    "data/secret/large/test_group.yaml": "max_score: 70\nscore_aggregation: sum\nfull_feedback: true\n",
    "data/secret/large/1.in": "1000\n",
    "data/secret/large/1.ans": "1 999\n",
    "output_validator/validate.py": VALIDATOR,
    "submissions/accepted/right.py": RIGHT,
    "submissions/other/right.py": RIGHT,
    "submissions/other/ones.py": WRONG,
    "submissions/submissions.yaml": "other/*:\n  permitted: [AC, WA]\nother/{ones,twos}.py:\n  required: [WA]\n",
}


def without(texts: dict[str, str], *names: str) -> dict[str, str]:
    return {name: text for name, text in texts.items() if not name.startswith(names)}


def write(texts: dict[str, str], root: Path) -> Path:
    """Write a package into a folder."""
    return files(root, texts)


def write_zip(texts: dict[str, str], path: Path, top: str = "") -> Path:
    """Write a package into a zip, in a folder or in none."""
    return zipped(path, {top + name: text.encode() for name, text in texts.items()})
