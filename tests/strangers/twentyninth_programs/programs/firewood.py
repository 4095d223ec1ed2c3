"""The orders, the tours and the drying chamber of a firewood dealer."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

START = sys.argv[1] if len(sys.argv) > 1 else "bestellung"
TOURS = [
    ["Montag", "Toni", "Altaussee", 3, True],
    ["Montag", "Resi", "Bad Mitterndorf", 5, False],
    ["Dienstag", "Toni", "Gosau", 2, False],
    ["Donnerstag", "Karim", "Hallstatt", 4, False],
    ["Freitag", "Resi", "Ebensee", 6, False],
]
keep, window = Keep(), Gtk.Window(title="Brennholz Lechner", default_width=900, default_height=640)
window.connect("destroy", Gtk.main_quit)
whole, bar, book, status = (
    Gtk.VBox(),
    Gtk.MenuBar(),
    Gtk.Notebook(),
    Gtk.Label(label="Bereit", xalign=0),
)
for part, grows in ((bar, False), (book, True), (status, False)):
    whole.pack_start(part, grows, grows, 2)
window.add(whole)
pages = []
for title in ("_Bestellung", "_Touren", "T_rockenkammer"):
    pages.append(Gtk.Grid(row_spacing=8, column_spacing=12, margin=14))
    book.append_page(pages[-1], Gtk.Label.new_with_mnemonic(title))
keep.add("tab", lambda: ("Bestellung", "Touren", "Trockenkammer")[book.get_current_page()])


def pressed(_, name):
    keep.count(name)
    status.set_text(name + " – erledigt")


def row(grid, place, text, field):
    label = Gtk.Label(label=text, use_underline=True, xalign=0, mnemonic_widget=field)
    grid.attach(label, 0, place, 1, 1)
    field.set_hexpand(True)
    grid.attach(field, 1, place, 1, 1)
    return field


def choice(*texts):
    combo = Gtk.ComboBoxText()
    for text in texts:
        combo.append_text(text)
    combo.set_active(0)
    return combo


menu, top = Gtk.Menu(), Gtk.MenuItem.new_with_mnemonic("_Datei")
top.set_submenu(menu)
bar.append(top)
for text in ("Lieferscheine drucken", "Liste exportieren"):
    item = Gtk.MenuItem(label=text)
    item.connect("activate", pressed, text)
    menu.append(item)

# the order
grid, first = pages[0], None
who, place = row(grid, 0, "_Name:", Gtk.Entry()), row(grid, 1, "_Ort:", Gtk.Entry())
wood = row(grid, 2, "_Holzart:", choice("Buche", "Eiche", "Birke", "Fichte"))
length = row(grid, 3, "_Scheitlänge:", choice("25 cm", "33 cm", "50 cm", "1 m"))
amount = row(grid, 4, "_Menge (Schüttraummeter):", Gtk.SpinButton.new_with_range(1, 40, 1))
for line, text in enumerate(("Selbstabholung", "Frei Hof geliefert", "Mit Kran über den Zaun")):
    first = radio = Gtk.RadioButton.new_with_label_from_widget(first, text)
    grid.attach(radio, 1, 5 + line, 1, 1)
    keep.add(text, radio.get_active)
grid.attach(Gtk.Label(label="Lieferung:", xalign=0), 0, 5, 1, 1)
for line, text in enumerate(("Kammergetrocknet", "Enge Einfahrt", "Vorher anrufen")):
    check = Gtk.CheckButton(label=text)
    grid.attach(check, 1, 8 + line, 1, 1)
    keep.add(text, check.get_active)
remark = row(grid, 11, "_Anmerkung:", Gtk.Entry())
for line, text in enumerate(("Bestellung speichern", "Angebot mailen")):
    button = Gtk.Button(label=text)
    button.connect("clicked", pressed, text)
    grid.attach(button, line, 12, 1, 1)
keep.known("Lieferscheine drucken", "Liste exportieren", "Bestellung speichern", "Angebot mailen")

# the tours
store, tick = Gtk.ListStore(str, str, str, int, bool), Gtk.CellRendererToggle()
view, button = (
    Gtk.TreeView(model=store, vexpand=True, hexpand=True),
    Gtk.Button(label="Tour streichen…"),
)
for tour in TOURS:
    store.append(tour)
    keep.add(
        f"tour {tour[2]}", lambda name=tour[2]: next((list(r) for r in store if r[2] == name), "")
    )
for number, title in enumerate(("Tag", "Fahrer", "Ort", "Raummeter")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number))
view.append_column(Gtk.TreeViewColumn("Geladen", tick, active=4))
tick.connect("toggled", lambda _, path: store[path].__setitem__(4, not store[path][4]))
pages[1].attach(view, 0, 0, 1, 1)
pages[1].attach(button, 0, 1, 1, 1)
view.get_selection().unselect_all()
ask = Gtk.MessageDialog(transient_for=window, modal=True, text="Diese Tour wirklich streichen?")
ask.add_buttons("Behalten", Gtk.ResponseType.NO, "Streichen", Gtk.ResponseType.YES)


def chosen():
    return view.get_selection().get_selected()[1]


def answered(_, response):
    if response == Gtk.ResponseType.YES:
        store.remove(chosen())
    ask.hide()


ask.connect("response", answered)
ask.connect("delete-event", ask.hide_on_delete)
button.connect(
    "clicked",
    lambda _: ask.present() if chosen() else status.set_text("Bitte eine Tour markieren."),
)

# the drying chamber
for line, (key, text, low, high, value) in enumerate(
    (("heat", "_Temperatur (°C):", 30, 90, 55), ("fan", "_Gebläse (%):", 0, 100, 40))
):
    scale = row(
        pages[2], line, text, Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, low, high, 5)
    )
    scale.set_value(value)
    keep.add(key, lambda scale=scale: int(scale.get_value()))
hours = row(pages[2], 2, "_Laufzeit (Stunden):", Gtk.SpinButton.new_with_range(1, 96, 1))
heater = row(pages[2], 3, "_Heizung:", Gtk.Switch(halign=Gtk.Align.START))
for key, read in (
    ("name", who.get_text),
    ("place", place.get_text),
    ("remark", remark.get_text),
    ("wood", wood.get_active_text),
    ("length", length.get_active_text),
    ("amount", number_of(amount)),
    ("asks", ask.get_visible),
    ("selected", lambda: store[chosen()][2] if chosen() else ""),
    ("hours", number_of(hours)),
    ("heater", heater.get_active),
):
    keep.add(key, read)
window.show_all()
book.set_current_page(("bestellung", "touren", "kammer").index(START))
GLib.timeout_add(100, keep.write)
Gtk.main()
