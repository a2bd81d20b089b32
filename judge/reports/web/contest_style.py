"""The style of a scoreboard: in a page, and large for a projector, where 30 teams fit and nothing is folded."""

from __future__ import annotations

from typing import Final

_TABLE: Final = """
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
CONTEST_STYLE: Final = _TABLE + _BEAMER
