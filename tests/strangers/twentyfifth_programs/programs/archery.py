"""An archery club: its lanes, its members, the session."""

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

lanes, members = Gtk.ListStore(str, str, str, bool), Gtk.ListStore(str, str, bool)
for number, (archer, distance, is_open) in enumerate(
    [
        ("Ines", "18 m", True),
        ("Tom", "18 m", True),
        ("", "30 m", False),
        ("Beatrix", "30 m", True),
        ("", "50 m", True),
        ("Joost", "70 m", False),
    ],
    1,
):
    lanes.append([f"Lane {number}", archer, distance, is_open])
for member in (
    ("Ines", "Recurve", True),
    ("Tom", "Longbow", False),
    ("Beatrix", "Compound", True),
    ("Joost", "Recurve", False),
    ("Wilma", "Longbow", True),
):
    members.append(member)
kept = members.filter_new()


def selected(view):
    model, place = view.get_selection().get_selected()
    return model[place] if place else None


def named(view):
    return selected(view)[0] if selected(view) else ""


def flip_lane(path):
    lanes[path][3] = not lanes[path][3]


def flip_paid(path):
    real = members[kept.convert_path_to_child_path(Gtk.TreePath(path))]
    real[2] = not real[2]


def put(archer):
    if selected(lane_view):
        selected(lane_view)[1] = archer


def close_all():
    for lane in lanes:
        lane[3] = False


def add():
    members.append([new.get_text(), bow.get_active_text(), paid.get_active()])
    new.set_text("")
    paid.set_active(False)


def remove():
    model, place = member_view.get_selection().get_selected()
    if place:
        members.remove(model.convert_iter_to_child_iter(place))


def assign():
    if selected(lane_view):
        asked.set_title("Assign archer")
        asked.show_all()


form = grid()
archer = row(form, "_Archer:", combo(["Hassan", "Pip", "Wilma"], "dialog archer"))
asked = dialog("Assign archer", "_OK", form, lambda: put(archer.get_active_text()))

lane_page, line = (
    Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=12),
    Gtk.Box(spacing=10),
)
lane_view = listing(lanes, ["Lane", "Archer", "Distance", "Open"], [(3, flip_lane)])
lane_view.get_accessible().set_name("Lanes")
push("_Assign archer...", assign, line)
push("_Free lane", lambda: put(""), line)
lane_page.add(lane_view)
lane_page.add(line)
keep.add("lane row", lambda: named(lane_view))

member_page = grid()
which = row(member_page, "_Show:", combo(["All bows", "Recurve", "Longbow", "Compound"], "show"))
kept.set_visible_func(
    lambda model, place, _: which.get_active_text() in ("All bows", model[place][1])
)
which.connect("changed", lambda _box: kept.refilter())
member_view = wide(member_page, listing(kept, ["Name", "Bow", "Paid"], [(2, flip_paid)]))
push("_Remove member", remove, wide(member_page, Gtk.Box()))
new = row(member_page, "_Name:", entry("new name"))
bow = row(member_page, "_Bow:", combo(["Recurve", "Longbow", "Compound"], "new bow"))
paid, line = wide(member_page, check("Has _paid", "new paid")), wide(member_page, Gtk.Box())
push("A_dd member", add, line)
keep.add("member row", lambda: named(member_view))
keep.add("members", lambda: [member[0] for member in members])
keep.add(
    "last member",
    lambda: f"{members[-1][0]}, {members[-1][1]}, {'paid' if members[-1][2] else 'not paid'}",
)

session = grid()
row(session, "_Ends:", spin(1, 20, 6, "ends"))
row(session, "A_rrows per end:", spin(1, 12, 3, "arrows"))
row(session, "_Distance (m):", scale(10, 90, 30, "distance"))
row(session, "Face:", radios(["40 cm", "80 cm", "122 cm"], "face"))
row(session, "_Floodlights", switch("floodlights"))
row(session, "_Whistle", switch("whistle", True))
row(session, "A_nnouncement:", entry("announcement"))
line = wide(session, Gtk.Box(spacing=10))
counted("Start session", line)
counted("Pause", line)

bar = menus(
    Range=[("Close all lanes", close_all), ("Quit", Gtk.main_quit)],
    View=[("Wind flags", False), ("Large letters", False)],
)
run(
    "Yew Tree Archers",
    bar,
    notebook(Lanes=lane_page, Members=member_page, Session=session),
    page=["lanes", "members", "session"].index(sys.argv[1]),
    more=lambda: (
        {f"{lane[0]} archer": lane[1] for lane in lanes}
        | {f"{lane[0]} open": lane[3] for lane in lanes}
        | {f"{member[0]} paid": member[2] for member in members}
    ),
)
