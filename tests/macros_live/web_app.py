"""The guest book as a local page, and the server that opens it afresh and writes down what it tells."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.macros_live import guest_book as book

_STYLE = """
body{font-family:sans-serif;margin:12px} td,th{padding:2px 10px;text-align:left}
label{display:inline-block;margin:4px 10px 4px 0} button{margin:3px}
#notice{background:#fe9;color:#222;padding:12px;margin-bottom:8px}
.dark{background:#1b1d21;color:#e2e4e8;color-scheme:dark}
"""
_SCRIPT = r"""
const book = BOOK, flags = FLAGS, words = WORDS;
const edited = [], $ = id => document.querySelector(`[data-id="${id}"]`);
function tell(what) {
  const call = new XMLHttpRequest();
  call.open('POST', '/told', false);  // in order, and before anything else happens
  call.send(JSON.stringify({book, ...what}));
}
addEventListener('pointerdown', e => {
  const on = e.target.closest ? e.target.closest('[data-id]') : null;
  tell({press: on ? on.dataset.id : 'nothing'});
}, true);
function made(tag, text, id, call) {
  const one = document.createElement(tag);
  if (text) one.textContent = text;
  if (id) one.dataset.id = id;
  if (call) one.addEventListener('click', call);
  return one;
}
function inside(parent, ...children) { parent.append(...children); return parent; }
function labelled(name, id, type) {
  const field = made('input', '', id);
  field.type = type;
  field.autocomplete = 'off';  // a page that is loaded again puts back what was typed
  field.id = field.name = id;
  const label = made('label', '', id);
  if (type == 'checkbox') {
    field.addEventListener('change', () => tell({newsletter: field.checked}));
    return inside(label, field, ' ' + name);
  }
  field.addEventListener('input', () => tell({[id]: field.value}));
  return inside(label, name + ' ', field);
}
function button(name, id, call) {
  const one = made('button', name, id, call);
  one.type = 'button';
  if (flags.late && flags.late_on == id)
    one.addEventListener('pointerenter', () => setTimeout(() => late(flags.late), 1000 * flags.late_s), {once: true});
  return one;
}
function save() {
  document.getElementById('status').textContent = words.saved + $('name').querySelector('input').value;
  tell({saved: {name: document.getElementById('name').value, city: document.getElementById('city').value,
    newsletter: document.getElementById('newsletter').checked, rows: edited}});
}
function took(what) {
  edited.push(what);
  document.getElementById('status').textContent = words.chosen + what;
  tell({row: what});
}
function rows(list) {
  const table = made('table', '', 'table');
  for (const row of list) {
    const tr = made('tr');
    for (const text of row) tr.append(made('td', text));
    inside(tr, inside(made('td'), button(words.edit, 'edit ' + row[0], () => took('edit ' + row[0]))),
      inside(made('td'), button(words.show, 'show ' + row[0], () => took('show ' + row[0]))));
    table.append(tr);
  }
  return table;
}
function notice() { const one = made('div', words.notice, 'notice'); one.id = 'notice'; return one; }
function dialog(how) {
  const one = made('dialog', '', 'dialog');
  one.setAttribute('aria-label', words.dialog);
  inside(one, made('p', words.dialog_text));
  if (how == 'once') one.append(button(words.dialog_button, 'not now', () => one.close()));
  one.addEventListener('cancel', e => e.preventDefault());
  document.body.append(one);
  one.showModal();
  if (how == 'goes') setTimeout(() => one.close(), words.goes_ms);
}
function late(what) {
  if (what == 'notice') document.body.prepend(notice());
  if (what == 'sorted') $('table').replaceWith(rows(words.rows.toReversed()));
  if (what == 'dialog') dialog('stays');
  tell({late: what});
}
function fill() {
  document.body.replaceChildren();
  if (flags.has_notice) document.body.append(notice());
  inside(document.body, made('h3', words.heading),
    inside(made('div'), labelled(words.name, 'name', 'text')),
    inside(made('div'), labelled(words.city, 'city', 'text')),
    inside(made('div'), labelled(words.newsletter, 'newsletter', 'checkbox')));
  const line = made('div');
  for (const [id, name] of words.buttons)
    line.append(button(name, id, id == 'save'
      ? () => flags.save_s ? setTimeout(save, 1000 * flags.save_s) : save()
      : () => tell({clicked: id})));
  const status = made('p', words.nothing_saved);
  status.id = 'status';
  inside(document.body, line, status, rows(words.rows));
  if (flags.dialog) dialog(flags.dialog);
  if (flags.late && !flags.late_on) setTimeout(() => late(flags.late), 1000 * flags.late_s);
}
document.documentElement.className = flags.theme;
document.body.style.fontSize = flags.font_pt + 'pt';
const sheet = made('style');
sheet.textContent = `input,button{font-size:${flags.font_pt}pt}`;
document.head.append(sheet);
document.body.textContent = words.loading;
if (flags.slow_s) setTimeout(fill, 1000 * flags.slow_s); else fill();
requestAnimationFrame(() => requestAnimationFrame(() => tell({shown: true})));
fetch('/next?after=' + book).then(() => location.reload());
"""
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>TITLE</title>
<style>STYLE</style></head><body><script>SCRIPT</script></body></html>"""


def page(number, flags):
    """Return the page of one open book."""
    words = {
        "rows": book.rows_of(flags), "buttons": book.buttons_of(flags), "edit": book.EDIT,
        "show": book.SHOW, "heading": book.HEADING, "name": book.NAME, "city": book.CITY,
        "newsletter": book.NEWSLETTER, "notice": book.NOTICE, "loading": book.LOADING,
        "dialog": book.DIALOG, "dialog_text": book.DIALOG_TEXT, "saved": book.SAVED,
        "dialog_button": book.DIALOG_BUTTON, "goes_ms": int(1000 * book.GOES_S),
        "nothing_saved": book.NOTHING_SAVED, "chosen": book.CHOSEN,
    }  # fmt: skip
    script = _SCRIPT.replace("BOOK", str(number), 1).replace("FLAGS", json.dumps(flags.plain()), 1)
    script = script.replace("WORDS", json.dumps(words), 1)
    whole = _PAGE.replace("TITLE", book.TITLE).replace("STYLE", _STYLE)
    return whole.replace("SCRIPT", script)


class Pages:
    """Serves the book on a free local port; what the page tells goes to the log's file."""

    def __init__(self, log):
        self._log = log
        self._writing = threading.Lock()
        self._book = (0, book.Flags())
        self._newer = threading.Condition()
        self._is_open = True
        pages = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/next"):
                    pages.wait_after(int(self.path.rpartition("=")[2]))
                    self._answer(b"", "text/plain")
                    return
                self._answer(page(*pages.now()).encode(), "text/html; charset=utf-8")

            def do_POST(self):
                pages.told(self.rfile.read(int(self.headers["Content-Length"])))
                self._answer(b"", "text/plain")

            def _answer(self, body, kind):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                with contextlib.suppress(ConnectionError):  # the page is gone by then
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *arguments):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def now(self):
        """Return number and flags of the book that is open."""
        with self._newer:
            return self._book

    def open(self, number, flags):
        """Open another book; the page loads itself again."""
        with self._newer:
            self._book = (number, flags)
            self._newer.notify_all()

    def wait_after(self, number):
        """Wait until a later book is open."""
        with self._newer:
            self._newer.wait_for(lambda: self._book[0] > number or not self._is_open)

    def told(self, body):
        """Write down what the page says."""
        line = json.loads(body)
        with self._writing, self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def close(self):
        """End the server."""
        with self._newer:
            self._is_open = False
            self._newer.notify_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
