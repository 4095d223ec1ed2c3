"""Jobs, quotes and machines of a firm that sands floors."""

import sys

import gtk_help as h
from gi.repository import Gtk
from keep import Keep

keep = Keep()
keep.known("send quote")
window = Gtk.Window(title="Oakham Floor Sanding – Office")
book, bar = Gtk.Notebook(), Gtk.MenuBar()

jobs = h.Table(
    "job",
    ["Customer", "Room", "Days", "Crew", "Status"],
    [
        ("Fernley", "Stairs", "2", "Crew B", "Started"),
        ("Dr Hale", "Living room", "3", "Crew A", "Open"),
        ("Old Chapel", "Nave", "6", "Crew A", "Open"),
        ("Sims", "Kitchen", "1", "Crew B", "Open"),
    ],
)
crew = h.drop("Crew A", "Crew A", "Crew B", "Crew C")
customer, days, start = h.entry(), h.spin(1, 30, 1), h.entry("08:30")
room = h.editable("Living room", "Hallway", "Kitchen", "Living room", "Stairs")
under = h.check("Underfloor heating")
new = h.dialog(
    window,
    "New job",
    "_Add job",
    lambda: jobs.add(
        customer.get_text(), room.get_child().get_text(), days.get_text(), "none", "Open"
    ),
    h.grid(
        ("_Customer:", customer),
        ("_Room:", room),
        ("_Days:", days),
        ("_Start:", start),
        ("", under),
    ),
)
book.append_page(
    h.column(
        jobs.frame,
        h.row(
            h.button("New job…", new.present),
            h.button("Started", lambda: jobs.put(4, "Started")),
            h.button("Done", lambda: jobs.put(4, "Done")),
            Gtk.Label(label="Crew:"),
            crew,
            h.button("Assign crew", lambda: jobs.put(3, crew.get_active_text())),
        ),
    ),
    Gtk.Label(label="Jobs"),
)

client, area = h.entry("Mr Lacey"), h.spin(1, 900, 25)
wood = h.drop("Pine", "Ash", "Beech", "Oak", "Pine")
finish, finish_read = h.radios("Wax", "Lacquer", "Oil", "Wax")
coats, discount = h.scale(1, 5, 2), h.spin(0, 50, 0)
gaps, furniture = h.check("Fill gaps"), h.check("Move furniture", True)
frame, _, remark_read = h.text_area()
book.append_page(
    h.grid(
        ("C_ustomer:", client),
        ("_Area (m²):", area),
        ("_Wood:", wood),
        ("Finish:", finish),
        ("_Coats:", coats),
        ("_Discount (%):", discount),
        ("", gaps),
        ("", furniture),
        ("Remarks:", frame),
        ("", h.row(h.button("Send quote", lambda: keep.count("send quote")))),
    ),
    Gtk.Label(label="Quote"),
)

machines = h.Table(
    "machine",
    ["Machine", "Grit", "Van", "On loan"],
    [
        ("Big belt", "40", "Van 1", False),
        ("Edger", "60", "Van 1", False),
        ("Buffer", "120", "Van 2", True),
        ("Dust extractor", "-", "Van 3", False),
    ],
    boxes=True,
)
van = h.drop("Van 1", "Van 1", "Van 2", "Van 3")
grit = h.drop("40", "24", "40", "60", "80", "120")
book.append_page(
    h.column(
        machines.frame,
        h.row(
            Gtk.Label(label="Van:"),
            van,
            h.button("Put in van", lambda: machines.put(2, van.get_active_text())),
            Gtk.Label(label="Grit:"),
            grit,
            h.button("Fit grit", lambda: machines.put(1, grit.get_active_text())),
        ),
    ),
    Gtk.Label(label="Machines"),
)
service = Gtk.CheckMenuItem(label="Show service dates")
vat = Gtk.CheckMenuItem(label="Prices with VAT", active=True)
h.menu(bar, "_Job", ("New job…", new.present))
h.menu(bar, "_View", service, vat)

reads = (
    jobs.reads()
    | machines.reads()
    | {
        "crew": crew.get_active_text,
        "new customer": customer.get_text,
        "new room": room.get_child().get_text,
        "new days": h.number(days),
        "new start": start.get_text,
        "new underfloor": under.get_active,
        "customer": client.get_text,
        "area": h.number(area),
        "wood": wood.get_active_text,
        "finish": finish_read,
        "coats": lambda: int(coats.get_value()),
        "discount": h.number(discount),
        "fill gaps": gaps.get_active,
        "furniture": furniture.get_active,
        "remarks": remark_read,
        "van": van.get_active_text,
        "grit": grit.get_active_text,
        "service dates": service.get_active,
        "vat": vat.get_active,
    }
)
page = ["newjob", "quote", "machines"].index(sys.argv[1])
h.run(window, bar, book, keep, reads, page, new if sys.argv[1] == "newjob" else None)
