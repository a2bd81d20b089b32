"""The style of the web: that of every page, and what forms and live parts need. One file, which browsers keep."""

from __future__ import annotations

from typing import Final

from judge.reports.class_page.style import GRID
from judge.reports.page.html import Html
from judge.reports.page.student_html import STUDENT_STYLE
from judge.reports.page.style import style
from judge.reports.picture.svg import STYLE
from judge.reports.web.contest_style import CONTEST_STYLE

_SITE: Final = """
body{max-width:72rem}
header.site{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;border-bottom:1px solid var(--line);
padding-bottom:.6rem;margin-bottom:1rem}header.site nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;flex:1 1 12rem}
header.site .brand{font-weight:700;text-decoration:none;color:var(--text)}
header.site nav a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
header.site form{margin:0}header.site button{min-height:2.2rem;padding:.2rem .8rem}
header.site .who{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:20rem}
@media(max-width:40rem){header.site .who{flex:1 1 0;text-align:right}header.site nav{flex:1 0 100%;order:1;
overflow-wrap:normal}}
p,ul{max-width:48rem}ul.cols,ul.strip{max-width:none}
.scroll td,.scroll th{overflow-wrap:break-word;max-width:22rem}
.grid td.words{white-space:normal;min-width:16rem}
@media(max-width:30rem){.grid tbody th,.grid thead th:first-child{min-width:9rem;max-width:11rem}}
.grid tbody th{overflow-wrap:break-word}
.skip{position:absolute;left:-100rem}.skip:focus{position:static}
footer.site{border-top:1px solid var(--line);margin-top:2rem;padding-top:.5rem;font-size:.9rem;color:var(--soft)}
"""
_FORMS: Final = """
form.stack{display:grid;gap:.7rem;max-width:36rem}label{font-weight:600;display:block}
label.inline{font-weight:400;display:flex;gap:.5rem;align-items:center}
input,textarea,select{font:inherit;color:var(--text);background:var(--page);border:1px solid var(--soft);
border-radius:.35rem;padding:.45rem .6rem;width:100%;min-height:2.75rem}
input[type=checkbox],input[type=radio]{flex:none;width:1.3rem;min-height:1.3rem;height:1.3rem}
label.inline+label.inline{margin-top:.4rem}
textarea{min-height:12rem;font:.9rem/1.4 ui-monospace,Menlo,Consolas,monospace}textarea.short{min-height:5rem}
progress{width:100%;max-width:36rem;height:1rem;accent-color:var(--fill)}
button,.button{font:inherit;font-weight:600;display:inline-block;min-height:2.75rem;padding:.45rem 1.1rem;
cursor:pointer;
border:1px solid var(--fill);border-radius:.4rem;background:var(--fill);color:var(--ink);text-decoration:none}
button.quiet,.button.quiet{background:transparent;color:var(--link);border-color:var(--line)}
button.danger{background:var(--alarm);border-color:var(--alarm)}
.hint{font-weight:400;font-size:.9rem;color:var(--soft);margin:.2rem 0 0}
.wrong{border-left:.3rem solid var(--alarm);padding:.2rem .8rem;margin:.6rem 0}
.done{border-left:.3rem solid var(--AC);padding:.2rem .8rem;margin:.6rem 0}
.row{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end}
nav.row{align-items:center;margin:.5rem 0}
.when,.scroll button{white-space:nowrap}
.drop{border:2px dashed var(--soft);border-radius:.6rem;padding:1rem;background:var(--card)}
.drop.over{border-color:var(--link);background:var(--cell)}
"""
_LIVE: Final = """
.letters{display:flex;flex-wrap:wrap;gap:.2rem;padding:0;margin:.4rem 0;list-style:none}
tr.own>*{background:var(--cell);font-weight:600}
.yet{display:block;width:1.6rem;height:1.6rem;border:2px dotted var(--soft);border-radius:50%}
.row a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
.met{white-space:nowrap}.name{min-width:7rem}.place{font-weight:600}
.diff .added{color:var(--AC);font-weight:700}.diff .removed{color:var(--alarm)}
.diff .place{color:var(--link);font-weight:400}pre code{background:none;padding:0;display:inline}
fieldset{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .8rem}legend{font-weight:600}
.phase{font-size:1.2rem;font-weight:600}
@media(max-width:30rem){.wide{display:none}}
"""


def web_style() -> Html:
    """Return all of it."""
    return style(STYLE, STUDENT_STYLE, GRID, _SITE, _FORMS, _LIVE, CONTEST_STYLE)
