"""A site on a port of this machine, for clients that speak HTTP; and a judge beside it that is told what comes out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from judge.model import Problem
from judge.model.classroom import Student
from judge.problems.package import read_package
from judge.store import Store
from judge.web.app import Application
from judge.web.settings import Settings
from judge.web.site import Site
from tests.web.running import free_port
from tests.web.sites import quiz

PATIENCE_S = 60.0
Judging = Callable[[Store, Problem], None]


class Listening:
    """A site that listens, and who may come in."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.url = settings, settings.address
        self.problem = read_package(Path(settings.problems[0]))

    def token(self, owner: str = "ada") -> str:
        with Store(self.settings.store) as store:
            account = store.accounts.of(owner) or store.accounts.enter(Student(owner), "student", "")
            return store.credentials.make("token", account, "student", 600, owner)[0]

    @contextmanager
    def judged(self, judging: Judging) -> Iterator[None]:
        """Judge the next submission in this manner, as soon as it is there."""
        stop = threading.Event()

        def work() -> None:
            with Store(self.settings.store) as store:
                while not store.queue.open() and not stop.wait(0.01):
                    pass
                if not stop.is_set():
                    judging(store, self.problem)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(PATIENCE_S)
            assert not thread.is_alive()


@contextmanager
def listening(folder: Path) -> Iterator[Listening]:
    """Serve the quiz from this folder until the block ends."""
    settings = Settings(store=folder / "site.db", port=free_port(), problems=(str(quiz(folder)),))
    made = Listening(settings)
    with reachable(settings):
        yield made


@contextmanager
def reachable(settings: Settings) -> Iterator[None]:
    """Serve a site on its port until the block ends."""
    application = Application(Site(settings))
    config = uvicorn.Config(
        application.asgi, host="127.0.0.1", port=settings.port, log_config=None, timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(config)
    application.stopping = lambda: server.should_exit
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        ready = threading.Event()
        while not server.started and thread.is_alive():
            ready.wait(0.01)
        assert server.started
        yield
    finally:
        server.should_exit = True
        thread.join(PATIENCE_S)
