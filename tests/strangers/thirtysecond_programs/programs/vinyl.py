"""The desk of a plant that presses records: the runs, the press, and the sleeve."""

import sys

import gtk_help as g
from gtk_help import Gtk
from keep import Keep

start = sys.argv[1] if len(sys.argv) > 1 else "runs"
window, keep = Gtk.Window(title="Record Plant"), Keep()

runs = g.Table(
    ["Title", "Band", "Copies", "Status", "Rush"],
    [
        ["Low Tide", "The Ferrymen", "300", "test pressing", False],
        ["Paper Moon", "Lila Grey", "500", "queued", False],
        ["Static", "Black Kettle", "1000", "queued", True],
        ["Greenwood", "Oak & Ash", "250", "pressed", False],
    ],
    200,
)
find = g.search(runs, "Search titles and bands")
page_runs = g.column(
    find,
    runs.field,
    g.row(
        g.button("_Approve test", lambda: runs.put(3, "approved")),
        g.button("_Reject test", lambda: runs.put(3, "rejected")),
        g.button("_Mark as pressed", lambda: runs.put(3, "pressed")),
        g.button("_Ship", lambda: runs.put(3, "shipped")),
        g.button("_Cancel run", runs.take),
    ),
)

machine = g.drop("Press 1", "Press 1", "Press 2", "Old Bertha")
steam = g.spin(100, 200, 150)
force = g.spin(50, 200, 100, 5)
cycle = g.spin(15, 60, 28)
gram, read_gram = g.radios("140 g", "120 g", "140 g", "180 g")
speed, read_speed = g.radios("33 rpm", "33 rpm", "45 rpm", "78 rpm")
color = g.free("Black", "Black", "Clear", "White", "Red marble")
cool = g.scale(0, 100, 60)
trim, count = g.check("_Trim edges", True), g.check("_Visual check")
recycle = g.check("Use _regrind")
page_press = g.grid(
    ("_Machine", machine),
    ("_Steam temperature (°C)", steam),
    ("Pressing _force (t)", force),
    ("C_ycle time (s)", cycle),
    ("Weight", gram),
    ("Speed", speed),
    ("Vinyl c_olor", color),
    ("Cooling _water (%)", cool),
    ("", g.row(trim, count, recycle)),
)

paper = g.drop("Standard card", "Standard card", "Gatefold", "Kraft", "Die-cut")
spine = Gtk.Entry(text="LOW TIDE")
inner = g.drop("White paper", "White paper", "Black paper", "Poly-lined")
download, wrap = g.check("_Download card"), g.check("Shrink _wrap", True)
booklet = g.spin(0, 32, 0, 4)
extras = g.Table(
    ["Insert", "In the sleeve"],
    [["Poster", False], ["Lyric sheet", True], ["Postcard", False], ["Patch", False]],
    150,
)
text_box, text, read_text = g.area("Recorded in a barn.")
page_sleeve = g.column(
    g.grid(
        ("_Sleeve", paper),
        ("Spine _text", spine),
        ("_Inner bag", inner),
        ("_Booklet pages", booklet),
        ("", g.row(download, wrap)),
    ),
    extras.field,
    g.grid(("Liner _notes", text_box)),
)
book = g.book(("Runs", page_runs), ("Press", page_press), ("Sleeve", page_sleeve))

title, band, copies = Gtk.Entry(), Gtk.Entry(), g.spin(100, 5000, 300, 100)
rush = g.check("_Rush job")
new = g.dialog(
    window,
    "New run",
    "_Queue run",
    lambda: runs.store.append(
        [
            title.get_text(),
            band.get_text(),
            str(g.number(copies)()),
            "queued",
            rush.get_active(),
        ]
    ),
    g.grid(("_Title", title), ("_Band", band), ("_Copies", copies), ("", rush)),
)
bar = Gtk.MenuBar()
boiler = Gtk.CheckMenuItem(label="Boiler on", active=True)
tours = Gtk.CheckMenuItem(label="Guided tours")
quiet = Gtk.CheckMenuItem(label="Quiet hours")
g.menu(bar, "_Run", ("_New run…", new.present))
g.menu(bar, "_Plant", boiler, tours, quiet)

g.run(
    window,
    bar,
    book,
    keep,
    {
        "search": find.get_text,
        "chosen run": runs.picked,
        "machine": machine.get_active_text,
        "steam": g.number(steam),
        "force": g.number(force),
        "cycle": g.number(cycle),
        "weight": read_gram,
        "speed": read_speed,
        "color": color.get_child().get_text,
        "cooling": lambda: int(cool.get_value()),
        "trim": trim.get_active,
        "visual": count.get_active,
        "regrind": recycle.get_active,
        "sleeve": paper.get_active_text,
        "spine": spine.get_text,
        "inner": inner.get_active_text,
        "booklet": g.number(booklet),
        "download": download.get_active,
        "wrap": wrap.get_active,
        "chosen insert": extras.picked,
        "notes": read_text,
        "boiler": boiler.get_active,
        "tours": tours.get_active,
        "quiet": quiet.get_active,
        "dialog": new.get_visible,
        "new title": title.get_text,
        "new band": band.get_text,
        "new copies": g.number(copies),
        "new rush": rush.get_active,
    },
    {"press": 1}.get(start, 0),
    first=new if start == "new" else None,
    more=lambda: runs.records("run") | extras.records("insert"),
)
