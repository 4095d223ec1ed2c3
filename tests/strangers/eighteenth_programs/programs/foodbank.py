"""The desk of a food bank: parcels, stock and helpers."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

STARTS = {
    "monday": {
        "tab": 0,
        "name": "",
        "parcels": [
            [False, "Okafor", "2 + 3", "Tuesday"],
            [True, "Whitby", "1 + 0", "Monday"],
            [False, "Dimitrova", "2 + 1", "Monday"],
        ],
    },
    "stock": {"tab": 1, "name": "", "parcels": [[True, "Whitby", "1 + 0", "Monday"]]},
    "helpers": {"tab": 2, "name": "Larsen", "parcels": [[False, "Okafor", "2 + 3", "Tuesday"]]},
}
STOCK = [
    ("Rice", 40),
    ("Pasta", 65),
    ("Tinned tomatoes", 18),
    ("Nappies", 6),
    ("Long-life milk", 24),
]
HELPERS = [
    ("Joan Price", True),
    ("Musa Diallo", False),
    ("Ellen Ross", True),
    ("Pete Yardley", False),
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Friday"]


def form(rows):
    grid = Gtk.Grid(row_spacing=8, column_spacing=10)
    for n, (text, field) in enumerate(rows):
        if text:
            label = Gtk.Label(label=text, use_underline=True, xalign=0)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, n, 1, 1)
        grid.attach(field, 1, n, 1, 1)
    return grid


class Bank(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Northside Food Bank")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.keep = Keep()
        self.asked = ""
        self.rota = []
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.add(down)
        down.pack_start(self.menus(), False, False, 0)
        self.book = Gtk.Notebook(border_width=8)
        for text, page in (
            ("Parcels", self.parcels(start)),
            ("Stock", self.stock()),
            ("Volunteers", self.helpers()),
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
        self.keep.add("rota sent", lambda: list(self.rota))

    def menus(self):
        bar = Gtk.MenuBar()
        self.keep.known("Print collection list", "Export donors")
        for title, items in (
            ("_File", ["Print collection list", "Export donors"]),
            ("_View", [("Show delivered parcels", False), ("Show addresses", True)]),
        ):
            top = Gtk.MenuItem(label=title, use_underline=True)
            menu = Gtk.Menu()
            top.set_submenu(menu)
            for item in items:
                if isinstance(item, str):
                    entry = Gtk.MenuItem(label=item)
                    entry.connect("activate", lambda _w, n=item: self.keep.count(n))
                else:
                    entry = Gtk.CheckMenuItem(label=item[0], active=item[1])
                    self.keep.add(item[0].lower(), entry.get_active)
                menu.append(entry)
            bar.append(top)
        return bar

    def parcels(self, start):
        across = Gtk.Box(spacing=18)
        self.name = Gtk.Entry(text=start["name"])
        self.adults = Gtk.SpinButton.new_with_range(1, 10, 1)
        self.children = Gtk.SpinButton.new_with_range(0, 12, 1)
        self.day = Gtk.ComboBoxText()
        for day in DAYS:
            self.day.append_text(day)
        self.day.set_active(0)
        self.deliver = Gtk.Switch(halign=Gtk.Align.START)
        self.checks = [
            Gtk.CheckButton(label=n) for n in ("Vegetarian", "Halal", "Gluten free", "Baby items")
        ]
        add = Gtk.Button(label="Add parcel")
        add.connect("clicked", self.add_parcel)
        left = form(
            [
                ("_Household:", self.name),
                ("_Adults:", self.adults),
                ("_Children:", self.children),
                ("Collection _day:", self.day),
                ("Deli_ver to the door:", self.deliver),
                *[("", check) for check in self.checks],
                ("", add),
            ]
        )
        across.pack_start(left, False, False, 0)
        self.model = Gtk.ListStore(bool, str, str, str)
        for row in start["parcels"]:
            self.model.append(row)
        self.tree = Gtk.TreeView(model=self.model)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.pack)
        self.tree.append_column(Gtk.TreeViewColumn("Packed", tick, active=0))
        for n, title in ((1, "Household"), (2, "People"), (3, "Day")):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=n)
            column.set_expand(True)
            self.tree.append_column(column)
        self.tree.get_selection().unselect_all()
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        frame = Gtk.Frame(label="Parcels this week")
        frame.add(self.tree)
        right.pack_start(frame, True, True, 0)
        line = Gtk.Box(spacing=8)
        for text, run in (("Remove", self.remove), ("Move up", self.up)):
            button = Gtk.Button(label=text)
            button.connect("clicked", run)
            line.pack_start(button, False, False, 0)
        right.pack_start(line, False, False, 0)
        across.pack_start(right, True, True, 0)
        keep = self.keep.add
        keep("household", self.name.get_text)
        keep("adults", number_of(self.adults))
        keep("children", number_of(self.children))
        keep("day", self.day.get_active_text)
        keep("delivery", self.deliver.get_active)
        for check in self.checks:
            keep(check.get_label().lower(), check.get_active)
        keep(
            "parcels",
            lambda: [
                " | ".join([r[1], r[2], r[3], "packed" if r[0] else "open"]) for r in self.model
            ],
        )
        keep("selected parcel", self.selected)
        return across

    def selected(self):
        model, at = self.tree.get_selection().get_selected()
        return model[at][1] if at else ""

    def pack(self, _cell, path):
        self.model[path][0] = not self.model[path][0]

    def add_parcel(self, _button):
        if not self.name.get_text().strip():
            return
        people = f"{self.adults.get_value_as_int()} + {self.children.get_value_as_int()}"
        self.model.append([False, self.name.get_text().strip(), people, self.day.get_active_text()])
        self.name.set_text("")
        self.adults.set_value(1)
        self.children.set_value(0)
        self.day.set_active(0)
        self.deliver.set_active(False)
        for check in self.checks:
            check.set_active(False)

    def remove(self, _button):
        model, at = self.tree.get_selection().get_selected()
        if at:
            model.remove(at)
            self.tree.get_selection().unselect_all()

    def up(self, _button):
        model, at = self.tree.get_selection().get_selected()
        before = model.iter_previous(at) if at else None
        if before:
            model.move_before(at, before)

    def stock(self):
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=14)
        rows = []
        for name, number in STOCK:
            spin = Gtk.SpinButton.new_with_range(0, 500, 1)
            spin.set_value(number)
            rows.append((name, spin))
            self.keep.add("stock " + name, number_of(spin))
        down.pack_start(form(rows), False, False, 0)
        self.warn = Gtk.CheckButton(label="Warn when stock is low", active=True)
        self.limit = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 50, 1)
        self.limit.set_value(10)
        self.limit.set_size_request(320, -1)
        self.supplier = Gtk.ComboBoxText()
        for name in ("Green Valley Farm", "City Supermarket", "Wholesale Market"):
            self.supplier.append_text(name)
        self.supplier.set_active(1)
        down.pack_start(self.warn, False, False, 0)
        down.pack_start(
            form([("Warn _below:", self.limit), ("Main _supplier:", self.supplier)]),
            False,
            False,
            0,
        )
        self.keep.known("Order more")
        order = Gtk.Button(label="Order more", halign=Gtk.Align.START)
        order.connect("clicked", lambda _b: self.keep.count("Order more"))
        down.pack_start(order, False, False, 0)
        self.keep.add("low stock warning", self.warn.get_active)
        self.keep.add("warn below", lambda: int(self.limit.get_value()))
        self.keep.add("supplier", self.supplier.get_active_text)
        return down

    def helpers(self):
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10)
        down.pack_start(Gtk.Label(label="Who is coming on Saturday?", xalign=0), False, False, 0)
        for name, on in HELPERS:
            check = Gtk.CheckButton(label=name, active=on)
            down.pack_start(check, False, False, 0)
            self.keep.add("coming " + name, check.get_active)
        line = Gtk.Box(spacing=12)
        line.pack_start(Gtk.Label(label="Shift:"), False, False, 0)
        first = None
        self.shifts = []
        for text in ("Morning", "Afternoon", "Evening"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, text)
            first = first or radio
            self.shifts.append(radio)
            line.pack_start(radio, False, False, 0)
        down.pack_start(line, False, False, 0)
        self.leader = Gtk.ComboBoxText()
        for name, _on in HELPERS:
            self.leader.append_text(name)
        self.leader.set_active(0)
        self.note = Gtk.Entry(width_chars=40)
        down.pack_start(
            form([("Team _leader:", self.leader), ("Notice _board:", self.note)]), False, False, 0
        )
        send = Gtk.Button(label="Send rota…", halign=Gtk.Align.START)
        send.connect("clicked", self.send)
        down.pack_start(send, False, False, 0)
        self.keep.add("shift", lambda: next(r.get_label() for r in self.shifts if r.get_active()))
        self.keep.add("leader", self.leader.get_active_text)
        self.keep.add("notice", self.note.get_text)
        return down

    def send(self, _button):
        box = Gtk.Dialog(title="Send rota", transient_for=self, modal=True)
        box.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Send", Gtk.ResponseType.OK)
        how = Gtk.ComboBoxText()
        for text in ("E-mail", "Text message", "Printed sheet"):
            how.append_text(text)
        how.set_active(0)
        word = Gtk.Entry()
        copy = Gtk.CheckButton(label="Copy to the manager")
        area = box.get_content_area()
        area.set_border_width(12)
        area.add(form([("S_end as:", how), ("_Message:", word), ("", copy)]))
        self.asked = "Send rota"

        def done(dialog, answer):
            self.asked = ""
            if answer == Gtk.ResponseType.OK:
                more = "with copy" if copy.get_active() else "no copy"
                self.rota.append(f"{how.get_active_text()} | {word.get_text()} | {more}")
            dialog.destroy()

        box.connect("response", done)
        box.show_all()


bank = Bank(STARTS[sys.argv[1]])
bank.present()
GLib.timeout_add(100, bank.keep.write)
Gtk.main()
