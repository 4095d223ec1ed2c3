"""The winter service of a small town: ploughing rounds, who is on duty, grit."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

keep = Keep()
ROUNDS = [
    [False, "School hill", "Plough 1", "Waiting"],
    [False, "Station square", "Plough 2", "Waiting"],
    [True, "Mill lane", "Plough 1", "Done"],
    [False, "Hospital ring", "Plough 3", "Out"],
    [False, "Upper village", "Plough 3", "Waiting"],
    [False, "Cemetery road", "by hand", "Waiting"],
]
DUTY = ["Hanna Vogt, night", "Piet Larsen, early", "Orhan Demir, late"]


def labelled(grid, row, text, widget):
    label = Gtk.Label(label=text, xalign=0, use_underline=True)
    label.set_mnemonic_widget(widget)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(widget, 1, row, 1, 1)


def grid():
    return Gtk.Grid(row_spacing=10, column_spacing=14, border_width=16)


class Rounds(Gtk.Box):
    def __init__(self, status):
        super().__init__(orientation=Gtk.Orientation.VERTICAL, spacing=8, border_width=12)
        self.status = status
        self.store = Gtk.ListStore(bool, str, str, str)
        for one in ROUNDS:
            self.store.append(one)
        self.find = Gtk.SearchEntry(placeholder_text="Find a round")
        self.find.connect("search-changed", lambda _w: self.shown.refilter())
        self.shown = self.store.filter_new()
        self.shown.set_visible_func(self.fits)
        self.view = Gtk.TreeView(model=self.shown)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.tick)
        self.view.append_column(Gtk.TreeViewColumn("Gritted", tick, active=0))
        for at, name in ((1, "Round"), (2, "Vehicle"), (3, "State")):
            column = Gtk.TreeViewColumn(name, Gtk.CellRendererText(ypad=5), text=at)
            column.set_expand(True)
            self.view.append_column(column)
        scrolled = Gtk.ScrolledWindow(vexpand=True)
        scrolled.add(self.view)
        bar = Gtk.Box(spacing=8)
        for name, state in (
            ("Send out", "Out"),
            ("Call back", "Waiting"),
            ("Mark as done", "Done"),
        ):
            button = Gtk.Button(label=name)
            button.connect("clicked", self.become, state)
            bar.add(button)
        self.vehicle = Gtk.ComboBoxText()
        for name in ("Plough 1", "Plough 2", "Plough 3", "by hand"):
            self.vehicle.append_text(name)
        self.vehicle.set_active(0)
        self.vehicle.get_accessible().set_name("New vehicle")
        give = Gtk.Button(label="Change vehicle")
        give.connect("clicked", self.give)
        bar.pack_end(give, False, False, 0)
        bar.pack_end(self.vehicle, False, False, 0)
        self.add(self.find)
        self.add(scrolled)
        self.add(bar)
        keep.add("find", self.find.get_text)
        keep.add("selected", lambda: self.chosen()[1] if self.chosen() else "")
        keep.add("new vehicle", self.vehicle.get_active_text)
        for row in self.store:
            path = row.path
            keep.add("round " + row[1], lambda p=path: self.told(p))
            keep.add("gritted " + row[1], lambda p=path: self.store[p][0])

    def told(self, path):
        return f"{self.store[path][2]}, {self.store[path][3]}"

    def fits(self, model, at, _data):
        return self.find.get_text().lower() in " ".join(model[at][1:]).lower()

    def chosen(self):
        model, at = self.view.get_selection().get_selected()
        return self.store[model.convert_iter_to_child_iter(at)] if at else None

    def tick(self, _cell, path):
        row = self.store[self.shown.convert_path_to_child_path(Gtk.TreePath(path))]
        row[0] = not row[0]

    def become(self, _button, state):
        if row := self.chosen():
            row[3] = state
            self.status.set_text(f"{row[1]}: {state}")

    def give(self, _button):
        if row := self.chosen():
            row[2] = self.vehicle.get_active_text()


class Duty(Gtk.Box):
    def __init__(self):
        super().__init__(spacing=20, border_width=12)
        form = grid()
        self.driver = Gtk.Entry(placeholder_text="name")
        self.phone = Gtk.Entry()
        labelled(form, 0, "Driver", self.driver)
        labelled(form, 1, "Phone", self.phone)
        shifts = Gtk.Box(spacing=10)
        first = None
        self.shifts = []
        for name in ("Night", "Early", "Late"):
            first = button = Gtk.RadioButton(label=name, group=first)
            self.shifts.append(button)
            shifts.add(button)
        self.shifts[0].set_active(True)
        labelled(form, 2, "Shift", shifts)
        self.hours = Gtk.SpinButton.new_with_range(1, 12, 1)
        self.hours.set_value(8)
        labelled(form, 3, "Hours", self.hours)
        self.call = Gtk.Switch(halign=Gtk.Align.START)
        labelled(form, 4, "On call at home", self.call)
        put = Gtk.Button(label="Put on duty")
        put.connect("clicked", self.put)
        form.attach(put, 1, 5, 1, 1)
        note = Gtk.Frame(label="Handover to the next shift")
        self.note = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, border_width=6)
        self.note.set_size_request(330, 130)
        note.add(self.note)
        form.attach(note, 0, 6, 2, 1)
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        right.add(Gtk.Label(label="On duty tonight", xalign=0))
        self.list = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        frame = Gtk.Frame()
        frame.add(self.list)
        right.add(frame)
        self.names = []
        for name in DUTY:
            self.line(name)
        self.pack_start(form, False, False, 0)
        self.pack_start(right, True, True, 0)
        keep.add("driver", self.driver.get_text)
        keep.add("phone", self.phone.get_text)
        keep.add("shift", self.shift)
        keep.add("hours", number_of(self.hours))
        keep.add("on call", self.call.get_active)
        keep.add("on duty", lambda: list(self.names))
        buffer = self.note.get_buffer()
        keep.add("handover", lambda: buffer.get_text(*buffer.get_bounds(), False))

    def shift(self):
        return next(b.get_label() for b in self.shifts if b.get_active())

    def line(self, name):
        self.names.append(name)
        box = Gtk.Box(spacing=8, border_width=6)
        box.pack_start(Gtk.Label(label=name, xalign=0), True, True, 0)
        off = Gtk.Button.new_from_icon_name("edit-delete-symbolic", Gtk.IconSize.BUTTON)
        off.set_tooltip_text(f"Take {name.split(',')[0]} off duty")
        off.get_accessible().set_name(f"Take {name.split(',')[0]} off duty")
        box.pack_end(off, False, False, 0)
        row = Gtk.ListBoxRow()
        row.add(box)
        off.connect("clicked", lambda _b: (self.names.remove(name), row.destroy()))
        self.list.add(row)
        row.show_all()

    def put(self, _button):
        self.line(f"{self.driver.get_text()}, {self.shift().lower()}")
        self.driver.set_text("")
        self.phone.set_text("")


class Grit(Gtk.Box):
    def __init__(self, status):
        super().__init__(orientation=Gtk.Orientation.VERTICAL, spacing=6, border_width=12)
        self.status = status
        form = grid()
        self.dose = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 5, 40, 5)
        self.dose.set_value(15)
        self.dose.set_size_request(420, -1)
        labelled(form, 0, "Grams per square metre", self.dose)
        self.kind = Gtk.ComboBoxText()
        for name in ("Road salt", "Brine", "Lava grit", "Sand"):
            self.kind.append_text(name)
        self.kind.set_active(0)
        labelled(form, 1, "Spread", self.kind)
        self.low = Gtk.CheckButton(label="Warn me below 20 tonnes")
        form.attach(self.low, 1, 2, 1, 1)
        self.bridges = Gtk.CheckButton(label="Bridges first")
        self.bridges.set_active(True)
        form.attach(self.bridges, 1, 3, 1, 1)
        order = Gtk.Button(label="Order grit…", halign=Gtk.Align.START)
        order.connect("clicked", self.order)
        form.attach(order, 1, 4, 1, 1)
        self.more = Gtk.Expander(label="Supplier")
        inner = grid()
        self.firm = Gtk.Entry(text="Salina Trading", width_chars=30)
        self.mail = Gtk.Entry(text="orders@salina.example")
        labelled(inner, 0, "Company", self.firm)
        labelled(inner, 1, "E-mail", self.mail)
        self.more.add(inner)
        self.add(form)
        self.add(self.more)
        self.ordered = []
        self.asked = ""
        keep.add("grams", lambda: int(self.dose.get_value()))
        keep.add("spread", self.kind.get_active_text)
        keep.add("warn", self.low.get_active)
        keep.add("bridges first", self.bridges.get_active)
        keep.add("supplier open", self.more.get_expanded)
        keep.add("company", self.firm.get_text)
        keep.add("supplier mail", self.mail.get_text)
        keep.add("ordered", lambda: list(self.ordered))
        keep.add("order dialog", lambda: self.asked)

    def order(self, _button):
        dialog = Gtk.Dialog(title="Order grit", transient_for=self.get_toplevel(), modal=True)
        dialog.add_buttons("Not now", Gtk.ResponseType.CANCEL, "Send order", Gtk.ResponseType.OK)
        inner = grid()
        tonnes = Gtk.SpinButton.new_with_range(1, 60, 1)
        tonnes.set_value(10)
        where = Gtk.ComboBoxText()
        for name in ("Silo north", "Silo station", "Yard"):
            where.append_text(name)
        where.set_active(0)
        labelled(inner, 0, "Tonnes", tonnes)
        labelled(inner, 1, "Deliver to", where)
        dialog.get_content_area().add(inner)
        dialog.show_all()
        self.asked = "open"
        if dialog.run() == Gtk.ResponseType.OK:
            tonnes.update()
            self.ordered.append(f"{tonnes.get_value_as_int()} t, {where.get_active_text()}")
            self.status.set_text("Grit ordered")
        self.asked = ""
        dialog.destroy()


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Winter Service – Town Yard")
        self.set_default_size(1080, 660)
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.add(self.menus())
        status = Gtk.Label(label="Snow from 4 a.m., down to -6 °C", xalign=0, margin=6)
        stack = Gtk.Stack(vexpand=True)
        stack.add_titled(Rounds(status), "rounds", "Rounds")
        stack.add_titled(Duty(), "duty", "Duty")
        stack.add_titled(Grit(status), "grit", "Grit")
        switcher = Gtk.StackSwitcher(stack=stack, halign=Gtk.Align.CENTER, margin=8)
        whole.add(switcher)
        whole.add(stack)
        whole.add(Gtk.Separator())
        whole.add(status)
        self.add(whole)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        stack.set_visible_child_name(start)
        keep.add("page", stack.get_visible_child_name)

    def menus(self):
        bar = Gtk.MenuBar()
        service = Gtk.Menu()
        for name in ("Call out everybody", "Print the night's sheet", "End the service"):
            keep.known(name)
            item = Gtk.MenuItem(label=name)
            item.connect("activate", lambda _i, name=name: keep.count(name))
            service.append(item)
        alarm = Gtk.Menu()
        self.black = Gtk.CheckMenuItem(label="Black ice warning")
        self.wind = Gtk.CheckMenuItem(label="Snowdrift warning")
        for item in (self.black, self.wind):
            alarm.append(item)
        for name, menu in (("Service", service), ("Warnings", alarm)):
            top = Gtk.MenuItem(label=name)
            top.set_submenu(menu)
            bar.append(top)
        keep.add("black ice", self.black.get_active)
        keep.add("snowdrift", self.wind.get_active)
        return bar


Window(sys.argv[1])
GLib.timeout_add(120, keep.write)
Gtk.main()
