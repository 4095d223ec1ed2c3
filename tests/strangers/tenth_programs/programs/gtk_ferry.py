"""The desk of a ferry pier, in GTK 3 with menus, a tool bar and a notebook."""

import sys

import gi
from keep import Keep

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

KEEP = Keep()
ROUTES = {"Northern islands": ("Aldra", "Brenn", "Skarvey"), "Southern islands": ("Holmay", "Tisk")}
MENUS = {
    "_Timetable": ("_New departure...", "_Duplicate day", ">Copy to|Next _day|Next _week"),
    "_View": ("[x]Show _cancelled", "[ ]Show _freight", "(Departures|By _time|By _pier"),
    "_Help": ("_Telephone list", "_About"),
}
SAILINGS = (
    ("06:15", "Aldra", "Pier 1", "42"),
    ("07:40", "Holmay", "Pier 3", "18"),
    ("09:05", "Skarvey", "Pier 1", "60"),
    ("11:30", "Tisk", "Pier 2", "7"),
)


def tell(window, title, text, buttons, then=None):
    box = Gtk.MessageDialog(transient_for=window, modal=True, text=text)
    box.set_title(title)
    for number, name in enumerate(buttons):
        box.add_button(name, number)
        KEEP.known("answer " + name)

    def answered(_box, code):
        if 0 <= code < len(buttons):
            KEEP.count("answer " + buttons[code])
            if then:
                then(buttons[code])
        box.destroy()

    box.connect("response", answered)
    box.show_all()


def departure(window, store):
    box = Gtk.Dialog(title="New departure", transient_for=window, modal=True)
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=12)
    hour, to = Gtk.Entry(text="12:00"), Gtk.ComboBoxText()
    for name in ("Aldra", "Brenn", "Skarvey", "Holmay", "Tisk"):
        to.append_text(name)
    to.set_active(0)
    pier = Gtk.ComboBoxText()
    for name in ("Pier 1", "Pier 2", "Pier 3"):
        pier.append_text(name)
    pier.set_active(0)
    for row, (text, widget) in enumerate((("Leaves at", hour), ("Goes to", to), ("Pier", pier))):
        label = Gtk.Label(label=text, xalign=0)
        label.set_mnemonic_widget(widget)
        grid.attach(label, 0, row, 1, 1)
        grid.attach(widget, 1, row, 1, 1)
    box.get_content_area().add(grid)
    box.add_button("Cancel", 0)
    box.add_button("Add", 1)

    def answered(_box, code):
        if code == 1:
            store.append((hour.get_text(), to.get_active_text(), pier.get_active_text(), "0"))
        box.destroy()

    box.connect("response", answered)
    box.show_all()


def menus(window, store):
    bar = Gtk.MenuBar()

    def plain(menu, text):
        name = text.replace("_", "").rstrip(".")
        KEEP.known("menu " + name)
        item = Gtk.MenuItem.new_with_mnemonic(text)
        item.connect("activate", lambda _i: KEEP.count("menu " + name))
        if name == "New departure":
            item.connect("activate", lambda _i: departure(window, store))
        if name == "About":
            item.connect("activate", lambda _i: tell(window, "About", "Ferry desk 3", ["Close"]))
        menu.append(item)

    for title, entries in MENUS.items():
        top = Gtk.MenuItem.new_with_mnemonic(title)
        menu = Gtk.Menu()
        for entry in entries:
            if entry.startswith("["):
                item = Gtk.CheckMenuItem.new_with_mnemonic(entry[3:])
                item.set_active(entry[1] == "x")
                KEEP.add("view " + entry[3:].replace("_", ""), item.get_active)
                menu.append(item)
            elif entry.startswith(">"):
                name, *inside = entry[1:].split("|")
                item = Gtk.MenuItem(label=name)
                under = Gtk.Menu()
                for text in inside:
                    plain(under, text)
                item.set_submenu(under)
                menu.append(item)
            elif entry.startswith("("):
                menu.append(Gtk.SeparatorMenuItem())
                first = None
                for text in entry.split("|")[1:]:
                    item = Gtk.RadioMenuItem.new_with_mnemonic_from_widget(first, text)
                    first = first or item
                    KEEP.add("view " + text.replace("_", ""), item.get_active)
                    menu.append(item)
            else:
                plain(menu, entry)
        top.set_submenu(menu)
        bar.append(top)
    return bar


def tools():
    bar = Gtk.Toolbar(toolbar_style=Gtk.ToolbarStyle.ICONS)
    for text, icon in (
        ("Open", "document-open"),
        ("Save", "document-save"),
        ("Print", "document-print"),
        ("Zoom in", "zoom-in"),
        ("Zoom out", "zoom-out"),
    ):
        item = Gtk.ToolButton(icon_name=icon, label=text)
        item.set_tooltip_text(text)
        item.connect("clicked", lambda _i, text=text: KEEP.count("tool " + text))
        KEEP.known("tool " + text)
        bar.insert(item, -1)
    return bar


