"""HTTP over plain sockets, for tests that are many browsers: one request a connection, and streams of events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Final, NamedTuple

_BOUNDARY: Final = "judge-test-boundary"
_PATIENCE_S: Final = 60.0


class Answer(NamedTuple):
    """What a site has answered; status 0 where the connection broke before."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Site(NamedTuple):
    """Where a site listens on this machine."""

    port: int

    async def ask(self, method: str, path: str, headers: Mapping[str, str] = {}, body: bytes = b"") -> Answer:
        """Send a request, and return the answer."""
        try:
            return await asyncio.wait_for(self._ask(method, path, headers, body), _PATIENCE_S)
        except (OSError, EOFError, ValueError, IndexError, TimeoutError):
            return Answer(0, {}, b"")

    async def send(
        self, path: str, headers: Mapping[str, str], fields: Mapping[str, str], files: Mapping[str, bytes]
    ) -> Answer:
        """Send a form with files, each in a field `file`."""
        kind = {"content-type": f"multipart/form-data; boundary={_BOUNDARY}"}
        return await self.ask("POST", path, {**headers, **kind}, _form(fields, files))

    async def events(self, path: str, headers: Mapping[str, str] = {}) -> AsyncIterator[tuple[str, str]]:
        """Yield the events of a stream, each its name and its data; ends where the stream does. OSError where it is
        refused."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self._head("GET", path, headers, 0))
            status, _ = await _read_head(reader)
            if status != 200:
                raise OSError(f"the stream was refused: {status}")
            name, data = "", []
            async for line in _lines(reader):
                field, _, value = line.partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    data.append(value)
                elif not line and name:
                    yield name, "\n".join(data)
                    name, data = "", []
        finally:
            writer.close()

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self._head(method, path, headers, len(body)) + body)
            status, told = await _read_head(reader)
            length = int(told.get("content-length", 0))
            return Answer(status, told, await reader.readexactly(length))
        finally:
            writer.close()

    def _head(self, method: str, path: str, headers: Mapping[str, str], length: int) -> bytes:
        told = {"host": f"127.0.0.1:{self.port}", "connection": "close", "content-length": str(length), **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split()[1]), {name.lower(): value for name, value in headers.items()}


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """Yield the lines of a body in chunks (RFC 9112, section 7.1)."""
    left = b""
    while size := int((await reader.readline()) or b"0", 16):
        left += (await reader.readexactly(size + 2))[:-2]
        *whole, left = left.split(b"\n")
        for line in whole:
            yield line.decode()


def _form(fields: Mapping[str, str], files: Mapping[str, bytes]) -> bytes:
    parts = [(f'name="{name}"', value.encode()) for name, value in fields.items()]
    parts += [(f'name="file"; filename="{name}"', body) for name, body in files.items()]
    made = b"".join(
        f"--{_BOUNDARY}\r\ncontent-disposition: form-data; {words}\r\n\r\n".encode() + body + b"\r\n"
        for words, body in parts
    )
    return made + f"--{_BOUNDARY}--\r\n".encode()
