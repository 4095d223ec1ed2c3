"""The crossword desk of a newspaper's puzzle page."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

keep = Keep()
keep.known("save puzzle")
window = Gtk.Window(title="Puzzle Page – Crossword Desk")
book, bar = Gtk.Notebook(), Gtk.MenuBar()

clues = h.Table(
    "clue",
    ["Slot", "Answer", "Clue", "Status"],
    [
        ("1 Across", "TAR", "Black stuff for the road (3)", "Draft"),
        ("7 Across", "PLATEAU", "High flat ground (7)", "Draft"),
        ("5 Down", "LEMUR", "Animal from Madagascar (5)", "Approved"),
        ("9 Down", "SPOUT", "Part of a teapot (5)", "Draft"),
        ("12 Down", "ORBIT", "Go round and round (5)", "Draft"),
    ],
)
wording = h.entry("", "New wording")
book.append_page(
    h.column(
        clues.frame,
        h.row(
            h.button("Approve", lambda: clues.put(3, "Approved")),
            h.button("Query", lambda: clues.put(3, "Queried")),
            h.button("Delete", clues.remove),
        ),
        h.grid(
            ("_Wording:", wording),
            ("", h.row(h.button("Replace wording", lambda: clues.put(2, wording.get_text())))),
        ),
    ),
    Gtk.Label(label="Clues"),
)

title = h.entry("Friday Teaser")
setter = h.editable("Magpie", "Magpie", "Nettle", "Orlando", "Quill")
size = h.drop("15 × 15", "13 × 13", "15 × 15", "21 × 21")
style, style_read = h.radios("Cryptic", "Cryptic", "Quick", "Themed")
hard = h.scale(1, 10, 6)
date = h.entry("06/06/2025")
upside = h.check("Print solution upside down", True)
symmetry = h.check("Symmetrical grid", True)
frame, _, rubric_read = h.text_area("Solution on Monday.")
book.append_page(
    h.grid(
        ("_Title:", title),
        ("_Setter:", setter),
        ("_Grid size:", size),
        ("Style:", style),
        ("_Difficulty:", hard),
        ("_Publish on:", date),
        ("", upside),
        ("", symmetry),
        ("Rubric:", frame),
        ("", h.row(h.button("Save puzzle", lambda: keep.count("save puzzle")))),
    ),
    Gtk.Label(label="Puzzle"),
)

setters = h.Table(
    "setter",
    ["Setter", "Real name", "Fee £", "Active"],
    [
        ("Magpie", "Colin Webb", "75", True),
        ("Nettle", "Ruth Lamb", "80", True),
        ("Orlando", "Ed Pryce", "70", True),
        ("Quill", "Anna Frost", "95", True),
        ("Badger", "Ian Moore", "60", False),
    ],
    boxes=True,
)
fee = h.spin(0, 300, 50, 5)
pen, real, pay = h.entry(), h.entry(), h.spin(0, 300, 75, 5)
new = h.dialog(
    window,
    "New setter",
    "_Add setter",
    lambda: setters.add(pen.get_text(), real.get_text(), pay.get_text(), on=True),
    h.grid(("_Pen name:", pen), ("_Real name:", real), ("_Fee (£):", pay)),
)
book.append_page(
    h.column(
        setters.frame,
        h.row(
            Gtk.Label(label="Fee:"),
            fee,
            h.button("Set fee", lambda: setters.put(2, fee.get_text())),
            h.button("New setter…", new.present),
        ),
    ),
    Gtk.Label(label="Setters"),
)
numbers = Gtk.CheckMenuItem(label="Show letter counts", active=True)
answers = Gtk.CheckMenuItem(label="Hide answers")
h.menu(bar, "_Puzzle", ("Save puzzle", lambda: keep.count("save puzzle")))
h.menu(bar, "_View", numbers, answers)

reads = (
    clues.reads()
    | setters.reads()
    | {
        "wording": wording.get_text,
        "title": title.get_text,
        "setter name": setter.get_child().get_text,
        "size": size.get_active_text,
        "style": style_read,
        "difficulty": lambda: int(hard.get_value()),
        "date": date.get_text,
        "upside down": upside.get_active,
        "symmetry": symmetry.get_active,
        "rubric": rubric_read,
        "fee": h.number(fee),
        "new pen": pen.get_text,
        "new real": real.get_text,
        "new fee": h.number(pay),
        "letter counts": numbers.get_active,
        "hide answers": answers.get_active,
    }
)
h.run(window, bar, book, keep, reads, ["clues", "puzzle", "setters"].index(sys.argv[1]))
