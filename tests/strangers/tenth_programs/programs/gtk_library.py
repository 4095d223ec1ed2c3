"""The counter of a town library, in GTK 3 with a header bar."""

import sys

import gi
from keep import Keep

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

KEEP = Keep()
LOANS = (
    ("The Glass Ferry", "Odd Nilsen", "12 March", False),
    ("Salt and Slate", "Mara Quist", "14 March", False),
    ("A Walled Garden", "Odd Nilsen", "2 March", True),
    ("North of Tarn", "Edgar Pohl", "20 March", False),
    ("Kites at Noon", "Lena Brandt", "27 February", True),
)
READERS = (
    "Brandt, Lena",
    "Brandner, Kurt",
    "Nilsen, Odd",
    "Nieder, Eva",
    "Pohl, Edgar",
    "Quist, Mara",
)


def labelled(text, widget):
    line = Gtk.Box(spacing=12)
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    line.pack_start(label, True, True, 0)
    line.pack_start(widget, False, False, 0)
    return line


def button(text, name=None, icon=None):
    widget = (
        Gtk.Button.new_from_icon_name(icon, Gtk.IconSize.BUTTON) if icon else Gtk.Button(label=text)
    )
    if icon:
        widget.set_tooltip_text(text)
    KEEP.known(name or text)
    widget.connect("clicked", lambda _b: KEEP.count(name or text))
    return widget


def loans():
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
    find = Gtk.SearchEntry(placeholder_text="Search title")
    KEEP.add("Search title", find.get_text)
    box.pack_start(find, False, False, 0)
    store = Gtk.ListStore(str, str, str, bool)
    for row in LOANS:
        store.append(row)
    shown = store.filter_new()
    shown.set_visible_func(lambda model, at, _d: find.get_text().lower() in model[at][0].lower())
    find.connect("search-changed", lambda _f: shown.refilter())
    tree = Gtk.TreeView(model=shown)
    for index, title in enumerate(("Title", "Reader", "Due")):
        column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index)
        column.set_min_width(150)
        tree.append_column(column)
    toggle = Gtk.CellRendererToggle()

    def turn(_cell, path):
        at = shown.convert_path_to_child_path(Gtk.TreePath(path))
        store[at][3] = not store[at][3]

    toggle.connect("toggled", turn)
    tree.append_column(Gtk.TreeViewColumn("Reminded", toggle, active=3))
    for at, row in enumerate(LOANS):
        KEEP.add("reminded " + row[0], lambda at=at: store[at][3])
        KEEP.known("Extend " + row[0], "Mark as lost " + row[0], "Show reader " + row[0])

    def chosen():
        model, at = tree.get_selection().get_selected()
        return model[at][0] if at else ""

    KEEP.add("loan", chosen)

    def pressed(_tree, event):
        if event.type != Gdk.EventType.BUTTON_PRESS or event.button != 3:
            return False
        found = tree.get_path_at_pos(int(event.x), int(event.y))
        if not found:
            return False
        tree.get_selection().select_path(found[0])
        title = shown[found[0]][0]
        menu = Gtk.Menu()
        for text in ("Extend", "Show reader", "Mark as lost"):
            item = Gtk.MenuItem(label=text)
            item.connect("activate", lambda _i, text=text: KEEP.count(f"{text} {title}"))
            menu.append(item)
        menu.show_all()
        menu.attach_to_widget(tree)
        menu.popup_at_pointer(event)
        return True

    tree.connect("button-press-event", pressed)
    scroll = Gtk.ScrolledWindow()
    scroll.add(tree)
    box.pack_start(scroll, True, True, 0)
    line = Gtk.Box(spacing=8)
    line.pack_start(button("Extend all by a week"), False, False, 0)
    line.pack_start(button("Print slip"), False, False, 0)
    box.pack_start(line, False, False, 0)
    return box


def reader():
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=16)
    name = Gtk.Entry(width_chars=30)
    known = Gtk.ListStore(str)
    for person in READERS:
        known.append([person])
    completion = Gtk.EntryCompletion(model=known, text_column=0, minimum_key_length=2)
    name.set_completion(completion)
    KEEP.add("Reader", name.get_text)
    box.pack_start(labelled("Reader", name), False, False, 0)
    card = Gtk.ComboBoxText()
    for text in ("Adult card", "Youth card", "Family card", "Guest card"):
        card.append_text(text)
    card.set_active(0)
    KEEP.add("Card", card.get_active_text)
    box.pack_start(labelled("Card", card), False, False, 0)
    books = Gtk.SpinButton.new_with_range(1, 40, 1)
    books.set_value(10)
    KEEP.add("Books at a time", books.get_value_as_int)
    box.pack_start(labelled("Books at a time", books), False, False, 0)
    for text, on in (
        ("Reminder by text message", False),
        ("Large print", False),
        ("May use the reading room", True),
    ):
        switch = Gtk.Switch(active=on, halign=Gtk.Align.END)
        KEEP.add(text, switch.get_active)
        box.pack_start(labelled(text, switch), False, False, 0)
    scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 30, 1)
    scale.set_value(7)
    scale.set_size_request(240, -1)
    KEEP.add("Days of grace", lambda: int(scale.get_value()))
    box.pack_start(labelled("Days of grace", scale), False, False, 0)
    more = Gtk.Expander(label="Guardian")
    inner = Gtk.Box(spacing=8, margin=8)
    for text in ("Name of guardian", "Phone of guardian"):
        entry = Gtk.Entry(placeholder_text=text)
        KEEP.add(text, entry.get_text)
        inner.pack_start(entry, True, True, 0)
    more.add(inner)
    KEEP.add("open Guardian", more.get_expanded)
    box.pack_start(more, False, False, 0)
    link = Gtk.LinkButton.new_with_label("about:fees", "Table of fees")
    link.connect("activate-link", lambda _l: (KEEP.count("Table of fees"), True)[1])
    KEEP.known("Table of fees")
    box.pack_start(link, False, False, 0)
    line = Gtk.Box(spacing=8, halign=Gtk.Align.END)
    line.pack_start(button("Discard"), False, False, 0)
    line.pack_start(button("Keep changes"), False, False, 0)
    box.pack_start(line, False, False, 0)
    return box


