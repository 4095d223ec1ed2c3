"""The desk of a Swiss cable car: running, tickets and faults."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

h.style(
    "window {background: #e6edf2} notebook header {background: #1f4e6b}"
    "notebook tab label {color: #9fc3d8} notebook tab:checked label {color: white}"
)
keep = Keep()
keep.known("Extrafahrt", "Billett drucken")
window = Gtk.Window(title="Luftseilbahn Chäserberg – Leitstand")
book, bar = Gtk.Notebook(tab_pos=Gtk.PositionType.LEFT), Gtk.MenuBar()

mode, mode_read = h.radios(
    "Normalbetrieb", "Normalbetrieb", "Eingeschränkt", "Eingestellt", upright=True
)
speed = h.scale(2, 10, 7)
rhythm = h.drop(
    "alle 20 Minuten", "alle 10 Minuten", "alle 20 Minuten", "alle 30 Minuten", "nach Bedarf"
)
wind = h.spin(0, 200, 25)
storm_row, storm = h.switch("Sturmwarnung")
light_row, light = h.switch("Streckenbeleuchtung")
inn, terrace = h.check("Restaurant geöffnet", True), h.check("Terrasse vom Schnee geräumt")
summit = Gtk.Expander(label="Gipfelstation", expanded=True)
summit.add(h.column(inn, terrace, border=6))
book.append_page(
    h.column(
        h.row(
            h.framed("Betrieb", mode),
            h.grid(("_Tempo (m/s):", speed), ("_Fahrplan:", rhythm), ("_Wind (km/h):", wind)),
        ),
        storm_row,
        light_row,
        summit,
        h.row(h.button("_Extrafahrt auslösen", lambda: keep.count("Extrafahrt"))),
    ),
    Gtk.Label(label="Betrieb"),
)
speed.set_size_request(320, -1)

route = h.drop("Tal – Gipfel", "Tal – Gipfel", "Tal – Mittelstation", "Mittelstation – Gipfel")
trip, trip_read = h.radios("Retour", "Einfach", "Retour")
adults, adults_read = h.counter(0, 30, 1)
children, children_read = h.counter(0, 30, 0)
half, bike, dog = h.check("Halbtax"), h.check("Velo"), h.check("Hund")
pay, pay_read = h.radios("Karte", "Bar", "Karte", "Twint", "Gutschein")
mail = h.entry("", "für die Quittung")
book.append_page(
    h.grid(
        ("_Strecke:", route),
        ("Fahrt:", trip),
        ("Erwachsene:", adults),
        ("Kinder:", children),
        ("Extras:", h.row(half, bike, dog)),
        ("Zahlart:", pay),
        ("_E-Mail:", mail),
        ("", h.row(h.button("_Billett drucken", lambda: keep.count("Billett drucken")))),
    ),
    Gtk.Label(label="Billette"),
)

faults = h.Table(
    "Störung",
    ["Nr.", "Ort", "Meldung", "Stand", "Dringend"],
    [
        ("M1", "Talstation", "Drehkreuz klemmt", "offen", False),
        ("M2", "Kabine 2", "Licht flackert", "in Arbeit", False),
        ("M3", "Stütze 3", "Rolle quietscht", "offen", True),
        ("M4", "Kabine 1", "Türe schliesst schlecht", "offen", False),
    ],
    boxes=True,
)
where = h.drop("Talstation", "Talstation", "Gipfelstation", "Kabine 1", "Kabine 2", "Stütze 3")
what, soon = h.entry(), h.check("_Dringend")
new = h.dialog(
    window,
    "Störung erfassen",
    "_Erfassen",
    lambda: faults.add(
        f"M{len(faults.store) + 1}",
        where.get_active_text(),
        what.get_text(),
        "offen",
        on=soon.get_active(),
    ),
    h.grid(("_Ort:", where), ("_Meldung:", what), ("", soon)),
)
book.append_page(
    h.column(
        h.row(
            h.button("Störung _erfassen…", new.present),
            h.button("In _Arbeit", lambda: faults.put(3, "in Arbeit")),
            h.button("_Behoben", lambda: faults.put(3, "behoben")),
            h.button("_Löschen", faults.remove),
        ),
        faults.frame,
    ),
    Gtk.Label(label="Störungen"),
)
clock = Gtk.CheckMenuItem(label="Grosse Uhr")
camera = Gtk.CheckMenuItem(label="Bild der Webcam", active=True)
h.menu(bar, "_Datei", ("Störung erfassen…", new.present), ("Beenden", window.close))
h.menu(bar, "_Ansicht", clock, camera)

reads = faults.reads() | {
    "Betrieb": mode_read,
    "Tempo": lambda: int(speed.get_value()),
    "Fahrplan": rhythm.get_active_text,
    "Wind": h.number(wind),
    "Sturmwarnung": storm.get_active,
    "Streckenbeleuchtung": light.get_active,
    "Gipfelstation offen": summit.get_expanded,
    "Restaurant": inn.get_active,
    "Terrasse": terrace.get_active,
    "Strecke": route.get_active_text,
    "Fahrt": trip_read,
    "Erwachsene": adults_read,
    "Kinder": children_read,
    "Halbtax": half.get_active,
    "Velo": bike.get_active,
    "Hund": dog.get_active,
    "Zahlart": pay_read,
    "E-Mail": mail.get_text,
    "neuer Ort": where.get_active_text,
    "neue Meldung": what.get_text,
    "neu dringend": soon.get_active,
    "grosse Uhr": clock.get_active,
    "Webcam": camera.get_active,
}
start = ["betrieb", "billette", "stoerungen"].index(sys.argv[1])
book.show_all()
book.set_current_page(start)
h.run(
    window,
    [bar],
    book,
    lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page())),
    keep,
    reads,
)
