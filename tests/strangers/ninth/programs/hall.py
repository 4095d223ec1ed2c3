"""Bookings of a village hall (GTK 3): one booking, the list of bookings, the inventory."""

import sys

import gtk3
from gi.repository import Gtk
from keep import counted, facts, fields

BOOKINGS = (
    ("3 June", "Quilting circle", "Small hall", True, 12),
    ("5 June", "Tango evening", "Great hall", False, 60),
    ("9 June", "Parish council", "Stage", False, 25),
    ("14 June", "Wedding Osei", "Great hall", True, 120),
)
MENUS = {
    "Bookings": (
        ("Refresh", "menu"),
        (
            "Print",
            (("Door list", "printed"), ("Key list", "printed"), ("Invoice overview", "printed")),
        ),
    ),
    "View": (("Week", "view"), ("Month", "view"), ("Whole year", "view")),
}
"""The items of each menu: with the fact that takes the name of the item, or with the items of a menu below."""
THINGS = {
    "Trestle tables": 24,
    "Folding chairs": 150,
    "Tea urns": 6,
    "Table cloths": 6,
    "Microphones": 6,
    "Fairy lights": 6,
}
TAGS = ("fragile", "outdoor", "on loan", "to repair")


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0, use_underline=True)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, row, 1, 1)


def booking():
    window = Gtk.Window(title="Village Hall - Booking 77")
    window.set_default_size(760, 560)
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=14)
    add_event(grid)
    add_rate(grid)
    add_switches(grid)
    add_caretaker(grid)
    add_calendar(grid)
    buttons = Gtk.ButtonBox(spacing=6)
    for name in ("Save booking", "Copy to next week"):
        button = Gtk.Button(label=name)
        button.connect("clicked", counted(name.lower()))
        buttons.add(button)
    grid.attach(buttons, 0, 10, 3, 1)
    window.add(grid)
    return window


def add_event(grid):
    group = Gtk.Entry(text="Quilting circle")
    labelled(grid, 0, "_Group", group)
    fields["group"] = group.get_text
    room = Gtk.ComboBoxText()
    for name in ("Great hall", "Small hall", "Kitchen", "Stage", "Cellar"):
        room.append_text(name)
    room.set_active(0)
    labelled(grid, 1, "_Room", room)
    fields["room"] = room.get_active_text
    purpose = Gtk.ComboBoxText.new_with_entry()
    for name in ("Meeting", "Dance", "Wedding", "Jumble sale"):
        purpose.append_text(name)
    labelled(grid, 2, "_Purpose", purpose)
    fields["purpose"] = lambda: purpose.get_child().get_text()
    guests = Gtk.SpinButton.new_with_range(0, 300, 5)
    guests.set_value(40)
    labelled(grid, 3, "Gu_ests", guests)
    fields["guests"] = guests.get_value_as_int
    heating = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 12, 24, 1)
    heating.set_value(18)
    labelled(grid, 4, "_Heating (°C)", heating)
    fields["heating"] = heating.get_value


def add_rate(grid):
    row = Gtk.Box(spacing=12)
    first = None
    rates = {}
    for name in ("Member rate", "Guest rate", "Charity"):
        button = Gtk.RadioButton.new_with_label_from_widget(first, name)
        first = first or button
        rates[name] = button
        row.pack_start(button, False, False, 0)
    labelled(grid, 5, "Rate", row)
    fields["rate"] = lambda: next(name for name, button in rates.items() if button.get_active())


def add_switches(grid):
    switches = (("Bar open", False), ("Sound system", True), ("Late finish", False))
    for row, (name, on) in enumerate(switches, 6):
        box = Gtk.Box()
        switch = Gtk.Switch(active=on, halign=Gtk.Align.START)
        switch.get_accessible().set_name(name)
        box.pack_start(switch, False, False, 0)
        labelled(grid, row, name, box)
        fields[name.lower()] = switch.get_active


def add_caretaker(grid):
    caretaker = Gtk.Expander(label="Caretaker")
    inner = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    for name in ("Unlock the side door", "Put out chairs", "Empty the bins afterwards"):
        check = Gtk.CheckButton(label=name)
        inner.pack_start(check, False, False, 0)
        fields[name.lower()] = check.get_active
    caretaker.add(inner)
    fields["caretaker open"] = caretaker.get_expanded
    grid.attach(caretaker, 0, 9, 2, 1)


