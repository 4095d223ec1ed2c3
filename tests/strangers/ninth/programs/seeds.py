"""A seed library (GTK 3): the catalogue, one variety, the settings."""

import sys

import gtk3
from gi.repository import Gdk, GLib, Gtk
from keep import counted, facts, fields

FAMILIES = {
    "Beans": (("Greenhorn", "2024"), ("Blue Lake", "2022"), ("Borlotti", "2025")),
    "Tomatoes": (("Black Krim", "2023"), ("Roma", "2025")),
    "Squash": (("Hokkaido", "2024"), ("Butternut", "2021")),
}


def head(window, title, subtitle=""):
    bar = Gtk.HeaderBar(title=title, subtitle=subtitle, show_close_button=True)
    window.set_titlebar(bar)
    window.set_title(title)
    return bar


def icon(name, tip, act):
    button = Gtk.Button.new_from_icon_name(name, Gtk.IconSize.BUTTON)
    button.set_tooltip_text(tip)
    button.connect("clicked", lambda *_: act())
    return button


def catalogue():
    window = Gtk.Window()
    window.set_default_size(860, 560)
    bar = head(window, "Seed Library", "Catalogue")
    facts.update({"basket": [], "layout": "list", "shown": "everything"})
    bar.pack_start(icon("list-add-symbolic", "Add a variety", counted("add variety")))
    bar.pack_start(icon("view-grid-symbolic", "Show as grid", lambda: facts.update(layout="grid")))
    bar.pack_end(menu_button())
    halves = Gtk.Paned(position=430)
    scroll = Gtk.ScrolledWindow()
    scroll.add(tree_of_varieties())
    halves.add1(scroll)
    side = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
    add_member(side)
    add_bag(side)
    add_dates(side)
    halves.add2(side)
    window.add(halves)
    return window


def menu_button():
    button = Gtk.MenuButton()
    button.set_image(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
    button.set_tooltip_text("Menu")
    popover = Gtk.Popover()
    column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8)
    for name in ("everything", "only in stock", "only my own"):
        item = Gtk.ModelButton(text="Show " + name)
        item.connect("clicked", lambda _item, name=name: facts.update(shown=name))
        column.pack_start(item, False, False, 0)
    column.show_all()
    popover.add(column)
    button.set_popover(popover)
    return button


def tree_of_varieties():
    store = Gtk.TreeStore(str, str, bool)
    for family, varieties in FAMILIES.items():
        top = store.append(None, (family, "", False))
        for variety_and_year in varieties:
            store.append(top, (*variety_and_year, False))
    tree = Gtk.TreeView(model=store)
    variety_column = Gtk.TreeViewColumn("Variety", Gtk.CellRendererText(), text=0)
    variety_column.set_expand(True)
    tree.append_column(variety_column)
    tree.append_column(Gtk.TreeViewColumn("Harvest", Gtk.CellRendererText(), text=1))

    def toggle(_cell, path):
        store[path][2] = not store[path][2]

    def hide_on_families(_column, cell, model, at, _data):
        cell.set_property("visible", model.iter_parent(at) is not None)

    tick = Gtk.CellRendererToggle()
    tick.connect("toggled", toggle)
    wanted = Gtk.TreeViewColumn("Wanted", tick, active=2)
    wanted.set_cell_data_func(tick, hide_on_families)
    tree.append_column(wanted)
    facts["chosen"] = ""

    def choose(selection):
        model, at = selection.get_selected()
        facts["chosen"] = model[at][0] if at else ""

    tree.get_selection().connect("changed", choose)
    fields["unfolded"] = lambda: [row[0] for row in store if tree.row_expanded(row.path)]
    fields["wanted"] = lambda: [
        child[0] for row in store for child in row.iterchildren() if child[2]
    ]
    return tree


def add_member(column):
    member = Gtk.Entry()
    label = Gtk.Label(label="Give to member", xalign=0)
    label.set_mnemonic_widget(member)
    column.pack_start(label, False, False, 0)
    names = Gtk.ListStore(str)
    for name in ("Martha Kline", "Martin Owusu", "Marlene Voss", "Tobias Lind"):
        names.append((name,))
    member.set_completion(Gtk.EntryCompletion(model=names, text_column=0))
    member.get_accessible().set_name("Give to member")
    fields["member"] = member.get_text
    column.pack_start(member, False, False, 0)


