"""Open a zip of a stranger: zipfile reads its list of contents in one piece, of whatever size the file claims."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path


class TooLongError(Exception):
    """Raised for a list of contents above the bound; `names` are those of its entries, as far as the bound goes."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__("the list of contents is too long")
        self.names = names


def open_bounded_zip(source: Path | bytes, limit: int) -> zipfile.ZipFile:
    """Open a zip, a file or one in memory, with at most `limit` bytes of contents, as they are read: what its records
    claim proves nothing.

    Raises TooLongError, zipfile.BadZipFile for whatever is damaged, OSError.
    """
    file = _Bounded(io.BytesIO(source) if isinstance(source, bytes) else io.FileIO(source))
    file.limit = limit
    try:
        archive = _Zip(file)
    except OverflowError:
        with file:
            raise TooLongError(tuple(file.names(limit))) from None
    except (NotImplementedError, ValueError, struct.error) as fault:
        file.close()
        raise zipfile.BadZipFile(str(fault)) from fault
    except BaseException:
        file.close()
        raise
    file.limit = None  # a file in it may be larger
    return archive


class _Bounded(io.BufferedReader):
    limit: int | None = None

    def __init__(self, file: io.BytesIO | io.FileIO) -> None:
        self._bytes = file.seek(0, os.SEEK_END)
        file.seek(0)
        super().__init__(file)

    def read(self, size: int | None = -1, /) -> bytes:
        left = max(0, self._bytes - self.tell())
        wanted = left if size is None or size < 0 else min(size, left)
        if self.limit is not None and wanted > self.limit:
            raise OverflowError
        return super().read(wanted)

    def names(self, limit: int) -> Iterator[str]:
        """Yield the names of the entries from here on, as far as the bound of their list goes."""
        end = self.tell() + limit
        while self.tell() < end and (head := super().read(46)).startswith(b"PK\1\2") and len(head) == 46:
            name, *more = struct.unpack_from("<3H", head, 28)
            yield super().read(name).decode(errors="replace")
            self.seek(sum(more), os.SEEK_CUR)


class _Zip(zipfile.ZipFile):
    """Closes its file too: zipfile leaves one open that it was handed."""

    _file: _Bounded | None = None

    def __init__(self, file: _Bounded) -> None:
        super().__init__(file)
        self._file = file

    def close(self) -> None:
        super().close()
        if self._file:
            self._file.close()
