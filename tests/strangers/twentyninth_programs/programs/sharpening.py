"""The jobs, the grinding bench and the till of a knife sharpener."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

START = sys.argv[1] if len(sys.argv) > 1 else "annahme"
JOBS = [
    ["Kochmesser", "Wirtshaus Krone", 4, "offen"],
    ["Stoffschere", "Frau Kilic", 1, "fertig"],
    ["Heckenschere", "Gärtnerei Bär", 2, "offen"],
    ["Brotmesser", "Herr Vogt", 1, "offen"],
    ["Hobeleisen", "Tischlerei Ast", 3, "fertig"],
]
keep, window = (
    Keep(),
    Gtk.Window(title="Schleiferei Zeidler", default_width=900, default_height=640),
)
window.connect("destroy", Gtk.main_quit)
whole, stack, status = (
    Gtk.VBox(margin=8, spacing=8),
    Gtk.Stack(),
    Gtk.Label(label="Werkstatt offen", xalign=0),
)
whole.pack_start(Gtk.StackSwitcher(stack=stack, halign=Gtk.Align.CENTER), False, False, 0)
whole.pack_start(stack, True, True, 0)
whole.pack_start(status, False, False, 0)
window.add(whole)
pages = {
    name: Gtk.Grid(row_spacing=8, column_spacing=12) for name in ("Annahme", "Werkbank", "Kasse")
}
for name, grid in pages.items():
    stack.add_titled(grid, name, name)
keep.add("page", stack.get_visible_child_name)


def pressed(_, name):
    keep.count(name)
    status.set_text(name + " – erledigt")


def row(grid, place, text, field, left=0):
    label = Gtk.Label(label=text, use_underline=True, xalign=0, mnemonic_widget=field)
    grid.attach(label, left, place, 1, 1)
    field.set_hexpand(True)
    grid.attach(field, left + 1, place, 1, 1)
    return field


def choice(*texts):
    combo = Gtk.ComboBoxText()
    for text in texts:
        combo.append_text(text)
    combo.set_active(0)
    return combo


# the jobs
grid, store = pages["Annahme"], Gtk.ListStore(str, str, int, str)
view = Gtk.TreeView(model=store, vexpand=True)
for job in JOBS:
    store.append(job)
for number, title in enumerate(("Werkzeug", "Kunde", "Stück", "Stand")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number))
grid.attach(view, 0, 0, 4, 1)
tool = row(
    grid, 2, "_Werkzeug:", choice("Kochmesser", "Brotmesser", "Stoffschere", "Heckenschere", "Axt")
)
customer = row(grid, 3, "_Kunde:", Gtk.Entry())
pieces = row(grid, 2, "_Stückzahl:", Gtk.SpinButton.new_with_range(1, 60, 1), 2)
express = Gtk.CheckButton(label="Express (bis morgen)")
grid.attach(express, 3, 3, 1, 1)
window_ask = Gtk.Dialog(title="Auftrag stornieren", transient_for=window, modal=True)
why, call = (
    choice("Kunde hat abgesagt", "Doppelt erfasst", "Nicht mehr zu retten"),
    Gtk.CheckButton(label="Anrufen"),
)
for part in (Gtk.Label(label="Grund der Stornierung:"), why, call):
    window_ask.get_content_area().pack_start(part, False, False, 5)
    part.show()
window_ask.add_buttons("Zurück", Gtk.ResponseType.CANCEL, "Stornieren", Gtk.ResponseType.OK)


def chosen():
    return view.get_selection().get_selected()[1]


def work(_, text):
    if text == "Aufnehmen":
        store.append(
            [
                tool.get_active_text(),
                customer.get_text(),
                pieces.get_value_as_int(),
                "eilig" if express.get_active() else "offen",
            ]
        )
    elif not chosen():
        status.set_text("Bitte zuerst einen Auftrag in der Liste wählen.")
    elif text == "Stornieren…":
        window_ask.present()
    else:
        store[chosen()][3] = "fertig" if text == "Fertig melden" else "abgeholt"


window_ask.connect(
    "response",
    lambda _, answer: (window_ask.hide(), answer == Gtk.ResponseType.OK and store.remove(chosen())),
)
window_ask.connect("delete-event", window_ask.hide_on_delete)
for place, text in enumerate(("Fertig melden", "Abgeholt", "Stornieren…", "Aufnehmen")):
    button = Gtk.Button(label=text)
    button.connect("clicked", work, text)
    grid.attach(button, place if place < 3 else 0, 1 if place < 3 else 4, 1 if place < 3 else 4, 1)

# the bench
grid = pages["Werkbank"]
speed = row(
    grid,
    0,
    "_Drehzahl (U/min):",
    Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 100, 3000, 100),
)
stone = row(
    grid, 1, "_Stein:", choice("Körnung 220", "Körnung 400", "Körnung 1000", "Körnung 3000")
)
angle = row(grid, 2, "_Winkel (Grad):", Gtk.SpinButton.new_with_range(10, 40, 1))
for place, text in enumerate(("Wasserkühlung", "Absaugung", "Licht am Schleifbock")):
    switch = row(
        grid, 3 + place, text, Gtk.Switch(halign=Gtk.Align.START, active=text == "Absaugung")
    )
    keep.add(text, switch.get_active)

# the till
grid, first = pages["Kasse"], None
total, given = (
    row(grid, 0, "_Betrag (€):", Gtk.Entry(text="18,50")),
    row(grid, 1, "_Gegeben (€):", Gtk.Entry()),
)
for place, text in enumerate(("Bar", "Karte", "Auf Rechnung")):
    first = radio = Gtk.RadioButton.new_with_label_from_widget(first, text)
    grid.attach(radio, 1, 2 + place, 1, 1)
    keep.add("pays " + text, radio.get_active)
for place, text in enumerate(("Bon drucken", "Lade öffnen", "Storno")):
    button = Gtk.Button(label=text)
    button.connect("clicked", pressed, text)
    grid.attach(button, place, 6, 1, 1)
    keep.known(text)
for name in (known := [job[1] for job in JOBS]):
    keep.add("job " + name, lambda name=name: next((list(r) for r in store if r[1] == name), ""))
for key, read in (
    ("new job", lambda: [part for r in store if r[1] not in known for part in r]),
    ("selected", lambda: store[chosen()][1] if chosen() else ""),
    ("tool", tool.get_active_text),
    ("customer", customer.get_text),
    ("pieces", number_of(pieces)),
    ("express", express.get_active),
    ("asks", window_ask.get_visible),
    ("why", why.get_active_text),
    ("call", call.get_active),
    ("speed", lambda: int(speed.get_value())),
    ("stone", stone.get_active_text),
    ("angle", number_of(angle)),
    ("total", total.get_text),
    ("given", given.get_text),
):
    keep.add(key, read)
speed.set_value(1200)
angle.set_value(20)
window.show_all()
stack.set_visible_child_name(START.title())
GLib.timeout_add(100, keep.write)
Gtk.main()
