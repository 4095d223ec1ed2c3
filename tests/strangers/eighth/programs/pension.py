# ruff: noqa: PTH105, PTH123, RUF001
"""Zimmerverwaltung einer Pension (GTK 3)."""

import json
import os

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

pressed = {}
last = [""]


def hit(name):
    return lambda *_: pressed.__setitem__(name, pressed.get(name, 0) + 1)


win = Gtk.Window(title="Zimmerverwaltung – Pension Seerose")
win.set_default_size(840, 600)
win.connect("destroy", Gtk.main_quit)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
win.add(outer)

bar = Gtk.MenuBar()
checks = {}


def menu(name, items):
    top = Gtk.MenuItem(label=name)
    sub = Gtk.Menu()
    for item in items:
        if isinstance(item, tuple):
            entry = Gtk.MenuItem(label=item[0])
            deeper = Gtk.Menu()
            for inner in item[1]:
                leaf = Gtk.MenuItem(label=inner)
                leaf.connect("activate", hit(inner))
                deeper.append(leaf)
            entry.set_submenu(deeper)
        elif item.startswith("*"):
            entry = Gtk.CheckMenuItem(label=item[1:])
            checks[item[1:]] = entry
        else:
            entry = Gtk.MenuItem(label=item)
            entry.connect("activate", hit(item))
        sub.append(entry)
    top.set_submenu(sub)
    bar.append(top)


menu(
    "Zimmer",
    [
        "Zimmer sperren",
        "Reinigung melden",
        ("Liste ausgeben", ["Für die Küche", "Für den Empfang"]),
    ],
)
menu("Ansicht", ["*Nur freie Zimmer", "*Preise einblenden"])
outer.pack_start(bar, False, False, 0)

tools = Gtk.Toolbar()
for icon, tip in (
    ("list-add", "Neue Buchung"),
    ("view-refresh", "Belegung neu laden"),
    ("document-print", "Meldeschein drucken"),
):
    tool = Gtk.ToolButton(icon_name=icon)
    tool.set_tooltip_text(tip)
    tool.get_accessible().set_name(tip)
    tool.connect("clicked", hit(tip))
    tools.insert(tool, -1)
outer.pack_start(tools, False, False, 0)

book = Gtk.Notebook()
outer.pack_start(book, True, True, 0)
grid = Gtk.Grid(row_spacing=9, column_spacing=14, border_width=14)
book.append_page(grid, Gtk.Label(label="Buchung"))
guest = Gtk.Entry(text="Theres Lanz")
nights = Gtk.SpinButton.new_with_range(1, 30, 1)
nights.set_value(3)
room = Gtk.ComboBoxText()
for name in (
    "Zimmer 1 – Seeblick",
    "Zimmer 2 – Garten",
    "Zimmer 3 – Dachstube",
    "Zimmer 4 – Familie",
):
    room.append_text(name)
room.set_active(1)
land = Gtk.ComboBoxText.new_with_entry()
for name in ("Deutschland", "Österreich", "Schweiz", "Italien"):
    land.append_text(name)
land.get_child().set_text("Schweiz")
dog = Gtk.Switch(halign=Gtk.Align.START)
cot = Gtk.Switch(halign=Gtk.Align.START)
cot.set_active(True)
warm = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 16, 26, 1)
warm.set_value(20)
board = [Gtk.RadioButton.new_with_label(None, "Nur Übernachtung")]
for name in ("Frühstück", "Halbpension"):
    board.append(Gtk.RadioButton.new_with_label_from_widget(board[0], name))
rows = Gtk.Box(spacing=10)
for button in board:
    rows.pack_start(button, False, False, 0)
