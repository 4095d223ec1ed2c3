"""The counter of a tool hire: hiring out, what is out, the depot."""

import sys

import gi
from keep import Keep, number_of

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

OUT = (
    ("Concrete mixer", "Dunmore", "Friday", False),
    ("Chainsaw", "Petrov", "Friday", True),
    ("Floor sander", "Achebe", "Saturday", False),
    ("Scaffold tower", "Lowe", "Monday", False),
    ("Hedge trimmer", "Winslow", "Tuesday", False),
)
MACHINES = ("Digger, 1.5 t", "Plate compactor", "Generator", "Wood chipper")


def row(label, child, grid, at):
    text = Gtk.Label(label=label, xalign=0, use_underline=True)
    text.set_mnemonic_widget(child)
    grid.attach(text, 0, at, 1, 1)
    grid.attach(child, 1, at, 1, 1)


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Tool Hire Counter")
        self.set_default_size(1160, 680)
        self.keep = Keep()
        self.keep.known("Print hire slip", "Open the drawer")
        bar = Gtk.HeaderBar(title="Tool Hire Counter", show_close_button=True)
        drawer = Gtk.Button.new_from_icon_name("emblem-documents-symbolic", Gtk.IconSize.BUTTON)
        drawer.set_tooltip_text("Open the drawer")
        drawer.get_accessible().set_name("Open the drawer")
        drawer.connect("clicked", lambda _b: self.keep.count("Open the drawer"))
        bar.pack_start(drawer)
        more = Gtk.MenuButton()
        more.set_image(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
        more.set_tooltip_text("More")
        more.get_accessible().set_name("More")
        menu = Gtk.Menu()
        self.training = Gtk.CheckMenuItem(label="Training mode")
        self.vat = Gtk.CheckMenuItem(label="Prices with tax", active=True)
        for item in (self.training, self.vat):
            menu.append(item)
        menu.show_all()
        more.set_popup(menu)
        bar.pack_end(more)
        self.keep.add("training mode", self.training.get_active)
        self.keep.add("prices with tax", self.vat.get_active)
        self.stack = Gtk.Stack()
        switch = Gtk.StackSwitcher(stack=self.stack)
        bar.set_custom_title(switch)
        self.set_titlebar(bar)
        for name, title, page in (
            ("hire", "Hire out", self.hire()),
            ("out", "Out on hire", self.out()),
            ("depot", "Depot", self.depot()),
        ):
            self.stack.add_titled(page, name, title)
        self.keep.add("page", lambda: self.stack.get_visible_child_name())
        self.info = Gtk.InfoBar(show_close_button=True, no_show_all=True)
        self.said = Gtk.Label(label="The slip has been printed.", visible=True)
        self.info.get_content_area().add(self.said)
        self.info.connect("response", lambda bar, _r: bar.hide())
        self.keep.add("notice", self.info.get_visible)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(self.info, False, False, 0)
        box.pack_start(self.stack, True, True, 0)
        self.add(box)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.stack.set_visible_child_name(start)
        GLib.timeout_add(120, self.keep.write)
        self.keep.write()

    def hire(self):
        keep = self.keep
        grid = Gtk.Grid(row_spacing=10, column_spacing=14, margin=24)
        self.customer = Gtk.Entry(width_chars=34)
        row("_Customer", self.customer, grid, 0)
        keep.add("customer", self.customer.get_text)
        self.tool = Gtk.ComboBoxText()
        for name in (
            "Chainsaw",
            "Concrete mixer",
            "Drain rods",
            "Floor sander",
            "Ladder, 6 m",
            "Wallpaper steamer",
        ):
            self.tool.append_text(name)
        self.tool.set_active(0)
        row("_Tool", self.tool, grid, 1)
        keep.add("tool", self.tool.get_active_text)
        self.days = Gtk.SpinButton.new_with_range(1, 30, 1)
        row("_Days", self.days, grid, 2)
        keep.add("days", number_of(self.days))
        rates = Gtk.Box(spacing=12)
        self.rates, first = [], None
        for name in ("Day rate", "Weekend rate", "Week rate"):
            first = Gtk.RadioButton.new_with_label_from_widget(first, name)
            self.rates.append(first)
            rates.add(first)
        row("Rate", rates, grid, 3)
        keep.add("rate", lambda: next(r.get_label() for r in self.rates if r.get_active()))
        self.waiver = Gtk.CheckButton(label="Damage waiver")
        self.goggles = Gtk.CheckButton(label="Add safety goggles")
        boxes = Gtk.Box(spacing=12)
        boxes.add(self.waiver)
        boxes.add(self.goggles)
        row("Extras", boxes, grid, 4)
        keep.add("damage waiver", self.waiver.get_active)
        keep.add("goggles", self.goggles.get_active)
        self.bring = Gtk.Switch(halign=Gtk.Align.START)
        self.address = Gtk.Entry(width_chars=34, sensitive=False)
        self.bring.connect(
            "notify::active", lambda s, _p: self.address.set_sensitive(s.get_active())
        )
        row("De_liver to the door", self.bring, grid, 5)
        row("_Address", self.address, grid, 6)
        keep.add("deliver", self.bring.get_active)
        keep.add("address", self.address.get_text)
        self.deposit = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 200, 10)
        self.deposit.set_value(50)
        self.deposit.set_size_request(340, -1)
        row("De_posit", self.deposit, grid, 7)
        keep.add("deposit", lambda: int(self.deposit.get_value()))
        self.remark = Gtk.TextView(height_request=90, wrap_mode=Gtk.WrapMode.WORD)
        frame = Gtk.Frame()
        frame.add(self.remark)
        row("_Remark", frame, grid, 8)
        grid.get_child_at(0, 8).set_mnemonic_widget(self.remark)
        text = self.remark.get_buffer()
        keep.add("remark", lambda: text.get_text(*text.get_bounds(), True))
        button = Gtk.Button(label="Print hire slip", halign=Gtk.Align.START)
        button.connect("clicked", self.slip)
        grid.attach(button, 1, 9, 1, 1)
        return grid

    def slip(self, _button):
        self.keep.count("Print hire slip")
        self.info.show()

    def out(self):
        keep = self.keep
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=16)
        self.search = Gtk.SearchEntry(placeholder_text="Search tool or customer")
        box.add(self.search)
        self.store = Gtk.ListStore(str, str, str, bool)
        for one in OUT:
            self.store.append(one)
        sieve = self.store.filter_new()
        sieve.set_visible_func(self.seen)
        self.search.connect("search-changed", lambda _e: sieve.refilter())
        self.view = Gtk.TreeView(model=sieve)
        for number, name in enumerate(("Tool", "Customer", "Back on")):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(), text=number)
            column.set_min_width(240)
            self.view.append_column(column)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.tick)
        self.view.append_column(Gtk.TreeViewColumn("Cleaned", tick, active=3))
        scroll = Gtk.ScrolledWindow(vexpand=True)
        scroll.add(self.view)
        box.add(scroll)
        keep.add("search", self.search.get_text)
        keep.add("out", lambda: [f"{r[0]}, {r[1]}, {r[2]}" for r in self.store])
        keep.add("cleaned", lambda: [r[0] for r in self.store if r[3]])
        row = Gtk.Box(spacing=8)
        for name, act in (("Returned", self.back), ("One more day", self.extend)):
            button = Gtk.Button(label=name)
            button.connect("clicked", act)
            row.add(button)
        box.add(row)
        return box

    def seen(self, model, at, _data):
        text = self.search.get_text().lower()
        return any(text in str(model[at][n]).lower() for n in (0, 1))

    def tick(self, _cell, path):
        at = self.view.get_model().convert_path_to_child_path(Gtk.TreePath(path))
        self.store[at][3] = not self.store[at][3]

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return at and model.convert_iter_to_child_iter(at)

    def back(self, _button):
        at = self.chosen()
        if at:
            ask = Gtk.MessageDialog(
                transient_for=self, modal=True, message_type=Gtk.MessageType.QUESTION,
                text=f"Is the {self.store[at][0].lower()} back and complete?",
            )  # fmt: skip
            ask.set_title("Returned")
            ask.add_buttons("Not complete", Gtk.ResponseType.NO, "Complete", Gtk.ResponseType.YES)
            if ask.run() == Gtk.ResponseType.YES:
                self.store.remove(at)
            ask.destroy()

    def extend(self, _button):
        days = ("Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday")
        at = self.chosen()
        if at:
            self.store[at][2] = days[(days.index(self.store[at][2]) + 1) % len(days)]

    def depot(self):
        keep = self.keep
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12, margin=24)
        listed = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        self.served, self.locks = {}, {}
        for name in MACHINES:
            line = Gtk.Box(spacing=16, margin=6)
            line.pack_start(Gtk.Label(label=name, xalign=0, width_chars=22), False, False, 0)
            state = Gtk.Label(label="ready", xalign=0, width_chars=14)
            line.pack_start(state, True, True, 0)
            lock = Gtk.CheckButton(label="Locked")
            lock.get_accessible().set_name("Locked")
            line.add(lock)
            button = Gtk.Button(label="Book service")
            button.connect("clicked", lambda _b, state=state: state.set_text("in service"))
            line.add(button)
            listed.add(line)
            keep.add("state of " + name, state.get_text)
            keep.add("locked " + name, lock.get_active)
        box.add(listed)
        fees = Gtk.Expander(label="Late fees")
        grid = Gtk.Grid(row_spacing=8, column_spacing=14, margin=12)
        self.fee = Gtk.SpinButton.new_with_range(0, 50, 1)
        self.fee.set_value(8)
        row("Fee for each day", self.fee, grid, 0)
        self.grace = Gtk.CheckButton(label="First hour is free")
        grid.attach(self.grace, 1, 1, 1, 1)
        fees.add(grid)
        box.add(fees)
        keep.add("late fees open", fees.get_expanded)
        keep.add("fee", number_of(self.fee))
        keep.add("first hour free", self.grace.get_active)
        return box


Window(sys.argv[1])
Gtk.main()
