"""Plans a move to another house: boxes, the van, what is still to do."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

BOXES = {
    "Kitchen": [("Pots and pans", 11, False), ("Glasses", 6, True), ("Spices", 3, False)],
    "Bedroom": [("Winter coats", 9, False), ("Bed linen", 7, False)],
    "Study": [("Files 2015-2020", 14, False), ("Desk lamp", 2, True)],
    "Cellar": [("Tools", 18, False), ("Paint tins", 12, False)],
}
TASKS = {
    "Cancel the gas": True,
    "Redirect the post": False,
    "Order the van": True,
    "Hand over the keys": False,
    "Read the meters": False,
    "Say goodbye to the neighbours": False,
}
PAGES = ["Boxes", "Van", "To do"]


class Moving(Gtk.Window):
    """The three pages."""

    def __init__(self, start):
        super().__init__(title="Moving House")
        self.set_default_size(1120, 660)
        self.keep = Keep()
        self.dialog = None
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self.tools(), False, False, 0)
        self.book = Gtk.Notebook()
        self.book.set_tab_pos(Gtk.PositionType.LEFT)
        for name, page in zip(PAGES, (self.boxes(), self.van(), self.tasks()), strict=True):
            self.book.append_page(page, Gtk.Label(label=name))
        outer.pack_start(self.book, True, True, 0)
        self.add(outer)
        self.connect("destroy", Gtk.main_quit)
        self.keep.add("page", lambda: PAGES[self.book.get_current_page()])
        self.keep.add("box", self.chosen)
        self.keep.add("dialog", self.of_dialog)
        self.show_all()
        if start in PAGES:
            self.book.set_current_page(PAGES.index(start))
        if start == "add":
            GLib.timeout_add(50, self.add_box)
        GLib.timeout_add(120, self.write)
        self.write()

    def write(self):
        more = {}
        for room in self.model:
            more["open " + room[0]] = bool(self.view.row_expanded(room.path))
            for box in room.iterchildren():
                words = f"{room[0]} | {box[1]} kg" + (" | fragile" if box[2] else "")
                more["cell " + box[0]] = words + (" | packed" if box[3] else "")
        return self.keep.write(**more)

    def of_dialog(self):
        if not self.dialog:
            return ""
        return " | ".join(str(read()) for read in self.fields)

    def tools(self):
        bar = Gtk.Toolbar()
        bar.set_style(Gtk.ToolbarStyle.BOTH_HORIZ)
        for name, icon, act in (
            ("Add box", "list-add-symbolic", lambda _b: self.add_box()),
            ("Remove box", "list-remove-symbolic", self.remove_box),
            ("Print list", "printer-symbolic", lambda _b: self.keep.count("Print list")),
        ):
            button = Gtk.ToolButton(label=name, icon_name=icon, is_important=name == "Add box")
            button.set_tooltip_text(name)
            button.connect("clicked", act)
            bar.insert(button, -1)
        self.keep.known("Print list")
        bar.insert(Gtk.SeparatorToolItem(), -1)
        lock = Gtk.ToggleToolButton(
            label="Lock list", icon_name="changes-prevent-symbolic", is_important=True
        )
        self.keep.add("locked", lock.get_active)
        bar.insert(lock, -1)
        return bar

    def boxes(self):
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=10)
        search = Gtk.SearchEntry(placeholder_text="Find a box")
        self.keep.add("search", search.get_text)
        outer.pack_start(search, False, False, 0)
        self.model = Gtk.TreeStore(str, int, bool, bool)
        for room, boxes in BOXES.items():
            top = self.model.append(None, (room, 0, False, False))
            for name, weight, fragile in boxes:
                self.model.append(top, (name, weight, fragile, False))
        self.view = Gtk.TreeView(model=self.model)
        name = Gtk.TreeViewColumn("Room / box", Gtk.CellRendererText(), text=0)
        name.set_min_width(300)
        self.view.append_column(name)
        weight = Gtk.CellRendererText()
        column = Gtk.TreeViewColumn("Weight (kg)", weight)
        column.set_cell_data_func(
            weight,
            lambda _c, cell, model, at, _d: cell.set_property("text", str(model[at][1] or "")),
        )
        column.set_min_width(120)
        self.view.append_column(column)
        for number, title in ((2, "Fragile"), (3, "Packed")):
            tick = Gtk.CellRendererToggle()
            tick.connect("toggled", self.toggled, number)
            column = Gtk.TreeViewColumn(title, tick, active=number)
            column.set_cell_data_func(tick, self.only_boxes)
            column.set_min_width(100)
            self.view.append_column(column)
        self.view.expand_row(Gtk.TreePath.new_first(), False)
        self.view.connect("button-press-event", self.pressed)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.view)
        outer.pack_start(frame, True, True, 0)
        return outer

    def only_boxes(self, _column, cell, model, at, _data):
        cell.set_property("visible", model.iter_parent(at) is not None)

    def toggled(self, _cell, path, column):
        self.model[path][column] = not self.model[path][column]

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return model[at][0] if at else ""

    def pressed(self, view, event):
        found = view.get_path_at_pos(int(event.x), int(event.y)) if event.button == 3 else None
        if not found:
            return False
        view.get_selection().select_path(found[0])
        menu = Gtk.Menu()
        item = Gtk.MenuItem(label="Print box label")
        item.connect("activate", lambda _i: self.keep.count("label " + self.chosen()))
        menu.append(item)
        item = Gtk.MenuItem(label="Move to")
        rooms = Gtk.Menu()
        for room in BOXES:
            one = Gtk.MenuItem(label=room)
            one.connect("activate", self.move_to, room)
            rooms.append(one)
        item.set_submenu(rooms)
        menu.append(item)
        menu.attach_to_widget(view)
        menu.show_all()
        menu.popup_at_pointer(event)
        return True

    def room(self, name):
        return next(row for row in self.model if row[0] == name)

    def move_to(self, _item, room):
        model, at = self.view.get_selection().get_selected()
        if at and model.iter_parent(at):
            values = list(model[at])
            model.remove(at)
            model.append(self.room(room).iter, values)

    def remove_box(self, _button):
        model, at = self.view.get_selection().get_selected()
        if at and model.iter_parent(at):
            model.remove(at)

    def add_box(self):
        dialog = Gtk.Dialog(title="Add a box", transient_for=self, modal=True)
        dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Add", Gtk.ResponseType.OK)
        grid = Gtk.Grid(row_spacing=9, column_spacing=12, border_width=14)
        name = Gtk.Entry(width_chars=26)
        rooms = Gtk.ComboBoxText()
        for room in BOXES:
            rooms.append_text(room)
        rooms.set_active(0)
        weight = Gtk.SpinButton.new_with_range(1, 60, 1)
        weight.set_value(5)
        fragile = Gtk.CheckButton(label="Fragile")
        for row, (text, widget) in enumerate(
            (("_Contents", name), ("_Room", rooms), ("_Weight in kg", weight))
        ):
            label = Gtk.Label.new_with_mnemonic(text)
            label.set_mnemonic_widget(widget)
            label.set_halign(Gtk.Align.START)
            grid.attach(label, 0, row, 1, 1)
            grid.attach(widget, 1, row, 1, 1)
        grid.attach(fragile, 1, 3, 1, 1)
        dialog.get_content_area().add(grid)
        self.fields = (
            name.get_text, rooms.get_active_text, number_of(weight), fragile.get_active,
        )  # fmt: skip

        def answered(_dialog, answer):
            if answer == Gtk.ResponseType.OK and name.get_text():
                values = (name.get_text(), weight.get_value_as_int(), fragile.get_active(), False)
                self.model.append(self.room(rooms.get_active_text()).iter, values)
            self.dialog = None
            dialog.destroy()

        dialog.connect("response", answered)
        self.dialog = dialog
        dialog.show_all()
        return False

    def van(self):
        outer = Gtk.Box(spacing=26, border_width=14)
        grid = Gtk.Grid(row_spacing=10, column_spacing=12)
        firm = Gtk.ComboBoxText.new_with_entry()
        for name in ("Blue Crane Removals", "Two Men and a Van", "Carter & Sons"):
            firm.append_text(name)
        firm.get_child().set_text("Two Men and a Van")
        self.keep.add("firm", firm.get_active_text)
        hour = Gtk.SpinButton.new_with_range(6, 20, 1)
        hour.set_value(8)
        self.keep.add("hour", number_of(hour))
        helpers = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 8, 1)
        helpers.set_value(2)
        helpers.set_size_request(220, -1)
        self.keep.add("helpers", lambda: int(helpers.get_value()))
        address = Gtk.Entry(text="9 Mill Lane", width_chars=28)
        self.keep.add("address", address.get_text)
        insured = Gtk.Switch(halign=Gtk.Align.START)
        self.keep.add("insured", insured.get_active)
        piano = Gtk.CheckButton(label="There is a piano")
        self.keep.add("piano", piano.get_active)
        lift = Gtk.CheckButton(label="The house has a lift")
        self.keep.add("lift", lift.get_active)
        for row, (text, widget) in enumerate(
            (
                ("_Firm", firm),
                ("_New address", address),
                ("_Arrives at (hour)", hour),
                ("_Helpers", helpers),
                ("_Insurance", insured),
                ("", piano),
                (" ", lift),
            )
        ):
            label = Gtk.Label.new_with_mnemonic(text)
            label.set_mnemonic_widget(widget)
            label.set_halign(Gtk.Align.START)
            grid.attach(label, 0, row, 1, 1)
            grid.attach(widget, 1, row, 1, 1)
        outer.pack_start(grid, False, False, 0)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        right.pack_start(Gtk.Label(label="Moving day", xalign=0), False, False, 0)
        days = Gtk.Calendar(year=2026, month=8, day=12)
        self.keep.add("day", lambda: "{}-{:02}-{:02}".format(*self.date(days)))
        right.pack_start(days, False, False, 0)
        call = Gtk.Button.new_with_mnemonic("Ask for an o_ffer")
        self.keep.known("Ask for an offer")
        call.connect("clicked", lambda _b: self.keep.count("Ask for an offer"))
        right.pack_start(call, False, False, 0)
        outer.pack_start(right, False, False, 0)
        return outer

    @staticmethod
    def date(days):
        year, month, day = days.get_date()
        return year, month + 1, day

    def tasks(self):
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=12)
        names = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        for name, done in TASKS.items():
            line = Gtk.Box(spacing=8, border_width=5)
            tick = Gtk.CheckButton(label=name, active=done)
            self.keep.add("done " + name, tick.get_active)
            line.pack_start(tick, True, True, 0)
            who = Gtk.ComboBoxText()
            for person in ("Nobody", "Ines", "Tom", "Grandad"):
                who.append_text(person)
            who.set_active(0)
            who.get_accessible().set_name("Who: " + name)
            self.keep.add("who " + name, who.get_active_text)
            line.pack_start(who, False, False, 0)
            names.add(line)
        outer.pack_start(names, False, False, 0)
        words = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD)
        words.get_accessible().set_name("Remarks")
        text = words.get_buffer()
        self.keep.add("remarks", lambda: text.get_text(*text.get_bounds(), True))
        outer.pack_start(Gtk.Label(label="Remarks", xalign=0), False, False, 0)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(words)
        outer.pack_start(frame, True, True, 0)
        return outer


if __name__ == "__main__":
    Moving(sys.argv[1] if len(sys.argv) > 1 else "")
    Gtk.main()
