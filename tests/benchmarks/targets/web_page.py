"""A local page with one of each control, and the server that writes down what was done to it."""

from urllib.parse import unquote

from tests.kit.web import Site

TOWNS = ("Ostsee", "Harz", "Eifel")
_ROWS = "".join(
    f"<tr><td>{town}</td><td>{n + 3} nights</td>"
    f"<td><button onclick=\"told('edit {town}')\">Edit</button></td>"
    f"<td><button onclick=\"told('remove {town}')\">Remove</button></td></tr>"
    for n, town in enumerate(TOWNS)
)
PAGE = f"""<!doctype html><meta charset="utf-8"><title>Holiday houses</title>
<style>body{{font:14px sans-serif;margin:12px}} label{{display:inline-block;margin:3px 6px 3px 0}}
td{{padding:2px 8px}} #far{{margin-top:1800px}}</style>
<script>
function told(text) {{ fetch('/told/' + encodeURIComponent(text), {{method: 'POST'}}) }}
addEventListener('change', e => {{
  const t = e.target, v = t.type == 'checkbox' ? (t.checked ? 'on' : 'off') : t.value
  told((t.name || t.id) + '=' + v) }})
addEventListener('input', e => {{ if (e.target.matches('input[type=text],textarea,input[type=email]')) told('input ' + e.target.name + '=' + e.target.value) }})
addEventListener('click', e => {{ const t = e.target.closest('button,a,input,select,summary,[role]'); told('click ' + (t ? (t.getAttribute('aria-label') || t.name || t.textContent.trim()) : 'nothing')) }})
</script>
<h1>Holiday houses</h1>
<form onsubmit="told('submitted'); return false">
<label>Name <input type="text" name="Name"></label>
<label>Email address <input type="email" name="Email"></label>
<label>City <input type="text" name="City" value="Berlin"></label><br>
<label>Password <input type="password" name="Password"></label>
<label>Notes <textarea name="Notes" rows="2"></textarea></label>
<label>Colour <select name="Colour"><option>Red<option>Green<option>Blue</select></label><br>
<label><input type="checkbox" name="Newsletter"> Newsletter</label>
<label><input type="checkbox" name="Terms" checked> Terms</label>
<label><input type="radio" name="Speed" value="Standard" checked> Standard</label>
<label><input type="radio" name="Speed" value="Express"> Express</label><br>
<button type="button">Book</button> <button type="button">Bookmark</button>
<button type="button" aria-label="Settings">&#9881;</button>
<button type="button" disabled>Send later</button>
<button type="button" onclick="setTimeout(() => document.getElementById('found').textContent = '3 houses found', 1200)">Search</button>
<button type="button" onclick="setTimeout(() => document.getElementById('pay').hidden = false, 1500)">Reserve</button>
<button type="button" id="pay" hidden>Pay on arrival</button> <span id="found"></span>
</form>
<p><a href="#terms">Terms of use</a> <a href="#copy">Copy and Paste</a> <a href="#help">Help center</a></p>
<table>{_ROWS}</table>
<details ontoggle="told('details ' + this.open)"><summary>More about us</summary><p>Since 1901.</p></details>
<p id="far"><a href="#imprint">Imprint</a></p>
"""


class Page(Site):
    """Serves the page; `events` is what it was told."""

    def __init__(self):
        self.events = []
        super().__init__(lambda _: PAGE, lambda path, _: self._hear(path))

    def _hear(self, path):
        self.events.append(unquote(path.removeprefix("/told/")))
