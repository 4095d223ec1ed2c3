"""An observatory: what is looked at tonight, the camera, the dome."""

import sys

from gtk_help import (
    Gtk,
    across,
    button,
    check,
    choice,
    clock,
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

TITLE = "Nightfall Observatory"
SKY = {
    "Planets": [("Jupiter", "Gemini"), ("Saturn", "Pisces"), ("Uranus", "Taurus")],
    "Galaxies": [("Whirlpool", "Canes Venatici"), ("Sombrero", "Virgo"), ("Bode's", "Ursa Major")],
    "Nebulae": [("Ring Nebula", "Lyra"), ("Orion Nebula", "Orion"), ("Veil Nebula", "Cygnus")],
    "Clusters": [("Pleiades", "Taurus"), ("Beehive", "Cancer")],
}


def targets():
    store = Gtk.TreeStore(str, str)
    for kind, things in SKY.items():
        branch = store.append(None, [kind, ""])
        for thing in things:
            store.append(branch, list(thing))
    hunt = Gtk.SearchEntry(placeholder_text="Find an object")
    keep.add("Search", lambda: plain(hunt.get_text()))
    sieve = store.filter_new()

    def fits(model, here, _):
        text = hunt.get_text().lower()
        below = model.iter_children(here)
        while below:
            if text in model[below][0].lower():
                return True
            below = model.iter_next(below)
        return text in model[here][0].lower()

    sieve.set_visible_func(fits)
    tree = Gtk.TreeView(model=sieve)
    for column, (title, width) in enumerate((("Object", 190), ("Constellation", 140))):
        made = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=column)
        made.set_min_width(width)
        tree.append_column(made)
    tree.expand_all()
    hunt.connect("search-changed", lambda _: (sieve.refilter(), tree.expand_all()))

    def chosen():
        model, here = tree.get_selection().get_selected()
        return model[here][0] if here else ""

    keep.add("Row", chosen)

    def open_rows():
        found = []
        tree.map_expanded_rows(lambda _, path: found.append(sieve[path][0]))
        return ", ".join(found)

    keep.add("Open", open_rows)
    queue, rows = ["Saturn", "Pleiades", "Jupiter"], Gtk.ListBox()
    rows.set_selection_mode(Gtk.SelectionMode.NONE)
    keep.add("Queue", lambda: ", ".join(queue))

    def moved(name, step):
        place = queue.index(name)
        queue.remove(name)
        if step is not None:
            queue.insert(max(0, place + step), name)
        show()

    def show():
        for old in rows.get_children():
            rows.remove(old)
        for name in queue:
            parts = [Gtk.Button.new_from_icon_name(f"{icon}-symbolic", Gtk.IconSize.BUTTON)
                     for icon in ("go-up", "go-down", "list-remove")]  # fmt: skip
            for part, tip, step in zip(
                parts, ("Move up", "Move down", "Remove"), (-1, 1, None), strict=True
            ):
                part.set_tooltip_text(tip)
                part.get_accessible().set_name(f"{tip} {name}")
                part.connect("clicked", lambda _, name=name, step=step: moved(name, step))
            row = across(label(name), None, *parts, gap=4)
            row.set_property("margin", 6)
            rows.add(row)
        rows.show_all()

    def added():
        if chosen() and chosen() not in queue and chosen() not in SKY:
            queue.append(chosen())
            show()

    plus = Gtk.Button(label="Add to queue")
    plus.connect("clicked", lambda _: added())
    show()
    scroll = Gtk.ScrolledWindow()
    scroll.add(tree)
    scroll.set_size_request(370, -1)
    left = down(hunt, (scroll,), plus)
    right = down(
        label("Tonight's queue", big=True),
        framed(None, rows, 2),
        form(
            ("Start at", entry("Start at", "21:30", clock, width=8)),
            ("Lowest altitude (°)", spin("Lowest altitude", 0, 80, 20, 5)),
            ("Observer", choice("Observer", ["Ines", "Rolf", "Visitor"], "Ines")),
        ),
        check("Avoid the Moon"),
        check("Repeat until dawn"),
        None,
        across(None, button("Clear night"), button("Start observing")),
        gap=12,
    )
    inner = Gtk.Paned(margin=14)
    inner.pack1(left, False, False)
    right.set_margin_start(16)
    inner.pack2(right, True, False)
    go(inner, f"{TITLE} – Targets", 880, 580)


