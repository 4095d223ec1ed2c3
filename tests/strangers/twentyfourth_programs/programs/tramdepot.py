"""The board of a tram depot."""

import sys

from keep import Keep, number_of
from parts_gtk import (
    Gtk,
    across,
    action,
    ask,
    button,
    combo,
    frame,
    go,
    grid,
    menu,
    page_of,
    scale,
    spin,
    table,
    tick,
)

TRAMS = [
    ["2103", "Track 1", "ready", ""],
    ["2107", "Track 1", "ready", "Horvat"],
    ["2112", "Track 3", "cleaning", ""],
    ["2118", "Track 4", "workshop", ""],
    ["2120", "Track 2", "ready", "Silva"],
    ["2131", "Track 5", "ready", ""],
]
keep = Keep()
window, bar, tabs = frame("Depot Board - North Yard")

# the trams in the yard
store = Gtk.ListStore(str, str, str, str)
for tram in TRAMS:
    store.append(tram)
view = table(store, "Tram", "Track", "State", "Driver")
picked = view.get_selection()


def chosen():
    row = picked.get_selected()[1]
    return store[row][0] if row else ""


def put(column, text):
    row = picked.get_selected()[1]
    if row:
        store[row][column] = text


def assign():
    if chosen():
        dialog.show_all()


track = combo(*(f"Track {number}" for number in range(1, 7)))
driver, early = combo("Adeyemi", "Horvat", "Kowalczyk", "Silva", "Yamada"), tick("_Early shift")
dialog = ask(
    window,
    "Assign driver",
    "_Assign",
    grid(("_Driver", driver), ("", early)),
    lambda: put(3, driver.get_active_text()),
)
yard = page_of(
    view,
    across(
        Gtk.Label(label="Send to"),
        track,
        button("_Shunt", lambda: put(1, track.get_active_text())),
        button("Mark _ready", lambda: put(2, "ready")),
        button("To _cleaning", lambda: put(2, "cleaning")),
        button("Assign _driver…", assign),
    ),
)

# the line service
line, every = combo("Line 2 Harbour", "Line 5 Hospital", "Line 9 Airport"), spin(4, 60, 10)
sign, night = Gtk.Entry(text="Central Station"), tick("Night _service")
single = Gtk.RadioButton.new_with_label(None, "Single car")
double = Gtk.RadioButton.new_with_label_from_widget(single, "Coupled pair")
service = grid(
    ("_Line", line),
    ("_Every (minutes)", every),
    ("Destination si_gn", sign),
    ("", night),
    ("", across(single, double)),
    ("", button("_Publish", lambda: keep.count("Publish"))),
)

# a fault for the workshop
faulty, fault = Gtk.Entry(), combo("Doors", "Brakes", "Heating", "Pantograph", "Bell")
urgency, stop = scale(1, 5, 1), tick("_Out of service")
workshop = grid(
    ("_Tram number", faulty),
    ("_Fault", fault),
    ("_Urgency", urgency),
    ("", stop),
    ("", button("_Report fault", lambda: keep.count("Report fault"))),
)
for page, name in ((yard, "Yard"), (service, "Service"), (workshop, "Workshop")):
    tabs.append_page(page, Gtk.Label(label=name))
lights = Gtk.CheckMenuItem(label="Yard floodlights")
menu(bar, "Depot", lights, action("Open gate", lambda: keep.count("Open gate")))
keep.known("Publish", "Report fault", "Open gate")
for at, tram in enumerate(TRAMS):
    keep.add("tram " + tram[0], lambda at=at: ", ".join(part for part in store[at][1:] if part))
for name, read in (
    ("tab", tabs.get_current_page),
    ("selected", chosen),
    ("track", track.get_active_text),
    ("dialog", dialog.get_visible),
    ("driver", driver.get_active_text),
    ("early", early.get_active),
    ("line", line.get_active_text),
    ("every", number_of(every)),
    ("sign", sign.get_text),
    ("night", night.get_active),
    ("pair", double.get_active),
    ("faulty", faulty.get_text),
    ("fault", fault.get_active_text),
    ("urgency", lambda: int(urgency.get_value())),
    ("out of service", stop.get_active),
    ("floodlights", lights.get_active),
):
    keep.add(name, read)
go(window, keep, tabs, ["yard", "service", "workshop"].index(sys.argv[1]))
