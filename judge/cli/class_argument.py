"""A class as it was handed in: the argument and the options that name it, one value for every command on a class.

The word `web:` in place of a folder or zip names what was handed in on the web, out of the store. A folder that is
called so is named by its whole path.
"""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import click
import msgspec

from judge.classroom import Match, Roster, read_roll, web_class
from judge.cli.declaration import Declared, Words, argument, option, words_of
from judge.cli.options import MainName, ProblemName, RosterFile, package, read_problem, refuse_given
from judge.errors import JudgeError
from judge.files import write_whole
from judge.model import Mark, Problem, Roll
from judge.reports import MatchFile
from judge.store import Store
from judge.text import counted

_OF_FILES = ("groups", "match", "main")


def class_path(*, unless: str = "", beside: str = f"|{Roll.WEB}") -> Declared:
    """Declare the argument that names a class. The option `unless` takes the place of the class, where there is one:
    then the path is empty. `beside` is what else the path may name."""

    def there(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path:
        if path is None and not (unless and ctx.params.get(unless)):
            raise click.MissingParameter(ctx=ctx, param=parameter)
        return path or Path()

    shown = f"[FOLDER|ZIP{beside}]" if unless else f"FOLDER|ZIP{beside}"
    return argument(shown, required=not unless, callback=there)


class ClassArgument(msgspec.Struct, frozen=True):
    """A class as it was handed in, who is in it, and for which problem: "" for a command that asks for none."""

    problem: ProblemName
    path: Annotated[Path, class_path()]
    roster: RosterFile
    groups: Annotated[
        Path | None, option("--groups", "CSV with columns group and id: a group's work is each member's.")
    ]
    match: Annotated[Path | None, option("--match", "CSV that says whose a submission is; --dry-run writes it.")]
    main: MainName

    @property
    def on_the_web(self) -> bool:
        """Say whether it is what was handed in on the web."""
        return str(self.path) == Roll.WEB

    @property
    def name(self) -> str:
        """Return what the class is called."""
        return f"{Roll.WEB} {self.problem}" if self.on_the_web else self.path.resolve().name

    def read(self, *, to_mark: bool = False) -> tuple[Problem, Roll]:
        """Return the problem and who is who. Of what was handed in on the web, the dates that were set there count.
        JudgeError E506 where that is nothing; `to_mark` accounts are enough."""
        chosen = read_problem(self.problem)
        if not self.on_the_web:
            return chosen, self.roll(chosen)
        refuse_given(_OF_FILES, f"a folder or zip; on the web ({Roll.WEB}) an account says whose each submission is")
        roster = Roster.listed(self.roster)
        with Store() as store:
            found = web_class(store, chosen, roster.students if roster else None)
            by_hand = Mark.Decided.give_points(store.marks.of(chosen.name, Roll.WEB))
            known = by_hand or (to_mark and store.accounts.everybody())
            if not known and not store.queue.handed_in(chosen.name):
                repair = "judge serve  takes submissions; or name the folder or zip that was handed in"
                raise JudgeError("E506", f"nothing was handed in on the web for {chosen.name}", help=repair)
        return found

    def roll(self, problem: Problem | None, *, to_settle: bool = False) -> Roll:
        """Return who is who in a folder or zip. With `to_settle` the match file need not be there yet."""
        if self.on_the_web:
            raise click.UsageError(
                f"judge serve judges what is handed in on the web; judge export {Roll.WEB}  writes it"
            )
        roster = Roster.listed(self.roster, self.groups)
        settled = self.match and (self.match.exists() or not to_settle)
        if problem and problem.attempt == "last-on-time" and problem.deadline is None:
            repair = 'add a deadline to its problem.toml, or write attempt = "newest" or "best"'
            raise JudgeError("E422", "nobody knows which attempts are on time without a deadline", help=repair)
        match = Match.read(self.match) if settled and self.match else None
        return read_roll(self.path, roster, match, problem, self.main)

    def settling(self, roll: Roll, *, write: bool) -> list[str]:
        """Return what the instructor may do about what is not clear. With `write` a match file is written for it; a
        file that is there is never written over."""
        match, own = MatchFile.of(roll), Path(f"{self.name.removesuffix('.zip')}-match.csv")
        path = self.match or own
        if not match.rows:
            return []
        if write and not path.exists():
            write_whole(path, str(match))
            count = f"{counted(len(match.rows), 'row')} to fill in"
            repair = f"then give --match {quote(str(path))}"
            return [f"{path}: {count}: whose each is (- for nobody's), and its main; {repair}"]
        if self.match:
            return [f"what is still not clear needs a row in {self.match}"]
        return [f"{own} is there, and is not written over: --match {quote(str(own))} uses it"] if own.exists() else []


def maybe_of_a_problem(help: str, path: Declared | None = None) -> Words:  # noqa: A002 - click's word
    """Return the words of a class for a command that may do without a problem; `path` declares what names the class."""
    words = words_of(ClassArgument)
    del words["problem"]
    return words | ({"path": [path]} if path else {}) | {"problem": [package(help, default="")]}
