"""The style of the web: that of every page, and what forms and live parts need. One file, which browsers keep."""

from __future__ import annotations

from typing import Final

from judge.reports.class_page import GRID
from judge.reports.page.html import Html
from judge.reports.page.style import RESULT_STYLE, style
from judge.reports.picture.svg import STYLE

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
.name{min-width:7rem}.place{font-weight:600}
.diff .added{color:var(--AC);font-weight:700}.diff .removed{color:var(--alarm)}
.diff .place{color:var(--link);font-weight:400}pre code{background:none;padding:0;display:inline}
fieldset{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .8rem}legend{font-weight:600}
.phase{font-size:1.2rem;font-weight:600}
@media(max-width:30rem){.wide{display:none}}
"""
# A scoreboard in a page.
_SCOREBOARD: Final = """
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.standing td,.standing th{white-space:nowrap}.standing .team{min-width:10rem}.standing .place{font-size:.9em}
.standing .try,.standing .task{text-align:center}.standing .try{font-variant-numeric:tabular-nums}
.standing .solved,.standing .first{background:var(--AC);color:var(--ink)}.standing .first{font-weight:700;
box-shadow:inset 0 0 0 .18rem var(--text)}
.standing .pending{background:var(--fill);color:var(--ink)}.standing .wrong{color:var(--alarm)}
.standing tr.own>:first-child,.standing tr.turn>:first-child{box-shadow:inset .35rem 0 0 var(--fill)}
.standing tr.turn>*{background-color:var(--cell)}
.standing tr.turn>.solved,.standing tr.turn>.first,.standing tr.own>.solved,.standing tr.own>.first{
background:var(--AC)}
.standing tr.turn>.pending,.standing tr.own>.pending{background:var(--fill)}
.balloon{height:1em;width:.75em;vertical-align:-.1em;margin-right:.25em;overflow:visible}
.balloon circle{stroke:var(--text);stroke-width:1.2}.balloon path{fill:var(--text)}
.clock .left{font-size:1.6rem;font-weight:700;font-variant-numeric:tabular-nums}
@media(max-width:30rem){.standing td,.standing th{padding:.2rem .4rem}.phase{font-size:1rem}
.standing .team{white-space:normal;min-width:8rem;overflow-wrap:normal}}
.jobs td,.jobs th{overflow-wrap:normal;min-width:4rem}.jobs td:last-child{min-width:8rem}
.notes{font-size:.9rem;padding-left:1.2rem}
.standing .fresh{outline:.22rem solid var(--alarm);outline-offset:-.22rem}
@media(prefers-reduced-motion:no-preference){.standing .fresh{animation:fresh 1s ease-in-out 4}
@keyframes fresh{50%{outline-color:transparent}}}
"""
# The same, large for a projector, where 30 teams fit and nothing is folded.
_BEAMER: Final = """
.beamer{max-width:none;margin:0;padding:0;height:100vh;overflow:hidden}
.beamer main{padding:.8vh 1.2vw 0;height:100vh;overflow:hidden}
.beamer header{display:flex;justify-content:space-between;align-items:baseline;gap:2vw;height:6vh;overflow:hidden}
.beamer h1{margin:0;font-size:4vh;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.beamer .clock{margin:0;font-size:2.2vh;white-space:nowrap}.beamer .clock .left{font-size:4vh}
.beamer p{max-width:none}.beamer .button{min-height:0;padding:.3vh 1.2vw;line-height:1.2}
.beamer nav{font-size:2.2vh;align-items:center;flex-wrap:nowrap;white-space:nowrap}
.beamer .about{display:none}.beamer .phase{margin:0 0 .4vh;height:3.2vh;font-size:2vh;font-weight:400;
max-width:none;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.beamer .standing{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:0;--row:2.75vh}
.beamer .standing.rows-10{--row:7.2vh}.beamer .standing.rows-15{--row:5.2vh}.beamer .standing.rows-20{--row:4vh}
.beamer .standing td,.beamer .standing th{height:var(--row);padding:0 .35vw;border-width:0 0 1px;
font-size:min(calc(var(--row)*.66),3.4vh);line-height:1;overflow:hidden;text-overflow:ellipsis}
.beamer .standing thead th{font-size:min(calc(var(--row)*.45),2.2vh)}
.beamer .standing .rank{width:5.2vw}.beamer .standing .total{width:6vw}.beamer .standing .team{width:30vw}
.beamer .standing thead .rank,.beamer .standing thead .total{font-size:min(calc(var(--row)*.5),1.35vw)}
.beamer .standing.narrow .team{width:20vw}.beamer .standing.narrow .try{font-size:calc(var(--row)*.5)}
@media(max-width:40rem){.beamer .phase{height:auto}.beamer .standing .rank{width:14vw}
.beamer .standing .total{width:15vw}}
.beamer tbody+tbody,.beamer tbody[hidden]{display:none}.beamer tbody.now{display:table-row-group}
"""


def web_style() -> Html:
    """Return all of it."""
    return style(STYLE, RESULT_STYLE, GRID, _SITE, _FORMS, _LIVE, _SCOREBOARD, _BEAMER)
