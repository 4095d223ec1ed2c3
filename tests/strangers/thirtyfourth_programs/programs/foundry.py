"""The casting plan of a bronze foundry."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

keep = Keep()
keep.known("apply")
window = Gtk.Window(title="Ashby Bronze Foundry – Casting Plan")
book, bar = Gtk.Notebook(), Gtk.MenuBar()
ALLOYS = ("Brass", "Gunmetal", "Silicon bronze", "Tin bronze")

pours = h.Table(
    "pour",
    ["Piece", "Alloy", "Weight kg", "Poured"],
    [
        ("Otter", "Tin bronze", "22", False),
        ("Mayor's bust", "Gunmetal", "64", False),
        ("Gate finials", "Brass", "9", False),
        ("Running fox", "Silicon bronze", "31", False),
        ("Ship's cleat", "Gunmetal", "4", True),
    ],
    boxes=True,
)
alloy = h.drop("Brass", *ALLOYS)
piece, metal, weight = h.entry(), h.drop("Tin bronze", *ALLOYS), h.spin(1, 400, 10)
new = h.dialog(
    window,
    "New pour",
    "_Add pour",
    lambda: pours.add(piece.get_text(), metal.get_active_text(), weight.get_text()),
    h.grid(("_Piece:", piece), ("A_lloy:", metal), ("_Weight (kg):", weight)),
)
book.append_page(
    h.column(
        pours.frame,
        h.row(
            Gtk.Label(label="Alloy:"),
            alloy,
            h.button("Change alloy", lambda: pours.put(1, alloy.get_active_text())),
            h.button("Remove pour", pours.remove),
        ),
    ),
    Gtk.Label(label="Pours"),
)

heat, hold = h.scale(900, 1250, 1080), h.spin(0, 120, 15)
fuel, fuel_read = h.radios("Gas", "Gas", "Electric")
operator = h.editable("J. Marsh", "J. Marsh", "R. Novak", "T. Okoro")
degas, fan = h.check("Degas before pouring"), h.check("Extractor fan", True)
frame, _, note_read = h.text_area()
book.append_page(
    h.grid(
        ("_Temperature (°C):", heat),
        ("_Hold (minutes):", hold),
        ("Fuel:", fuel),
        ("_Operator:", operator),
        ("", degas),
        ("", fan),
        ("Log note:", frame),
        ("", h.row(h.button("_Apply", lambda: keep.count("apply")))),
    ),
    Gtk.Label(label="Furnace"),
)

patterns = h.Tree(
    "pattern",
    ["Pattern", "Shelf", "Where"],
    {
        "Animals": [
            ("Heron", "2", "in store"),
            ("Hare", "4", "lent out"),
            ("Toad", "4", "in store"),
        ],
        "Bells": [("Small bell", "1", "in store"), ("Ship's bell", "1", "in store")],
        "Letters": [("Roman capitals", "6", "lent out")],
    },
)
shelf = h.spin(1, 12, 1)
book.append_page(
    h.column(
        patterns.frame,
        h.row(
            Gtk.Label(label="Shelf:"),
            shelf,
            h.button("Move to shelf", lambda: patterns.put(1, shelf.get_text())),
            h.button("Lend out", lambda: patterns.put(2, "lent out")),
            h.button("Take back", lambda: patterns.put(2, "in store")),
        ),
    ),
    Gtk.Label(label="Patterns"),
)
tips = Gtk.CheckMenuItem(label="Show weights in pounds")
siren = Gtk.CheckMenuItem(label="Siren before pouring", active=True)
h.menu(bar, "_Pour", ("New pour…", new.present), ("Remove pour", pours.remove))
h.menu(bar, "_View", tips, siren)
tools = h.toolbar(("New pour…", new.present))
top = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
top.add(bar)
top.add(tools)

reads = (
    pours.reads()
    | patterns.reads()
    | {
        "alloy": alloy.get_active_text,
        "new piece": piece.get_text,
        "new alloy": metal.get_active_text,
        "new weight": h.number(weight),
        "temperature": lambda: int(heat.get_value()),
        "hold": h.number(hold),
        "fuel": fuel_read,
        "operator": operator.get_child().get_text,
        "degas": degas.get_active,
        "fan": fan.get_active,
        "note": note_read,
        "shelf": h.number(shelf),
        "pounds": tips.get_active,
        "siren": siren.get_active,
    }
)
h.run(window, top, book, keep, reads, ["pours", "furnace", "patterns"].index(sys.argv[1]))
