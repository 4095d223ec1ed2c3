"""The control desk of a show cave: tours of the day, the lamps of the halls, the till, a dialog for a group."""

import sys

import gtk_parts as parts
from gi.repository import Gtk
from keep import Keep

keep = Keep()
keep.known("Eingang öffnen", "Durchsage starten", "Kassenbericht")
window = parts.window_of("Drachenhöhle - Führungsleitung")
loading = []


def chosen():
    return tours[parts.row_of(view)][0] if parts.row_of(view) >= 0 else ""


def load(*_):
    if chosen():
        row = tours[parts.row_of(view)]
        loading.append(1)
        guide.set_active(["Resi", "Anton", "Marek", "Lena"].index(row[1]))
        tongue.set_active(["Deutsch", "Englisch", "Tschechisch"].index(row[2]))
        people.set_value(int(row[3]))
        loading.clear()


def save(*_):
    if chosen() and not loading:
        row = tours[parts.row_of(view)]
        row[1], row[2], row[3] = (
            guide.get_active_text(),
            tongue.get_active_text(),
            people.get_text().strip(),
        )


def state(text):
    if chosen():
        tours[parts.row_of(view)][4] = text


def enrol():
    tours.append(
        [
            at.get_active_text(),
            "Resi",
            "Deutsch",
            str(parts.reading(heads)()),
            "Gruppe " + group.get_text(),
        ]
    )


def all_dark():
    for lamp, _ in halls.values():
        lamp.set_active(False)


tours = Gtk.ListStore(str, str, str, str, str)
for row in (
    ("09:30", "Resi", "Deutsch", "18", "beendet"),
    ("11:00", "Anton", "Englisch", "12", "offen"),
    ("13:00", "Lena", "Deutsch", "25", "offen"),
    ("15:30", "Marek", "Tschechisch", "7", "offen"),
):
    tours.append(row)
view, around = parts.table(tours, "Beginn", "Führer", "Sprache", "Personen", "Stand")
guide, tongue = (
    parts.combo("Resi", "Anton", "Marek", "Lena"),
    parts.combo("Deutsch", "Englisch", "Tschechisch"),
)
people = parts.spin(0, 40, 0)
at, heads, group = (
    parts.combo("10:15", "12:00", "14:15", "17:00"),
    parts.spin(1, 40, 20),
    Gtk.Entry(),
)
dialog = parts.dialog_of(
    window,
    "Gruppe anmelden",
    "Anmelden",
    enrol,
    parts.form(("Name der _Gruppe:", group), ("_Uhrzeit:", at), ("_Personen:", heads)),
)
first = parts.box(
    around,
    parts.form(("_Führer:", guide), ("_Sprache:", tongue), ("_Personen:", people)),
    parts.box(
        parts.button("Führung _starten", lambda: state("läuft")),
        parts.button("_Absagen", lambda: state("abgesagt")),
        parts.button("_Gruppe anmelden …", dialog.present),
        across=True,
    ),
)

halls = {
    text: (Gtk.Switch(active=on, halign=Gtk.Align.START), parts.scale(100, level))
    for text, on, level in (
        ("Drachensaal", True, 70),
        ("Orgelgrotte", True, 45),
        ("Stiller See", False, 60),
        ("Bärengang", False, 30),
    )
}
grid = Gtk.Grid(column_spacing=14, row_spacing=10, margin=10)
for top, (text, (lamp, level)) in enumerate(halls.items()):
    for left, (caption, field) in enumerate(((text, lamp), ("Helligkeit " + text, level))):
        label = Gtk.Label(label=caption, xalign=0)
        label.set_mnemonic_widget(field)
        grid.attach(label, left * 2, top, 1, 1)
        grid.attach(field, left * 2 + 1, top, 1, 1)
scene = parts.combo("Ruhig", "Abenteuer", "Hochzeit", "Kindergeburtstag")
drip = parts.check("_Tropfgeräusche einspielen")
second = parts.box(
    grid,
    parts.form(("_Lichtstimmung:", scene), ("", drip)),
    parts.box(parts.button("Alle Säle _dunkel", all_dark), across=True),
)

adult, child = parts.spin(0, 60, 14), parts.spin(0, 60, 8)
helmets, capes, locked = (
    parts.check("_Helme ausgeben", True),
    parts.check("_Regenumhänge verleihen"),
    parts.check("Online-Verkauf _anhalten"),
)
fares = [Gtk.RadioButton.new_with_label_from_widget(None, "Sommertarif")]
fares += [
    Gtk.RadioButton.new_with_label_from_widget(fares[0], text)
    for text in ("Wintertarif", "Freier Eintritt")
]
speech = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, height_request=90)
third = parts.form(
    ("_Erwachsene in Euro:", adult),
    ("_Kinder in Euro:", child),
    ("", parts.box(*fares, across=True)),
    ("", helmets),
    ("", capes),
    ("", locked),
    ("_Durchsage:", speech),
    (
        "",
        parts.box(
            parts.button("Durchsage star_ten", lambda: keep.count("Durchsage starten")), across=True
        ),
    ),
)
book = parts.notebook(("Führungen", first), ("Licht", second), ("Kassa", third))
flood = Gtk.CheckMenuItem.new_with_mnemonic("_Hochwassersperre")
bar = parts.menu_bar(
    ("_Höhle", [("_Eingang öffnen", lambda: keep.count("Eingang öffnen")), flood]),
    ("_Bericht", [("_Kassenbericht", lambda: keep.count("Kassenbericht"))]),
)
window.add(parts.box(bar, book))
for field in (guide, tongue, people):
    field.connect("changed", save)
view.get_selection().connect("changed", load)
view.get_selection().select_path(1)
load()
window.show_all()
book.set_current_page(["fuehrungen", "licht", "kassa"].index(sys.argv[1]))
for text, (lamp, level) in halls.items():
    keep.add(text, lamp.get_active)
    keep.add("Helligkeit " + text, parts.reading(level))
parts.run(
    keep,
    window,
    book,
    gewählt=chosen,
    stimmung=scene,
    tropfen=drip,
    erwachsene=adult,
    kinder=child,
    helme=helmets,
    umhänge=capes,
    angehalten=locked,
    durchsage=speech,
    sperre=flood,
    gruppe=group,
    uhrzeit=at,
    köpfe=heads,
    dialog=dialog.get_visible,
    tarif=lambda: next(r.get_label() for r in fares if r.get_active()),
    führungen=lambda: [" | ".join(row) for row in tours],
)
