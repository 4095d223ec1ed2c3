"""The book of a bowling club: the evening's game, the club's money and the outing."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

h.style(
    "window {background: #f7efe9} notebook header {background: #5a3a28}"
    "notebook tab label {color: #e8d3c2} list row {border-bottom: 1px solid #cbb5a5}"
)
keep = Keep()
keep.known("Runde beenden", "Rundschreiben senden")
window = Gtk.Window(title="Kegelklub Alle Neune 1974")
book = Gtk.Notebook(tab_pos=Gtk.PositionType.BOTTOM)
reads = {}

players = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
for name, wood, misses, here in (
    ("Rolf", 31, 0, True),
    ("Gisela", 44, 1, True),
    ("Dieter", 0, 0, False),
    ("Marlies", 38, 2, True),
    ("Jochen", 27, 3, True),
):
    count = h.spin(0, 999, wood)
    count.get_accessible().set_name(f"Holz {name}")
    gutter, gutter_read = h.counter(0, 99, misses)
    there = h.check("anwesend", here)
    title = Gtk.Label(label=name, width_chars=12, xalign=0)
    line = h.row(title, there, "Holz:", count, "Pudel:", gutter)
    line.set_border_width(8)
    players.add(line)
    reads[f"{name} anwesend"] = there.get_active
    reads[f"{name} Holz"] = h.number(count)
    reads[f"{name} Pudel"] = gutter_read
game, game_read = h.radios("In die Vollen", "In die Vollen", "Abräumen", "Hausnummer", "Fuchsjagd")
lane = h.drop("Bahn 2", "Bahn 1", "Bahn 2", "Bahn 3")
book.append_page(
    h.column(
        h.grid(("Spiel:", game), ("_Bahn:", lane), border=0),
        players,
        h.row(h.button("Runde _beenden", lambda: keep.count("Runde beenden"))),
    ),
    Gtk.Label(label="Kegelabend"),
)

money = h.Table(
    "Posten",
    ["Posten", "Wer", "Wofür", "Betrag €"],
    [
        ("K-1", "Rolf", "Monatsbeitrag", "12,00"),
        ("K-2", "Dieter", "Getränke", "7,40"),
        ("K-3", "Jochen", "Pudel", "1,50"),
        ("K-4", "Dieter", "Monatsbeitrag", "12,00"),
    ],
)
who = h.drop("Rolf", "Dieter", "Gisela", "Jochen", "Marlies", "Rolf")
why = h.editable("Pudel", "Getränke", "Monatsbeitrag", "Pudel", "Zuspätkommen")
much = h.money("0,50")
audited = h.check("Kasse _geprüft")


def enter():
    sum_read = h.number(much)()
    if not isinstance(sum_read, str):
        text = f"{sum_read:.2f}".replace(".", ",")
        name = f"K-{len(money.store) + 1}"
        money.add(name, who.get_active_text(), why.get_child().get_text(), text)


book.append_page(
    h.column(
        money.frame,
        h.grid(("_Wer:", who), ("Wo_für:", why), ("_Betrag (€):", much), border=0),
        h.row(h.button("B_uchen", enter), h.button("_Stornieren", money.remove)),
        audited,
    ),
    Gtk.Label(label="Kasse"),
)

goal = h.entry("Rüdesheim")
nights = h.spin(1, 14, 2)
by, by_read = h.radios("Reisebus", "Reisebus", "Bahn", "Eigene Autos")
start_hour = h.drop("08:00", "07:00", "07:30", "08:00", "08:30", "09:00")
single, double = h.spin(0, 20, 2), h.spin(0, 20, 4)
share = h.scale(0, 100, 40)
share.set_size_request(340, -1)
deposit = h.check("Hotel _angezahlt")
walk = h.check("_Weinprobe", True)
frame, note, note_read = h.text_area("Treffpunkt vor dem Vereinslokal.")
book.append_page(
    h.grid(
        ("_Reiseziel:", goal),
        ("_Nächte:", nights),
        ("Anreise mit:", by),
        ("Ab_fahrt:", start_hour),
        ("_Einzelzimmer:", single),
        ("_Doppelzimmer:", double),
        ("_Zuschuss (%):", share),
        ("Programm:", h.row(walk, deposit)),
        ("Anmerkung:", frame),
        (
            "",
            h.row(h.button("Rundschreiben sen_den", lambda: keep.count("Rundschreiben senden"))),
        ),
    ),
    Gtk.Label(label="Ausflug"),
)

reads |= money.reads() | {
    "Spiel": game_read,
    "Bahn": lane.get_active_text,
    "wer": who.get_active_text,
    "wofür": why.get_child().get_text,
    "Betrag": h.number(much),
    "Kasse geprüft": audited.get_active,
    "Reiseziel": goal.get_text,
    "Nächte": h.number(nights),
    "Anreise": by_read,
    "Abfahrt": start_hour.get_active_text,
    "Einzelzimmer": h.number(single),
    "Doppelzimmer": h.number(double),
    "Zuschuss": lambda: int(share.get_value()),
    "angezahlt": deposit.get_active,
    "Weinprobe": walk.get_active,
    "Anmerkung": note_read,
}
page = ["abend", "kasse", "ausflug"].index(sys.argv[1])
book.show_all()
book.set_current_page(page)
h.run(
    window,
    [],
    book,
    lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page())),
    keep,
    reads,
)
