"""A firm of removers: the survey of a house, the jobs of a week, a quote."""

import sys

from gtk_help import (
    Gtk,
    across,
    area,
    button,
    check,
    choice,
    counter,
    down,
    entry,
    form,
    framed,
    go,
    keep,
    label,
    plain,
    radios,
    scale,
    spin,
    switch,
)

TITLE = "Holloway Removals"
ROOMS = {
    "Lounge": [("Sofa", 1), ("Armchair", 1), ("Bookcase", 0), ("Piano", 0)],
    "Kitchen": [("Fridge freezer", 1), ("Washing machine", 1), ("Dining table", 0)],
    "Main bedroom": [("Double bed", 1), ("Wardrobe", 1), ("Chest of drawers", 0)],
    "Garage": [("Bicycle", 0), ("Lawnmower", 0), ("Workbench", 0)],
}
JOBS = {
    "Mon": [
        ("08:00", "Patel", "Hadley to Crewe", "Van 1", 2),
        ("09:30", "Hughes", "Stone to Leek", "Van 2", 3),
        ("13:00", "Lindqvist", "Stoke to Derby", "Van 2", 2),
        ("15:30", "Marsh & Co", "Office, two floors", "Lorry", 4),
    ],
    "Tue": [
        ("07:30", "Carver", "Nantwich to Hull", "Lorry", 3),
        ("12:00", "Osei", "Storage to Stone", "Van 1", 2),
    ],
    "Wed": [
        ("08:30", "Brennan", "Leek to Buxton", "Van 2", 2),
        ("14:00", "Whitlock", "Within Crewe", "Van 1", 2),
    ],
    "Thu": [("08:00", "Da Silva", "Derby to Bath", "Lorry", 4)],
    "Fri": [("10:00", "Kowalski", "Stoke to Stone", "Van 3", 3)],
}


def survey():
    left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    rooms = {}
    for room, things in ROOMS.items():
        fold = Gtk.Expander(label=room, expanded=room == "Lounge")
        grid = Gtk.Grid(row_spacing=5, column_spacing=40, margin_start=26, margin_top=6)
        for row, (thing, now) in enumerate(things):
            name = label(thing)
            name.set_size_request(180, -1)
            grid.attach(name, 0, row, 1, 1)
            grid.attach(counter(f"{room}: {thing}", now), 1, row, 1, 1)
        fold.add(grid)
        rooms[room] = fold
        left.pack_start(fold, False, False, 0)
    keep.add("Open", lambda: ", ".join(room for room, fold in rooms.items() if fold.get_expanded()))
    ways = down(*radios("Access", ["Ground floor", "Stairs", "Lift"], "Stairs"), gap=4)
    side = down(
        form(
            ("Boxes", spin("Boxes", 0, 200, 25)),
            ("Bubble wrap rolls", spin("Bubble wrap rolls", 0, 30, 2)),
        ),
        framed("Access", ways),
        check("Parking permit needed"),
        check("Loft to be cleared"),
        "Remarks",
        area("Remarks", "", 90),
        gap=12,
    )
    scroll = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
    scroll.add(left)
    layout = down(
        label("Survey – Mrs Pickering, 8 Vale Road", big=True),
        (across((scroll,), side, gap=30),),
        across(button("Add room"), None, button("Print list"), button("Finish survey")),
        gap=14,
        margin=16,
    )
    go(layout, f"{TITLE} – Survey", 860, 580)


def jobs():
    stack, days = Gtk.Stack(), Gtk.StackSwitcher(halign=Gtk.Align.CENTER)
    for day, moves in JOBS.items():
        rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        for at, name, road, van, crew in moves:
            who = down(label(name), label(road, dim=True), gap=2)
            who.set_size_request(190, -1)
            row = across(
                label(at), who,
                choice(f"{name}: van", ["Van 1", "Van 2", "Van 3", "Lorry"], van),
                label("Crew"), counter(f"{name}: crew", crew), None,
                button("Delay", f"Delay {name}"),
                button("Confirm", f"Confirm {name}"),
                gap=16,
            )  # fmt: skip
            row.set_property("margin", 12)
            for part in row.get_children()[2:]:
                part.set_valign(Gtk.Align.CENTER)
            rows.add(row)
        stack.add_titled(rows, day, day)
    days.set_stack(stack)
    keep.add("Day", stack.get_visible_child_name)
    end = across(
        "Fuel card with", choice("Fuel card with", ["Office", "Dave", "Marta", "Joel"], "Office"),
        check("Saturday overtime allowed"), None, button("Send crew list"),
    )  # fmt: skip
    week = label("Week 22 · 25 to 29 May 2026", dim=True)
    go(down(days, week, (stack,), end, gap=12, margin=14), f"{TITLE} – Week", 900, 520)


def quote():
    window, bar = Gtk.Window(), Gtk.HeaderBar(show_close_button=True)
    bar.set_title(f"{TITLE} – Quote")
    more, menu = Gtk.MenuButton(label="More"), Gtk.Menu()
    for text in ("Duplicate quote", "Mark as lost", "Delete quote"):
        item = Gtk.MenuItem(label=text)
        keep.known(text)
        item.connect("activate", lambda _, text=text: keep.count(text))
        menu.append(item)
    menu.show_all()
    more.set_popup(menu)
    bar.pack_end(button("Email quote"))
    bar.pack_end(more)
    bar.pack_start(button("Save draft"))
    window.set_titlebar(bar)
    day = Gtk.Calendar(year=2026, month=5, day=11)

    def chosen():
        year, month, number = day.get_date()
        return f"{year}-{month + 1:02}-{number:02}"

    keep.add("Moving day", chosen)
    names = ["None", "5 %", "10 %", "Pensioner 12 %"]
    packing = ["Full packing", "Fragile items only", "No packing"]
    cut = choice("Discount", names, "None", editable=True)
    keep.add("Discount", lambda: plain(cut.get_child().get_text()).replace(" ", ""))
    left = form(
        ("Customer", entry("Customer", "Joan Fairweather", width=26)),
        ("New address", entry("New address", "17 Priory Court, Ludlow", width=26)),
        ("Floor", spin("Floor", 0, 20, 0)),
        ("Lift there", switch("Lift there")),
        ("Packing", down(*radios("Packing", packing, "Fragile items only"), gap=3)),
        ("Insurance in £ 1,000", scale("Insurance", 0, 100, 20, 5)),
        ("Discount", cut),
        ("Written by", choice("Written by", ["Carol", "Dave", "Marta"], "Dave")),
        gap=13,
    )
    right = down("Moving day", day, check("Dates are flexible"), "Special items",
                 area("Special items", "", 90), check("Copy to the depot"))  # fmt: skip
    inner = across(left, Gtk.Separator(orientation=Gtk.Orientation.VERTICAL), (right,), gap=24)
    inner.set_property("margin", 18)
    go(inner, f"{TITLE} – Quote", 860, 520, window)


{"survey": survey, "jobs": jobs, "quote": quote}[sys.argv[1]]()
