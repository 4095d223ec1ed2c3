"""Real applications to type into, each with a way to read back what arrived from its own side."""

import contextlib
import json
import sys
import time
from pathlib import Path

from automation.core.geometry import ScreenPoint
from automation.desktop.input.plan import ButtonEvent, KeyEvent, MoveEvent, Pause
from automation.desktop.windows_x11 import X11Windows
from tests.kit.waiting import wait_for
from tests.kit.web import Site, chromium, one_page

APP_S = 60.0
"""Longest wait for an application; Chromium takes about 3 s on an idle machine."""
SIZE = (600, 400)
PRESS_S = 1.0
"""How long one press is waited for before the next."""
TEXT_S = 30.0
"""Longest wait for the text to arrive after the last key; a busy machine takes a while."""


def send_all(backend, primitives):
    """Send a plan as the emitter does, without its checks."""
    for primitive in primitives:
        if isinstance(primitive, Pause):
            time.sleep(primitive.seconds)
        else:
            backend.send(primitive)


def tap(backend, *names):
    """Press a chord."""
    codes = [backend.key_code(name) for name in names]
    send_all(backend, [KeyEvent(code, True) for code in codes])
    send_all(backend, [KeyEvent(code, False) for code in reversed(codes)])


class App:
    """A program with one text area; `text` is what it holds now."""

    name = ""
    place = (0, 0)
    """Top left pixel of its window, so that no application hides another."""

    def __init__(self, desktop, folder: Path):
        self.desktop = desktop
        self.folder = folder
        self.file = folder / f"{self.name}.txt"
        self.file.write_text("")
        self.process = None
        self._is_heard = False
        self._windows = X11Windows(desktop.display)

    def start(self):
        before = {w.window_id for w in self._windows.windows()}
        self.process = self.launch()
        new = wait_for(
            lambda: [
                w for w in self._windows.windows() if w.window_id not in before and w.rect.h > 50
            ],
            APP_S,
            f"the window of {self.name}",
        )
        self.window_id = new[0].window_id
        connection = self.desktop.connect()
        connection.core.ConfigureWindow(
            self.window_id, 15, [*self.place, *SIZE], is_checked=True
        ).check()
        connection.disconnect()
        wait_for(
            lambda: abs(self._rect().w - SIZE[0]) < 20, APP_S, f"{self.name} to take its place"
        )
        return self

    def _rect(self):
        return next(w.rect for w in self._windows.windows() if w.window_id == self.window_id)

    def launch(self):
        raise NotImplementedError

    def focus(self, backend):
        """Click into the text area and wait until the window has the keyboard and the area hears it."""
        rect = self._rect()
        point = ScreenPoint(rect.x + rect.w // 2, rect.y + rect.h * 2 // 3)

        def is_focused():
            top = self._windows.focus()
            return top is not None and top.window_id == self.window_id

        if is_focused() and self._is_heard:
            return
        send_all(
            backend,
            [
                MoveEvent(point),
                Pause(0.02),
                ButtonEvent(1, True),
                ButtonEvent(1, False),
                Pause(0.05),
            ],
        )
        wait_for(is_focused, APP_S, f"{self.name} to have the keyboard")
        wait_for(lambda: self._hears(backend), APP_S, f"the field of {self.name} to hear keys")
        self._is_heard = True
        self.clear(backend)

    def _hears(self, backend):
        """Press a key and tell whether it came into the field: a window has the keyboard before that.

        Presses that come late are no harm. They are in the queue before what is typed and emptied next.
        """
        tap(backend, "a")
        self.save(backend)
        with contextlib.suppress(AssertionError):
            wait_for(self.text, PRESS_S, "the key")
        return bool(self.text())

    def save(self, backend):
        """Make a program tell what it holds that tells it only when asked."""

    def clear(self, backend):
        tap(backend, "f2")
        wait_for(lambda: self.text() == "", TEXT_S, f"{self.name} to be empty")

    def text(self):
        return self.file.read_text(encoding="utf-8", errors="surrogatepass")

    def read_back(self, backend, expected):
        """Return the text once it is the expected one, or what stands there after `TEXT_S`."""
        with contextlib.suppress(AssertionError):
            wait_for(lambda: self.text() == expected, TEXT_S, "the text")
        return self.text()

    def close(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)


class QtField(App):
    name = "qt"
    place = (0, 30)

    def launch(self):
        script = Path(__file__).with_name("qt_field.py")
        return self.desktop.spawn(
            [sys.executable, str(script), str(self.file)], QT_QPA_PLATFORM="xcb"
        )


class Mousepad(App):
    """GTK 3. It is read by saving, the only way that loses nothing."""

    name = "gtk"
    place = (700, 30)

    def launch(self):
        return self.desktop.spawn(
            ["mousepad", "--disable-server", str(self.file)], LC_ALL="C.UTF-8"
        )

    def save(self, backend):
        tap(backend, "ctrl", "s")

    def clear(self, backend):
        tap(backend, "ctrl", "a")
        tap(backend, "backspace")
        self.save(backend)
        wait_for(lambda: self.text() == "", TEXT_S, "mousepad to be empty")

    def read_back(self, backend, expected):
        deadline = time.monotonic() + TEXT_S
        while self.text() != expected and time.monotonic() < deadline:
            self.save(backend)
            with contextlib.suppress(AssertionError):
                wait_for(lambda: self.text() == expected, 0.3, "the file")
        return self.text()


class Xterm(App):
    """A terminal whose program writes every byte it gets to the file."""

    name = "xterm"
    place = (0, 500)

    def __init__(self, desktop, folder):
        super().__init__(desktop, folder)
        self._offset = 0
        self._listens = folder / "listens"

    def start(self):
        super().start()
        wait_for(self._listens.exists, APP_S, "the program in the terminal")
        return self

    def launch(self):
        command = f"stty -icanon -echo min 1; : > '{self._listens}'; exec cat > '{self.file}'"
        return self.desktop.spawn(
            ["xterm", "-u8", "-fn", "fixed", "-geometry", "60x20", "-e", "sh", "-c", command],
            LC_ALL="C.UTF-8",
        )

    def _hears(self, backend):
        """Tell whether its program runs: a terminal hands it all keys in their order."""
        return self._listens.exists()

    def clear(self, backend):
        self._offset = self.file.stat().st_size

    def text(self):
        return self.file.read_bytes()[self._offset :].decode("utf-8", errors="replace")


PAGE = r"""<!doctype html><meta charset="utf-8"><title>deskhand-page</title>
<style>html,body,textarea{margin:0;width:100%;height:100%;box-sizing:border-box}</style>
<textarea autofocus spellcheck="false" autocomplete="off"></textarea>
<script>
const area = document.querySelector("textarea");
let sent = 0;
function post() {
  fetch("/text", {method: "POST", body: JSON.stringify([++sent, area.value])});
}
area.addEventListener("input", post);
area.addEventListener("keydown", e => {
  if (e.key == "F2") { area.value = ""; post(); }
  if (e.key == "Tab") { e.preventDefault(); document.execCommand("insertText", false, "\t"); }
});
post();
</script>"""


class Chromium(App):
    """A page with a text area that posts its value to us after every change."""

    name = "chromium"
    place = (700, 500)

    def __init__(self, desktop, folder):
        super().__init__(desktop, folder)
        self._last = (0, None)
        self._site = Site(one_page(PAGE), self._hear)

    def _hear(self, _, told):
        number, value = json.loads(told)
        if number > self._last[0]:
            self._last = (number, value)

    def launch(self):
        page = f"--app={self._site.address}"
        return self.desktop.spawn(
            chromium(self.folder, "--window-size=600,400", page, tells=False, placed=False)
        )

    def start(self):
        super().start()
        wait_for(lambda: self._last[1] is not None, APP_S, "the page to load")
        return self

    def text(self):
        return self._last[1] or ""

    def close(self):
        super().close()
        self._site.close()


APPS = {app.name: app for app in (QtField, Mousepad, Xterm, Chromium)}
