"""A copy that is renamed, laid out anew or commented has the tokens of its original; another program has not."""

from __future__ import annotations

import pytest

from judge.classroom.similar.tokens import tokens_of

SAME = {
    "a.py": (
        'def f(a, b):\n    """Add."""\n    return a + b * 3.5  # so\n\nx = f("one", \'two\')\n',
        'def plus(one,\n  two):\n  return one+two*12\ny=plus(\n"",  # nothing\n"a # \\" b")',
    ),
    "a.cpp": (
        "#include <vector>\nint main() { /* begin */ std::vector<int> v(3, 'x'); return v[0] + 1'000; }\n",
        "#include<vector>\nint main()\n{\n  std::vector<int> w(5,'\\''); // w\n  return w[1]+2;\n}",
    ),
    "A.java": (
        'class A { static int n = 3; String s = "a\\"b"; }',
        'class Board\n{\nstatic int size=0; // of it\nString name="";}',
    ),
    "a.rs": (
        "fn f<'a>(x: &'a str) -> char { let y = 'c'; for i in 0..9 { } y }",
        "fn g<'long>(text:&'long str)->char{let z='\\n';\nfor k in 1..100 {}\nz}",
    ),
    "a.go": ("func f() string { return `a\n// b` }", 'func g() string {\n\treturn "c" }'),
    "a.js": ("const f = (a) => `x ${a}`;", "const  g=(b)=>'y' ;"),
}


@pytest.mark.parametrize("path", SAME)
def test_names_layout_and_comments_are_nothing(path: str) -> None:
    one, other = (tokens_of(path, text).codes.tolist() for text in SAME[path])
    assert len(one) > 8
    assert one == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("while x: pass", "if x: pass"),
        ("a + b", "a - b"),
        ("range(n)", "n[range]"),
        ("return x", "x"),
        ("x = 1", "x = 'a'"),
    ],
)
def test_what_the_program_does_is_something(one: str, other: str) -> None:
    assert tokens_of("a.py", one).codes.tolist() != tokens_of("a.py", other).codes.tolist()


def test_each_token_is_where_it_stands() -> None:
    text = "if a_name == 12:\n    print('x')"
    tokens = tokens_of("a.py", text)
    stood = [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]
    assert stood == ["if", "a_name", "=", "=", "12", ":", "print", "(", "'x'", ")"]


def test_a_long_file_is_read_up_to_its_bound() -> None:
    assert len(tokens_of("a.py", "x " * 100, 30).codes) == 30


@pytest.mark.parametrize("text", ["", "\\", '"""', "'", "/*", "`", "\ufffd" * 9, "\ud800", "\x1b[31m", "é = 3"])
def test_any_text_is_read(text: str) -> None:
    for path in (*SAME, "noending", "a.sh"):
        assert tokens_of(path, text).codes.tolist() == tokens_of(path, text).codes.tolist()
