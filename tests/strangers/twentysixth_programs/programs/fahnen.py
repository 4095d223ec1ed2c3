"""The order sheet of a flag maker: size and cloth, the stripes, delivery, a dialog for the label."""

import sys

import gtk_parts as parts
from gi.repository import Gtk
from keep import Keep

keep = Keep()
keep.known("In die Näherei geben", "Angebot mailen")
window = parts.window_of("Fahnenmacherei Huber - Auftrag 2217")
stamp = []


def stripe():
    return stripes[parts.row_of(view)][0] if parts.row_of(view) >= 0 else ""


def move(step):
    row = parts.row_of(view)
    if row >= 0 and 0 <= row + step < len(stripes):
        stripes.swap(stripes[row].iter, stripes[row + step].iter)


def add_stripe():
    stripes.append([colour.get_active_text(), f"{parts.reading(broad)()} cm"])


def drop_stripe():
    if parts.row_of(view) >= 0:
        stripes.remove(stripes[parts.row_of(view)].iter)


def swap_sides():
    a, b = width.get_value(), height.get_value()
    width.set_value(b)
    height.set_value(a)


def put_label():
    stamp[:] = [f"{label_text.get_text()} ({place.get_active_text()})"]


customer = Gtk.Entry(text="Feuerwehr Oberndorf")
occasion = parts.combo("Jubiläum", "Vereinsfahne", "Hochzeit", "Trauer")
width, height, pieces = (
    parts.spin(10, 900, 150, 10),
    parts.spin(10, 900, 100, 10),
    parts.spin(1, 500, 1),
)
cloth = parts.combo("Polyester", "Seide", "Baumwolle", "Samt")
hems = [Gtk.RadioButton.new_with_label_from_widget(None, "Einfacher Saum")]
hems += [
    Gtk.RadioButton.new_with_label_from_widget(hems[0], text)
    for text in ("Doppelsaum", "Fransen in Gold")
]
rings, loops = parts.check("Messing_ösen"), parts.check("_Hohlsaum für die Stange", True)
label_text, place = (
    Gtk.Entry(text="Huber Wels"),
    parts.combo("unten links", "unten rechts", "Rückseite"),
)
dialog = parts.dialog_of(
    window,
    "Etikett einnähen",
    "Einnähen",
    put_label,
    parts.form(("_Aufschrift:", label_text), ("_Stelle:", place)),
)
first = parts.box(
    parts.form(
        ("_Kunde:", customer),
        ("A_nlass:", occasion),
        ("_Breite in cm:", width),
        ("Hö_he in cm:", height),
        ("_Stückzahl:", pieces),
        ("S_toff:", cloth),
        ("", parts.box(*hems, across=True)),
        ("", rings),
        ("", loops),
    ),
    parts.box(
        parts.button("Hoch- und Quer_format tauschen", swap_sides),
        parts.button("_Etikett einnähen …", dialog.present),
        across=True,
    ),
)

stripes = Gtk.ListStore(str, str)
for row in (("Rot", "40 cm"), ("Weiß", "20 cm"), ("Grün", "40 cm")):
    stripes.append(row)
view, around = parts.table(stripes, "Streifen", "Breite")
colour, broad = (
    parts.combo("Rot", "Weiß", "Grün", "Blau", "Gold", "Schwarz"),
    parts.spin(1, 200, 10),
)
motif = parts.combo("ohne", "Adler", "Löwe", "Eichenlaub", "Heiliger Florian")
big, twosided = parts.scale(100, 50), parts.check("_Beidseitig bestickt")
second = parts.box(
    around,
    parts.box(
        parts.button("Nach _oben", lambda: move(-1)),
        parts.button("Nach _unten", lambda: move(1)),
        parts.button("_Entfernen", drop_stripe),
        across=True,
    ),
    parts.form(
        ("_Farbe:", colour),
        ("B_reite:", broad),
        ("", parts.button("Streifen _anfügen", add_stripe)),
        ("_Motiv:", motif),
        ("M_otivgröße in Prozent:", big),
        ("", twosided),
    ),
)

due, way = (
    Gtk.Entry(text="12.12.2026"),
    parts.combo("Paket", "Selbstabholung", "Feierliche Übergabe"),
)
hurry, iron, flame = (
    parts.check("_Eilauftrag"),
    parts.check("Vor dem Versand _bügeln", True),
    parts.check("_Schwer entflammbar ausrüsten"),
)
discount, note = parts.spin(0, 50, 0), Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, height_request=110)
third = parts.box(
    parts.form(
        ("_Liefertermin:", due),
        ("_Versandart:", way),
        ("_Rabatt in Prozent:", discount),
        ("", hurry),
        ("", iron),
        ("", flame),
        ("_Hinweis an die Näherin:", note),
    ),
    parts.box(
        parts.button("In die _Näherei geben", lambda: keep.count("In die Näherei geben")),
        parts.button("_Angebot mailen", lambda: keep.count("Angebot mailen")),
        across=True,
    ),
)

book = parts.notebook(("Maße und Stoff", first), ("Muster", second), ("Lieferung", third))
locked, net = (
    Gtk.CheckMenuItem.new_with_mnemonic(text)
    for text in ("Auftrag _sperren", "_Nettopreise zeigen")
)
bar = parts.menu_bar(("_Auftrag", [locked]), ("A_nsicht", [net]))
window.add(parts.box(bar, book))
view.get_selection().select_path(0)
window.show_all()
book.set_current_page(["masse", "muster", "lieferung"].index(sys.argv[1]))
parts.run(
    keep,
    window,
    book,
    kunde=customer,
    anlass=occasion,
    breite=width,
    höhe=height,
    stückzahl=pieces,
    stoff=cloth,
    ösen=rings,
    hohlsaum=loops,
    aufschrift=label_text,
    stelle=place,
    etikett=lambda: list(stamp),
    saum=lambda: next(r.get_label() for r in hems if r.get_active()),
    farbe=colour,
    streifenbreite=broad,
    motiv=motif,
    motivgröße=big,
    beidseitig=twosided,
    termin=due,
    versand=way,
    rabatt=discount,
    eil=hurry,
    bügeln=iron,
    entflammbar=flame,
    hinweis=note,
    gesperrt=locked,
    netto=net,
    dialog=dialog.get_visible,
    streifen=stripe,
    muster=lambda: [" ".join(row) for row in stripes],
)
