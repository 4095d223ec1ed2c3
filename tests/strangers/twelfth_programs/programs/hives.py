"""The records of a bee-keeper: sites and hives, an inspection, feeding, treatments."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep  # noqa: E402

SITES = {"Meadow": ("Hive 1", "Hive 2", "Hive 3"), "Orchard": ("Hive 4", "Hive 5"),
         "School roof": ("Hive 6", "Hive 7")}  # fmt: skip
TREATED = [
    ["3 May", "Hive 2", "Mite count 4", False],
    ["10 May", "Hive 5", "Weak, united", True],
    ["17 May", "Hive 1", "Mite count 9", False],
    ["24 May", "Hive 3", "New queen", False],
]


def field(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0, yalign=0.5)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)
    return widget


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Hive Records - Spring")
        self.keep = Keep()
        self.set_default_size(1080, 660)
        box = Gtk.Box(spacing=0)
        box.pack_start(self.sites(), False, False, 0)
        self.tabs = Gtk.Notebook(border_width=8)
        for page, name in (
            (self.inspection(), "Inspection"),
            (self.feeding(), "Feeding"),
            (self.history(), "Treatments"),
        ):
            page.set_border_width(14)
            self.tabs.append_page(page, Gtk.Label(label=name))
        box.pack_start(self.tabs, True, True, 0)
        bar = Gtk.Box(spacing=8, border_width=8)
        save = Gtk.Button(label="Save record")
        save.connect("clicked", lambda _b: self.keep.count("Save record"))
        self.keep.known("Save record")
        bar.pack_start(save, False, False, 0)
        bar.pack_end(self.menu(), False, False, 0)
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(bar, False, False, 0)
        outer.pack_start(Gtk.Separator(), False, False, 0)
        outer.pack_start(box, True, True, 0)
        self.add(outer)
        self.show_all()
        names = ["inspection", "feeding", "treatments"]
        self.tabs.set_current_page(names.index(start))
        self.keep.add("tab", lambda: names[self.tabs.get_current_page()])
        self.connect("destroy", Gtk.main_quit)
        self.keep.write()
        GLib.timeout_add(120, self.keep.write)

    def menu(self):
        menu = Gtk.Menu()
        shown = Gtk.CheckMenuItem(label="Show empty hives")
        menu.append(shown)
        self.keep.add("show empty", shown.get_active)
        for name in ("Print hive card", "Export to spreadsheet"):
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _i, name=name: self.keep.count(name))
            self.keep.known(name)
            menu.append(item)
        menu.show_all()
        button = Gtk.MenuButton(popup=menu, label="More")
        return button

    def sites(self):
        store = Gtk.TreeStore(str)
        view = Gtk.TreeView(model=store, headers_visible=False, width_request=220)
        view.append_column(Gtk.TreeViewColumn("Hives", Gtk.CellRendererText(), text=0))
        for site, hives in SITES.items():
            top = store.append(None, [site])
            for hive in hives:
                store.append(top, [hive])
        view.expand_row(Gtk.TreePath(0), False)
        choice = view.get_selection()
        choice.select_path(Gtk.TreePath([0, 0]))
        view.set_cursor(Gtk.TreePath([0, 0]), None, False)

        def chosen():
            model, at = choice.get_selected()
            return model[at][0] if at else None

        self.keep.add("hive", chosen)
        for row, site in enumerate(SITES):
            self.keep.add("open " + site, lambda row=row: view.row_expanded(Gtk.TreePath(row)))
        frame = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        frame.add(view)
        return frame

    def inspection(self):
        box = Gtk.Box(spacing=30)
        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        left.add(Gtk.Label(label="Day of inspection", xalign=0))
        calendar = Gtk.Calendar(year=2026, month=4, day=11)
        left.add(calendar)
        box.pack_start(left, False, False, 0)
        grid = Gtk.Grid(row_spacing=12, column_spacing=16)
        for row, name in enumerate(("Queen seen", "Eggs seen", "Signs of disease")):
            check = Gtk.CheckButton(label=name)
            grid.attach(check, 0, row, 2, 1)
            self.keep.add(name, check.get_active)
        frames = field(grid, 3, "Frames with brood", Gtk.SpinButton.new_with_range(0, 20, 1))
        frames.set_value(6)
        temper = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 5, 1)
        temper.set_hexpand(True)
        temper.set_size_request(240, -1)
        temper.set_value(2)
        field(grid, 4, "Temper (1 calm - 5 wild)", temper)
        self.tags = {}
        self.flow = Gtk.FlowBox(selection_mode=Gtk.SelectionMode.NONE, max_children_per_line=3)
        grid.attach(Gtk.Label(label="Tags", xalign=0), 0, 5, 1, 1)
        grid.attach(self.flow, 1, 5, 1, 1)
        line = Gtk.Box(spacing=6)
        new = Gtk.Entry(placeholder_text="New tag", hexpand=True)
        add = Gtk.Button(label="Add tag")
        line.pack_start(new, True, True, 0)
        line.pack_start(add, False, False, 0)
        grid.attach(line, 1, 6, 1, 1)

        def put(_widget):
            if new.get_text().strip():
                self.tag(new.get_text().strip())
                new.set_text("")

        add.connect("clicked", put)
        new.connect("activate", put)
        for name in ("new queen", "strong"):
            self.tag(name)
        box.pack_start(grid, True, True, 0)

        def day():
            year, month, number = calendar.get_date()
            return f"{year}-{month + 1:02}-{number:02}"

        self.keep.add("day", day)
        self.keep.add("frames", frames.get_text)
        self.keep.add("temper", lambda: round(temper.get_value()))
        self.keep.add("tags", lambda: list(self.tags))
        self.keep.add("new tag", new.get_text)
        return box

    def tag(self, name):
        if name in self.tags:
            return
        line = Gtk.Box(spacing=2)
        line.add(Gtk.Label(label=name))
        off = Gtk.Button.new_from_icon_name("window-close-symbolic", Gtk.IconSize.MENU)
        off.set_relief(Gtk.ReliefStyle.NONE)
        off.set_tooltip_text("Remove tag " + name)
        line.add(off)
        child = Gtk.FlowBoxChild()
        child.add(line)
        self.flow.add(child)
        child.show_all()
        self.tags[name] = child

        def remove(_button):
            del self.tags[name]
            child.destroy()

        off.connect("clicked", remove)

    def feeding(self):
        grid = Gtk.Grid(row_spacing=14, column_spacing=16)
        feed = Gtk.ComboBoxText()
        for name in ("Sugar syrup", "Fondant", "Pollen patty", "Honey"):
            feed.append_text(name)
        feed.set_active(0)
        field(grid, 0, "Feed", feed)
        amount = Gtk.SpinButton(
            adjustment=Gtk.Adjustment(value=1, lower=0, upper=20, step_increment=0.5), digits=1
        )
        field(grid, 1, "Amount in kg", amount)
        week = Gtk.Box()
        week.get_style_context().add_class("linked")
        for name in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"):
            day = Gtk.ToggleButton(label=name)
            day.set_active(name == "Mon")
            week.add(day)
            self.keep.add("on " + name, day.get_active)
        field(grid, 2, "On these days", week)
        stop = Gtk.Switch(halign=Gtk.Align.START)
        stop.set_active(True)
        field(grid, 3, "Stop when full", stop)
        by = Gtk.Entry()
        field(grid, 4, "Fed by", by)
        self.keep.add("feed", feed.get_active_text)
        self.keep.add("amount", amount.get_text)
        self.keep.add("stop when full", stop.get_active)
        self.keep.add("fed by", by.get_text)
        return grid

    def history(self):
        store = Gtk.ListStore(str, str, str, bool)
        for values in TREATED:
            store.append(values)
        view = Gtk.TreeView(model=store)
        for at, name in enumerate(("Day", "Hive")):
            view.append_column(Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=at))
        note = Gtk.CellRendererText(editable=True)
        note.connect("edited", lambda _c, path, text: store[path].__setitem__(2, text))
        column = Gtk.TreeViewColumn("Note", note, text=2)
        column.set_expand(True)
        view.append_column(column)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", lambda _c, path: store[path].__setitem__(3, not store[path][3]))
        view.append_column(Gtk.TreeViewColumn("Treated", tick, active=3))
        for at in (0, 1):
            view.get_column(at).set_min_width(110)
        choice = view.get_selection()
        for row, values in enumerate(TREATED):
            self.keep.add("treated " + values[0], lambda row=row: store[row][3])
            self.keep.add("note " + values[0], lambda row=row: store[row][2])

        def chosen():
            model, at = choice.get_selected()
            return model[at][0] if at else None

        self.keep.add("treatment", chosen)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(view)
        return frame


Window(sys.argv[1])
Gtk.main()