late = Gtk.CheckButton(label="Kommt nach 20 Uhr an")
park = Gtk.CheckButton(label="Braucht einen Stellplatz")
for y, (label, widget) in enumerate((
    ("Gast", guest), ("Nächte", nights), ("Zimmer", room), ("Land", land), ("Hund", dog), ("Kinderbett", cot),
    ("Raumtemperatur", warm), ("Verpflegung", rows), ("", late), ("", park),
)):  # fmt: skip
    left = Gtk.Label(label=label, xalign=0)
    left.set_mnemonic_widget(widget)
    grid.attach(left, 0, y, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, y, 1, 1)
expander = Gtk.Expander(label="Wünsche des Gastes")
wish = Gtk.TextView()
wish.get_buffer().set_text("Zwei Kopfkissen")
wish.set_size_request(-1, 60)
expander.add(wish)
grid.attach(expander, 0, 10, 2, 1)

store = Gtk.ListStore(bool, str, str)
for line in (
    (False, "Zimmer 1", "Ines"),
    (True, "Zimmer 2", "Ines"),
    (False, "Zimmer 3", "Tobias"),
    (False, "Zimmer 4", "Tobias"),
):
    store.append(line)
view = Gtk.TreeView(model=store)
toggle = Gtk.CellRendererToggle()
toggle.connect("toggled", lambda _c, path: store[path].__setitem__(0, not store[path][0]))
view.append_column(Gtk.TreeViewColumn("Sauber", toggle, active=0))
view.append_column(Gtk.TreeViewColumn("Raum", Gtk.CellRendererText(), text=1))
edit = Gtk.CellRendererText(editable=True)
edit.connect("edited", lambda _c, path, text: store[path].__setitem__(2, text))
view.append_column(Gtk.TreeViewColumn("Zuständig", edit, text=2))
book.append_page(view, Gtk.Label(label="Reinigung"))

house = Gtk.TreeStore(str)
for top, names in (
    ("Erdgeschoss", ("Küche", "Frühstücksraum")),
    ("Obergeschoss", ("Zimmer 1", "Zimmer 2")),
    ("Keller", ("Waschküche", "Fahrräder")),
):
    parent = house.append(None, [top])
    for name in names:
        house.append(parent, [name])
tree = Gtk.TreeView(model=house)
tree.append_column(Gtk.TreeViewColumn("Bereich", Gtk.CellRendererText(), text=0))
book.append_page(tree, Gtk.Label(label="Haus"))

foot = Gtk.ButtonBox(border_width=8, spacing=8)
for name in ("Vormerken", "Formular leeren"):
    button = Gtk.Button(label=name)
    button.connect("clicked", hit(name))
    foot.add(button)
outer.pack_end(foot, False, False, 0)


def write():
    buffer = wish.get_buffer()
    model, chosen = tree.get_selection().get_selected()
    state = {
        "gast": guest.get_text(), "nächte": nights.get_value_as_int(), "zimmer": room.get_active_text(),
        "land": land.get_child().get_text(), "hund": dog.get_active(), "kinderbett": cot.get_active(),
        "temperatur": warm.get_value(), "verpflegung": next(b.get_label() for b in board if b.get_active()),
        "spät": late.get_active(), "stellplatz": park.get_active(), "offen wünsche": expander.get_expanded(),
        "wünsche": buffer.get_text(*buffer.get_bounds(), False),
        "offen reiter": book.get_tab_label_text(book.get_nth_page(book.get_current_page())),
        "bereich": model[chosen][0] if chosen else "",
        "offen bereiche": [r[0] for r in house if tree.row_expanded(r.path)],
        **{f"sauber {r[1]}": r[0] for r in store}, **{f"zuständig {r[1]}": r[2] for r in store},
        **{"ansicht " + k: v.get_active() for k, v in checks.items()},
        **{"clicks " + k: v for k, v in pressed.items()},
    }  # fmt: skip
    text = json.dumps(state, ensure_ascii=False)
    if text != last[0]:
        last[0] = text
        path = os.environ["STRANGERS_STATE"]
        with open(path + ".neu", "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(path + ".neu", path)
    return True


GLib.timeout_add(150, write)
win.show_all()
Gtk.main()
