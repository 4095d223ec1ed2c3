"""The desk of a weaving mill: the looms, the warp, and the dispatch of the cloth."""

import sys

import gtk_help as g
from gtk_help import Gtk
from keep import Keep

start = sys.argv[1] if len(sys.argv) > 1 else "looms"
window, keep = Gtk.Window(title="Weaving Mill"), Keep()

looms = g.Table(
    ["Loom", "Cloth", "Weaver", "State", "Running"],
    [
        ["Loom 1", "Herringbone", "Agnes", "fine", True],
        ["Loom 2", "Plain linen", "Callum", "fine", True],
        ["Loom 3", "Tartan", "Morag", "thread broken", False],
        ["Loom 4", "Twill", "Ewan", "fine", False],
        ["Loom 5", "Damask", "Shona", "needs oil", True],
    ],
)
find = g.search(looms, "Find a loom, cloth or weaver")
weaver = g.drop("Agnes", "Agnes", "Callum", "Morag", "Ewan", "Shona", "Isla")
acts = g.row(
    g.button("_Thread mended", lambda: looms.put(3, "fine")),
    g.button("_Report broken thread", lambda: looms.put(3, "thread broken")),
    g.button("_Call mechanic", lambda: looms.put(3, "mechanic called")),
)
hand = g.row(
    Gtk.Label(label="Weaver"),
    weaver,
    g.button("_Assign to loom", lambda: looms.put(2, weaver.get_active_text())),
)
page_looms = g.column(find, looms.field, acts, hand)

cloth = Gtk.Entry(text="Harris 22")
yarn = g.free("Shetland wool", "Shetland wool", "Merino", "Linen", "Cotton")
ends = g.spin(100, 4000, 1200, 10)
width = g.spin(40, 300, 150, 5)
tension = g.scale(0, 100, 40)
selvedge, read_selvedge = g.radios("Plain", "Plain", "Taped", "Fringed")
sized = g.check("_Size the warp", True)
double = g.check("_Double beam")
steam = g.check("S_team before weaving")
page_warp = g.grid(
    ("_Cloth name", cloth),
    ("_Yarn", yarn),
    ("_Warp ends", ends),
    ("W_idth (cm)", width),
    ("_Tension (%)", tension),
    ("Selvedge", selvedge),
    ("", g.row(sized, double, steam)),
)

bolts = g.Table(
    ["Bolt", "Length", "Buyer", "Status"],
    [
        ["H-11", "40 m", "Savile & Co", "on the shelf"],
        ["H-12", "25 m", "Nordlys", "on the shelf"],
        ["T-07", "60 m", "Clan Centre", "flawed"],
        ["L-30", "18 m", "Bistro Blanc", "packed"],
    ],
    160,
)
bolt_acts = g.row(
    g.button("_Pack", lambda: bolts.put(3, "packed")),
    g.button("_Ship", lambda: bolts.put(3, "shipped")),
    g.button("Sell as _remnant", lambda: bolts.put(3, "remnant")),
    g.button("_Delete bolt", bolts.take),
)
van = Gtk.Entry(text="14:00")
carrier = g.drop("Mill van", "Mill van", "Post office", "Highland Freight")
slip_box, slip, read_slip = g.area("")
page_bolts = g.column(
    bolts.field,
    bolt_acts,
    g.grid(("_Collection at", van), ("Ca_rrier", carrier), ("Delivery _note", slip_box)),
)

book = g.book(("Looms", page_looms), ("Warp", page_warp), ("Dispatch", page_bolts))

number, metres = Gtk.Entry(), g.spin(1, 200, 30)
buyer = g.free("", "Savile & Co", "Nordlys", "Clan Centre", "Bistro Blanc")
new = g.dialog(
    window,
    "New bolt",
    "_Add bolt",
    lambda: bolts.store.append(
        [
            number.get_text(),
            f"{g.number(metres)()} m",
            buyer.get_child().get_text(),
            "on the shelf",
        ]
    ),
    g.grid(("Bolt _number", number), ("_Length (m)", metres), ("_Buyer", buyer)),
)
bar = Gtk.MenuBar()
dust = Gtk.CheckMenuItem(label="Dust extraction", active=True)
shift = Gtk.CheckMenuItem(label="Night shift")
humid = Gtk.CheckMenuItem(label="Humidifier")
g.menu(bar, "_Bolt", ("_New bolt…", new.present))
g.menu(bar, "_Hall", dust, shift, humid)

g.run(
    window,
    bar,
    book,
    keep,
    {
        "search": find.get_text,
        "chosen loom": looms.picked,
        "weaver": weaver.get_active_text,
        "cloth": cloth.get_text,
        "yarn": yarn.get_child().get_text,
        "ends": g.number(ends),
        "width": g.number(width),
        "tension": lambda: int(tension.get_value()),
        "selvedge": read_selvedge,
        "sized": sized.get_active,
        "double": double.get_active,
        "steam": steam.get_active,
        "chosen bolt": bolts.picked,
        "collection": van.get_text,
        "carrier": carrier.get_active_text,
        "note": read_slip,
        "dust": dust.get_active,
        "night shift": shift.get_active,
        "humidifier": humid.get_active,
        "dialog": new.get_visible,
        "new number": number.get_text,
        "new length": g.number(metres),
        "new buyer": buyer.get_child().get_text,
    },
    {"warp": 1, "dispatch": 2}.get(start, 0),
    more=lambda: looms.records("loom") | bolts.records("bolt"),
)
