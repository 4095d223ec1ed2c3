"""Real windows under drift, as pictures with their tree: themes, fonts, zoom, size, a notice.

Every program is shown as it was recorded and then in other ways; each showing is kept as values
(an observation, the tree's elements, the lines that OCR read), so that searches can be repeated.
"""

import os
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from automation.core.observation import Observation, ScreenElement
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.virtual import VirtualDesktop
from tests.benchmarks.targets.web_page import PAGE
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

TARGETS = Path(__file__).parent / "targets"
SIZE = (1280, 800)
SETTLE_S = 1.5
_DARK_QT = "QWidget{background:#23262b;color:#dfe3e8} QPushButton,QLineEdit,QComboBox{border:1px solid #556;padding:2px}"
_DARK_WEB = "<style>:root{color-scheme:dark}body{background:#1b1d21;color:#e2e4e8}</style>"
_NOTICE = "<body><div style='background:#fe9;padding:9px'>We use cookies to count visitors.</div>"

QT = {
    "recorded": ((), {}),
    "dark": (("-stylesheet", "dark.qss"), {}),
    "larger font": ((), {"QT_FONT_DPI": "120"}),
    "zoom 125 %": ((), {"QT_SCALE_FACTOR": "1.25"}),
    "another style": (("-style", "windows"), {}),
}
GTK = {
    "recorded": {},
    "dark": {"GTK_THEME": "Adwaita:dark"},
    "larger font": {"GDK_DPI_SCALE": "1.25"},
}
_ROWS_BEGIN, _ROWS_END = "<table>", "</table>"


def _styled(style):
    return lambda page: page.replace("<h1>", f"{style}<h1>")


def _sorted_and_grown(page):
    """Turn the rows round and put new ones between and before them."""
    head, _, rest = page.partition(_ROWS_BEGIN)
    rows, _, tail = rest.partition(_ROWS_END)
    parts = [f"<tr>{row}" for row in rows.split("<tr>") if row]
    more = [parts[0].replace("Ostsee", town) for town in ("Alpen", "Allgau")]
    shuffled = [more[0], *reversed(parts), more[1]]
    return f"{head}{_ROWS_BEGIN}{''.join(shuffled)}{_ROWS_END}{tail}"


def _without(*towns):
    def page_without(page):
        head, _, rest = page.partition(_ROWS_BEGIN)
        rows, _, tail = rest.partition(_ROWS_END)
        kept = [r for r in rows.split("<tr>") if r and not any(t in r for t in towns)]
        return f"{head}{_ROWS_BEGIN}{''.join('<tr>' + r for r in kept)}{_ROWS_END}{tail}"

    return page_without


WEB = {
    "recorded": lambda page: page,
    "dark": _styled(_DARK_WEB),
    "larger font": _styled("<style>body{font-size:16px}</style>"),
    "zoom 125 %": _styled("<style>body{zoom:1.25}</style>"),
    "notice": _styled(_NOTICE),
    "sorted and grown": _sorted_and_grown,
    "one row left": _without("Ostsee", "Harz"),
    "renamed": lambda page: page.replace(">Search</button>", ">Look for it</button>"),
    "removed": lambda page: page.replace('<button type="button">Bookmark</button>', ""),
    "two of them": lambda page: page.replace(
        ">Bookmark</button>", ">Bookmark</button> <button type='button'>Bookmark</button>"
    ),
}
"""What becomes of the page."""


@dataclass(frozen=True)
class Shown:
    """A program in one of its ways."""

    program: str
    way: str
    observation: Observation
    elements: tuple[ScreenElement, ...]
    lines: tuple[ScreenElement, ...]
    read_ms: float = 0.0
    """How long OCR took for the window, read for the first time."""

    @property
    def window(self):
        return self.observation.active_window


class KeptReader:
    """Answers as the desktop's reader did when the window was shown."""

    def __init__(self, shown, *, with_tree=True, with_ocr=True):
        self._elements = shown.elements if with_tree else ()
        self._lines = shown.lines if with_ocr else ()

    def tree(self, observation, *, whole_screen=False):
        return self._elements

    def text(self, observation, region=None):
        if not observation.windows:
            return ()
        return [x for x in self._lines if region is None or region.contains(x.box.center)]

    def at(self, observation, point):
        hit = [e for e in self._elements if e.box.contains(point)]
        return min(hit, key=lambda e: e.box.area, default=None)

    def refreshed(self, element):
        return element

    def focused(self, observation):
        return None


class FinderDesk:
    """A private desktop, one program on it at a time."""

    def __init__(self, desktop, folder, *, with_ocr=True):
        self.rig, self.folder = Rig(desktop), folder
        self.ocr = Ocr() if with_ocr else None
        self.reader = DesktopReader(ocr=self.ocr)
        self.reader.warm_up()

    def close(self):
        self.reader.close()
        self.rig.close()

    @contextmanager
    def running(self, argv, title, **env):
        """Start a program in front and wait until its tree is there."""
        with self.rig.running(argv, title, **env):
            self.rig.raise_window(title)
            wait_for(lambda: len(self.reader.tree(self.rig.look())) > 8, 40)
            time.sleep(SETTLE_S)
            yield

    def seen(self, program, way):
        """Return what is shown."""
        look = self.rig.look()
        elements = tuple(self.reader.tree(look))
        started_s = time.perf_counter()
        lines = tuple(self.reader.text(look)) if self.ocr else ()
        read_ms = 1000 * (time.perf_counter() - started_s)
        return Shown(program, way, look, elements, lines, read_ms)

    def everything(self):
        """Show every program in every way."""
        yield from self.qt()
        yield from self.gtk("galculator", ["galculator"], "galculator")
        note = self.folder / "notes.txt"
        note.write_text("one\ntwo\n")
        yield from self.gtk("mousepad", ["mousepad", "--disable-server", str(note)], "notes.txt")
        yield from self.web()

    def qt(self):
        (self.folder / "dark.qss").write_text(_DARK_QT)
        script, log = str(TARGETS / "qt_window.py"), str(self.folder / "qt.log")
        for way, (options, env) in QT.items():
            words = [str(self.folder / o) if o.endswith(".qss") else o for o in options]
            argv = [sys.executable, script, log, *words]
            with self.running(argv, "Booking desk", QT_QPA_PLATFORM="xcb", **env):
                yield self.seen("qt", way)
                tab = self.rig.find(self.reader, "Places", "tab")
                self.rig.click(tab.box.center)
                self.rig.find(self.reader, "Alpha", "list_item")
                time.sleep(SETTLE_S)
                yield self.seen("qt table", way)

    def gtk(self, program, argv, title):
        for way, env in GTK.items():
            with self.running(argv, title, **env):
                yield self.seen(program, way)

    def web(self):
        for way, change in WEB.items():
            page = self.folder / f"{way.replace(' ', '-').replace('%', '')}.html"
            page.write_text(change(PAGE), encoding="utf-8")
            argv = chromium(self.folder, f"--app={page.as_uri()}")
            with self.running(argv, "Holiday houses"):
                self.rig.find(self.reader, "Reserve", "button")
                yield self.seen("chromium", way)


@contextmanager
def finder_desk(*, with_ocr=True):
    """A desk on a desktop of its own."""
    with tempfile.TemporaryDirectory() as folder, VirtualDesktop.start(SIZE) as desktop:
        os.environ.update(desktop.env)
        desk = FinderDesk(desktop, Path(folder), with_ocr=with_ocr)
        try:
            yield desk
        finally:
            desk.close()
