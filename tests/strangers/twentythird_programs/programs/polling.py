"""What the presiding officer of a polling station keeps."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

CHECKS = [
    "Doors unlocked",
    "Booths put up",
    "Pencils in the booths",
    "Box sealed",
    "Posters hung",
    "Ramp laid out",
]
CLERKS = {"Maud Ferris": ["Register", "here"], "Ollie Tran": ["Ballot papers", "late"],
          "Bashir Noor": ["Door", "here"], "Greta Lund": ["Not placed", "here"]}  # fmt: skip
JOBS = ["Register", "Ballot papers", "Door", "Help for the blind", "Not placed"]
start = sys.argv[1] if len(sys.argv) > 1 else "opening"
keep = Keep()
keep.known("Report to the town hall", "Ring for police")
window = Gtk.Window(
    title="Polling Station 14 – Elm Road School", default_width=900, default_height=640
)
window.connect("destroy", Gtk.main_quit)
head = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
window.add(head)
bar, stack, info = Gtk.MenuBar(), Gtk.Notebook(tab_pos=Gtk.PositionType.LEFT), Gtk.Label(label="")
for part, grows in ((bar, False), (stack, True), (info, False)):
    head.pack_start(part, grows, grows, 0)
noted = []


def button(text, call):
    made = Gtk.Button.new_with_mnemonic(text)
    made.connect("clicked", lambda _: call())
    return made


def choice(texts, now=0):
    box = Gtk.ComboBoxText()
    [box.append_text(text) for text in texts]
    box.set_active(now)
    return box


def grid_of(title, *rows):
    grid = Gtk.Grid(row_spacing=10, column_spacing=14, border_width=14)
    for y, parts in enumerate(rows):
        for x, part in enumerate(parts):
            if isinstance(part, str):
                part = Gtk.Label.new_with_mnemonic(part)
                part.set_xalign(0)
                part.set_mnemonic_widget(parts[x + 1])
            grid.attach(part, x, y, 1, 1)
    if title:
        stack.append_page(grid, Gtk.Label(label=title))
    return grid


def incident():
    box = Gtk.Dialog(title="Note an incident", transient_for=window, modal=True)
    box.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Note it", Gtk.ResponseType.OK)
    what, who = Gtk.Entry(width_chars=36), choice(["Voter", "Candidate", "Press", "Dog"])
    told = Gtk.CheckButton.new_with_mnemonic("_Police were told")
    box.get_content_area().add(
        grid_of("", ("_What happened:", what), ("_Caused by:", who), (told,))
    )
    box.show_all()
    if box.run() == Gtk.ResponseType.OK:
        noted.append(
            f"{what.get_text()} | {who.get_active_text()}" + " | police" * told.get_active()
        )
    box.destroy()


menu, top = Gtk.Menu(), Gtk.MenuItem.new_with_mnemonic("_Station")
top.set_submenu(menu)
bar.append(top)
for text, call in (
    ("_Note an incident…", incident),
    ("_Ring for police", lambda: keep.count("Ring for police")),
):
    menu.append(Gtk.MenuItem.new_with_mnemonic(text))
    menu.get_children()[-1].connect("activate", lambda _, call=call: call())
signs = Gtk.CheckMenuItem.new_with_mnemonic("_Big letters")
menu.append(signs)

checks = {
    name: Gtk.CheckButton(label=name, active=start != "opening" or name == "Posters hung")
    for name in CHECKS
}
seal, hour = Gtk.Entry(), choice(["06:30", "07:00", "07:30", "08:00"])
opened = Gtk.Switch(active=start != "opening", halign=Gtk.Align.START)
grid_of("Opening", *[(check,) for check in checks.values()], ("Number of the _seal:", seal),
        ("Doors open _at:", hour), ("Station is _open:", opened))  # fmt: skip
jobs = {name: choice(JOBS, JOBS.index(job)) for name, (job, _) in CLERKS.items()}
here = {
    name: choice(["here", "late", "gone home"], 0 if at == "here" else 1)
    for name, (_, at) in CLERKS.items()
}
lunch = {name: Gtk.CheckButton(label="Lunch", active=name == "Maud Ferris") for name in CLERKS}
grid_of("Clerks", *[(name, jobs[name], here[name], lunch[name]) for name in CLERKS])

count, spoilt = Gtk.SpinButton.new_with_range(0, 3000, 1), Gtk.SpinButton.new_with_range(0, 200, 1)
count.set_value(412)
spoilt.set_value(3)
wait = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 60, 5)
wait.set_size_request(320, -1)
wait.set_value(10)
lane = [Gtk.RadioButton(label="One line")]
lane += [
    Gtk.RadioButton(label=text, group=lane[0])
    for text in ("Two lines, by surname", "Two lines, by street")
]
store = Gtk.ListStore(str, str)
[
    store.append(row)
    for row in (("Box 1", "in use"), ("Box 2", "empty"), ("Box 3", "empty"), ("Box 4", "damaged"))
]
view = Gtk.TreeView(model=store)
for x, title in enumerate(("Ballot box", "State")):
    view.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=x))
    view.get_column(x).set_min_width(150)


def put(state):
    if place := view.get_selection().get_selected()[1]:
        store[place][1] = state


grid_of("Turnout", ("Papers _given out:", count), ("S_poilt papers:", spoilt), ("_Waiting time (minutes):", wait),
        *[(part,) for part in lane], (view,), (button("Put in use", lambda: put("in use")),
        button("Full and sealed", lambda: put("full"))),
        (button("Report to the town hall", lambda: keep.count("Report to the town hall")),))  # fmt: skip
for key, read in {
    **{name: check.get_active for name, check in checks.items()}, "seal": seal.get_text, "doors": hour.get_active_text,
    "open": opened.get_active, **{n + " job": box.get_active_text for n, box in jobs.items()},
    **{n + " is": box.get_active_text for n, box in here.items()}, **{n + " lunch": b.get_active for n, b in lunch.items()},
    "given out": number_of(count), "spoilt": number_of(spoilt), "waiting": lambda: int(wait.get_value()),
    "line": lambda: next(part.get_label() for part in lane if part.get_active()), "big letters": signs.get_active,
    "incidents": lambda: list(noted), **{f"Box {y + 1}": lambda y=y: store[y][1] for y in range(4)},
}.items():  # fmt: skip
    keep.add(key, read)
GLib.timeout_add(100, keep.write)
window.show_all()
stack.set_current_page({"opening": 0, "clerks": 1, "evening": 2}[start])
window.present()
Gtk.main()
