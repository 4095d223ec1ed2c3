"""The desk of a screen printer: orders, screens and the press."""

import sys

from gtk_help import (
    Gtk,
    Table,
    button,
    check,
    column,
    dialog,
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

start = sys.argv[1] if len(sys.argv) > 1 else "auftraege"
window, bar, book, keep = (
    Gtk.Window(title="Siebdruck Farbenfroh"),
    Gtk.MenuBar(),
    Gtk.Notebook(),
    Keep(),
)

orders = Table(
    "Auftrag",
    ["Auftrag", "Ware", "Stück", "Stand"],
    [
        ("Feuerwehr Oberdorf", "T-Shirts", "80", "offen"),
        ("Café Zimt", "Schürzen", "15", "gedruckt"),
        ("Handballverein", "Trikots", "32", "offen"),
        ("Brauchtumsgruppe", "Stoffbeutel", "200", "offen"),
        ("Tischlerei Huemer", "Poloshirts", "24", "verpackt"),
    ],
)
seek = Gtk.SearchEntry(placeholder_text="Auftrag suchen")
shown = orders.store.filter_new()
shown.set_visible_func(lambda model, at, _: seek.get_text().lower() in model[at][0].lower())
orders.view.set_model(shown)
seek.connect("changed", lambda _: shown.refilter())


def real():
    model, at = orders.view.get_selection().get_selected()
    return orders.store[model.convert_iter_to_child_iter(at)] if at else None


orders.chosen = real


def cancel():
    if real():
        orders.store.remove(real().iter)


client, ware = Gtk.Entry(), editable("T-Shirts", "T-Shirts", "Stoffbeutel", "Plakate", "Kappen")
pieces = spin(1, 5000, 50)
both = check("_Beidseitig")
new = dialog(
    window,
    "Neuer Auftrag",
    "_Annehmen",
    lambda: orders.add(
        client.get_text(),
        ware.get_child().get_text() + " beidseitig" * both.get_active(),
        str(number(pieces)()),
        "offen",
    ),
    grid(("_Kunde:", client), ("_Ware:", ware), ("_Stück:", pieces), ("", both)),
)
order_page = column(
    seek,
    orders.frame,
    row(
        button("Gedruckt", lambda: orders.put(3, "gedruckt")),
        button("Verpackt", lambda: orders.put(3, "verpackt")),
        button("Stornieren", cancel),
        button("Neuer Auftrag…", new.present),
    ),
)

screens = Gtk.TreeStore(str, str)
for mesh, frames in (
    ("Feines Gewebe", (("Hirsch", "belichtet"), ("Wappen", "frei"))),
    (
        "Grobes Gewebe",
        (("Glitzerstern", "frei"), ("Schriftzug", "belichtet"), ("Punkte", "gerissen")),
    ),
):
    top = screens.append(None, [mesh, ""])
    for frame in frames:
        screens.append(top, frame)
tree = Gtk.TreeView(model=screens, enable_search=False)
for place, header in enumerate(("Sieb", "Zustand")):
    tree.append_column(Gtk.TreeViewColumn(header, Gtk.CellRendererText(), text=place))
tree.get_column(0).set_min_width(260)
tree.expand_all()


def mark(text):
    model, at = tree.get_selection().get_selected()
    if at and model.iter_parent(at):
        model[at][1] = text


def screen(name):
    return lambda: next(
        each[1] for top in screens for each in top.iterchildren() if each[0] == name
    )


def picked():
    model, at = tree.get_selection().get_selected()
    return model[at][0] if at else ""


frame = Gtk.Frame()
frame.add(tree)
screen_page = column(
    frame,
    row(
        button("Belichten", lambda: mark("belichtet")),
        button("Auswaschen", lambda: mark("frei")),
        button("Gerissen melden", lambda: mark("gerissen")),
    ),
)

ink = editable("Zinnoberrot", "Zinnoberrot", "Nachtblau", "Schwarz", "Deckweiß")
dry, squeegee, passes = spin(80, 200, 160), scale(10, 90, 45), spin(1, 6, 2)
base_row, base = radios("Wasserbasis", "Wasserbasis", "Plastisol", "Ätzdruck")
flash, suction = check("_Zwischentrocknen"), check("_Absaugung", True)
due, remark = Gtk.Entry(text="03.04.2034"), text_area()
press_page = grid(
    ("_Farbe:", ink),
    ("", base_row),
    ("_Trockner in °C:", dry),
    ("_Rakelwinkel in Grad:", squeegee),
    ("_Durchgänge:", passes),
    ("", row(flash, suction)),
    ("_Liefertermin:", due),
)
note, _, note_text = remark
press_page.attach(Gtk.Label(label="Merkzettel:", xalign=0), 0, 7, 1, 1)
press_page.attach(note, 1, 7, 1, 1)

prices, done = (
    Gtk.CheckMenuItem(label="Preise anzeigen"),
    Gtk.CheckMenuItem(label="Fortschritt anzeigen"),
)
done.set_active(True)
keep.known("Speichern", "Lieferschein drucken", "Probedruck")
menu(
    bar,
    "_Datei",
    ("_Speichern", lambda: keep.count("Speichern")),
    ("_Lieferschein drucken", lambda: keep.count("Lieferschein drucken")),
)
menu(bar, "_Ansicht", prices, done)
for caption, page in (
    ("Aufträge", order_page),
    ("Siebe", screen_page),
    ("Druckmaschine", press_page),
):
    book.append_page(page, Gtk.Label(label=caption))
tools = Gtk.Toolbar()
trial = Gtk.ToolButton(label="Probedruck")
trial.connect("clicked", lambda _: keep.count("Probedruck"))
lamp = Gtk.ToggleToolButton(label="Gelblicht")
for tool in (trial, lamp):
    tools.insert(tool, -1)
tools.set_style(Gtk.ToolbarStyle.TEXT)
head = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
head.add(bar)
head.add(tools)

run(
    window,
    head,
    book,
    keep,
    {
        **orders.reads(),
        "Suche": seek.get_text,
        "Neu Kunde": client.get_text,
        "Neu Ware": lambda: ware.get_child().get_text(),
        "Neu Stück": number(pieces),
        "Neu Beidseitig": both.get_active,
        **{
            f"Sieb {name}": screen(name)
            for name in ("Hirsch", "Wappen", "Glitzerstern", "Schriftzug", "Punkte")
        },
        "Sieb gewählt": picked,
        "Farbe": lambda: ink.get_child().get_text(),
        "Druckart": base,
        "Trockner": number(dry),
        "Rakelwinkel": lambda: round(squeegee.get_value()),
        "Durchgänge": number(passes),
        "Zwischentrocknen": flash.get_active,
        "Absaugung": suction.get_active,
        "Liefertermin": due.get_text,
        "Merkzettel": note_text,
        "Preise": prices.get_active,
        "Fortschritt": done.get_active,
        "Gelblicht": lamp.get_active,
        "Dialog": lambda: new.get_title() if new.get_visible() else "",
    },
    {"auftraege": 0, "siebe": 1, "druckmaschine": 2}[start],
)