def camera():
    bar = Gtk.Toolbar()
    bar.set_style(Gtk.ToolbarStyle.TEXT)
    for text in ("Connect", "Focus", "Rotate field", "Log"):
        item = Gtk.ToolButton(label=text)
        keep.known(text)
        item.connect("clicked", lambda _, text=text: keep.count(text))
        bar.insert(item, -1)
    filters = Gtk.ButtonBox(layout_style=Gtk.ButtonBoxStyle.EXPAND)
    for one in radios("Filter", ["Clear", "Red", "Green", "Blue", "H-alpha"], "Clear", True):
        filters.add(one)
    shots = form(
        ("Exposure (seconds)", spin("Exposure", 1, 1200, 30)),
        ("Frames", spin("Frames", 1, 500, 10)),
        ("Binning", choice("Binning", ["1 × 1", "2 × 2", "3 × 3", "4 × 4"], "1 × 1")),
        ("File name", entry("File name", "test", width=16)),
        ("Format", choice("Format", ["FITS", "TIFF", "JPEG"], "FITS")),
    )
    chip = form(
        ("Gain", scale("Gain", 0, 200, 80, 10)),
        ("Offset", scale("Offset", 0, 50, 10)),
        ("Cooling", switch("Cooling")),
        ("Set point (°C)", spin("Set point", -40, 10, 0)),
        ("Fan", choice("Fan", ["Quiet", "Normal", "Full"], "Normal")),
    )
    done = Gtk.ProgressBar(show_text=True, text="No sequence is running")
    end = across(button("Abort"), None, button("Take test shot"), button("Start sequence"))
    layout = down(
        across(framed("Pictures", shots), (framed("Sensor", chip),), gap=14),
        framed("Filter wheel", filters),
        across(check("Dither between frames"), check("Guide on a star", on=True), gap=30),
        done,
        end,
        gap=14,
        margin=14,
    )
    go(down(bar, layout, gap=0), f"{TITLE} – Camera", 800, 500)


def dome():
    grid = Gtk.FlowBox(selection_mode=Gtk.SelectionMode.NONE, max_children_per_line=4)
    grid.set_min_children_per_line(4)
    for title, value in (("Wind", "14 km/h"), ("Humidity", "78 %"), ("Outside", "6.5 °C"),
                         ("Sky", "Half clouded")):  # fmt: skip
        grid.add(framed(title, label(value, big=True)))
    rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
    for name, on in (("Dome lights", True), ("Red lights", False), ("Dew heater", False),
                     ("Dehumidifier", True), ("Webcam", False)):  # fmt: skip
        row = across(label(name), None, switch(name, on))
        row.set_property("margin", 8)
        rows.add(row)
    shown = label("Shutter is open")
    turn = across(
        "Azimuth", scale("Azimuth", 0, 355, 90, 5, 260), "°", button("Turn dome"),
    )  # fmt: skip
    right = down(
        framed("Shutter", across(
            shown, None,
            button("Open shutter", then=lambda: shown.set_text("Shutter is open")),
            button("Close shutter", then=lambda: shown.set_text("Shutter is closed")),
        )),
        framed("Direction", turn),
        form(
            ("Wind limit (km/h)", spin("Wind limit", 10, 90, 50, 5)),
            ("Park at", entry("Park at", "05:30", clock, width=8)),
            ("Alarm goes to", choice("Alarm goes to", ["Nobody", "Ines", "Rolf", "Everybody"],
                                     "Ines")),
        ),
        check("Ring the bell before turning", on=True),
        button("Emergency stop"),
        gap=12,
    )  # fmt: skip
    layout = down(grid, across(framed("Power", rows), (right,), gap=16), gap=14, margin=14)
    go(layout, f"{TITLE} – Dome", 900, 560)


{"targets": targets, "camera": camera, "dome": dome}[sys.argv[1]]()
