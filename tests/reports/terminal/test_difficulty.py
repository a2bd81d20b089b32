"""The tables of `judge generate --difficulty`."""

from __future__ import annotations

from judge.model import Verdict
from judge.model.difficulty import Aim, Aims, Effort, Hardness
from judge.model.made import Made
from judge.reports.terminal.difficulty import aims_table, hardness_table
from judge.reports.terminal.plain import as_text

AC, TLE = Verdict.AC, Verdict.TLE


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip(" ─")]


def test_a_case_shows_what_it_is_and_what_each_needed() -> None:
    rows = [
        Hardness("secret/b", 10, 25, 12, (Effort("fast", AC, 0.02), Effort("slow", TLE, 5.1))),
        Hardness("secret/a", 4, 0, 4, (Effort("fast", AC, 0.01), Effort("slow", AC, 0.02))),
    ]
    made = {"secret/b": Made("secret/b", "same", most=13, most_proven=True, board="x")}
    assert lines(as_text(hardness_table(rows, made), 100)) == [
        "case n trees pieces most fast slow",
        "secret/b 10 25 % 12 13 20 ms TLE 5.1 s",
        "secret/a 4 0 % 4 10 ms 20 ms",
    ]
    open_case = {"secret/b": Made("secret/b", "same", most=13, board="x")}
    assert ">=13" in as_text(hardness_table(rows[:1], open_case), 100)


def test_a_board_that_is_no_square_has_both_sides_and_no_number_of_the_most() -> None:
    rows = [Hardness("secret/hall", 4, 6, 0, (Effort("fast", AC, 0.01),), columns=6)]
    assert lines(as_text(hardness_table(rows, {}), 100))[-1] == "secret/hall 4 x 6 25 % 10 ms"


def test_a_long_table_is_cut_at_its_easy_end() -> None:
    rows = [Hardness(f"secret/c{number}", 4, 0, 4, ()) for number in range(63)]
    said = lines(as_text(hardness_table(rows, {}), 100))
    assert said[-1] == "and 3 cases that are easier"
    assert len(said) == 1 + 60 + 1


def test_the_hardest_that_can_be_done_is_a_recipe() -> None:
    rows = (Aim(0.1, -1, 3, (0.01,)), Aim(0.1, 0, 3, (0.5,)), Aim(0.1, 1, 3, (2.0,)))
    said = as_text(aims_table(Aims(9, 1.0, ("fast",), rows, undecided=1)), 100)
    assert "where boards of 9 x 9 are hard" in said
    assert "0.1 max-1 10 ms" in lines(said)
    assert "0.1 max+1 -" in lines(said)
    assert "1 board left out: nobody knows what they hold" in said
    assert said.endswith('[secret.hard]\n  n = 9\n  density = 0.1\n  seed = 1\n  count = 5\n  pieces = "max"\n')


def test_a_board_without_trees_has_no_seeds() -> None:
    said = as_text(aims_table(Aims(9, 1.0, ("fast",), (Aim(0.0, 0, 1, (0.5,)),))), 100)
    assert said.endswith('[secret.hard]\n  n = 9\n  pieces = "max"\n')


def test_where_nothing_is_solved_there_is_no_recipe() -> None:
    said = as_text(aims_table(Aims(9, 1.0, ("fast",), (Aim(0.0, 0, 1, (2.0,)),))), 100)
    assert "no solution does any of them in time" in said
    assert "[secret.hard]" not in said