def add_calendar(grid):
    calendar = Gtk.Calendar()
    calendar.select_month(5, 2026)
    calendar.select_day(12)
    calendar.set_valign(Gtk.Align.START)
    grid.attach(calendar, 2, 0, 1, 7)

    def date():
        year, month, day = calendar.get_date()
        return f"{year}-{month + 1:02d}-{day:02d}"

    fields["date"] = date


def bookings():
    window = Gtk.Window(title="Village Hall - All bookings")
    window.set_default_size(820, 520)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    bar = Gtk.MenuBar()
    facts.update({"view": "Month", "printed": "", "menu": ""})
    for title, items in MENUS.items():
        add_menu(bar, title, items)
    column.pack_start(bar, False, False, 0)
    column.pack_start(tool_bar(), False, False, 0)
    scroll = Gtk.ScrolledWindow()
    scroll.add(table_of_bookings())
    column.pack_start(scroll, True, True, 0)
    window.add(column)
    return window


def add_menu(parent, title, items):
    menu = Gtk.Menu()
    top = Gtk.MenuItem(label=title)
    top.set_submenu(menu)
    parent.append(top)
    for name, what in items:
        if isinstance(what, tuple):
            add_menu(menu, name, what)
            continue
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda _item, key=what, name=name: facts.update({key: name}))
        menu.append(item)


def tool_bar():
    tools = Gtk.Toolbar()
    for icon, tip in (
        ("list-add", "New booking"),
        ("edit-copy", "Duplicate the booking"),
        ("mail-unread", "Unanswered requests"),
        ("view-refresh", "Reload"),
    ):
        button = Gtk.ToolButton(icon_name=icon)
        button.set_tooltip_text(tip)
        button.connect("clicked", counted(tip.lower()))
        tools.insert(button, -1)
    return tools


def table_of_bookings():
    store = Gtk.ListStore(str, str, str, bool, int)
    for line in BOOKINGS:
        store.append(line)
    tree = Gtk.TreeView(model=store)
    add_columns(tree, store)

    def row_of(date):
        return next((row for row in store if row[0] == date), None)

    for date, *_ in BOOKINGS:
        fields["key " + date] = lambda date=date: row_of(date)[3]
        fields["group " + date] = lambda date=date: row_of(date)[1]
        fields["room " + date] = lambda date=date: row_of(date)[2]
    fields["order"] = lambda: [row[0] for row in store]
    facts["selected"] = ""

    def selected(selection):
        model, at = selection.get_selected()
        facts["selected"] = model[at][0] if at else ""

    tree.get_selection().connect("changed", selected)
    facts["opened"] = ""

    def press(_tree, event):
        if event.button != 3:
            return False
        hit = tree.get_path_at_pos(int(event.x), int(event.y))
        if not hit:
            return False
        tree.get_selection().select_path(hit[0])
        menu = menu_of_booking(store, store.get_iter(hit[0]))
        menu.show_all()
        menu.attach_to_widget(tree, None)
        menu.popup_at_pointer(event)
        return True

    tree.connect("button-press-event", press)
    return tree


def add_columns(tree, store):
    def rename(_cell, path, text):
        store[path][1] = text

    def toggle(_cell, path):
        store[path][3] = not store[path][3]

    tree.append_column(Gtk.TreeViewColumn("Date", Gtk.CellRendererText(), text=0))
    name = Gtk.CellRendererText(editable=True)
    name.connect("edited", rename)
    group = Gtk.TreeViewColumn("Group", name, text=1)
    group.set_sort_column_id(1)
    group.set_expand(True)
    tree.append_column(group)
    tree.append_column(Gtk.TreeViewColumn("Room", Gtk.CellRendererText(), text=2))
    tick = Gtk.CellRendererToggle()
    tick.connect("toggled", toggle)
    tree.append_column(Gtk.TreeViewColumn("Key given", tick, active=3))
    guests = Gtk.TreeViewColumn("Guests", Gtk.CellRendererText(), text=4)
    guests.set_sort_column_id(4)
    tree.append_column(guests)


def menu_of_booking(store, at):
    menu = Gtk.Menu()

    def add(name, act, to):
        item = Gtk.MenuItem(label=name)
        item.connect("activate", lambda *_: act())
        to.append(item)

    add("Open", lambda: facts.update(opened=store[at][0]), menu)
    rooms = Gtk.Menu()
    top = Gtk.MenuItem(label="Move to room")
    top.set_submenu(rooms)
    for room in ("Great hall", "Small hall", "Kitchen", "Cellar"):
        add(room, lambda room=room: store.set_value(at, 2, room), rooms)
    menu.append(top)
    add("Key has been given", lambda: store.set_value(at, 3, True), menu)
    return menu