def sailings(store):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
    tree = Gtk.TreeView(model=store)
    for index, title in enumerate(("Leaves", "Goes to", "Pier", "Passengers")):
        cell = Gtk.CellRendererText()
        if title == "Passengers":
            cell.set_property("editable", True)
            cell.connect(
                "edited", lambda _c, path, text: store.set_value(store.get_iter(path), 3, text)
            )
        column = Gtk.TreeViewColumn(title, cell, text=index)
        column.set_sort_column_id(index)
        column.set_min_width(120)
        tree.append_column(column)
    tree.get_selection().set_mode(Gtk.SelectionMode.MULTIPLE)
    KEEP.add("sailings", lambda: [" ".join(row[:3]) for row in store])
    for row in SAILINGS:
        KEEP.add(
            "passengers " + row[0], lambda row=row: next(r[3] for r in store if r[0] == row[0])
        )
    KEEP.add("chosen", lambda: [store[p][0] for p in tree.get_selection().get_selected_rows()[1]])
    KEEP.add(
        "order",
        lambda: (
            "{} {}".format(
                store.get_sort_column_id()[0],
                "up" if store.get_sort_column_id()[1] == Gtk.SortType.ASCENDING else "down",
            )
            if store.get_sort_column_id()[0] is not None
            else ""
        ),
    )

    def pressed(_tree, event):
        if event.type != Gdk.EventType.BUTTON_PRESS or event.button != 3:
            return False
        found = tree.get_path_at_pos(int(event.x), int(event.y))
        if not found:
            return False
        tree.get_selection().unselect_all()
        tree.get_selection().select_path(found[0])
        hour = store[found[0]][0]
        menu = Gtk.Menu()
        for text in ("Delay by 10 minutes", "Change pier", "Announce"):
            item = Gtk.MenuItem(label=text)
            if text == "Change pier":
                under = Gtk.Menu()
                for pier in ("Pier 1", "Pier 2", "Pier 3"):
                    one = Gtk.MenuItem(label=pier)
                    path = found[0].copy()
                    one.connect(
                        "activate",
                        lambda _i, pier=pier, path=path: store.set_value(
                            store.get_iter(path), 2, pier
                        ),
                    )
                    under.append(one)
                item.set_submenu(under)
            else:
                item.connect("activate", lambda _i, text=text: KEEP.count(f"{text} {hour}"))
            menu.append(item)
        menu.show_all()
        menu.attach_to_widget(tree)
        menu.popup_at_pointer(event)
        return True

    for row in SAILINGS:
        KEEP.known("Delay by 10 minutes " + row[0], "Announce " + row[0])
    tree.connect("button-press-event", pressed)
    scroll = Gtk.ScrolledWindow()
    scroll.add(tree)
    box.pack_start(scroll, True, True, 0)
    return box


def notice(window):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
    grid = Gtk.Grid(row_spacing=8, column_spacing=12)
    head = Gtk.Entry(text="Storm warning", width_chars=34)
    KEEP.add("Heading", head.get_text)
    colour = Gtk.ComboBoxText()
    for name in ("White", "Yellow", "Red"):
        colour.append_text(name)
    colour.set_active(0)
    KEEP.add("Background", colour.get_active_text)
    until = Gtk.Entry(text="2026-02-03")
    KEEP.add("Hangs until", until.get_text)
    for row, (text, widget) in enumerate(
        (("Heading", head), ("Background", colour), ("Hangs until", until))
    ):
        label = Gtk.Label(label=text, xalign=0)
        label.set_mnemonic_widget(widget)
        grid.attach(label, 0, row, 1, 1)
        grid.attach(widget, 1, row, 1, 1)
    box.pack_start(grid, False, False, 0)
    line = Gtk.Box(spacing=4)
    for name, icon in (
        ("Bold", "format-text-bold-symbolic"),
        ("Italic", "format-text-italic-symbolic"),
        ("Underline", "format-text-underline-symbolic"),
    ):
        toggle = Gtk.ToggleButton(image=Gtk.Image.new_from_icon_name(icon, Gtk.IconSize.BUTTON))
        toggle.set_tooltip_text(name)
        KEEP.add("style " + name, toggle.get_active)
        line.pack_start(toggle, False, False, 0)
    box.pack_start(line, False, False, 0)
    view = Gtk.TextView(left_margin=6, top_margin=6, wrap_mode=Gtk.WrapMode.WORD)
    buffer = view.get_buffer()
    buffer.set_text(
        "No boats to Skarvey today.\nTickets stay valid.\nWarm drinks in the waiting room."
    )
    KEEP.add("Notice", lambda: buffer.get_text(*buffer.get_bounds(), True))
    scroll = Gtk.ScrolledWindow()
    scroll.add(view)
    box.pack_start(scroll, True, True, 0)
    line = Gtk.Box(spacing=8)
    for text in ("Put up", "Take down", "Preview"):
        widget = Gtk.Button(label=text)
        KEEP.known(text)
        widget.connect("clicked", lambda _b, text=text: KEEP.count(text))
        if text == "Take down":
            widget.connect(
                "clicked",
                lambda _b: tell(
                    window, "Take down", "Take the notice down?", ["Leave it", "Take it down"]
                ),
            )
        line.pack_start(widget, False, False, 0)
    KEEP.known("answer Leave it", "answer Take it down")
    box.pack_start(line, False, False, 0)
    return box


