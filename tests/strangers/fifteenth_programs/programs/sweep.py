"""Chimney sweep's round: the houses of a day and the report of each. GTK 3."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

HOUSES = [
    ("12 Cooper Street", "Mrs Abel", "Open fire"),
    ("3 Tanner Row", "Mr Dube", "Wood stove"),
    ("The Old Bakery", "Hanna Voss", "Bread oven"),
    ("27 Mill Road", "Mr Petrov", "Wood stove"),
    ("Vicarage", "Rev. Lyle", "Open fire"),
]
STREETS = {"Upper town": ["Cooper Street", "Tanner Row"], "Riverside": ["Mill Road", "Weir Lane"]}
keep = Keep()


def scrolled(child, height=-1):
    scroll = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, min_content_height=height)
    scroll.add(child)
    return scroll


def field(box, text, widget):
    label = Gtk.Label(label=text, xalign=0)
    label.set_mnemonic_widget(widget)
    box.add(label)
    box.add(widget)


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Chimney round - Tuesday")
        self.set_default_size(1100, 660)
        self.connect("destroy", Gtk.main_quit)
        self.done = []
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.add(self.menus())
        box.add(self.tools())
        self.book = Gtk.Notebook()
        for name, page in (
            ("Round", self.round()),
            ("Report", self.report()),
            ("Districts", self.districts()),
        ):
            self.book.append_page(page, Gtk.Label(label=name))
        box.pack_start(self.book, True, True, 0)
        self.bar = Gtk.Statusbar()
        box.add(self.bar)
        self.add(box)
        self.show_all()
        self.book.set_current_page(["round", "report", "districts"].index(start))
        self.text = ""
        keep.add("page", self.book.get_current_page)
        keep.add("status", lambda: self.text)

    def say(self, text):
        self.text = text
        self.bar.push(0, text)

    def menus(self):
        bar = Gtk.MenuBar()
        for title, items in (
            ("_File", ["Print round sheet", "Export as CSV"]),
            ("_View", ["*Toolbar", "*Tooltips in large type"]),
            ("_Round", ["Start round", "End round"]),
        ):
            head = Gtk.MenuItem.new_with_mnemonic(title)
            menu = Gtk.Menu()
            for name in items:
                if name[0] == "*":
                    item = Gtk.CheckMenuItem(label=name[1:], active=name == "*Toolbar")
                    keep.add(name[1:], item.get_active)
                    if name == "*Toolbar":
                        item.connect(
                            "toggled", lambda one: self.bar_of.set_visible(one.get_active())
                        )
                else:
                    item = Gtk.MenuItem(label=name)
                    keep.known(name)
                    item.connect("activate", lambda _, name=name: keep.count(name))
                menu.append(item)
            head.set_submenu(menu)
            bar.append(head)
        return bar

    def tools(self):
        self.bar_of = Gtk.Toolbar()
        for name, icon in (
            ("Save", "document-save"),
            ("Print", "document-print"),
            ("Refresh", "view-refresh"),
        ):
            button = Gtk.ToolButton(icon_name=icon, label=name, tooltip_text=name)
            keep.known(name)
            button.connect("clicked", lambda _, name=name: keep.count(name))
            self.bar_of.insert(button, -1)
        return self.bar_of

    def round(self):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
        self.search = Gtk.SearchEntry(placeholder_text="Find a house")
        box.add(self.search)
        self.houses = Gtk.ListStore(bool, str, str, str)
        for house in HOUSES:
            self.houses.append([False, *house])
        self.filter = self.houses.filter_new()
        self.filter.set_visible_func(
            lambda model, at, _: self.search.get_text().lower() in " ".join(model[at][1:]).lower()
        )
        self.search.connect("changed", lambda _: self.filter.refilter())
        view = Gtk.TreeView(model=self.filter)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.tick)
        view.append_column(Gtk.TreeViewColumn("Done", tick, active=0))
        for number, name in enumerate(("House", "Customer", "Appliance"), 1):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=number)
            column.set_min_width(180)
            view.append_column(column)
        view.get_selection().unselect_all()
        self.view = view
        view.connect("button-press-event", self.context)
        box.pack_start(scrolled(view), True, True, 0)
        low = Gtk.Box(spacing=8)
        for name, doing in (("Report", self.open_report), ("Skip house", self.skip)):
            button = Gtk.Button(label="Write report" if name == "Report" else name)
            button.connect("clicked", doing)
            low.add(button)
        box.add(low)
        keep.add("find", self.search.get_text)
        keep.add("done", lambda: [row[1] for row in self.houses if row[0]])
        keep.add("houses", lambda: [row[1] for row in self.houses])
        keep.add("chosen", self.chosen)
        return box

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at][1] if at else ""

    def tick(self, _cell, path):
        row = self.houses[self.filter.convert_path_to_child_path(Gtk.TreePath(path))]
        row[0] = not row[0]

    def context(self, view, event):
        if event.button != 3:
            return False
        found = view.get_path_at_pos(int(event.x), int(event.y))
        if found:
            view.get_selection().select_path(found[0])
            menu = Gtk.Menu()
            for name in ("Call customer", "Move to end", "Show on map"):
                keep.known(name)
                item = Gtk.MenuItem(label=name)
                item.connect("activate", self.chose, name)
                menu.append(item)
            menu.show_all()
            menu.attach_to_widget(view)
            menu.popup_at_pointer(event)
        return True

    def chose(self, _item, name):
        house = self.chosen()
        if name == "Move to end":
            at = next(row.iter for row in self.houses if row[1] == house)
            self.houses.move_before(at, None)
        else:
            keep.count(name)
        self.say(f"{name}: {house}")

    def open_report(self, _button):
        if self.chosen():
            self.house.set_active([one[0] for one in HOUSES].index(self.chosen()))
            self.book.set_current_page(1)

    def skip(self, _button):
        house = self.chosen()
        if not house:
            return
        dialog = Gtk.Dialog(title="Skip house", transient_for=self, modal=True)
        dialog.add_buttons("Go back", Gtk.ResponseType.CANCEL, "Skip it", Gtk.ResponseType.OK)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=14)
        box.add(Gtk.Label(label=f"Why is {house} skipped?", xalign=0))
        first = Gtk.RadioButton.new_with_label_from_widget(None, "Nobody at home")
        others = ("Stove still hot", "Scaffolding in the way")
        reasons = [
            first,
            *(Gtk.RadioButton.new_with_label_from_widget(first, name) for name in others),
        ]
        for one in reasons:
            box.add(one)
        dialog.get_content_area().add(box)
        dialog.show_all()
        if dialog.run() == Gtk.ResponseType.OK:
            why = next(one.get_label() for one in reasons if one.get_active())
            self.skipped.append(f"{house}: {why}")
            self.houses.remove(next(row.iter for row in self.houses if row[1] == house))
            self.say(f"{house} skipped")
        dialog.destroy()

    skipped = []  # noqa: RUF012

    def report(self):
        row = Gtk.Box(spacing=24, margin=14, homogeneous=True)
        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        self.house = Gtk.ComboBoxText()
        for one in HOUSES:
            self.house.append_text(one[0])
        self.house.set_active(0)
        field(left, "House", self.house)
        soot = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 20, 1)
        soot.set_value(4)
        field(left, "Soot in litres", soot)
        height = Gtk.SpinButton.new_with_range(2, 30, 1)
        height.set_value(8)
        field(left, "Chimney height in m", height)
        fuel = Gtk.ComboBoxText.new_with_entry()
        for name in ("Ash logs", "Pine logs", "Coal", "Pellets"):
            fuel.append_text(name)
        field(left, "Fuel", fuel)
        left.add(Gtk.Label(label="Draught", xalign=0))
        draughts = [Gtk.RadioButton.new_with_label_from_widget(None, "Good")]
        for name in ("Weak", "None"):
            draughts.append(Gtk.RadioButton.new_with_label_from_widget(draughts[0], name))
        line = Gtk.Box(spacing=12)
        for one in draughts:
            line.add(one)
        left.add(line)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        right.add(Gtk.Label(label="Faults found", xalign=0))
        for name in ("Cracked pot", "Bird's nest", "Loose bricks", "Damper stuck"):
            check = Gtk.CheckButton(label=name)
            right.add(check)
            keep.add("fault " + name, check.get_active)
        line = Gtk.Box(spacing=12)
        urgent = Gtk.Switch()
        urgent.get_accessible().set_name("Must not be lit")
        line.add(Gtk.Label(label="Must not be lit"))
        line.add(urgent)
        right.add(line)
        text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, left_margin=6)
        field(right, "Remarks", scrolled(text, 110))
        text.get_accessible().set_name("Remarks")
        remarks = text.get_buffer()
        fold = Gtk.Expander(label="Next visit")
        inside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=6)
        weeks = Gtk.SpinButton.new_with_range(4, 52, 4)
        weeks.set_value(52)
        field(inside, "In how many weeks", weeks)
        remind = Gtk.CheckButton(label="Remind the customer")
        inside.add(remind)
        fold.add(inside)
        right.add(fold)
        file = Gtk.Button(label="File report", halign=Gtk.Align.END)
        self.filed = []

        def filing(_button):
            self.filed.append(self.house.get_active_text())
            self.say(f"Report for {self.house.get_active_text()} filed")

        file.connect("clicked", filing)
        right.add(file)
        row.add(left)
        row.add(right)
        keep.add("house", self.house.get_active_text)
        keep.add("soot", lambda: int(soot.get_value()))
        keep.add("height", number_of(height))
        keep.add("fuel", lambda: fuel.get_child().get_text())
        keep.add("draught", lambda: next(o.get_label() for o in draughts if o.get_active()))
        keep.add("not lit", urgent.get_active)
        keep.add("remarks", lambda: remarks.get_text(*remarks.get_bounds(), True))
        keep.add("next fold", fold.get_expanded)
        keep.add("weeks", number_of(weeks))
        keep.add("remind", remind.get_active)
        keep.add("filed", lambda: list(self.filed))
        keep.add("skipped", lambda: list(self.skipped))
        return scrolled(row)

    def districts(self):
        panes = Gtk.Paned(margin=12)
        store = Gtk.TreeStore(str)
        for name, streets in STREETS.items():
            top = store.append(None, [name])
            for street in streets:
                store.append(top, [street])
        view = Gtk.TreeView(model=store)
        view.append_column(Gtk.TreeViewColumn("District", Gtk.CellRendererText(), text=0))
        panes.pack1(scrolled(view), False, False)
        panes.set_position(280)
        selection = view.get_selection()

        def street():
            model, at = selection.get_selected()
            return model[at][0] if at else ""

        keep.add("street", street)
        for number, name in enumerate(STREETS):
            path = Gtk.TreePath(str(number))
            keep.add("open " + name, lambda path=path: view.row_expanded(path))
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=12)
        day = Gtk.ComboBoxText()
        for name in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"):
            day.append_text(name)
        day.set_active(1)
        field(box, "Sweeping day", day)
        helper = Gtk.Entry()
        field(box, "Helper", helper)
        ladder = Gtk.CheckButton(label="Take the long ladder")
        box.add(ladder)
        panes.pack2(box, True, False)
        keep.add("day", day.get_active_text)
        keep.add("helper", helper.get_text)
        keep.add("ladder", ladder.get_active)
        return panes


def main():
    Gdk.set_program_class("sweep")
    Window(sys.argv[1])
    keep.write()
    GLib.timeout_add(120, keep.write)
    Gtk.main()


main()
