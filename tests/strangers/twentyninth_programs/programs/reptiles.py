"""The terrariums of a reptile shelter: climate, food and care of each animal."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

START = sys.argv[1] if len(sys.argv) > 1 else "natter"
NAMES = ("day", "humid", "lamp", "fog", "food", "count", "shedding", "quarantine", "keeper")
DATA = {
    "Kornnatter": [28, 50, False, False, "Mäuse", 2, False, False, "Ines"],
    "Bartagame": [36, 30, True, False, "Heimchen", 12, False, False, "Ines"],
    "Landschildkröte": [26, 60, True, False, "Salat", 1, False, True, "Rolf"],
    "Taggecko": [29, 75, True, True, "Obstbrei", 3, True, False, "Pavel"],
}
keep, window = (
    Keep(),
    Gtk.Window(title="Reptilienstation Auwald", default_width=900, default_height=640),
)
window.connect("destroy", Gtk.main_quit)
whole, bar, panes, status = (
    Gtk.VBox(),
    Gtk.MenuBar(),
    Gtk.HBox(spacing=12, margin=10),
    Gtk.Label(xalign=0),
)
for part, grows in ((bar, False), (panes, True), (status, False)):
    whole.pack_start(part, grows, grows, 2)
window.add(whole)
store, right = Gtk.ListStore(str, str), Gtk.Grid(row_spacing=9, column_spacing=12)
view = Gtk.TreeView(model=store, width_request=250)
for place, animal in enumerate(DATA, 1):
    store.append([f"T{place}", animal])
for place, title in enumerate(("Becken", "Tier")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=place))
panes.pack_start(view, False, False, 0)
panes.pack_start(right, True, True, 0)
current, busy = ["Kornnatter"], []


def pressed(_, name):
    keep.count(name)
    status.set_text(f"{name} – {current[0]}")


def row(place, text, field):
    right.attach(
        Gtk.Label(label=text, use_underline=True, xalign=0, mnemonic_widget=field), 0, place, 1, 1
    )
    field.set_hexpand(True)
    right.attach(field, 1, place, 1, 1)
    return field


day = row(
    0, "_Tagestemperatur (°C):", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 15, 45, 1)
)
humid = row(1, "_Luftfeuchte (%):", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5))
lamp = row(2, "_UV-Lampe:", Gtk.Switch(halign=Gtk.Align.START))
fog = row(3, "_Nebler:", Gtk.Switch(halign=Gtk.Align.START))
food = row(4, "_Futter:", Gtk.ComboBoxText())
for text in ("Mäuse", "Heimchen", "Salat", "Obstbrei", "Nichts"):
    food.append(text, text)
count = row(5, "_Portionen:", Gtk.SpinButton.new_with_range(0, 50, 1))
shedding, quarantine = (
    Gtk.CheckButton(label="Häutet sich gerade"),
    Gtk.CheckButton(label="In Quarantäne"),
)
right.attach(shedding, 1, 6, 1, 1)
right.attach(quarantine, 1, 7, 1, 1)
keeper = row(8, "_Betreut von:", Gtk.Entry())
buttons = Gtk.HButtonBox(spacing=8, margin_top=12)
top_line = Gtk.CheckMenuItem(label="Statuszeile anzeigen", active=True)
right.attach(buttons, 0, 9, 2, 1)


def store_values(*_):
    if not busy:
        text = count.get_text().strip()
        DATA[current[0]] = [
            int(day.get_value()),
            int(humid.get_value()),
            lamp.get_active(),
            fog.get_active(),
            food.get_active_text(),
            int(text) if text.isdecimal() else text,
            shedding.get_active(),
            quarantine.get_active(),
            keeper.get_text(),
        ]


def load(selection):
    model, found = selection.get_selected()
    if found:
        busy.append(1)
        current[0] = model[found][1]
        values = DATA[current[0]]
        for field, value in zip(
            (day, humid, lamp, fog, food, count, shedding, quarantine, keeper), values, strict=True
        ):
            put = {Gtk.ComboBoxText: "set_active_id", Gtk.Entry: "set_text"}.get(type(field))
            put = put or (
                "set_value"
                if isinstance(value, int) and not isinstance(value, bool)
                else "set_active"
            )
            getattr(field, put)(value)
        busy.clear()


for field, signal in (
    (day, "value-changed"),
    (humid, "value-changed"),
    (lamp, "notify::active"),
    (fog, "notify::active"),
    (food, "changed"),
    (count, "changed"),
    (shedding, "toggled"),
    (quarantine, "toggled"),
    (keeper, "changed"),
):
    field.connect(signal, store_values)
view.get_selection().connect("changed", load)
view.get_selection().select_path(2 if START == "kroete" else 0)
load(view.get_selection())

# the sheet of the veterinarian
sheet = Gtk.Dialog(title="Tierarzt melden", transient_for=window, modal=True, default_width=380)
area, urgent, reason = sheet.get_content_area(), Gtk.CheckButton(label="Dringend"), Gtk.Entry()
label = Gtk.Label(label="_Grund:", use_underline=True, xalign=0, mnemonic_widget=reason)
when = Gtk.ComboBoxText()
for text in ("Heute", "Morgen", "Diese Woche"):
    when.append(text, text)
when.set_active_id("Diese Woche")
for part in (label, reason, Gtk.Label(label="Wann soll jemand kommen?", xalign=0), when, urgent):
    area.pack_start(part, False, False, 4)
    part.show()
sheet.add_buttons("Abbrechen", Gtk.ResponseType.CANCEL, "Melden", Gtk.ResponseType.OK)
sheet.connect(
    "response",
    lambda _, answer: (answer == Gtk.ResponseType.OK and keep.count("Melden"), sheet.hide()),
)
sheet.connect("delete-event", sheet.hide_on_delete)
for text in ("Gefüttert", "Wasser gewechselt", "Tierarzt…"):
    buttons.add(button := Gtk.Button(label=text))
    button.connect(
        "clicked", (lambda *_: sheet.present()) if text == "Tierarzt…" else pressed, text
    )
items = [Gtk.MenuItem(label=text) for text in ("Futterplan drucken", "Tagesbericht senden")]
for title, entries in (("_Station", items), ("_Ansicht", [top_line])):
    bar.append(top := Gtk.MenuItem(label=title, use_underline=True, submenu=Gtk.Menu()))
    for item in entries:
        top.get_submenu().append(item)
        item.connect("activate", lambda item: item in items and pressed(item, item.get_label()))
top_line.connect("toggled", lambda _: status.set_visible(top_line.get_active()))
keep.known("Gefüttert", "Wasser gewechselt", "Melden", "Futterplan drucken", "Tagesbericht senden")
for key, read in (
    ("selected", lambda: current[0]),
    ("sheet", sheet.get_visible),
    ("reason", reason.get_text),
    ("when", when.get_active_text),
    ("urgent", urgent.get_active),
    ("Statuszeile", top_line.get_active),
):
    keep.add(key, read)
for animal in DATA:
    for place, name in enumerate(NAMES):
        keep.add(f"{animal} {name}", lambda animal=animal, place=place: DATA[animal][place])
window.show_all()
if START == "tierarzt":
    sheet.present()
GLib.timeout_add(100, keep.write)
Gtk.main()
