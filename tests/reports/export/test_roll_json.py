"""What a dry run shows, for other programs: everybody, and no bytes of what was handed in."""

from __future__ import annotations

import json

from judge.model.classroom import Doubt, Member, Roll, Student
from judge.reports.export.atomic import as_json
from judge.reports.export.roll_json import roll_json

ANN = Member(Student("1", "Ann"), "ann", "ann/feedback", "a.py", (("a.py", b"secret"), ("b\udcff.txt", b"")), late=True)
BOB = Member(Student("2", "Bob"), "bob", "bob/feedback", doubt=Doubt("bob/x", "it is a link", "hand in a file"))
EVE = Member(Student("3"), "eve", "eve/feedback", "a.py", (("a.py", b"secret"),), remarks=("x.pdf: left out",))


def test_every_field_of_a_class_is_there_and_no_content() -> None:
    roll = Roll("Moodle", (ANN, BOB, EVE), (Student("4", "Dan"),), (Doubt("up.txt", "of nobody"),), ((ANN, EVE),))
    text = as_json(roll_json(roll))
    whole = json.loads(text)
    assert set(whole) == {"schema", *Roll.__struct_fields__}
    assert (whole["schema"], whole["shape"], whole["twins"]) == ("judge.roll/1", "Moodle", [["1", "3"]])
    ann, bob, eve = whole["members"]
    assert set(ann) == set(Member.__struct_fields__)
    assert (ann["student"]["name"], ann["files"], ann["late"], ann["doubt"]) == (
        "Ann",
        ["a.py", "b\\udcff.txt"],
        True,
        None,
    )
    assert bob["doubt"] == {"where": "bob/x", "what": "it is a link", "help": "hand in a file", "ours": False}
    assert eve["remarks"] == ["x.pdf: left out"]
    assert (whole["absent"][0]["id"], whole["strays"][0]["where"]) == ("4", "up.txt")
    assert b"secret" not in text
