"""The threads in which pages are made, each with a store of its own: a connection of SQLite belongs to one thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from judge.errors import JudgeError
from judge.store import Store

_Made = TypeVar("_Made")


class Stores:
    """Some threads, and a store for each that was used."""

    def __init__(self, path: Path, threads: int) -> None:
        self._path, self._own = path, threading.local()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="judge-page")

    async def call(self, work: Callable[[Store], _Made]) -> _Made:
        """Do this work in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._do, work)

    def close(self) -> None:
        """Wait for what is being done. The stores close with their threads' process: SQLite holds a connection to the
        thread that made it."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _do(self, work: Callable[[Store], _Made]) -> _Made:
        store: Store | None = getattr(self._own, "store", None)
        if store is None:
            store = self._own.store = Store(self._path)
        try:
            return work(store)
        except JudgeError as error:
            if error.code in ("E352", "E355"):  # the file was moved away: the next request opens what is there then
                self._own.store = None
                with suppress(Exception):
                    store.__exit__(None, None, None)
            raise
