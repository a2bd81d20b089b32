"""A site on a port of this machine, for clients that speak HTTP; and a judge beside it that is told what comes out."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from judge.model import Problem, Student
from judge.problems import read_package
from judge.store import Store
from judge.web import Settings
from tests.make import replace
from tests.web.running import until
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
    with reachable(Settings(store=folder / "site.db", problems=(str(quiz(folder)),))) as settings:
        yield Listening(settings)


@contextmanager
def reachable(settings: Settings) -> Iterator[Settings]:
    """Serve a site at a free port until the block ends; return how."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = replace(settings, port=listener.getsockname()[1])
        app = made.application()
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none", proxy_headers=False))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            until(lambda: server.started or not thread.is_alive())
            assert server.started
            yield made
        finally:
            server.should_exit = True
            app.state.hub.close()
            thread.join(PATIENCE_S)