def closing():
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=16)
    calendar = Gtk.Calendar()
    calendar.select_month(5, 2026)
    calendar.select_day(1)
    KEEP.add(
        "day",
        lambda: (
            f"{calendar.get_date().year}-{calendar.get_date().month + 1:02}-{calendar.get_date().day:02}"
        ),
    )
    box.pack_start(calendar, False, False, 0)
    reason = Gtk.ComboBoxText.new_with_entry()
    for text in ("Stocktaking", "Staff outing", "Repairs"):
        reason.append_text(text)
    KEEP.add("Reason", lambda: reason.get_active_text() or "")
    box.pack_start(labelled("Reason", reason), False, False, 0)
    group = None
    for text in ("Whole day", "Morning only", "Afternoon only"):
        radio = Gtk.RadioButton.new_with_label_from_widget(group, text)
        group = group or radio
        KEEP.add(text, radio.get_active)
        box.pack_start(radio, False, False, 0)
    view = Gtk.TextView(left_margin=6, top_margin=6)
    view.set_size_request(-1, 90)
    view.get_accessible().set_name("Notice at the door")
    buffer = view.get_buffer()
    buffer.set_text("We are closed.\nPlease use the drop box.")
    KEEP.add("Notice", lambda: buffer.get_text(*buffer.get_bounds(), True))
    frame = Gtk.Frame(label="Notice at the door")
    frame.add(view)
    box.pack_start(frame, False, False, 0)
    wait = Gtk.Button(label="Check for bookings")
    KEEP.known("Check for bookings", "Note the school class")

    def late():
        box.pack_start(button("Note the school class"), False, False, 0)
        box.show_all()
        return False

    wait.connect(
        "clicked", lambda _b: (KEEP.count("Check for bookings"), GLib.timeout_add(1800, late))
    )
    box.pack_start(wait, False, False, 0)
    return box


def main():
    start = sys.argv[1]
    window = Gtk.Window()
    window.set_default_size(820, 640)
    window.connect("destroy", Gtk.main_quit)
    bar = Gtk.HeaderBar(show_close_button=True, title="Town Library")
    window.set_title("Town Library")
    stack = Gtk.Stack()
    for name, page in (("Loans", loans()), ("Reader", reader()), ("Closing day", closing())):
        stack.add_titled(page, name, name)
    switcher = Gtk.StackSwitcher(stack=stack)
    bar.set_custom_title(switcher)
    bar.pack_start(button("New loan", icon="list-add-symbolic"))
    bar.pack_start(button("Scan barcode", icon="camera-photo-symbolic"))
    menu = Gtk.MenuButton(
        image=Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON)
    )
    menu.set_tooltip_text("Menu")
    pop = Gtk.Popover()
    inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4, margin=10)
    for text in ("Today's report", "Opening times", "About Town Library"):
        item = Gtk.ModelButton(text=text)
        KEEP.known("menu " + text)
        item.connect("clicked", lambda _b, text=text: KEEP.count("menu " + text))
        inner.pack_start(item, False, False, 0)
    night = Gtk.CheckButton(label="Dark counter")
    KEEP.add("Dark counter", night.get_active)
    inner.pack_start(night, False, False, 0)
    inner.show_all()
    pop.add(inner)
    menu.set_popover(pop)
    bar.pack_end(menu)
    window.set_titlebar(bar)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    if start == "Loans":
        info = Gtk.InfoBar(message_type=Gtk.MessageType.WARNING, show_close_button=True)
        info.get_content_area().add(Gtk.Label(label="Two loans are overdue."))
        info.add_button("Show them", 1)
        KEEP.known("Show them")
        KEEP.add("warning", info.get_visible)
        info.connect("response", lambda _i, r: KEEP.count("Show them") if r == 1 else info.hide())
        box.pack_start(info, False, False, 0)
    box.pack_start(stack, True, True, 0)
    window.add(box)
    window.show_all()
    stack.set_visible_child_name(start)
    KEEP.add("page", stack.get_visible_child_name)
    GLib.timeout_add(120, KEEP.write)
    Gtk.main()


if __name__ == "__main__":
    main()
