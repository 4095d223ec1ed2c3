"""The reception of a hostel."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

GUESTS = [
    ["Ana Sousa", "Dorm 1", 3, False],
    ["Kenji Mori", "Dorm 2", 1, True],
    ["Ruth Adler", "Single 4", 5, False],
    ["Luis Vega", "Dorm 1", 2, True],
]
ROOMS = ["Dorm 1", "Dorm 2", "Single 4", "Double 5", "Family room"]
STARTS = {
    "guests": {"tab": 0, "name": ""},
    "booking": {"tab": 1, "name": "Fiona Grant"},
    "house": {"tab": 2, "name": ""},
}


def form(rows):
    grid = Gtk.Grid(row_spacing=8, column_spacing=10)
    for n, (text, field) in enumerate(rows):
        if text:
            label = Gtk.Label(label=text, use_underline=True, xalign=0, valign=Gtk.Align.START)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, n, 1, 1)
        grid.attach(field, 1, n, 1, 1)
    return grid


def choice(names, at=0):
    box = Gtk.ComboBoxText()
    for name in names:
        box.append_text(name)
    box.set_active(at)
    return box


class Hostel(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Harbour Hostel Reception")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.keep = Keep()
        self.asked = ""
        self.bookings = []
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.add(down)
        down.pack_start(self.menus(), False, False, 0)
        self.book = Gtk.Notebook(border_width=8)
        for text, page in (
            ("Guests", self.guests()),
            ("New booking", self.booking(start)),
            ("House", self.house()),
        ):
            page.set_border_width(12)
            self.book.append_page(page, Gtk.Label(label=text))
        down.pack_start(self.book, True, True, 0)
        self.show_all()
        self.book.set_current_page(start["tab"])
        self.keep.add(
            "tab",
            lambda: self.book.get_tab_label_text(
                self.book.get_nth_page(self.book.get_current_page())
            ),
        )
        self.keep.add("dialog", lambda: self.asked)
        self.keep.add("bookings", lambda: list(self.bookings))

    def menus(self):
        bar = Gtk.MenuBar()
        self.keep.known("Print guest list", "Close the till")
        top = Gtk.MenuItem(label="_Reception", use_underline=True)
        menu = Gtk.Menu()
        top.set_submenu(menu)
        for name in ("Print guest list", "Close the till"):
            entry = Gtk.MenuItem(label=name)
            entry.connect("activate", lambda _w, n=name: self.keep.count(n))
            menu.append(entry)
        bar.append(top)
        top = Gtk.MenuItem(label="_Language", use_underline=True)
        menu = Gtk.Menu()
        top.set_submenu(menu)
        first = None
        self.languages = []
        for name in ("English", "French", "Spanish"):
            entry = Gtk.RadioMenuItem(label=name, group=first)
            first = first or entry
            self.languages.append(entry)
            menu.append(entry)
        bar.append(top)
        self.keep.add(
            "language", lambda: next(e.get_label() for e in self.languages if e.get_active())
        )
        return bar

    def guests(self):
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        self.find = Gtk.SearchEntry(placeholder_text="Find a guest")
        down.pack_start(self.find, False, False, 0)
        self.model = Gtk.ListStore(str, str, int, bool)
        for row in GUESTS:
            self.model.append(row)
        self.shown = self.model.filter_new()
        self.shown.set_visible_func(
            lambda m, i, _d: self.find.get_text().lower() in (m[i][0] + m[i][1]).lower()
        )
        self.find.connect("changed", lambda _e: self.shown.refilter())
        self.tree = Gtk.TreeView(model=self.shown)
        for n, title in ((0, "Guest"), (1, "Room"), (2, "Nights")):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=n)
            column.set_expand(True)
            self.tree.append_column(column)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.paid)
        self.tree.append_column(Gtk.TreeViewColumn("Paid", tick, active=3))
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.tree)
        down.pack_start(frame, True, True, 0)
        line = Gtk.Box(spacing=8)
        for name, run in (
            ("Check out", self.out),
            ("One more night", self.longer),
            ("Change room…", self.change),
        ):
            button = Gtk.Button(label=name)
            button.connect("clicked", run)
            line.pack_start(button, False, False, 0)
        down.pack_start(line, False, False, 0)
        self.keep.add("find", self.find.get_text)
        self.keep.add(
            "guests",
            lambda: [
                f"{r[0]} | {r[1]} | {r[2]} | {'paid' if r[3] else 'unpaid'}" for r in self.model
            ],
        )
        self.keep.add("selected guest", lambda: self.model[self.at()][0] if self.at() else "")
        return down

    def at(self):
        shown, at = self.tree.get_selection().get_selected()
        return shown.convert_iter_to_child_iter(at) if at else None

    def paid(self, _cell, path):
        row = self.model[self.shown.convert_path_to_child_path(Gtk.TreePath(path))]
        row[3] = not row[3]

    def out(self, _button):
        if self.at():
            self.model.remove(self.at())
            self.tree.get_selection().unselect_all()

    def longer(self, _button):
        if self.at():
            self.model[self.at()][2] += 1

    def change(self, _button):
        row = self.at()
        if not row:
            return
        box = Gtk.Dialog(title="Change room", transient_for=self, modal=True)
        box.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Move guest", Gtk.ResponseType.OK)
        room = choice(ROOMS, ROOMS.index(self.model[row][1]))
        area = box.get_content_area()
        area.set_border_width(12)
        area.add(form([("_Room:", room)]))
        self.asked = "Change room"

        def done(dialog, answer):
            self.asked = ""
            if answer == Gtk.ResponseType.OK:
                self.model[row][1] = room.get_active_text()
            dialog.destroy()

        box.connect("response", done)
        box.show_all()

    def booking(self, start):
        across = Gtk.Box(spacing=30)
        self.name = Gtk.Entry(text=start["name"])
        self.country = Gtk.Entry()
        self.room = choice(ROOMS)
        self.nights = Gtk.SpinButton.new_with_range(1, 30, 1)
        self.beds = Gtk.SpinButton.new_with_range(1, 8, 1)
        line = Gtk.Box(spacing=10)
        self.pay = []
        for text in ("Cash", "Card", "Transfer"):
            self.pay.append(
                Gtk.RadioButton.new_with_label_from_widget(self.pay[0] if self.pay else None, text)
            )
            line.pack_start(self.pay[-1], False, False, 0)
        self.checks = [
            Gtk.CheckButton(label=n)
            for n in ("Breakfast", "Towel", "Bicycle storage", "Late arrival")
        ]
        save = Gtk.Button(label="Book")
        save.connect("clicked", self.save)
        across.pack_start(
            form(
                [
                    ("_Name:", self.name),
                    ("_Country:", self.country),
                    ("R_oom:", self.room),
                    ("Ni_ghts:", self.nights),
                    ("_Beds:", self.beds),
                    ("Payment:", line),
                    *[("", check) for check in self.checks],
                    ("", save),
                ]
            ),
            False,
            False,
            0,
        )
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        right.pack_start(Gtk.Label(label="Arrival", xalign=0), False, False, 0)
        self.calendar = Gtk.Calendar(year=2025, month=7, day=4)
        right.pack_start(self.calendar, False, False, 0)
        right.pack_start(Gtk.Label(label="Remarks", xalign=0), False, False, 0)
        self.text = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD, accepts_tab=False)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN, min_content_height=110)
        frame.add(self.text)
        right.pack_start(frame, False, False, 0)
        across.pack_start(right, True, True, 0)
        buffer = self.text.get_buffer()
        add = self.keep.add
        add("name", self.name.get_text)
        add("country", self.country.get_text)
        add("room", self.room.get_active_text)
        add("nights", number_of(self.nights))
        add("beds", number_of(self.beds))
        add("payment", lambda: next(r.get_label() for r in self.pay if r.get_active()))
        for check in self.checks:
            add(check.get_label().lower(), check.get_active)
        add("arrival", self.arrival)
        add("remarks", lambda: buffer.get_text(*buffer.get_bounds(), True))
        return across

    def arrival(self):
        year, month, day = self.calendar.get_date()
        return f"{year}-{month + 1:02}-{day:02}"

    def save(self, _button):
        if self.name.get_text().strip():
            self.bookings.append(
                f"{self.name.get_text()} | {self.room.get_active_text()} | {self.nights.get_value_as_int()}"
            )

    def house(self):
        across = Gtk.Box(spacing=40)
        left = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10)
        left.pack_start(Gtk.Label(label="Open to guests", xalign=0), False, False, 0)
        rows = []
        for name, on in (
            ("Kitchen", True),
            ("Laundry", False),
            ("Roof terrace", False),
            ("Games room", True),
        ):
            switch = Gtk.Switch(halign=Gtk.Align.START, active=on)
            rows.append((name, switch))
            self.keep.add("open " + name, switch.get_active)
        left.pack_start(form(rows), False, False, 0)
        across.pack_start(left, False, False, 0)
        heat = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 15, 25, 1)
        heat.set_value(20)
        music = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        music.set_value(40)
        for scale in (heat, music):
            scale.set_size_request(300, -1)
        quiet = choice(["21:00", "22:00", "23:00", "Midnight"], 1)
        wifi = Gtk.Entry(text="seagull-42")
        alarm = Gtk.ToggleButton(label="Night alarm", halign=Gtk.Align.START)
        self.keep.known("Call cleaner")
        call = Gtk.Button(label="Call cleaner", halign=Gtk.Align.START)
        call.connect("clicked", lambda _b: self.keep.count("Call cleaner"))
        across.pack_start(
            form(
                [
                    ("_Heating (°C):", heat),
                    ("Lobby _music:", music),
                    ("_Quiet from:", quiet),
                    ("_Wi-Fi password:", wifi),
                    ("", alarm),
                    ("", call),
                ]
            ),
            False,
            False,
            0,
        )
        add = self.keep.add
        add("heating", lambda: int(heat.get_value()))
        add("music", lambda: int(music.get_value()))
        add("quiet from", quiet.get_active_text)
        add("wifi password", wifi.get_text)
        add("night alarm", alarm.get_active)
        return across


house = Hostel(STARTS[sys.argv[1]])
house.present()
GLib.timeout_add(100, house.keep.write)
Gtk.main()
