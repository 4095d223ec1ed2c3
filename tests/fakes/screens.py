# ruff: noqa: RUF001 - a calculator has these signs on its keys
"""A few realistic screens by hand: an editor, its menu and dialog, a calculator, forms, tables."""

from dataclasses import dataclass

from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.fake_screen import picture

SIZE = (1280, 800)
_FRAME = picture(size=SIZE)
ON = frozenset({"enabled", "showing"})


@dataclass(frozen=True)
class Seen:
    """A screen: what is observed, and a reader that finds the elements on it."""

    observation: Observation
    reader: FakeReader

    def with_elements(self, *more: ScreenElement) -> "Seen":
        """Return the screen with more elements."""
        return Seen(self.observation, FakeReader([*self.reader.elements, *more], self.reader.lines))

    def element(self, name: str, role: str = "") -> ScreenElement:
        """Return the first element of that name and role."""
        return next(
            e
            for e in (*self.reader.elements, *self.reader.lines)
            if e.name == name and role in ("", e.role)
        )


FULL = Rect(0, 0, 1280, 800)


def win(window_id, title, app, rect=FULL, **more) -> WindowInfo:
    pid = sum(map(ord, app))
    return WindowInfo(window_id, title, app, pid, rect, **more)


def screen(windows, elements, lines=()) -> Seen:
    monitors = (Monitor(1, Rect(0, 0, *SIZE), 1.0),)
    observation = Observation(_FRAME, monitors, tuple(windows), ScreenPoint(640, 400))
    return Seen(observation, FakeReader(elements, lines))


def states(*words) -> frozenset:
    return ON | frozenset(words)


def _row(names, role, y=30, x=0, w=60, h=24, **more):
    return [element(n, role, Rect(x + i * w, y, w, h), **more) for i, n in enumerate(names)]


EDITOR = win(1, "Untitled 1 - Mousepad", "mousepad", is_active=True)
_MENUS = ["File", "Edit", "Search", "View", "Document", "Help"]
_TEXT = element(
    "",
    "field",
    Rect(0, 60, 1280, 700),
    states=states("focused", "editable", "multi_line"),
    value="",
)


def mousepad() -> Seen:
    """The editor with its menus closed."""
    return screen([EDITOR], [*_row(_MENUS, "menu"), _TEXT])


_ITEMS = [
    "New", "New Window", "Open...", "Save", "Save As...", "Save All", "Print...", "Close Window",
]  # fmt: skip


def mousepad_menu() -> Seen:
    """The editor with the File menu open."""
    popup = win(2, "", "mousepad", Rect(0, 54, 220, 220), is_popup=True)
    items = [
        element(n, "menu_item", Rect(2, 58 + 26 * i, 216, 26), window_id=2)
        for i, n in enumerate(_ITEMS)
    ]
    return screen([popup, EDITOR], [*_row(_MENUS, "menu"), _TEXT, *items])


def save_dialog(value: str = "Untitled 1") -> Seen:
    """The editor's file dialog, a window of its own, with a name proposed."""
    dialog = win(3, "Save As", "mousepad", Rect(300, 200, 600, 400), is_active=True)
    editor = win(1, "Untitled 1 - Mousepad", "mousepad")
    parts = [
        element("Save As", "dialog", dialog.rect, states=states("modal")),
        element("Name:", "label", Rect(310, 210, 50, 28)),
        element(
            "Name",
            "field",
            Rect(370, 210, 400, 28),
            states=states("focused", "editable"),
            value=value,
        ),
        element("Save", "button", Rect(800, 560, 80, 30), states=states("default")),
        element("Cancel", "button", Rect(710, 560, 80, 30)),
        element("Documents", "list_item", Rect(310, 260, 120, 24)),
    ]
    return screen([dialog, editor], parts)


def calculator(shown="0") -> Seen:
    """A calculator's keys."""
    window = win(4, "galculator", "galculator", Rect(100, 100, 400, 400), is_active=True)
    rows = ["C()÷", "789×", "456−", "123+", "±0.="]
    keys = [
        element(sign, "button", Rect(110 + 60 * x, 200 + 50 * y, 50, 40))
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
    ]
    return screen([window], [element("0", "field", Rect(110, 120, 300, 60), value=shown), *keys])


