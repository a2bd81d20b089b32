"""What the page of a class has of its own beside the style of every page: a large table, and columns of names."""

from __future__ import annotations

from typing import Final

from judge.reports.page.style import style

GRID: Final = """
.cols{columns:16rem;padding-left:1.2rem}
td>.bar{display:inline-block;width:6rem;vertical-align:middle;margin-right:.5rem}
.grid{max-height:85vh}.grid th,.grid td{white-space:nowrap;overflow-wrap:normal}
.grid thead th{position:sticky;top:0;background:var(--card);z-index:1;vertical-align:bottom}
.grid tbody th,.grid thead th:first-child{position:sticky;left:0;min-width:12rem;max-width:16rem;
white-space:normal;overflow-wrap:anywhere;border-right:1px solid var(--line)}.grid tbody th{background:var(--page)}
.grid thead th:first-child{z-index:2}
.grid .case{border-width:0 0 1px;border-radius:0;background:var(--card);writing-mode:vertical-rl;
padding:.5rem .3rem;font-weight:400;max-height:18rem;white-space:normal}
.grid td.c{text-align:center;padding:.2rem .25rem;line-height:0}.grid .mark{width:1.35rem;height:1.35rem}
@media (max-width:30rem){.grid tbody th,.grid thead th:first-child{min-width:6rem;max-width:8rem}}
@media print{.grid table{font-size:7pt}.grid td.c{padding:.1rem}.grid .mark{width:.9rem;height:.9rem}
.grid tbody th{min-width:0}.grid{max-height:none}
.grid thead th,.grid tbody th,.grid thead th:first-child{position:static}}
"""
_OWN: Final = """
body{max-width:80rem}h2{margin-top:2.5rem}
@media (max-width:30rem){body{padding:.7rem}}
@page{size:landscape;margin:1cm}
@media print{main{font-size:9pt}}
"""
CSS: Final = style(GRID, _OWN)