def add_bag(column):
    grams = Gtk.SpinButton.new_with_range(0, 100, 0.5)
    grams.set_digits(1)
    grams.set_value(2)
    row = Gtk.Box(spacing=8)
    label = Gtk.Label(label="Grams")
    label.set_mnemonic_widget(grams)
    row.pack_start(label, False, False, 0)
    row.pack_start(grams, True, True, 0)
    fields["grams"] = grams.get_value
    column.pack_start(row, False, False, 0)
    button = Gtk.Button(label="Put in the bag")
    bag = Gtk.Label(label="The bag is empty.", xalign=0)

    def put(*_):
        if facts["chosen"]:
            facts["basket"] = [*facts["basket"], f"{facts['chosen']} {grams.get_value():.1f}"]
            bag.set_text("\n".join(facts["basket"]))

    button.connect("clicked", put)
    column.pack_start(button, False, False, 0)
    column.pack_start(bag, False, False, 0)


def add_dates(column):
    button = Gtk.Button(label="Look up sowing dates")
    place = Gtk.Box()
    facts.update({"sowing": "", "noted": False})

    def found():
        facts["sowing"] = "found"
        note = Gtk.Button(label="Note in my calendar")
        note.connect("clicked", lambda *_: facts.update(noted=True))
        place.pack_start(note, True, True, 0)
        note.show()
        return False

    def look_up(*_):
        if not facts["sowing"]:
            facts["sowing"] = "asked"
            GLib.timeout_add(2500, found)

    button.connect("clicked", look_up)
    column.pack_start(button, False, False, 0)
    column.pack_start(place, False, False, 0)


def variety():
    window = Gtk.Window()
    window.set_default_size(760, 580)
    bar = head(window, "Seed Library - Black Krim")
    facts.update({"favourite": False, "stars": 0})
    save = Gtk.Button(label="Save")
    save.connect("clicked", counted("save"))
    bar.pack_end(save)
    favourite = Gtk.ToggleButton()
    favourite.set_image(Gtk.Image.new_from_icon_name("starred-symbolic", Gtk.IconSize.BUTTON))
    favourite.set_tooltip_text("Favourite")
    favourite.connect("toggled", lambda button: facts.update(favourite=button.get_active()))
    bar.pack_start(favourite)
    grid = Gtk.Grid(row_spacing=9, column_spacing=12, margin=14)
    add_names(grid)
    add_fruit(grid)
    add_months(grid)
    add_stars(grid)
    add_growth(grid)
    story = Gtk.TextView(height_request=90)
    story.get_buffer().set_text("Came from Crimea.\nCracks in wet summers.\nSweet and smoky.")
    story.get_accessible().set_name("Story")
    frame = Gtk.Frame(label="Story")
    frame.add(story)
    grid.attach(frame, 0, 10, 2, 1)
    fields["story"] = lambda: story.get_buffer().get_text(*story.get_buffer().get_bounds(), True)
    window.add(grid)
    return window


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    widget.set_hexpand(True)
    grid.attach(widget, 1, row, 1, 1)


def add_names(grid):
    name = Gtk.Entry(text="Black Krim")
    labelled(grid, 0, "Name", name)
    fields["name"] = name.get_text
    botanical = Gtk.Entry()
    labelled(grid, 1, "Botanical name", botanical)
    fields["botanical"] = botanical.get_text
    family = Gtk.ComboBoxText()
    for text in ("Bean", "Cabbage", "Gourd", "Nightshade", "Onion"):
        family.append_text(text)
    labelled(grid, 2, "Family", family)
    fields["family"] = lambda: family.get_active_text() or ""


def add_fruit(grid):
    colour = Gtk.ColorButton.new_with_rgba(Gdk.RGBA(0.4, 0.1, 0.2, 1))
    labelled(grid, 3, "Colour of the fruit", colour)
    fields["colour"] = lambda: colour.get_rgba().to_string()
    germination = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
    germination.set_value(60)
    labelled(grid, 4, "Germination %", germination)
    fields["germination"] = germination.get_value


