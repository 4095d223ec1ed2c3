"""The desk of an allotment club: plots, water meters and the day of common work."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

h.style(
    "window {background: #eef4e4} stackswitcher button {padding: 6px 22px}"
    ".chip {border-radius: 14px; padding: 2px 14px} .chip:checked {background: #6a9a3b; color: white}"
)
keep = Keep()
keep.known("Abrechnung drucken", "aushängen")
window = Gtk.Window(title="Gartenfreunde Sonnental e. V.")
stack = Gtk.Stack(transition_type=Gtk.StackTransitionType.NONE)
switcher = Gtk.StackSwitcher(stack=stack, halign=Gtk.Align.CENTER, margin=10)

plots = h.Table(
    "Parzelle",
    ["Parzelle", "Pächter", "Größe m²", "Pacht bezahlt"],
    [
        ("4", "Ehepaar Schmitt", "280", False),
        ("7", "Kurt Hanke", "310", True),
        ("9", "Familie Öztürk", "300", True),
        ("12", "Rita Krug", "265", False),
        ("15", "Bernd Falk", "340", False),
    ],
    boxes=True,
)
heir = h.entry("", "Vor- und Nachname")
asked = Gtk.Label(label="Soll der Pachtvertrag der gewählten Parzelle enden?", margin=14)
end = h.dialog(
    window,
    "Pachtvertrag beenden",
    "_Kündigung eintragen",
    lambda: plots.put(1, "frei"),
    asked,
    "_Zurück",
)
stack.add_titled(
    h.column(
        plots.frame,
        h.grid(("_Neuer Pächter:", heir), border=0),
        h.row(
            h.button("_Umschreiben", lambda: plots.put(1, heir.get_text())),
            h.button("Pachtvertrag _beenden…", lambda: plots.chosen() and end.present()),
        ),
    ),
    "parzellen",
    "Parzellen",
)

meters = Gtk.Grid(row_spacing=10, column_spacing=24, border_width=12)
for at, text in enumerate(("Parzelle", "Zählerstand alt", "Zählerstand neu", "Zähler getauscht")):
    meters.attach(Gtk.Label(label=text), at, 0, 1, 1)
water = {}
for at, (name, old) in enumerate((("4", 112), ("7", 131), ("9", 77), ("12", 204)), 1):
    now = h.spin(0, 9999, old)
    swapped = Gtk.CheckButton(halign=Gtk.Align.CENTER)
    now.get_accessible().set_name(f"Parzelle {name} Zählerstand neu")
    swapped.get_accessible().set_name(f"Parzelle {name} Zähler getauscht")
    cells = (Gtk.Label(label=f"Parzelle {name}"), Gtk.Label(label=f"{old} m³"), now, swapped)
    for place, field in enumerate(cells):
        meters.attach(field, place, at, 1, 1)
    water[f"neuer Stand {name}"] = h.number(now)
    water[f"getauscht {name}"] = swapped.get_active
price = h.money("2,15")
main_row, main = h.switch("Haupthahn offen", True)
stack.add_titled(
    h.column(
        h.framed("Ablesung", meters),
        h.grid(("Preis je _Kubikmeter (€):", price), border=0),
        main_row,
        h.row(h.button("Abrechnung _drucken", lambda: keep.count("Abrechnung drucken"))),
    ),
    "wasser",
    "Wasser",
)

date = h.entry("29.03.2025")
place = h.drop("Parkplatz", "Parkplatz", "Vereinsheim", "Geräteschuppen", "Spielplatz")
tasks, task_reads = h.chips(
    ("Hecke schneiden", False),
    ("Laub harken", True),
    ("Wege fegen", False),
    ("Zaun streichen", False),
    ("Kompost umsetzen", True),
)
helpers, helpers_read = h.counter(0, 40, 6)
hours = h.spin(0, 10, 3)
drinks_row, drinks = h.switch("Getränke vom Verein")
frame, notice, notice_read = h.text_area("Bitte Handschuhe mitbringen.")
stack.add_titled(
    h.grid(
        ("_Datum:", date),
        ("_Treffpunkt:", place),
        ("Aufgaben:", tasks),
        ("Helfer gesucht:", helpers),
        ("Gutschrift in _Stunden:", hours),
        ("", drinks_row),
        ("_Hinweis:", frame),
        ("", h.row(h.button("Am Schaukasten _aushängen", lambda: keep.count("aushängen")))),
    ),
    "einsatz",
    "Arbeitseinsatz",
)

reads = (
    plots.reads()
    | water
    | task_reads
    | {
        "neuer Pächter": heir.get_text,
        "Preis": h.number(price),
        "Haupthahn": main.get_active,
        "Datum": date.get_text,
        "Treffpunkt": place.get_active_text,
        "Helfer": helpers_read,
        "Stunden": h.number(hours),
        "Getränke": drinks.get_active,
        "Hinweis": notice_read,
    }
)
stack.show_all()
stack.set_visible_child_name(sys.argv[1])
h.run(window, [switcher], stack, stack.get_visible_child_name, keep, reads)
