"""How the page of a class looks: on a phone and on a screen, by day and by night, and on paper."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--bar:#54aeff;
--ac:#dafbe1;--ac-fg:#0b4a1e;--wa:#ffdcd9;--wa-fg:#82071e;--tle:#fff0c2;--tle-fg:#633c01;
--rte:#efe0ff;--rte-fg:#4c2889;--je:#24292f;--je-fg:#fff}
@media screen and (prefers-color-scheme:dark){:root{
--bg:#0d1117;--fg:#e6edf3;--soft:#9aa4af;--line:#3d444d;--bar:#1f6feb;
--ac:#123a20;--ac-fg:#aff5b4;--wa:#4c1414;--wa-fg:#ffdcd7;--tle:#42300a;--tle-fg:#f8e3a1;
--rte:#3a1f63;--rte-fg:#eddeff;--je:#e6edf3;--je-fg:#0d1117}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--bg);color:var(--fg);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2}h2{margin-top:2.5rem;font-size:1.25rem}h3{font-size:1rem;margin-bottom:.2rem}
code{background:color-mix(in srgb,var(--line) 40%,transparent);padding:.1rem .3rem}
ul{padding-left:1.2rem;margin:.3rem 0}.cols{columns:16rem}
table{border-collapse:separate;border-spacing:0}
th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--line);font-weight:400}
thead th{font-weight:600;vertical-align:bottom}.num{text-align:right;white-space:nowrap}
.scroll{position:relative;overflow:auto;width:fit-content;max-width:100%;border:1px solid var(--line)}
.scroll:focus-visible{outline:3px solid var(--bar);outline-offset:2px}
.grid{max-height:85vh}.grid th,.grid td{white-space:nowrap;overflow-wrap:normal}
.grid thead th{position:sticky;top:0;background:var(--bg);z-index:1}
.grid tbody th,.grid thead th:first-child{position:sticky;left:0;background:var(--bg);min-width:12rem;max-width:16rem;
white-space:normal;overflow-wrap:anywhere;border-right:1px solid var(--line)}
.grid thead th:first-child{z-index:2}
.grid .case{writing-mode:vertical-rl;padding:.5rem .3rem;font-weight:400;max-height:18rem;white-space:normal}
.grid td.c{text-align:center;padding:.25rem;font-family:ui-monospace,monospace;min-width:1.8rem}
.bar{display:inline-block;height:.7rem;background:var(--bar);vertical-align:middle;margin-right:.4rem}
.room{min-width:9rem}.soft{color:var(--soft)}
.AC{background:var(--ac);color:var(--ac-fg)}.WA{background:var(--wa);color:var(--wa-fg);font-weight:700}
.TLE,.MLE,.OLE{background:var(--tle);color:var(--tle-fg);font-weight:700}
.RTE,.CE{background:var(--rte);color:var(--rte-fg);font-weight:700}.JE{background:var(--je);color:var(--je-fg)}
.key{display:inline-block;min-width:1.6rem;text-align:center;font-family:ui-monospace,monospace;margin-right:.4rem}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:30rem){body{padding:.7rem}.grid tbody th,.grid thead th:first-child{min-width:6rem;max-width:8rem}}
@page{size:landscape;margin:1cm}
@media print{:root{color-scheme:light}body{max-width:none;font-size:9pt;padding:0}
.grid table{font-size:7pt}.grid td.c{min-width:0;padding:.15rem}.grid tbody th{min-width:0}
.scroll{overflow:visible;max-height:none;border:0}
.grid thead th,.grid tbody th,.grid thead th:first-child{position:static}
.bar,td.c,.key{print-color-adjust:exact;-webkit-print-color-adjust:exact}tr,h3{break-inside:avoid}}
"""
