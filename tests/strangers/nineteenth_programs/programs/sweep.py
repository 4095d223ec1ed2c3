"""The day of a chimney sweep."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

VISITS = [
    ("08:00", "Mill Road 4", "Jensen", "Wood", 1, 2, 60),
    ("09:30", "Mill Road 11", "Okafor", "Coal", 1, 1, 70),
    ("10:45", "Church Lane 2", "Pratt", "Wood", 2, 3, 95),
    ("13:00", "Station Street 27", "Lund", "Oil", 1, 1, 65),
    ("14:30", "Hill View 8", "Moreau", "Wood", 3, 0, 110),
]
TIMES = ["08:00", "09:30", "10:45", "11:30", "13:00", "14:30", "16:00", "17:15"]


def combo(texts, chosen):
    box = Gtk.ComboBoxText()
    for text in texts:
        box.append(text, text)
    box.set_active_id(chosen)
    return box


def grid_of(*rows):
    """Lay out label and field, a label with its mnemonic."""
    grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
    for place, (text, field) in enumerate(rows):
        if text:
            label = Gtk.Label.new_with_mnemonic(text)
            label.set_halign(Gtk.Align.START)
            label.set_mnemonic_widget(field)
            grid.attach(label, 0, place, 1, 1)
        field.set_hexpand(True)
        grid.attach(field, 1, place, 1, 1)
    return grid


class Round(Gtk.Window):
    """The visits on the left, the chosen one on the right."""

    def __init__(self, start):
        super().__init__(title="Sweep Round")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.visits = {
            name: {
                "time": time,
                "street": street,
                "phone": "",
                "dog": False,
                "key": False,
                "notes": "",
                "fuel": fuel,
                "flues": flues,
                "soot": soot,
                "guard": name == "Moreau",
                "condition": "Good",
                "price": price,
                "pay by": "Invoice",
                "paid": False,
                "done": name == "Jensen",
            }
            for time, street, name, fuel, flues, soot, price in VISITS
        }
        self.added = []
        self.current = {"visit": "Pratt", "chimney": "Okafor", "newvisit": "Lund"}[start]
        self.make_dialog()
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self.make_menu(), False, False, 0)
        body = Gtk.Box(spacing=12, margin=10)
        body.pack_start(self.make_list(), True, True, 0)
        body.pack_start(self.make_book(), True, True, 0)
        outer.pack_start(body, True, True, 0)
        self.add(outer)
        self.load()
        self.show_all()
        self.book.set_current_page(1 if start == "chimney" else 0)
        self.tree.get_selection().select_path(list(self.visits).index(self.current))
        self.tree.get_selection().connect("changed", self.choose)
        if start == "newvisit":
            GLib.timeout_add(200, self.open_dialog)

    def make_menu(self):
        bar = Gtk.MenuBar()

        def menu(title, *items):
            top = Gtk.MenuItem.new_with_mnemonic(title)
            inside = Gtk.Menu()
            for item in items:
                inside.append(item)
            top.set_submenu(inside)
            bar.append(top)

        def item(title, do):
            entry = Gtk.MenuItem.new_with_mnemonic(title)
            entry.connect("activate", lambda _: do())
            return entry

        self.hide_done = Gtk.CheckMenuItem.new_with_mnemonic("_Hide done visits")
        self.hide_done.connect("toggled", lambda _: self.rows.refilter())
        menu("_Round", item("_New visit…", self.open_dialog), item("_Quit", self.destroy))
        menu("_Visit", item("Mark as _done", self.mark_done))
        menu("V_iew", self.hide_done)
        return bar

    def make_list(self):
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        self.sweep = combo(["Tom", "Priya", "Walter"], "Tom")
        label = Gtk.Label.new_with_mnemonic("_Sweep today:")
        label.set_mnemonic_widget(self.sweep)
        top = Gtk.Box(spacing=8)
        top.pack_start(label, False, False, 0)
        top.pack_start(self.sweep, True, True, 0)
        column.pack_start(top, False, False, 0)
        self.model = Gtk.ListStore(bool, str, str, str)
        for name, visit in self.visits.items():
            self.model.append([visit["done"], visit["time"], name, visit["street"]])
        self.rows = self.model.filter_new()
        self.rows.set_visible_func(
            lambda model, place, _: not (self.hide_done.get_active() and model[place][0])
        )
        self.tree = Gtk.TreeView(model=self.rows)
        tick = Gtk.CellRendererToggle()
        tick.connect("toggled", self.ticked)
        self.tree.append_column(Gtk.TreeViewColumn("Done", tick, active=0))
        for place, title in ((1, "Time"), (2, "Name"), (3, "Street")):
            self.tree.append_column(
                Gtk.TreeViewColumn(title, Gtk.CellRendererText(ypad=5), text=place)
            )
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.tree)
        column.pack_start(frame, True, True, 0)
        button = Gtk.Button.new_with_mnemonic("_New visit…")
        button.connect("clicked", lambda _: self.open_dialog())
        button.set_halign(Gtk.Align.START)
        column.pack_start(button, False, False, 0)
        return column

    def make_book(self):
        self.book = Gtk.Notebook()
        self.head = Gtk.Label(xalign=0)
        self.phone, self.notes = Gtk.Entry(), Gtk.Entry()
        self.time = combo(TIMES, "08:00")
        self.dog = Gtk.CheckButton.new_with_mnemonic("_Dog in the house")
        self.key = Gtk.CheckButton.new_with_mnemonic("_Key with the neighbour")
        page = grid_of(
            ("_Time:", self.time),
            ("_Phone:", self.phone),
            ("", self.dog),
            ("", self.key),
            ("N_otes:", self.notes),
        )
        self.book.append_page(page, Gtk.Label(label="Visit"))

        fuels = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.fuels, first = {}, None
        for fuel in ("Wood", "Gas", "Oil", "Coal"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, fuel)
            first = first or radio
            self.fuels[fuel] = radio
            fuels.pack_start(radio, False, False, 0)
        self.flues = Gtk.SpinButton.new_with_range(0, 9, 1)
        self.soot = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 5, 1)
        for mark in range(6):
            self.soot.add_mark(mark, Gtk.PositionType.BOTTOM, None)
        self.guard = Gtk.CheckButton.new_with_mnemonic("_Bird guard fitted")
        self.condition = combo(["Good", "Worn", "Cracked"], "Good")
        page = grid_of(
            ("Fuel:", fuels),
            ("F_lues:", self.flues),
            ("_Soot level:", self.soot),
            ("", self.guard),
            ("_Condition:", self.condition),
        )
        self.book.append_page(page, Gtk.Label(label="Chimney"))

        self.price = Gtk.SpinButton.new_with_range(0, 900, 5)
        self.pay_by = combo(["Invoice", "Cash", "Card"], "Invoice")
        self.paid = Gtk.CheckButton.new_with_mnemonic("P_aid")
        page = grid_of(("P_rice (£):", self.price), ("Pa_y by:", self.pay_by), ("", self.paid))
        self.book.append_page(page, Gtk.Label(label="Invoice"))
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        column.pack_start(self.head, False, False, 0)
        column.pack_start(self.book, True, True, 0)
        return column

    def make_dialog(self):
        self.dialog = Gtk.Dialog(title="New visit", transient_for=self, modal=True)
        self.dialog.set_default_size(360, 180)
        self.dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        self.dialog.add_button("_Add", Gtk.ResponseType.OK)
        self.new_street, self.new_name = Gtk.Entry(), Gtk.Entry()
        self.new_time = combo(TIMES, "08:00")
        self.dialog.get_content_area().add(
            grid_of(
                ("S_treet:", self.new_street),
                ("_Name:", self.new_name),
                ("T_ime:", self.new_time),
            )
        )
        self.dialog.connect("response", self.answered)
        self.dialog.connect("delete-event", lambda *_: True)

    def open_dialog(self):
        self.dialog.show_all()
        return False

    def answered(self, _, response):
        if response == Gtk.ResponseType.OK:
            name, street = self.new_name.get_text().strip(), self.new_street.get_text().strip()
            time = self.new_time.get_active_id()
            self.added.append(f"{time} {name}, {street}")
            self.model.append([False, time, name, street])
        self.dialog.hide()
        self.new_name.set_text("")
        self.new_street.set_text("")
        self.new_time.set_active_id("08:00")

    def ticked(self, _, path):
        row = self.model[self.rows.convert_path_to_child_path(Gtk.TreePath(path))]
        row[0] = not row[0]
        if row[2] in self.visits:
            self.visits[row[2]]["done"] = row[0]

    def mark_done(self):
        for row in self.model:
            if row[2] == self.current:
                self.visits[self.current]["done"] = True
                row[0] = True

    def load(self):
        visit = self.visits[self.current]
        self.head.set_markup(f"<big><b>{self.current}, {visit['street']}</b></big>")
        self.phone.set_text(visit["phone"])
        self.notes.set_text(visit["notes"])
        self.time.set_active_id(visit["time"])
        self.dog.set_active(visit["dog"])
        self.key.set_active(visit["key"])
        self.fuels[visit["fuel"]].set_active(True)
        self.flues.set_value(visit["flues"])
        self.soot.set_value(visit["soot"])
        self.guard.set_active(visit["guard"])
        self.condition.set_active_id(visit["condition"])
        self.price.set_value(visit["price"])
        self.pay_by.set_active_id(visit["pay by"])
        self.paid.set_active(visit["paid"])

    def store(self):
        visit = self.visits[self.current]
        visit |= {
            "phone": self.phone.get_text(),
            "notes": self.notes.get_text(),
            "time": self.time.get_active_id(),
            "dog": self.dog.get_active(),
            "key": self.key.get_active(),
            "fuel": next(fuel for fuel, radio in self.fuels.items() if radio.get_active()),
            "flues": number_of(self.flues)(),
            "soot": int(self.soot.get_value()),
            "guard": self.guard.get_active(),
            "condition": self.condition.get_active_id(),
            "price": number_of(self.price)(),
            "pay by": self.pay_by.get_active_id(),
            "paid": self.paid.get_active(),
        }
        for row in self.model:
            if row[2] == self.current and row[1] != visit["time"]:
                row[1] = visit["time"]

    def choose(self, selection):
        rows, place = selection.get_selected()
        name = rows[place][2] if place else ""
        if name in self.visits and name != self.current:
            for spin in (self.flues, self.price):
                spin.update()
            self.store()
            self.current = name
            self.load()

    def state(self):
        page = self.book.get_nth_page(self.book.get_current_page())
        self.store()
        held = {f"{name}: {k}": v for name, one in self.visits.items() for k, v in one.items()}
        return held | {
            "selected": self.current,
            "tab": self.book.get_tab_label_text(page),
            "sweep": self.sweep.get_active_id(),
            "hide done": self.hide_done.get_active(),
            "added": self.added,
            "dialog": "New visit" if self.dialog.get_visible() else "",
            "new street": self.new_street.get_text(),
            "new name": self.new_name.get_text(),
            "new time": self.new_time.get_active_id(),
        }


keep = Keep()
window = Round(sys.argv[1])
window.present()


def begin():
    GLib.timeout_add(100, lambda: keep.write(**window.state()))
    return False


GLib.timeout_add(600, begin)
Gtk.main()
