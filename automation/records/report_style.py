"""The style of the HTML report: the tokens of the app, light and dark."""

from typing import Final

STYLE: Final = """\
:root {
  --bg: #F4F6F4; --surface: #FFFFFF; --sunken: #EAEEEB; --text: #1B2022; --text2: #505A5E;
  --text3: #616A6E; --line: #DCE1DE; --ctl: #7F888B; --accent: #0B6E78;
  --ok: #1C6B42; --ok-soft: #DDF0E4;
  --r0: #58636A; --r0-soft: #E9EDEC; --r1: #0B6E78; --r1-soft: #DBEEEF;
  --r2: #855300; --r2-soft: #FBEFD6; --r3: #B3261E; --r3-soft: #FBE4E1;
  --r4: #56457C; --r4-soft: #ECE7F5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #15191B; --surface: #1D2224; --sunken: #101314; --text: #E8ECEA; --text2: #A9B3B5;
    --text3: #8F9A9D; --line: #30383A; --ctl: #768286; --accent: #4FC3CE;
    --ok: #6FCF97; --ok-soft: #183527;
    --r0: #A3AEB2; --r0-soft: #262C2E; --r1: #4FC3CE; --r1-soft: #173A3E;
    --r2: #F0B34A; --r2-soft: #3A2E14; --r3: #FF8A7E; --r3-soft: #44211E;
    --r4: #BBA6EA; --r4-soft: #2E2742;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 14px/20px system-ui, "Inter", "Segoe UI", "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%;
}
main { max-width: 1120px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 28px; line-height: 36px; font-weight: 600; margin: 4px 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 16px; line-height: 24px; font-weight: 600; margin: 0; flex: 1; overflow-wrap: anywhere; }
p { margin: 0; }
.meta { color: var(--text2); font-size: 13px; line-height: 18px; }
.outcome { font-size: 16px; line-height: 24px; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 24px 0 32px; }
.figures div { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; }
.figures dt { color: var(--text2); font-size: 13px; line-height: 18px; }
.figures dd { margin: 2px 0 0; font-size: 20px; line-height: 28px; font-weight: 600; }
section + section { margin-top: 56px; }
.steps { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; min-width: 0; }
.head { display: flex; gap: 12px; align-items: baseline; }
.n { color: var(--text3); min-width: 1.5em; text-align: right; }
.mark { font-size: 12px; }
.time { color: var(--text2); font-size: 13px; white-space: nowrap; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; margin: 4px 0 0; color: var(--text2); font-size: 13px; line-height: 24px; }
.badge { border-radius: 4px; padding: 2px 8px; font-size: 12px; line-height: 18px; font-weight: 600; white-space: nowrap; }
.receipt { font-weight: 600; }
.claim { border-left: 3px solid var(--ctl); padding-left: 12px; margin: 8px 0 0; color: var(--text2); }
.ok { color: var(--ok); } .r0 { color: var(--r0); } .r1 { color: var(--r1); }
.r2 { color: var(--r2); } .r3 { color: var(--r3); } .r4 { color: var(--r4); }
.badge.ok { background: var(--ok-soft); } .badge.r0 { background: var(--r0-soft); }
.badge.r1 { background: var(--r1-soft); } .badge.r2 { background: var(--r2-soft); }
.badge.r3 { background: var(--r3-soft); } .badge.r4 { background: var(--r4-soft); }
.shots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(280px, 100%), 1fr)); gap: 12px; margin: 12px 0 0; }
.shots:empty { display: none; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--text2); font-size: 12px; line-height: 18px; margin-top: 4px; }
label { display: block; cursor: zoom-in; }
label input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.pictures { position: absolute; width: 0; height: 0; }
.shot { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); }
input:focus-visible + .shot { outline: 2px solid var(--accent); outline-offset: 2px; }
input:checked + .shot {
  position: fixed; inset: 0; margin: auto; z-index: 9; border-radius: 0; cursor: zoom-out;
  width: min(100vw, 100vh * var(--ratio)); box-shadow: 0 0 0 100vmax rgb(0 0 0 / .82);
}
.ring.r0 { color: #5B666C; } .ring.r1 { color: #007D8A; } .ring.r2 { color: #A56000; }
.ring.r3 { color: #C4221A; } .ring.r4 { color: #56457C; }
.bar { display: flex; gap: 1px; height: 6px; border-radius: 4px; overflow: hidden; margin: 12px 0 4px; background: var(--sunken); }
.bar i { min-width: 2px; }
.legend b { display: inline-block; width: 8px; height: 8px; border-radius: 2px; margin-right: 4px; }
.observe { background: var(--r0); } .propose { background: var(--r1); } .confirm { background: var(--line); }
.execute { background: var(--r2); } .verify { background: var(--ok); }
.legend .confirm { background: var(--ctl); } .bar .confirm { background: var(--ctl); }
footer { color: var(--text3); font-size: 12px; line-height: 18px; margin-top: 32px; overflow-wrap: anywhere; }
@media print {
  :root { --bg: #fff; } .card { break-inside: avoid; } label { cursor: default; }
}"""