def web_form() -> Seen:
    """A page with a form and links whose names sound like commands."""
    window = win(5, "Order - Chromium", "chromium", is_active=True)
    field = states("editable", "focusable")
    parts = [
        element("Order", "document", Rect(0, 80, 1280, 720)),
        element("Order", "heading", Rect(40, 100, 200, 40)),
        element("Name", "field", Rect(200, 160, 300, 30), states=field, value=""),
        element("Email address", "field", Rect(200, 200, 300, 30), states=field, value=""),
        element("City", "field", Rect(200, 240, 300, 30), states=field, value="Berlin"),
        element("Straße", "field", Rect(200, 280, 300, 30), states=field, value=""),
        element(
            "Password", "password", Rect(200, 320, 300, 30), states=states("editable", "secret")
        ),
        element(
            "Notes",
            "field",
            Rect(200, 360, 300, 80),
            states=states("editable", "multi_line"),
            value="old",
        ),
        element("Colour", "combo", Rect(200, 450, 160, 30), value="Red"),
        element("Newsletter", "checkbox", Rect(200, 490, 18, 18), states=states("checkable")),
        element("Terms", "checkbox", Rect(200, 520, 18, 18), states=states("checkable", "checked")),
        element("Express", "radio", Rect(400, 490, 18, 18), states=states("checkable")),
        element("Standard", "radio", Rect(400, 520, 18, 18), states=states("checkable", "checked")),
        element("Book", "button", Rect(200, 560, 80, 30)),
        element("Bookmark", "button", Rect(300, 560, 100, 30)),
        element("Search", "button", Rect(420, 560, 100, 30)),
        element("Delete", "button", Rect(540, 560, 100, 30)),
        element("Größe ändern", "button", Rect(660, 560, 120, 30)),
        element("Send later", "button", Rect(800, 560, 120, 30), states=frozenset({"showing"})),
        element("Terms of use", "link", Rect(40, 640, 120, 20)),
        element("Copy and Paste", "link", Rect(180, 640, 120, 20)),
        element("Click here, then wait", "link", Rect(320, 640, 160, 20)),
        element("Help center", "link", Rect(500, 640, 120, 20)),
        element("Press Enter to continue", "link", Rect(640, 640, 180, 20)),
        element("Unsubscribe", "link", Rect(840, 640, 120, 20)),
        element("Type", "link", Rect(980, 640, 60, 20)),
        element("Open in new tab", "link", Rect(1060, 640, 120, 20)),
        element("Volume", "slider", Rect(600, 450, 200, 30), value="40"),
        element("General", "tab", Rect(40, 60, 80, 24), states=states("selected")),
        element("Advanced", "tab", Rect(130, 60, 80, 24)),
    ]
    return screen([window], parts)


TOWNS = ("Ostsee", "Harz", "Eifel", "Rhön")


def table() -> Seen:
    """A table of places with an Edit and a Delete button in each row."""
    window = win(6, "Places", "places", is_active=True)
    parts = [element("Place", "column_header", Rect(40, 100, 200, 24))]
    for n, town in enumerate(TOWNS):
        y = 130 + 40 * n
        parts += [
            element(town, "cell", Rect(40, y, 200, 30)),
            element(f"{n + 3} nights", "cell", Rect(250, y, 100, 30)),
            element("Edit", "button", Rect(400, y, 60, 30), parent_name=town),
            element("Delete", "button", Rect(480, y, 60, 30), parent_name=town),
        ]
    parts.append(element("Add row", "button", Rect(40, 400, 100, 30)))
    return screen([window], parts)


def file_manager() -> Seen:
    """A file manager whose icons have no names in the tree; OCR reads them."""
    window = win(7, "Documents", "pcmanfm", is_active=True)
    tree = [
        *_row(["File", "Edit", "View", "Go"], "menu"),
        element("", "icon", Rect(40, 100, 80, 60)),
    ]
    lines = [
        line("report.txt", Rect(40, 170, 80, 16)),
        line("notes.md", Rect(160, 170, 80, 16)),
        line("Pictures", Rect(280, 170, 80, 16)),
    ]
    return screen([window], tree, lines)


def terminal() -> Seen:
    """A terminal: no tree at all."""
    window = win(8, "xterm", "xterm", is_active=True)
    return screen([window], [], [line("user@host:~$ ls", Rect(4, 4, 200, 16))])