def crews():
    box = Gtk.Box(spacing=16, margin=10)
    lists = {}
    target = [Gtk.TargetEntry.new("text/plain", Gtk.TargetFlags.SAME_APP, 0)]

    def add(box_, name):
        handle = Gtk.EventBox()
        handle.add(Gtk.Label(label=name, xalign=0, margin=8))
        handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, target, Gdk.DragAction.MOVE)
        handle.connect("drag-data-get", lambda _w, _c, data, _i, _t: data.set_text(name, -1))
        handle.name = name
        box_.pack_start(handle, False, False, 0)
        box_.show_all()

    for title, names in (
        ("On land", ("Asta", "Bjarne", "Cleo")),
        ("MF Teal", ("Dorrit",)),
        ("MF Heron", ()),
    ):
        frame = Gtk.Frame(label=title)
        inside = Gtk.EventBox()
        inside.set_size_request(170, 220)
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        inside.add(column)
        inside.drag_dest_set(Gtk.DestDefaults.ALL, target, Gdk.DragAction.MOVE)
        lists[title] = column
        for name in names:
            add(column, name)

        def dropped(_w, _c, _x, _y, data, _i, _t, column=column):
            name = data.get_text()
            for other in lists.values():
                for child in other.get_children():
                    if child.name == name:
                        other.remove(child)
            add(column, name)

        inside.connect("drag-data-received", dropped)
        frame.add(inside)
        KEEP.add("crew " + title, lambda column=column: [c.name for c in column.get_children()])
        box.pack_start(frame, False, False, 0)
    store = Gtk.TreeStore(str, bool)
    for group, names in ROUTES.items():
        top = store.append(None, [group, False])
        for name in names:
            store.append(top, [name, False])
    tree = Gtk.TreeView(model=store)
    tree.append_column(Gtk.TreeViewColumn("Route", Gtk.CellRendererText(), text=0))
    toggle = Gtk.CellRendererToggle()
    toggle.connect(
        "toggled", lambda _c, path: store.set_value(store.get_iter(path), 1, not store[path][1])
    )
    tree.append_column(Gtk.TreeViewColumn("Needs pilot", toggle, active=1))
    for group, names in enumerate(ROUTES.values()):
        for row, name in enumerate(names):
            KEEP.add("pilot " + name, lambda at=f"{group}:{row}": store[at][1])
    for group, name in enumerate(ROUTES):
        KEEP.add("open " + name, lambda group=group: tree.row_expanded(Gtk.TreePath(str(group))))

    def chosen():
        model, at = tree.get_selection().get_selected()
        return model[at][0] if at else ""

    KEEP.add("route", chosen)
    box.pack_start(tree, True, True, 0)
    return box


def main():
    window = Gtk.Window(title="Ferry Desk")
    window.set_default_size(860, 600)
    window.connect("destroy", Gtk.main_quit)
    store = Gtk.ListStore(str, str, str, str)
    for row in SAILINGS:
        store.append(row)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.pack_start(menus(window, store), False, False, 0)
    box.pack_start(tools(), False, False, 0)
    book = Gtk.Notebook()
    for title, page in (
        ("Departures", sailings(store)),
        ("Notice", notice(window)),
        ("Crews", crews()),
    ):
        book.append_page(page, Gtk.Label(label=title))
    box.pack_start(book, True, True, 0)
    window.add(box)
    window.show_all()
    names = ["Departures", "Notice", "Crews"]
    book.set_current_page(names.index(sys.argv[1]))
    KEEP.add("tab", lambda: names[book.get_current_page()])
    if sys.argv[2:] == ["asks"]:
        tell(
            window,
            "Fog at pier 2",
            "Fog has been reported at pier 2. What shall be done?",
            ["Wait", "Use pier 3", "Ask the harbour"],
        )

    def tops():
        found = [
            t.get_title()
            for t in Gtk.Window.list_toplevels()
            if t.get_visible() and t != window and isinstance(t, Gtk.Dialog)
        ]
        return sorted(t for t in found if t)

    GLib.timeout_add(120, lambda: KEEP.write(dialogs=tops()))
    Gtk.main()


if __name__ == "__main__":
    main()
