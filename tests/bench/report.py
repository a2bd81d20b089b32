"""How long the report of a large run takes to write and to open, and how large it is: `python -m tests.bench.report`.

A second import of numba beside it says how fast the machine is just now.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from judge.reports.site.contents import contents_of
from judge.reports.site.write import PAGES, write_site
from tests.reports.page.browser import opened
from tests.reports.runs import record

SUBMISSIONS, CASES = 20, 80


def main() -> None:
    """Print a line for each figure."""
    print(f"import numba      {_imported('numba'):6.2f} s")
    made = record(SUBMISSIONS, CASES)
    with tempfile.TemporaryDirectory() as folder:
        start_s = time.perf_counter()
        site = write_site(made, Path(folder) / "report")
        print(f"write             {time.perf_counter() - start_s:6.2f} s, {site.pages} pages")
        print(f"size              {site.size_bytes / 1e6:6.2f} MB")
        _kinds(Path(folder) / "report")
        _pages(made)
        _opened(Path(folder) / "report")


def _imported(module: str) -> float:
    start_s = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
    return time.perf_counter() - start_s


def _kinds(folder: Path) -> None:
    """Print the size of each kind of file: s and c are submissions and cases."""
    sizes = Counter[str]()
    for one in folder.rglob("*"):
        found = re.match(r"\d+-([sc])\d", one.name)
        kind = found[1] if found else f"other {one.suffix}"
        sizes[kind] += one.stat().st_size if one.is_file() else 0
    for kind, size in sizes.most_common(6):
        print(f"  {kind:15} {size / 1e6:6.2f} MB")


def _pages(made: object) -> None:
    """Print what each kind of page takes."""
    contents = contents_of(made)  # type: ignore[arg-type]
    for kind in PAGES:
        start_s = time.perf_counter()
        count = sum(1 for _ in kind(contents))
        print(f"  {kind.__module__.rpartition('.')[2]:15} {time.perf_counter() - start_s:6.2f} s, {count} pages")


def _opened(folder: Path) -> None:
    """Print when the script of a page is done, in ms after navigation began, and when the page is loaded."""
    with opened() as page:
        for name in ("index.html", "1-lizards.html"):
            for _ in range(3):
                page.goto((folder / name).as_uri())
                ready = page.evaluate("Number(document.documentElement.dataset.ready)")
                loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
                print(f"open {name:14} answers after {ready:5.0f} ms, loaded after {loaded:5.0f} ms")


if __name__ == "__main__":
    main()
