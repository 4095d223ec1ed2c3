"""The key cabinet of an office house: who has which key."""

from parts import START, Desk, Gtk, Table, box, form, framed

KEYS = [
    ["Boiler room", "Hook 4", "in", "", False],
    ["Roof hatch", "Hook 7", "out", "R. Quayle", False],
    ["Meeting room 2", "Hook 11", "out", "S. Bianchi", True],
    ["Post room", "Hook 12", "in", "", False],
    ["Server room", "Hook 15", "in", "", True],
    ["Bike cage", "Hook 20", "out", "L. Adeyemi", False],
    ["Main gate", "Hook 21", "in", "", False],
]
LOG = [
    ["08:02", "Roof hatch", "R. Quayle", False],
    ["08:30", "Meeting room 2", "S. Bianchi", True],
    ["09:14", "Bike cage", "L. Adeyemi", False],
    ["09:40", "Post room", "D. Kerr", False],
]

desk = Desk("Dunmore House - key cabinet")
keys = Table(desk, "key", ["Key", "Hook", "State", "With", "Needs a signature"], KEYS)
log = Table(desk, "entry", ["Time", "Key", "Person", "Checked"], LOG)


def lend():
    if keys.at() and person.get_text().strip():
        keys.change(2, "out")
        keys.change(3, person.get_text().strip())
        person.set_text("")


def back():
    keys.change(2, "in")
    keys.change(3, "")


def lost():
    name = keys.chosen()
    if name and desk.ask(f"Report the key {name} as lost?", "The lock will be changed."):
        keys.change(2, "lost")


def new_key():
    name, hook = Gtk.Entry(), Gtk.Entry(text="Hook ")
    sign = Gtk.CheckButton.new_with_mnemonic("Needs a _signature")
    inner = box(form(("_Name", name), ("_Hook", hook)), sign, edge=6)
    if desk.fill_in("New key", inner, "_Add key") and name.get_text().strip():
        keys.store.append([name.get_text(), hook.get_text(), "in", "", sign.get_active()])


person = desk.line("person")
until = desk.choice("until", ["Tonight", "Tomorrow", "End of the week", "Open end"])
hand = form(
    ("_Person", person), ("Back _by", until), ("Deposit (£)", desk.spin("deposit", 0, 50, 0))
)
cabinet = box(
    box(
        desk.button("_New key…", new_key),
        desk.button("Came back", back),
        desk.button("Report lost…", lost),
        None,
        desk.button("Open cabinet"),
        down=False,
    ),
    keys.scrolled(),
    framed("Lend the chosen key", box(hand, box(None, desk.button("_Lend", lend), down=False))),
    edge=10,
)

writing = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
text = writing.get_buffer()
text.set_text("Side door sticks.")
desk.keep.add("handover", lambda: text.get_property("text"))
note = Gtk.Label.new_with_mnemonic("_Handover note")
note.set_mnemonic_widget(writing)
note.set_xalign(0)
writing.set_size_request(-1, 90)
desk_book = box(
    log.scrolled(),
    box(desk.button("Delete entry", log.drop), None, desk.button("Print book"), down=False),
    note,
    writing,
    form(
        ("On _duty", desk.choice("duty", ["D. Kerr", "M. Faulkner", "A. Hussain"])),
        ("Visitors in the house", desk.spin("visitors", 0, 300, 12)),
    ),
    edge=10,
)

house = form(
    ("_Lock at", desk.choice("lock at", ["18:00", "19:00", "20:00", "22:00"], "20:00")),
    ("Remind after (hours)", desk.spin("remind", 1, 48, 8)),
    ("Reminder _text", desk.line("reminder", "Please bring the key back.")),
    ("Beep _volume", desk.scale("beep", 0, 100, 30, 5)),
    ("Night mode", desk.switch("night")),
    ("Cabinet light", desk.switch("light", True)),
)
opens = box(*desk.radios("opens with", ["Code", "Card", "Fingerprint"], "Code"))
rules = box(
    desk.check("photo", "Take a _photo when a key leaves"),
    desk.check("mail", "E-mail the manager when late", True),
    desk.check("guests", "Guests may borrow keys"),
    desk.check("weekend", "Open on weekends", True),
)
settings = box(
    house,
    box(framed("Opens with", opens), framed("Rules", rules), down=False),
    box(
        desk.button("Test beep"),
        desk.button("Change code…", lambda: desk.ask("Send a new code?")),
        down=False,
    ),
    edge=10,
)

tabs = Gtk.Notebook()
for name, inner in (("Keys", cabinet), ("Day book", desk_book), ("Settings", settings)):
    tabs.append_page(inner, Gtk.Label(label=name))
desk.menu("_Cabinet", ("New key…", new_key), ("Print key list", None), ("Lock now", None))
desk.menu("_View", ("Show hooks", "hooks", True), ("Large rows", "large", False))
desk.run(tabs, tabs, ["keys", "book", "settings"].index(START))
