"""The style of every page: light and dark, narrow and wide, on paper. Colours are told apart by whoever can't see one
of them (a test simulates that), and contrast is at least 7 to 1 for text, 3 to 1 for shapes."""

from __future__ import annotations

from typing import Final

from judge.model import Verdict
from judge.reports.page.html import Html
from judge.reports.palette import LOOKS

# By name: in a light page, in a dark one. Letters on marks have the colour `ink`.
COLOURS: Final = {
    "page": ("#ffffff", "#14171c"),
    "card": ("#f4f6f9", "#1e232b"),
    "text": ("#1b1f26", "#e6e9ee"),
    "soft": ("#434a57", "#b6bfcc"),
    "line": ("#c9cfd9", "#3b4350"),
    "link": ("#084a92", "#8cc4ff"),
    "fill": ("#0a56a8", "#6cb8ff"),
    "alarm": LOOKS[Verdict.WA].colours,
    "ink": ("#ffffff", "#14171c"),
    **{str(verdict): look.colours for verdict, look in LOOKS.items()},
    "tree": ("#3f6b2a", "#7fb069"),
    "forest": ("#578b40", "#7fb069"),
    "cell": ("#e9edf2", "#2a313b"),
}
_BASE: Final = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--page);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{line-height:1.25;margin:1.6rem 0 .6rem}h1{font-size:1.6rem;margin-top:.4rem}h2{font-size:1.2rem}
h3{font-size:1rem}p,ul,dl{margin:.5rem 0}a{color:var(--link)}
.soft{color:var(--soft)}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.8rem 1rem;margin:1rem 0}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
pre{background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.6rem .8rem;margin:.5rem 0;
white-space:pre-wrap;font:.85rem/1.35 ui-monospace,Menlo,Consolas,monospace}
code{font:.9em ui-monospace,Menlo,Consolas,monospace;background:var(--cell);padding:.1em .3em;border-radius:.25em;
display:inline-block;max-width:100%;line-height:1.2}
pre.drawn{white-space:pre;overflow-x:auto}
table{border-collapse:collapse}td,th{border:1px solid var(--line);padding:.2rem .6rem;text-align:left}
summary{cursor:pointer}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
"""
_MARKS: Final = """
.mark{width:1.6rem;height:1.6rem;vertical-align:middle;flex:none;overflow:visible}
.mark text{fill:var(--ink);font:700 13px system-ui,sans-serif}
.check{fill:none!important;stroke:var(--ink);stroke-width:3}
.JE path,.not-run path{fill:none;stroke:var(--soft);stroke-width:2;stroke-dasharray:4 2.9}
.not-run path{stroke-dasharray:none}.JE text,.not-run text{fill:var(--text)}
.met{white-space:nowrap}
.strip{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem;padding:0;margin:.4rem 0}
.strip a{display:block;line-height:0}
"""
_BARS: Final = """
.bar{display:block;overflow:visible}.track{fill:var(--line)}.earned,.used{fill:var(--fill)}.late{fill:var(--alarm)}
.dots{width:110px;height:12px;margin-right:.6rem;overflow:visible;border-right:2px solid var(--text);
display:block}
.dots path{fill:none;stroke:var(--fill);stroke-width:5;stroke-linecap:round}
.dots .used,.dots .late{stroke:none;fill:var(--fill)}.dots .late{fill:var(--alarm)}
.dots .median{stroke:none;fill:var(--text)}
.limit{stroke:var(--text);stroke-width:2}.median{fill:var(--text);stroke:var(--page);stroke-width:1}
"""
_TABLES: Final = """
.num{text-align:right;white-space:nowrap}th{font-weight:600;overflow-wrap:normal}tbody th{font-weight:400}
.scroll{position:relative;overflow:auto;width:fit-content;max-width:100%;border:1px solid var(--line);
border-radius:.4rem}.scroll table{border-collapse:separate;border-spacing:0}
.scroll td,.scroll th{border-width:0 0 1px}.scroll tbody tr:last-child>*{border-bottom:0}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;font-size:.9rem}
.legend li{display:flex;gap:.35rem;align-items:center}.legend .mark{width:1.2rem;height:1.2rem}
"""
_PAPER: Final = """
@media print{body{max-width:none;padding:0;font-size:10.5pt}
details.told::details-content,details.meaning::details-content{content-visibility:visible;height:auto}
summary,h2,h3,h4,h5{break-after:avoid}.scroll{overflow:visible}tr,.card,figure,summary{break-inside:avoid}a{color:inherit;text-decoration:none}}
"""
# Of the page of a submission.
RESULT_STYLE: Final = """
.result{display:flex;gap:1rem;align-items:center}.result .mark{width:3rem;height:3rem}.result p{margin:0}
.result .words{font-size:1.35rem;font-weight:700;line-height:1.25}.points{font-size:1.1rem}
.score{margin:.9rem 0 .2rem}
.why{font-weight:600}.code{white-space:nowrap;font-weight:400}
details.fault{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;max-width:60rem;background:var(--page)}
details.fault>summary{padding:.45rem .7rem}details.fault>summary:hover{background:var(--card)}
.inside{border-top:1px solid var(--line);padding:.5rem .9rem .8rem;scroll-margin-top:5rem}
.inside:target{background:var(--card)}.boards{display:flex;flex-wrap:wrap;gap:1rem 2rem;margin:.8rem 0}
.runs td,.runs th{overflow-wrap:normal;white-space:nowrap}tr:target>*{background:var(--card)}
figure{margin:0;flex:1 1 14rem;min-width:0;max-width:44rem}figcaption{font-weight:600;margin-bottom:.3rem}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dl.facts div{display:contents}dt{color:var(--soft)}dd{margin:0}
.meaning>summary{font-weight:600;padding:.3rem 0}
@media print{.astext{display:none}}
@media(max-width:30rem){body{padding:.7rem}dl.facts{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
"""


def style(*more: str) -> Html:
    """Return the style of a page, with `more` of its own."""
    verdicts = "".join(f".{name} path{{fill:var(--{name})}}" for name in LOOKS if name != Verdict.JE)
    return Html("".join((_colours(), _BASE, verdicts, _MARKS, _BARS, _TABLES, *more, _PAPER)).replace("\n", ""))


def _colours() -> str:
    light, dark = (";".join(f"--{name}:{pair[k]}" for name, pair in COLOURS.items()) for k in (0, 1))
    on_paper = "@media screen and (prefers-color-scheme:dark)"
    return f":root{{color-scheme:light dark;{light}}}{on_paper}{{:root{{{dark}}}}}"