def add_months(grid):
    months = Gtk.Box(spacing=4)
    for month in ("Feb", "Mar", "Apr", "May", "Jun"):
        button = Gtk.ToggleButton(label=month)
        months.pack_start(button, False, False, 0)
        fields["sow " + month] = button.get_active
    labelled(grid, 5, "Sow in", months)


def add_stars(grid):
    row = Gtk.Box()
    stars = []
    for number in range(1, 6):
        button = Gtk.Button(label="☆")
        button.set_tooltip_text(f"{number} of 5")
        button.set_relief(Gtk.ReliefStyle.NONE)

        def rate(_button, number=number):
            facts["stars"] = number
            for other, star in enumerate(stars, 1):
                star.set_label("★" if other <= number else "☆")

        button.connect("clicked", rate)
        stars.append(button)
        row.pack_start(button, False, False, 0)
    labelled(grid, 6, "Taste", row)


def add_growth(grid):
    row = Gtk.Box(spacing=10)
    first = None
    heights = {}
    for name in ("bush", "climbing", "trailing"):
        button = Gtk.RadioButton.new_with_label_from_widget(first, name)
        first = first or button
        heights[name] = button
        row.pack_start(button, False, False, 0)
    labelled(grid, 7, "Growth", row)
    fields["growth"] = lambda: next(name for name, button in heights.items() if button.get_active())
    for at, (name, on) in enumerate((("Needs a greenhouse", False), ("Open-pollinated", True)), 8):
        check = Gtk.CheckButton(label=name, active=on)
        grid.attach(check, 0, at, 2, 1)
        fields[name.lower()] = check.get_active


def settings():
    window = Gtk.Window()
    window.set_default_size(760, 500)
    head(window, "Seed Library - Settings")
    box = Gtk.Box()
    stack = Gtk.Stack()
    box.pack_start(Gtk.StackSidebar(stack=stack), False, False, 0)
    fields["page"] = stack.get_visible_child_name
    add_lending(stack)
    add_labels(stack)
    add_cold_store(stack)
    box.pack_start(stack, True, True, 0)
    window.add(box)
    return window


def add_page(stack, name, title, items):
    page = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE, margin=12)
    for text, widget in items:
        row = Gtk.ListBoxRow(activatable=False)
        box = Gtk.Box(spacing=12, margin=8)
        label = Gtk.Label(label=text, xalign=0)
        label.set_mnemonic_widget(widget)
        box.pack_start(label, True, True, 0)
        widget.set_valign(Gtk.Align.CENTER)
        box.pack_end(widget, False, False, 0)
        row.add(box)
        page.add(row)
    stack.add_titled(page, name, title)


def switch(key, on):
    widget = Gtk.Switch(active=on)
    fields[key] = widget.get_active
    return widget


def choice(key, items):
    widget = Gtk.ComboBoxText()
    for item in items:
        widget.append_text(item)
    widget.set_active(0)
    fields[key] = widget.get_active_text
    return widget


def add_lending(stack):
    days = Gtk.SpinButton.new_with_range(1, 60, 1)
    days.set_value(14)
    fields["lend days"] = days.get_value_as_int
    items = [
        ("Lend for (days)", days),
        ("Remind members", switch("remind", True)),
        ("Allow lending to guests", switch("guests", False)),
    ]
    add_page(stack, "lending", "Lending", items)


def add_labels(stack):
    items = [
        ("Paper", choice("paper", ("Rolls", "Sheets of 12", "Sheets of 24"))),
        ("Print the harvest year", switch("year", True)),
        ("Print a picture", switch("picture", False)),
    ]
    add_page(stack, "labels", "Labels", items)


def add_cold_store(stack):
    chill = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 10, 1)
    chill.set_value(3)
    chill.set_size_request(180, -1)
    fields["chill"] = chill.get_value
    items = [
        ("Temperature", chill),
        ("Alarm when the door is open", switch("alarm", False)),
        ("Unit", choice("unit", ("Celsius", "Fahrenheit", "Kelvin"))),
    ]
    add_page(stack, "store", "Cold store", items)


WINDOWS = {"catalogue": catalogue, "variety": variety, "settings": settings}

gtk3.run(WINDOWS[sys.argv[1]]())
