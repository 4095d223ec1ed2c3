"""The desk of a sewage works: basins, valves and the shift book."""

import sys

from gtk_help import (
    Gtk,
    Table,
    button,
    check,
    column,
    dialog,
    drop,
    editable,
    grid,
    menu,
    number,
    radios,
    row,
    run,
    scale,
    spin,
    text_area,
)
from keep import Keep

start = sys.argv[1] if len(sys.argv) > 1 else "becken"
window, bar, book, keep = (
    Gtk.Window(title="Klärwerk Niederau"),
    Gtk.MenuBar(),
    Gtk.Notebook(),
    Keep(),
)

air, sludge = scale(0, 100, 55), spin(0, 60, 12)
oxygen = spin(0, 9, 2)
rake_row, rake = radios("Automatik", "Aus", "Automatik", "Dauerlauf")
agent = drop("Eisenchlorid", "Keines", "Eisenchlorid", "Aluminiumsulfat")
stir, sand = check("_Rührwerk", True), check("_Sandfang räumen")
overflow = check("Regen_überlauf öffnen")
basin_page = grid(
    ("_Belüftung in %:", air),
    ("Sauer_stoff in mg/l:", oxygen),
    ("Schlamm_alter in Tagen:", sludge),
    ("Rechen:", rake_row),
    ("_Fällmittel:", agent),
    ("", row(stir, sand, overflow)),
)

valves = Table(
    "Pumpe",
    ["Pumpe", "Ort", "Zustand", "läuft"],
    [
        ("P1", "Zulauf", "in Ordnung", True),
        ("P2", "Zulauf", "in Ordnung", False),
        ("P3", "Faulturm", "leckt", True),
        ("P4", "Nachklärung", "in Ordnung", True),
        ("P5", "Pumpwerk Seestraße", "in Wartung", False),
    ],
    boxes=True,
)
valve_page = column(
    valves.frame,
    row(
        button("In Ordnung melden", lambda: valves.put(2, "in Ordnung")),
        button("Zur Wartung geben", lambda: valves.put(2, "in Wartung")),
        button("Als defekt melden", lambda: valves.put(2, "defekt")),
    ),
)

book_rows = Table(
    "Eintrag",
    ["Uhrzeit", "Wer", "Was"],
    [
        ("06:10", "Gruber", "Rechen gereinigt"),
        ("07:45", "Yilmaz", "Probe Ablauf gezogen"),
        ("09:20", "Gruber", "Faulgas abgefackelt"),
    ],
)
at, who = Gtk.Entry(text="10:00"), editable("Gruber", "Gruber", "Yilmaz", "Stadler")
what, urgent = Gtk.Entry(), check("_Wichtig")
new = dialog(
    window,
    "Neuer Eintrag",
    "_Eintragen",
    lambda: book_rows.add(
        at.get_text(), who.get_child().get_text(), what.get_text() + " (!)" * urgent.get_active()
    ),
    grid(("_Uhrzeit:", at), ("W_er:", who), ("Wa_s:", what), ("", urgent)),
)
standby = drop("Stadler", "Gruber", "Yilmaz", "Stadler")
handover, _, handover_text = text_area()
shift_page = column(
    book_rows.frame,
    row(
        button("Eintrag streichen", book_rows.remove),
        button("Neuer Eintrag…", new.present),
    ),
    grid(("_Bereitschaft heute Nacht:", standby), ("Ü_bergabe:", handover)),
)

rain, mute = Gtk.CheckMenuItem(label="Regenbetrieb"), Gtk.CheckMenuItem(label="Hupe stumm")
mute.set_active(True)
keep.known("Schicht abschließen", "Werte senden")
menu(
    bar,
    "_Schicht",
    ("Schicht _abschließen", lambda: keep.count("Schicht abschließen")),
    ("_Werte an die Gemeinde senden", lambda: keep.count("Werte senden")),
)
menu(bar, "_Betrieb", rain, mute)
for caption, page in (("Becken", basin_page), ("Pumpen", valve_page), ("Schichtbuch", shift_page)):
    book.append_page(page, Gtk.Label(label=caption))

run(
    window,
    bar,
    book,
    keep,
    {
        "Belüftung": lambda: round(air.get_value()),
        "Sauerstoff": number(oxygen),
        "Schlammalter": number(sludge),
        "Rechen": rake,
        "Fällmittel": agent.get_active_text,
        "Rührwerk": stir.get_active,
        "Sandfang": sand.get_active,
        "Regenüberlauf": overflow.get_active,
        **valves.reads(),
        **book_rows.reads(),
        "Neu Uhrzeit": at.get_text,
        "Neu Wer": lambda: who.get_child().get_text(),
        "Neu Was": what.get_text,
        "Neu Wichtig": urgent.get_active,
        "Bereitschaft": standby.get_active_text,
        "Übergabe": handover_text,
        "Regenbetrieb": rain.get_active,
        "Hupe stumm": mute.get_active,
        "Dialog": lambda: new.get_title() if new.get_visible() else "",
    },
    {"becken": 0, "pumpen": 1, "schichtbuch": 2}[start],
)
