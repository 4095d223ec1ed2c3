"""A bird ringing station: what was caught, the nets, the conditions."""

import sys

from gtk_run import dialog, notebook, run
from parts_gtk import (
    Gtk,
    check,
    combo,
    counted,
    entry,
    grid,
    keep,
    listing,
    menus,
    push,
    radios,
    row,
    scale,
    spin,
    switch,
    wide,
)

SPECIES = ["Robin", "Wren", "Reed Warbler", "Blackcap", "Dunnock"]
birds = Gtk.ListStore(str, str, str, str)
for bird in (
    ("KX4466", "Robin", "Adult", "72"),
    ("KX4467", "Wren", "Young", "48"),
    ("KX4468", "Dunnock", "Adult", "70"),
    ("KX4469", "Reed Warbler", "Young", "66"),
    ("KX4470", "Robin", "Young", "71"),
):
    birds.append(bird)
switches = {}


def save():
    birds.append([ring.get_text(), species.get_active_text(), keep.reads["age"](), wing.get_text()])
    ring.set_text("")


def delete():
    model, place = table.get_selection().get_selected()
    if place:
        model.remove(place)


def all_nets(is_open):
    for knob in switches.values():
        knob.set_active(is_open)


def walked():
    rounds.append(f"{ringer.get_active_text()} at {at.get_text()}")


catch, line = grid(), Gtk.Box(spacing=10)
ring = row(catch, "_Ring number:", entry("ring"))
species = row(catch, "_Species:", combo(SPECIES, "species"))
row(catch, "Age:", radios(["Young", "Adult", "Unknown"], "age"))
wing = row(catch, "_Wing (mm):", spin(30, 200, 60, "wing"))
row(catch, "W_eight (g):", spin(3, 90, 15, "weight", 1))
wide(catch, check("Re_capture", "recapture"))
wide(catch, line)
push("Sa_ve bird", save, line)
push("_Delete entry", delete, line)
table = wide(catch, listing(birds, ["Ring", "Species", "Age", "Wing"]))
keep.add("birds", lambda: [" ".join(bird) for bird in birds])
keep.add("bird row", lambda: [str(path) for path in table.get_selection().get_selected_rows()[1]])

nets, line, rounds = grid(), Gtk.Box(spacing=10), []
for letter, is_open in zip("ABCDE", (True, True, False, False, True), strict=True):
    switches[letter] = row(nets, f"Net _{letter}", switch(f"net {letter}", is_open))
row(nets, "_Mesh:", combo(["12 mm", "16 mm", "30 mm"], "mesh", 1))
row(nets, "Call _playback:", combo(["Silent", "Reed song", "Owl call"], "playback"))
wide(nets, check("_Flash the lamp when a net is full", "flash"))
wide(nets, line)

form = grid()
ringer = row(form, "_Ringer:", combo(["Anneke", "Callum", "Wojtek"], "round ringer"))
at = row(form, "_Time:", entry("round time", "06:00"))
asked = dialog("Net round", "_Save round", form, walked)
push("Close _all nets", lambda: all_nets(False), line)
push("Net _round...", asked.show_all, line)
keep.add("rounds", lambda: list(rounds))

sky = grid()
row(sky, "_Wind (Beaufort):", scale(0, 12, 2, "wind"))
row(sky, "_Cloud (eighths):", spin(0, 8, 3, "cloud"))
row(sky, "_Temperature (°C):", spin(-20, 40, 11, "temperature"))
row(sky, "_Rain:", combo(["None", "Drizzle", "Showers", "Steady"], "rain"))
row(sky, "_Observers:", entry("observers", "Anneke"))
wide(sky, check("_Fog on the marsh", "fog"))
line = wide(sky, Gtk.Box(spacing=10))
counted("Send report", line)
counted("Print sheet", line)

bar = menus(
    Station=[("Net round...", asked.show_all), ("Quit", Gtk.main_quit)],
    View=[("Red light", False), ("Tide times", False), ("Large numbers", False)],
)
run(
    "Saltmarsh Ringing Station",
    bar,
    notebook(Catch=catch, Nets=nets, Conditions=sky),
    page=["catch", "nets", "conditions"].index(sys.argv[1]),
)