def two_windows() -> Seen:
    """The calculator in front of a browser that has a key of the same name."""
    front = calculator()
    behind = win(9, "News - Chromium", "chromium", Rect(0, 0, 1280, 800))
    more = [
        element("New Tab", "button", Rect(600, 10, 30, 30), window_id=9),
        element(
            "Imprint", "link", Rect(900, 700, 80, 20), window_id=9, window_title="News - Chromium"
        ),
    ]
    keys = [
        element(e.name, e.role, e.box, states=e.states, window_id=4, value=e.value)
        for e in front.reader.elements
    ]
    return screen([*front.observation.windows, behind], [*keys, *more])


def combo_open() -> Seen:
    """The form with the drop-down Colour open."""
    form = web_form()
    popup = win(10, "", "chromium", Rect(200, 480, 160, 100), is_popup=True)
    options = [
        element(n, "menu_item", Rect(202, 484 + 28 * i, 156, 28), window_id=10)
        for i, n in enumerate(("Red", "Green", "Blue"))
    ]
    return screen([popup, *form.observation.windows], [*form.reader.elements, *options])


def sheet() -> Seen:
    """A spreadsheet: cells by their names, its menus above."""
    window = win(11, "Kasse.ods - Calc", "soffice", is_active=True)
    cells = [
        element(
            f"{column}{row}",
            "cell",
            Rect(80 * x, 100 + 20 * row, 80, 20),
            states=states("editable"),
            value="alt",
        )
        for x, column in enumerate("ABCDE")
        for row in range(1, 7)
    ]
    return screen([window], [*_row(["Datei", "Einfügen", "Format"], "menu"), *cells])


def bookkeeping() -> Seen:
    """A German program: menus, tabs, boxes, a list with a heading, a tree, a slider, two buttons."""
    window = win(12, "Haushaltsbuch", "haushalt", is_active=True)
    parts = [
        *_row(["Datei", "Ansicht", "Hilfe"], "menu"),
        element("Allgemein", "tab", Rect(0, 60, 80, 24), states=states("selected")),
        element("Konten", "tab", Rect(80, 60, 80, 24)),
        element("Vorname", "field", Rect(200, 100, 200, 24), states=states("editable"), value=""),
        element("Ort", "field", Rect(200, 140, 200, 24), states=states("editable"), value="Ulm"),
        element("Suchen", "field", Rect(600, 100, 200, 24), states=states("editable"), value=""),
        element("Monatsbericht", "checkbox", Rect(200, 180, 150, 20), states=states("checkable")),
        element("Ich stimme zu", "checkbox", Rect(200, 210, 150, 20), states=states("checkable")),
        element("Farbe", "column_header", Rect(20, 300, 200, 24)),
        *(
            element(n, "cell", Rect(20, 330 + 24 * i, 200, 24))
            for i, n in enumerate(("Rot", "Grün", "Blau", "17"))
        ),
        element("Artikel (mehrere möglich)", "label", Rect(700, 300, 200, 20)),
        *(
            element(n, "list_item", Rect(700, 330 + 24 * i, 200, 24))
            for i, n in enumerate(("Heft", "Stift", "Lampe"))
        ),
        element("Bereich", "column_header", Rect(400, 300, 200, 24)),
        element("Ausgaben", "tree_item", Rect(400, 330, 200, 24), states=states("expandable")),
        element("Abbrechen", "button", Rect(200, 600, 100, 30)),
        element("Cancel", "button", Rect(300, 600, 100, 30)),
        element("Ja", "button", Rect(400, 600, 100, 30)),
        element("Yes", "button", Rect(500, 600, 100, 30)),
        element("Buchung speichern", "button", Rect(620, 600, 200, 30)),
        element("Weiter", "button", Rect(840, 600, 100, 30)),
        element("Next", "button", Rect(940, 600, 100, 30)),
    ]
    return screen([window], parts)


def silent_tabs() -> Seen:
    """A window that only its picture tells of: tabs, a tree, a box."""
    window = win(13, "Bestellungen", "shop", is_active=True)
    names = ("Kunde", "Artikel", "Küche", "Eilversand")
    lines = [line(n, Rect(40, 60 + 60 * i, 80, 18), window_id=13) for i, n in enumerate(names)]
    return screen([window], [], lines)


SCREENS = {
    "editor": mousepad, "menu": mousepad_menu, "save": save_dialog, "calc": calculator,
    "form": web_form, "table": table, "files": file_manager, "xterm": terminal, "two": two_windows,
    "combo": combo_open, "sheet": sheet, "buch": bookkeeping, "silent": silent_tabs,
}  # fmt: skip
