"""The house desk of a small cinema: showings of the day, the hall, the lobby."""

import sys

from keep import number_of
from parts import (
    Desk,
    Gtk,
    box,
    check,
    combo,
    form,
    keep,
    press,
    radios,
    row_of,
    scale,
    spin,
    table,
)

START = sys.argv[1] if len(sys.argv) > 1 else "today"
SHOWS = [["14:00", "The Lighthouse Boys", "Hall 1", "Ready"], ["15:30", "Paper Moons", "Hall 2", "Ready"],
         ["17:15", "Rust and Honey", "Hall 1", "Ready"], ["19:45", "The Long Way Home", "Hall 2", "Ready"],
         ["21:30", "Midnight Grocer", "Hall 1", "Ready"]]  # fmt: skip
desk = Desk("Regal Two - House Desk")
keep.known("Print door list", "Ring gong", "Call projectionist")
options, added = {}, []  # the options of each film: subtitles, doors held

# Today
view, store = table(["Time", "Film", "Where", "State"], SHOWS)
subtitles, sold_out, usher = (
    check("_Subtitles"),
    check("Sold _out"),
    combo("nobody", "Bea", "Conor", "Farida"),
)
for show in SHOWS:
    options[show[1]] = {"subtitles": False, "sold out": False, "usher": "nobody"}
busy = []


def picked(*_):
    row = row_of(view)
    detail.set_sensitive(row is not None)
    if row:
        busy.append(1)
        subtitles.set_active(options[row[1]]["subtitles"])
        sold_out.set_active(options[row[1]]["sold out"])
        usher.set_active(["nobody", "Bea", "Conor", "Farida"].index(options[row[1]]["usher"]))
        busy.pop()


def changed(*_):
    row = row_of(view)
    if row and not busy:
        options[row[1]].update(
            {
                "subtitles": subtitles.get_active(),
                "sold out": sold_out.get_active(),
                "usher": usher.get_active_text(),
            }
        )


def state(text):
    if row_of(view):
        row_of(view)[3] = text


view.get_selection().connect("changed", picked)
for widget, signal in ((subtitles, "toggled"), (sold_out, "toggled"), (usher, "changed")):
    widget.connect(signal, changed)
detail = Gtk.Frame(label="Selected showing")
detail.add(form([("", box(subtitles, sold_out)), ("_Usher:", usher)]))
actions = box(press("Start _film", lambda: state("Running")), press("_Hold doors", lambda: state("Doors held")),
              press("_Cancel showing", lambda: state("Cancelled")), press("_Back to ready", lambda: state("Ready")))  # fmt: skip
desk.page(
    "Today",
    [
        ("", view),
        ("", detail),
        ("", actions),
        ("", press("_Add showing...", lambda: adding.present())),
    ],
)

# Hall
house, sound, curtain = scale(100), scale(60), check("C_urtain closed", True)
ratio, warm, exits = (
    combo("Flat 1.85", "Scope 2.39", "Academy 1.37", "Full 1.90"),
    spin(15, 28, 20),
    check("_Exit signs dimmed"),
)
lamp, lamp_text = radios("Off", "Standby", "On")
desk.page("Hall", [("House _lights:", house), ("So_und level:", sound), ("", curtain), ("_Picture shape:", ratio),
                   ("Te_mperature (°C):", warm), ("Projector lamp:", box(*lamp)), ("", exits),
                   ("", box(press("Ring _gong", lambda: keep.count("Ring gong")),
                            press("Call pro_jectionist", lambda: keep.count("Call projectionist"))))])  # fmt: skip

# Lobby
welcome, music = (
    Gtk.Entry(text="Welcome to the Regal"),
    combo("Jazz", "Film themes", "Piano", "Silence"),
)
corn, till = spin(0, 60, 12), check("Second _till open")
board, door = check("_Notice board lit", True), Gtk.Switch(halign=Gtk.Align.START)
desk.page("Lobby", [("_Message on the screen:", welcome), ("M_usic:", music), ("_Popcorn tubs ready:", corn),
                    ("", till), ("", board), ("Front _doors open", door)])  # fmt: skip

# A showing more
adding = Gtk.Dialog(title="Add showing", transient_for=desk.window, modal=True)
film, hour, hall = (
    Gtk.Entry(activates_default=True),
    Gtk.Entry(text="23:00"),
    combo("Hall 1", "Hall 2"),
)
adding.get_content_area().add(form([("_Film:", film), ("_Starts at:", hour), ("_Hall:", hall)]))
adding.add_button("_Cancel", Gtk.ResponseType.CANCEL)
adding.add_button("_Add", Gtk.ResponseType.OK)
adding.get_content_area().show_all()


def answered(_, response):
    adding.hide()
    if response == Gtk.ResponseType.OK:
        added.append(f"{film.get_text()}, {hour.get_text()}, {hall.get_active_text()}")
        options[film.get_text()] = {"subtitles": False, "sold out": False, "usher": "nobody"}
        store.append([hour.get_text(), film.get_text(), hall.get_active_text(), "Ready"])


adding.connect("response", answered)
adding.connect("delete-event", lambda *_: adding.hide() or True)
large, clock = (
    Gtk.CheckMenuItem.new_with_mnemonic("_Large rows"),
    Gtk.CheckMenuItem.new_with_mnemonic("Show _clock"),
)
desk.menu(
    "_House",
    ("_Print door list", lambda: keep.count("Print door list")),
    ("_Add showing...", adding.present),
)
watch = Gtk.Label(label="It is 13:40", no_show_all=True)
desk.window.get_child().pack_end(watch, False, False, 4)
clock.connect("toggled", lambda item: watch.set_visible(item.get_active()))
desk.menu("_View", (large, lambda: None), (clock, lambda: None))

if START == "hall":
    sound.set_value(35)
    ratio.set_active(1)
    exits.set_active(True)
if START == "lobby":
    door.set_active(True)
    clock.set_active(True)
picked()
for number, (_, title, *_) in enumerate(SHOWS):
    keep.add(title, lambda number=number: store[number][3])
    for option in ("subtitles", "sold out", "usher"):
        keep.add(f"{title} {option}", lambda title=title, option=option: options[title][option])
keep.reads |= {
    "selected": lambda: row_of(view)[1] if row_of(view) else "", "lights": house.get_value, "sound": sound.get_value,
    "curtain": curtain.get_active, "shape": ratio.get_active_text, "temperature": number_of(warm), "lamp": lamp_text,
    "exits": exits.get_active, "message": welcome.get_text, "music": music.get_active_text, "popcorn": number_of(corn),
    "till": till.get_active, "board": board.get_active, "doors": door.get_active, "added": lambda: added,
    "adding": adding.is_visible, "new film": film.get_text, "new time": hour.get_text, "new hall": hall.get_active_text,
    "large": large.get_active, "clock": clock.get_active,
}  # fmt: skip
desk.run({"today": 0, "hall": 1, "lobby": 2}[START])
