"""The rounds of a piano tuner: the customers, today's round, the report."""

import sys

import gi
from keep import Keep, number_of

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

CUSTOMERS = (
    ("Rosalind Achterberg", "Upright", "every 6 months"),
    ("Baptist church", "Grand", "every 3 months"),
    ("Hotel Miramar", "Baby grand", "monthly"),
    ("Ivo Stanek", "Upright", "yearly"),
    ("Music school", "Upright", "monthly"),
)
ROUND = ("09:00 Hotel Miramar", "11:00 Ivo Stanek", "13:30 Music school", "16:00 Baptist church")


class Window(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Piano Tuning Rounds")
        self.set_default_size(1200, 740)
        self.keep = Keep()
        self.keep.known("Print the round", "Play test tone", "Send report")
        keys = Gtk.AccelGroup()
        self.add_accel_group(keys)
        bar = Gtk.MenuBar()
        for name, items in (
            ("_Round", (("_Print the round", self.print_round), ("_Empty the round", self.empty))),
            ("_Tones", (("Play _test tone", self.tone),)),
        ):
            top, menu = Gtk.MenuItem(label=name, use_underline=True), Gtk.Menu()
            top.set_submenu(menu)
            for text, act in items:
                item = Gtk.MenuItem(label=text, use_underline=True)
                item.connect("activate", act)
                menu.append(item)
            bar.append(top)
            if name == "_Tones":
                self.pitch, first = [], None
                for text in ("440 Hz", "442 Hz", "415 Hz"):
                    item = Gtk.RadioMenuItem(label=text, group=first)
                    first = first or item
                    menu.append(item)
                    self.pitch.append(item)
                self.beats = Gtk.CheckMenuItem(label="Count the beats")
                menu.append(self.beats)
        self.keep.add("pitch", lambda: next(p.get_label() for p in self.pitch if p.get_active()))
        self.keep.add("count the beats", self.beats.get_active)
        self.book = Gtk.Notebook(tab_pos=Gtk.PositionType.LEFT)
        names = ("Customers", "Today", "Report")
        for name, page in zip(names, (self.customers(), self.today(), self.report()), strict=True):
            self.book.append_page(page, Gtk.Label(label=name))
        self.keep.add("page", lambda: names[self.book.get_current_page()])
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        box.pack_start(bar, False, False, 0)
        box.pack_start(self.book, True, True, 0)
        self.add(box)
        self.connect("destroy", Gtk.main_quit)
        self.show_all()
        self.book.set_current_page(("customers", "today", "report").index(start))
        GLib.timeout_add(120, self.keep.write)
        self.keep.write()

    def print_round(self, _item):
        self.keep.count("Print the round")

    def tone(self, _item):
        self.keep.count("Play test tone")

    def empty(self, _item):
        self.stops.clear()

    def customers(self):
        keep = self.keep
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=16)
        self.people = Gtk.ListStore(str, str, str)
        for one in CUSTOMERS:
            self.people.append(one)
        self.view = Gtk.TreeView(model=self.people)
        kinds = Gtk.ListStore(str)
        for kind in ("Upright", "Baby grand", "Grand", "Harpsichord"):
            kinds.append([kind])
        for number, name in enumerate(("Customer", "Instrument", "How often")):
            if number == 1:
                cell = Gtk.CellRendererCombo(
                    model=kinds, text_column=0, has_entry=False, editable=True
                )
            else:
                cell = Gtk.CellRendererText(editable=True)
            cell.connect("edited", self.edited, number)
            column = Gtk.TreeViewColumn(name, cell, text=number)
            column.set_min_width(280)
            self.view.append_column(column)
        scroll = Gtk.ScrolledWindow(vexpand=True)
        scroll.add(self.view)
        box.add(scroll)
        keep.add("customers", lambda: [" | ".join(r) for r in self.people])
        row = Gtk.Box(spacing=8)
        for name, act in (
            ("New customer…", self.new),
            ("Delete", self.delete),
            ("Add to today", self.visit),
        ):
            button = Gtk.Button(label=name)
            button.connect("clicked", act)
            row.add(button)
        box.add(row)
        return box

    def edited(self, _cell, path, text, number):
        self.people[path][number] = text

    def delete(self, _button):
        model, at = self.view.get_selection().get_selected()
        if at:
            model.remove(at)

    def visit(self, _button):
        model, at = self.view.get_selection().get_selected()
        if at:
            self.stops.append(["18:00 " + model[at][0]])

    def new(self, _button):
        ask = Gtk.Dialog(title="New customer", transient_for=self, modal=True)
        ask.add_buttons("Cancel", Gtk.ResponseType.CANCEL, "Create", Gtk.ResponseType.OK)
        grid = Gtk.Grid(row_spacing=8, column_spacing=12, margin=16)
        name, kind, often = Gtk.Entry(), Gtk.ComboBoxText(), Gtk.ComboBoxText()
        for text in ("Upright", "Baby grand", "Grand", "Harpsichord"):
            kind.append_text(text)
        for text in ("monthly", "every 3 months", "every 6 months", "yearly"):
            often.append_text(text)
        kind.set_active(0)
        often.set_active(3)
        for number, (text, child) in enumerate(
            (("Name", name), ("Instrument", kind), ("How often", often))
        ):
            label = Gtk.Label(label=text, xalign=0)
            label.set_mnemonic_widget(child)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(child, 1, number, 1, 1)
        ask.get_content_area().add(grid)
        ask.show_all()
        if ask.run() == Gtk.ResponseType.OK:
            self.people.append([name.get_text(), kind.get_active_text(), often.get_active_text()])
        ask.destroy()

    def today(self):
        keep = self.keep
        box = Gtk.Box(spacing=24, margin=20)
        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        left.add(Gtk.Label(label="Today's stops, drag them into order", xalign=0))
        self.stops = Gtk.ListStore(str)
        for one in ROUND:
            self.stops.append([one])
        self.round = Gtk.TreeView(model=self.stops, reorderable=True, headers_visible=False)
        self.round.append_column(Gtk.TreeViewColumn("Stop", Gtk.CellRendererText(), text=0))
        self.round.set_size_request(420, 260)
        frame = Gtk.Frame()
        frame.add(self.round)
        left.add(frame)
        keep.add("stops", lambda: [r[0] for r in self.stops])
        row = Gtk.Box(spacing=8)
        for name, step in (("Move up", -1), ("Move down", 1)):
            button = Gtk.Button(label=name)
            button.connect("clicked", self.move, step)
            row.add(button)
        left.add(row)
        box.add(left)
        grid = Gtk.Grid(row_spacing=10, column_spacing=14)
        self.van = Gtk.ComboBoxText.new_with_entry()
        for name in ("Old van", "Cargo bike", "Tram"):
            self.van.append_text(name)
        self.van.set_active(0)
        self.start = Gtk.Entry(text="08:15")
        self.helper = Gtk.CheckButton(label="Apprentice comes along")
        self.phone = Gtk.Switch(active=True, halign=Gtk.Align.START)
        for number, (name, child) in enumerate(
            (
                ("Travel by", self.van),
                ("Leave at", self.start),
                ("", self.helper),
                ("Take calls on the way", self.phone),
            )
        ):
            label = Gtk.Label(label=name, xalign=0)
            if name:
                label.set_mnemonic_widget(child)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(child, 1, number, 1, 1)
        keep.add("travel by", self.van.get_child().get_text)
        keep.add("leave at", self.start.get_text)
        keep.add("apprentice", self.helper.get_active)
        keep.add("take calls", self.phone.get_active)
        box.add(grid)
        return box

    def move(self, _button, step):
        _model, at = self.round.get_selection().get_selected()
        if at:
            other = self.stops.iter_previous(at) if step < 0 else self.stops.iter_next(at)
            if other:
                self.stops.swap(at, other)

    def report(self):
        keep = self.keep
        grid = Gtk.Grid(row_spacing=10, column_spacing=14, margin=24)
        self.piano = Gtk.Entry(text="Hotel Miramar, bar", width_chars=40)
        self.cents = Gtk.SpinButton.new_with_range(-50, 50, 1)
        self.cents.set_value(0)
        self.strings = Gtk.SpinButton.new_with_range(0, 20, 1)
        self.damp = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 20, 80, 1)
        self.damp.set_value(45)
        self.damp.set_size_request(320, -1)
        self.text = Gtk.TextView(height_request=110, wrap_mode=Gtk.WrapMode.WORD)
        frame = Gtk.Frame()
        frame.add(self.text)
        buffer = self.text.get_buffer()
        buffer.set_text("Bass a little dull.")
        marks = Gtk.Box(spacing=12)
        for name in ("Hammers voiced", "Pedals oiled", "Keys levelled"):
            box = Gtk.CheckButton(label=name)
            marks.add(box)
            keep.add(name.lower(), box.get_active)
        rates = Gtk.Box(spacing=12)
        self.rates, first = [], None
        for name in ("Poor", "Fair", "Good", "Excellent"):
            first = Gtk.RadioButton.new_with_label_from_widget(first, name)
            self.rates.append(first)
            rates.add(first)
        self.rates[1].set_active(True)
        for number, (name, child, named) in enumerate(
            (
                ("Instrument", self.piano, self.piano),
                ("Off pitch by cents", self.cents, self.cents),
                ("Strings replaced", self.strings, self.strings),
                ("Humidity in %", self.damp, self.damp),
                ("Work done", marks, None),
                ("Condition", rates, None),
                ("Comments", frame, self.text),
            )
        ):
            label = Gtk.Label(label=name, xalign=0)
            if named:
                label.set_mnemonic_widget(named)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(child, 1, number, 1, 1)
        send = Gtk.Button(label="Send report", halign=Gtk.Align.START)
        send.connect("clicked", lambda _b: self.keep.count("Send report"))
        grid.attach(send, 1, 7, 1, 1)
        keep.add("instrument", self.piano.get_text)
        keep.add("cents", self.cents.get_text)
        keep.add("strings replaced", number_of(self.strings))
        keep.add("humidity", lambda: int(self.damp.get_value()))
        keep.add("condition", lambda: next(r.get_label() for r in self.rates if r.get_active()))
        keep.add("comments", lambda: buffer.get_text(*buffer.get_bounds(), True))
        return grid


Window(sys.argv[1])
Gtk.main()