def inventory():
    window = Gtk.Window(title="Village Hall - Inventory")
    window.set_default_size(820, 520)
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    column.pack_start(notice(), False, False, 0)
    book = Gtk.Notebook()
    fields["tab"] = lambda: book.get_tab_label_text(book.get_nth_page(book.get_current_page()))
    for title, page in (("Count", count_page()), ("Rules", rules_page()), ("Tags", tags_page())):
        book.append_page(page, Gtk.Label(label=title))
    column.pack_start(book, True, True, 0)
    window.add(column)
    return window


def notice():
    bar = Gtk.InfoBar(show_close_button=True, message_type=Gtk.MessageType.INFO)
    bar.get_content_area().add(Gtk.Label(label="The yearly count is due on 30 June."))
    facts["notice"] = "shown"

    def close(*_):
        bar.hide()
        facts["notice"] = "closed"

    bar.connect("response", close)
    return bar


def count_page():
    page = Gtk.Box(spacing=10, margin=10)
    things = Gtk.ListBox(selection_mode=Gtk.SelectionMode.MULTIPLE)
    things.set_activate_on_single_click(False)
    rows = {}
    for name, pieces in THINGS.items():
        row = Gtk.ListBoxRow()
        box = Gtk.Box(spacing=8, margin=4)
        box.pack_start(Gtk.Label(label=name, xalign=0), True, True, 0)
        spin = Gtk.SpinButton.new_with_range(0, 500, 1)
        spin.set_value(pieces)
        spin.get_accessible().set_name(name)
        fields["count " + name] = spin.get_value_as_int
        box.pack_start(spin, False, False, 0)
        row.add(box)
        things.add(row)
        rows[name] = row
    page.pack_start(things, True, True, 0)
    side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    search = Gtk.SearchEntry(placeholder_text="Find a thing")

    def show_found(entry):
        for name, row in rows.items():
            row.set_visible(entry.get_text().lower() in name.lower())

    search.connect("search-changed", show_found)
    fields["search"] = search.get_text
    side.pack_start(search, False, False, 0)
    side.pack_start(remarks(), True, True, 0)
    page.pack_start(side, True, True, 0)
    return page


def remarks():
    view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
    view.get_buffer().set_text("Two chairs are broken.\nAsk Mr Lowe for glue.")
    view.get_accessible().set_name("Remarks")
    fields["remarks"] = lambda: view.get_buffer().get_text(*view.get_buffer().get_bounds(), True)
    frame = Gtk.Frame(label="Remarks")
    frame.add(view)
    return frame


def rules_page():
    grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=12)
    address = Gtk.Entry(text="caretaker@hall.example")
    labelled(grid, 0, "Report goes to", address)
    fields["report to"] = address.get_text
    rhythm = Gtk.ComboBoxText()
    for name in ("Every month", "Every quarter", "Once a year"):
        rhythm.append_text(name)
    rhythm.set_active(2)
    labelled(grid, 1, "Count", rhythm)
    fields["rhythm"] = rhythm.get_active_text
    shed = Gtk.CheckButton(label="Include the garden shed")
    grid.attach(shed, 0, 2, 2, 1)
    fields["shed"] = shed.get_active
    return grid


def tags_page():
    page = Gtk.FlowBox(selection_mode=Gtk.SelectionMode.NONE, margin=10)
    facts["tags"] = list(TAGS)
    for tag in TAGS:
        box = Gtk.Box()
        box.pack_start(Gtk.Label(label=tag), False, False, 4)
        cross = Gtk.Button.new_from_icon_name("window-close-symbolic", Gtk.IconSize.MENU)
        cross.set_tooltip_text("Take the tag off")
        cross.set_relief(Gtk.ReliefStyle.NONE)

        def take_off(_cross, tag=tag, box=box):
            facts["tags"] = [other for other in facts["tags"] if other != tag]
            box.get_parent().hide()

        cross.connect("clicked", take_off)
        box.pack_start(cross, False, False, 0)
        page.add(box)
    return page


WINDOWS = {"booking": booking, "bookings": bookings, "inventory": inventory}

gtk3.run(WINDOWS[sys.argv[1]]())
