"""`--annotations github`: say on a pull request what was not as expected, at its file and line."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.model import Judgement
    from judge.model.classroom import Graded
    from judge.reports.export.annotations import Annotation

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Annotate:
    """Take what a command has judged, to be printed last. Drop it where nobody asked for it."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.taken: list[Annotation] = []

    def run(self, judgements: Sequence[Judgement]) -> None:
        """Take the submissions of a contest."""
        from judge.reports.export.annotations import of_run

        if self.wanted:
            self.taken += of_run(judgements)

    def graded(self, rows: Sequence[Graded], handed_in: Path) -> None:
        """Take a class, as it lies in this folder or zip."""
        from judge.reports.export.annotations import of_class

        if self.wanted:
            self.taken += of_class(rows, functools.partial(_file_of, handed_in))


def annotating(command: _Command) -> _Command:
    """Give a command --annotations, as one value `annotate`."""

    @functools.wraps(command)
    def called(*, annotations: str | None, **words: Any) -> Any:
        annotate = Annotate(annotations is not None)
        if not annotate.wanted:
            return command(**words, annotate=annotate)
        with _printed_at_the_end(annotate):
            return command(**words, annotate=annotate)

    return _OPTION(called)  # type: ignore[return-value]


_OPTION = click.option(
    "--annotations",
    type=click.Choice(("github",)),
    help="Say at file and line of a pull request what is not as expected.",
)


@contextmanager
def _printed_at_the_end(annotate: Annotate) -> Iterator[None]:
    """Keep the runner from obeying what is printed inside; then print what it is to obey."""
    import secrets

    from judge.reports.export.annotations import of_error
    from judge.reports.export.github import github_lines, resumed, stopped

    word = secrets.token_hex(16)
    click.echo(stopped(word))
    try:
        yield
    except JudgeError as error:
        annotate.taken.append(of_error(error))
        raise
    finally:
        click.echo(resumed(word))
        for line in github_lines(annotate.taken):
            click.echo(line)


def _file_of(handed_in: Path, row: Graded) -> Path | None:
    """Return the file of a student that was run, or the nearest that is there; of a zip, the zip."""
    if row.judgement is None:
        return handed_in
    inside = handed_in / row.folder
    return next((path for path in (inside / row.judgement.submission.path, inside) if path.exists()), handed_in)
