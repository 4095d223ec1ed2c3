"""The diary of a notary."""

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
    spin,
    table,
    tick,
)

VISITS = [
    ["09:00", "Mr Achterberg", "House purchase", "Blue room"],
    ["10:15", "Ms Diallo", "Will", "Blue room"],
    ["11:30", "Fenwick & Sons", "Company deed", "Library"],
    ["14:00", "Mrs Petrescu", "Power of attorney", "Library"],
    ["15:30", "Mr Ito", "Certified copy", "Front desk"],
]
keep = Keep()
window, bar, tabs = frame("Notary Diary")

# the appointments
store = Gtk.ListStore(str, str, str, str)
for visit in VISITS:
    store.append(visit)
view = table(store, "Time", "Client", "Matter", "Room")
picked = view.get_selection()


def chosen():
    row = picked.get_selected()[1]
    return store[row][1] if row else ""


def put(column, text):
    row = picked.get_selected()[1]
    if row:
        store[row][column] = text


def move():
    if chosen():
        dialog.show_all()


def cancel():
    row = picked.get_selected()[1]
    if row:
        store.remove(row)
        picked.unselect_all()


hour, room = Gtk.Entry(text="16:30"), combo("Blue room", "Library", "Front desk")
sms = tick("_Tell the client by text message")
dialog = ask(
    window,
    "Move appointment",
    "_Move",
    grid(("_New time", hour), ("", sms)),
    lambda: put(0, hour.get_text()),
)
day = page_of(
    view,
    across(
        Gtk.Label(label="Room"),
        room,
        button("Change _room", lambda: put(3, room.get_active_text())),
        button("_Move…", move),
        button("_Cancel appointment", cancel),
    ),
)

# the client
client, born, passport = Gtk.Entry(), Gtk.Entry(), Gtk.Entry(placeholder_text="Number")
tongue, interpreter = (
    combo("English", "French", "Romanian", "Japanese"),
    tick("_Interpreter needed"),
)
proofs = [Gtk.RadioButton.new_with_label(None, "Passport")]
proofs += [
    Gtk.RadioButton.new_with_label_from_widget(proofs[0], name)
    for name in ("Identity card", "Permit")
]
person = grid(
    ("_Full name", client),
    ("_Date of birth", born),
    ("_Language", tongue),
    ("", interpreter),
    ("", across(*proofs)),
    ("_Document number", passport),
    ("", button("_Save client", lambda: keep.count("Save client"))),
)

# the bill
fee, copies, pages = combo("Standard", "Reduced", "Waived"), spin(0, 20, 2), spin(1, 200, 8)
extras = {name: tick(name) for name in ("Apostille", "Courier", "Sealed envelope", "Home visit")}
paid = Gtk.Switch()
paid.set_halign(Gtk.Align.START)
bill = grid(
    ("_Fee", fee),
    ("_Certified copies", copies),
    ("_Pages", pages),
    *(("", box) for box in extras.values()),
    ("Pa_id", paid),
    ("", button("_Issue bill", lambda: keep.count("Issue bill"))),
)
for page, name in ((day, "Today"), (person, "Client"), (bill, "Bill")):
    tabs.append_page(page, Gtk.Label(label=name))
private = Gtk.CheckMenuItem(label="Hide client names")
menu(bar, "Diary", private, action("Print today's list", lambda: keep.count("Print today's list")))
keep.known("Save client", "Issue bill", "Print today's list")
for name, read in (
    ("tab", tabs.get_current_page),
    ("selected", chosen),
    ("room", room.get_active_text),
    ("visits", lambda: [", ".join(row) for row in store]),
    ("dialog", dialog.get_visible),
    ("new time", hour.get_text),
    ("text message", sms.get_active),
    ("client", client.get_text),
    ("born", born.get_text),
    ("language", tongue.get_active_text),
    ("interpreter", interpreter.get_active),
    ("proof", lambda: next(proof.get_label() for proof in proofs if proof.get_active())),
    ("document", passport.get_text),
    ("fee", fee.get_active_text),
    ("copies", number_of(copies)),
    ("pages", number_of(pages)),
    ("paid", paid.get_active),
    ("hide names", private.get_active),
    *((name, box.get_active) for name, box in extras.items()),
):
    keep.add(name, read)
go(window, keep, tabs, ["today", "client", "bill"].index(sys.argv[1]))
