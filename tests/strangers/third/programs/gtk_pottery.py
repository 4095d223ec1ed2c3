"""A GTK 3 office of a pottery; it writes what its widgets hold to a file."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

FIELDS = {}
CLICKS = {}
LAST = [None]
MENUS = {
    "_Kiln": ["_Preheat", "_Open Vent", "_Cool Down"],
    "_Classes": ["_Announce Class", "Attendance _List", "_Cancel Class"],
    "_Shop": ["_Stocktake", "_Price Tags"],
}
GLAZES = (("Celadon", 1260, 4), ("Tenmoku", 1280, 2), ("Honey", 1060, 7), ("Slate", 1220, 5))
COURSES = (
    ("Beginners", (("Pinch pots", "Mon"), ("Coil bowls", "Tue"))),
    ("Wheel", (("First cylinder", "Wed"), ("Teapots", "Fri"))),
    ("Children", (("Clay animals", "Sat"),)),
)
SHELVES = ("Top shelf", "Middle shelf", "Bottom shelf", "Damp cupboard")


def count(name):
    CLICKS[name] = CLICKS.get(name, 0) + 1


def write(window):
    state = {name: read() for name, read in FIELDS.items()}
    state |= {"clicks " + name: number for name, number in CLICKS.items()}
    tops = [t.get_title() for t in Gtk.Window.list_toplevels() if t.get_visible() and t != window]
    state["dialog"] = sorted(t for t in tops if t)
    text = json.dumps(state)
    if text != LAST[0]:
        path = Path(os.environ["STRANGERS_STATE"])
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)
        LAST[0] = text
    return True


def column(margin=10):
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=margin)


def beside(grid, row, text, widget, at=0):
    label = Gtk.Label(label=text, xalign=1)
    label.set_mnemonic_widget(widget)
    grid.attach(label, at, row, 1, 1)
    grid.attach(widget, at + 1, row, 1, 1)


def menu_bar():
    bar = Gtk.MenuBar()
    for title, names in MENUS.items():
        top = Gtk.MenuItem(label=title, use_underline=True)
        menu = Gtk.Menu()
        for name in names:
            item = Gtk.MenuItem(label=name, use_underline=True)
            said = name.replace("_", "")
            item.connect("activate", lambda _i, said=said: count("menu " + said))
            menu.append(item)
        if title == "_Kiln":
            menu.append(Gtk.SeparatorMenuItem())
            group = None
            for name in ("Celsius", "Fahrenheit"):
                radio = Gtk.RadioMenuItem(label=name, group=group)
                group = group or radio
                FIELDS[name] = radio.get_active
                menu.append(radio)
        if title == "_Shop":
            tick = Gtk.CheckMenuItem(label="Holiday Hours")
            FIELDS["Holiday Hours"] = tick.get_active
            menu.append(tick)
            labels = Gtk.MenuItem(label="Labels")
            inner = Gtk.Menu()
            for name in ("Small", "Large", "Gift"):
                item = Gtk.MenuItem(label=name)
                item.connect("activate", lambda _i, name=name: count("menu Labels " + name))
                inner.append(item)
            labels.set_submenu(inner)
            menu.append(labels)
        top.set_submenu(menu)
        bar.append(top)
    return bar


def firing():
    page = Gtk.Box(spacing=24, margin=12)
    grid = Gtk.Grid(row_spacing=8, column_spacing=10)
    for row, name in enumerate(("Potter", "Firing number")):
        entry = Gtk.Entry(width_chars=24)
        FIELDS[name] = entry.get_text
        beside(grid, row, name, entry)
    kind = Gtk.ComboBoxText()
    for name in ("Biscuit", "Glaze", "Raku", "Salt"):
        kind.append_text(name)
    kind.set_active(0)
    FIELDS["Kind of firing"] = kind.get_active_text
    beside(grid, 2, "Kind of firing", kind)
    clay = Gtk.ComboBoxText.new_with_entry()
    for name in ("Stoneware", "Porcelain", "Earthenware"):
        clay.append_text(name)
    clay.get_child().set_text("Stoneware")
    FIELDS["Clay"] = clay.get_child().get_text
    beside(grid, 3, "Clay", clay)
    for row, (name, low, high, value) in enumerate(
        (("Peak temperature", 600, 1400, 1000), ("Hold for (minutes)", 0, 120, 15)), 4
    ):
        spin = Gtk.SpinButton.new_with_range(low, high, 5)
        spin.set_value(value)
        FIELDS[name] = spin.get_value_as_int
        beside(grid, row, name, spin)
    speed = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
    speed.set_value(3)
    speed.set_size_request(220, -1)
    FIELDS["Heating speed"] = speed.get_value
    beside(grid, 6, "Heating speed", speed)
    page.pack_start(grid, False, False, 0)
    right = column(0)
    rows = Gtk.Grid(row_spacing=8, column_spacing=12)
    for row, (name, on) in enumerate((("Fan", True), ("Door lock", False), ("Alarm bell", False))):
        switch = Gtk.Switch(active=on, halign=Gtk.Align.START)
        FIELDS[name] = switch.get_active
        beside(rows, row, name, switch)
    right.pack_start(rows, False, False, 0)
    frame = Gtk.Frame(label="Who unloads")
    inner = column(6)
    group = None
    for name in ("The potter", "The studio", "Nobody yet"):
        radio = Gtk.RadioButton.new_with_label_from_widget(group, name)
        group = group or radio
        FIELDS[name] = radio.get_active
        inner.pack_start(radio, False, False, 0)
    frame.add(inner)
    right.pack_start(frame, False, False, 0)
    for name in ("Ring me when it is cool", "Keep the shards"):
        check = Gtk.CheckButton(label=name)
        FIELDS[name] = check.get_active
        right.pack_start(check, False, False, 0)
    page.pack_start(right, False, False, 0)
    return page


def glazes():
    page = column()
    store = Gtk.ListStore(str, int, int)
    for row in GLAZES:
        store.append(row)
    ordered = Gtk.TreeModelSort(model=store)
    tree = Gtk.TreeView(model=ordered)
    for index, title in enumerate(("Glaze", "Degrees", "Buckets")):
        cell = Gtk.CellRendererText()
        if index == 2:
            cell.set_property("editable", True)
            cell.connect("edited", lambda _c, path, text: edit(store, ordered, path, text))
        made = Gtk.TreeViewColumn(title, cell, text=index)
        made.set_sort_column_id(index)
        made.set_min_width(140)
        tree.append_column(made)
    FIELDS["glazes"] = lambda: [row[0] for row in ordered]
    for number, row in enumerate(GLAZES):
        FIELDS["buckets " + row[0]] = lambda number=number: store[number][2]
    FIELDS["glaze"] = lambda: [ordered[p][0] for p in tree.get_selection().get_selected_rows()[1]]
    tree.connect("row-activated", lambda _t, path, _c: count("double " + ordered[path][0]))
    tree.get_selection().unselect_all()
    page.pack_start(tree, True, True, 0)
    row = Gtk.Box(spacing=8)
    for name in ("Mix a batch", "Test tile"):
        button = Gtk.Button(label=name)
        button.connect("clicked", lambda _b, name=name: count(name))
        row.pack_start(button, False, False, 0)
    page.pack_start(row, False, False, 0)
    return page


def edit(store, ordered, path, text):
    if text.isdigit():
        inner = ordered.convert_path_to_child_path(Gtk.TreePath(path))
        store[inner][2] = int(text)


def courses():
    page = Gtk.Paned(margin=10)
    store = Gtk.TreeStore(str, str)
    for title, rows in COURSES:
        parent = store.append(None, (title, ""))
        for row in rows:
            store.append(parent, row)
    tree = Gtk.TreeView(model=store)
    for index, title in enumerate(("Course", "Day")):
        tree.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))
    tree.set_size_request(330, -1)
    tree.get_selection().unselect_all()
    FIELDS["course"] = lambda: [store[p][0] for p in tree.get_selection().get_selected_rows()[1]]
    FIELDS["open courses"] = lambda: [row[0] for row in store if tree.row_expanded(row.path)]
    page.pack1(tree, True, False)
    side = column(6)
    side.pack_start(Gtk.Label(label="Put the work on", xalign=0), False, False, 0)
    box = Gtk.ListBox()
    for name in SHELVES:
        row = Gtk.ListBoxRow()
        row.add(Gtk.Label(label=name, xalign=0, margin=6))
        row.get_accessible().set_name(name)
        box.add(row)
    FIELDS["shelf"] = lambda: [SHELVES[r.get_index()] for r in box.get_selected_rows()]
    side.pack_start(box, False, False, 0)
    notes = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
    notes.set_size_request(220, 90)
    notes.get_buffer().set_text("Bring an apron.")
    frame = Gtk.Frame()
    frame.add(notes)
    label = Gtk.Label(label="Course notes", xalign=0)
    label.set_mnemonic_widget(notes)
    FIELDS["Course notes"] = lambda: notes.get_buffer().get_text(
        *notes.get_buffer().get_bounds(), True
    )
    side.pack_start(label, False, False, 0)
    side.pack_start(frame, False, False, 0)
    page.pack2(side, False, False)
    return page


def ask(window):
    box = Gtk.Dialog(title="Sell a Piece", transient_for=window, modal=True)
    box.add_buttons("Not now", Gtk.ResponseType.CANCEL, "Sold", Gtk.ResponseType.OK)
    grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
    piece = Gtk.Entry()
    beside(grid, 0, "Piece", piece)
    price = Gtk.SpinButton.new_with_range(0, 900, 1)
    beside(grid, 1, "Price", price)
    wrap = Gtk.CheckButton(label="Wrap as a gift")
    grid.attach(wrap, 1, 2, 1, 1)
    box.get_content_area().add(grid)

    def done(dialog, answer):
        price.update()
        gift = " wrapped" if wrap.get_active() else ""
        said = f"sold {piece.get_text()} for {price.get_value_as_int()}{gift}"
        count(said if answer == Gtk.ResponseType.OK else "not sold")
        dialog.destroy()

    box.connect("response", done)
    box.show_all()


def tools(window):
    bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.TEXT)
    for name in ("Start firing", "Stop", "Sell..."):
        button = Gtk.ToolButton(label=name)
        button.connect(
            "clicked", lambda _b, name=name: ask(window) if name == "Sell..." else count(name)
        )
        bar.insert(button, -1)
    night = Gtk.ToggleToolButton(label="Night rate")
    FIELDS["Night rate"] = night.get_active
    bar.insert(night, -1)
    return bar


def info():
    bar = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING)
    bar.get_content_area().add(Gtk.Label(label="Kiln 2 needs a new element."))
    bar.add_button("Order one", 1)
    bar.add_button("Remind me later", 2)
    bar.connect(
        "response",
        lambda b, code: (count("order element" if code == 1 else "remind later"), b.hide()),
    )
    return bar


def main():
    window = Gtk.Window(title="Pottery Office")
    window.set_default_size(780, 540)
    window.connect("destroy", Gtk.main_quit)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for part in (menu_bar(), tools(window), info()):
        box.pack_start(part, False, False, 0)
    book = Gtk.Notebook()
    titles = ("Firing", "Glazes", "Courses")
    for title, page in zip(titles, (firing(), glazes(), courses())):  # noqa: B905
        book.append_page(page, Gtk.Label(label=title))
    FIELDS["tab"] = lambda: titles[book.get_current_page()]
    box.pack_start(book, True, True, 0)
    window.add(box)
    window.show_all()
    start = sys.argv[1] if sys.argv[1:] else ""
    book.set_current_page(titles.index(start) if start in titles else 0)
    GLib.timeout_add(120, write, window)
    Gtk.main()


if __name__ == "__main__":
    main()
