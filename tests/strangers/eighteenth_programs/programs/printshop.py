"""The jobs of a small print shop."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

JOBS = [
    ["Wedding invitations", "Carter", 120, "Waiting"],
    ["Club newsletter", "Rowing Club", 300, "Printing"],
    ["Menu cards", "Bella Roma", 60, "Waiting"],
    ["Exam papers", "Hill School", 450, "On hold"],
]
STARTS = {
    "ticket": {"tab": 0, "customer": "", "job": "", "copies": 50, "open": False},
    "draft": {
        "tab": 0,
        "customer": "Dr Amin",
        "job": "Appointment cards",
        "copies": 500,
        "open": True,
    },
    "queue": {"tab": 1, "customer": "", "job": "", "copies": 50, "open": False},
}


def form(rows):
    grid = Gtk.Grid(row_spacing=8, column_spacing=10)
    for n, (text, field) in enumerate(rows):
        if text:
            label = Gtk.Label(label=text, use_underline=True, xalign=0)
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


class Shop(Gtk.Window):
    def __init__(self, start):
        super().__init__(title="Inkwell Print Shop")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.keep = Keep()
        self.asked = ""
        self.settings = {"default paper": "Plain white", "sound": True, "margin": 10}
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.add(down)
        down.pack_start(self.menus(), False, False, 0)
        self.book = Gtk.Notebook(border_width=8)
        for text, page in (
            ("Job ticket", self.ticket(start)),
            ("Queue", self.queue()),
            ("Machines", self.machines()),
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
        for name in self.settings:
            self.keep.add(name, lambda n=name: self.settings[n])

    def menus(self):
        bar = Gtk.MenuBar()
        self.keep.known("Price list", "Daily report")
        for title, names in (
            ("_Shop", ["Price list", "Daily report", "Preferences…"]),
            ("_View", None),
        ):
            top = Gtk.MenuItem(label=title, use_underline=True)
            menu = Gtk.Menu()
            top.set_submenu(menu)
            for name in names or []:
                entry = Gtk.MenuItem(label=name)
                if name.startswith("Pref"):
                    entry.connect("activate", self.preferences)
                else:
                    entry.connect("activate", lambda _w, n=name: self.keep.count(n))
                menu.append(entry)
            if names is None:
                for name, on in (("Show finished jobs", False), ("Show prices", True)):
                    entry = Gtk.CheckMenuItem(label=name, active=on)
                    self.keep.add(name.lower(), entry.get_active)
                    menu.append(entry)
            bar.append(top)
        return bar

    def ticket(self, start):
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10)
        across = Gtk.Box(spacing=40)
        customer = Gtk.Entry(text=start["customer"])
        job = Gtk.Entry(text=start["job"])
        copies = Gtk.SpinButton.new_with_range(1, 5000, 1)
        copies.set_value(start["copies"])
        paper = choice(["Plain white", "Recycled", "Glossy", "Card 250 g"])
        line = Gtk.Box(spacing=10)
        sizes = []
        for text in ("A5", "A4", "A3"):
            sizes.append(
                Gtk.RadioButton.new_with_label_from_widget(sizes[0] if sizes else None, text)
            )
            line.pack_start(sizes[-1], False, False, 0)
        sizes[1].set_active(True)
        colour = Gtk.Switch(halign=Gtk.Align.START)
        across.pack_start(
            form(
                [
                    ("_Customer:", customer),
                    ("_Job name:", job),
                    ("Co_pies:", copies),
                    ("P_aper:", paper),
                    ("Size:", line),
                    ("Co_lour:", colour),
                ]
            ),
            False,
            False,
            0,
        )
        right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        right.pack_start(Gtk.Label(label="Finishing", xalign=0), False, False, 0)
        for name, on in (
            ("Double-sided", True),
            ("Staple", False),
            ("Fold", False),
            ("Laminate", False),
            ("Punch holes", False),
        ):
            check = Gtk.CheckButton(label=name, active=on)
            right.pack_start(check, False, False, 0)
            self.keep.add(name.lower(), check.get_active)
        dark = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 10, 1)
        dark.set_value(5)
        dark.set_size_request(260, -1)
        right.pack_start(form([("_Darkness:", dark)]), False, False, 0)
        across.pack_start(right, False, False, 0)
        down.pack_start(across, False, False, 0)
        fold = Gtk.Expander(label="Delivery", expanded=start["open"])
        address = Gtk.Entry(width_chars=36)
        how = choice(["Pick up in the shop", "Bicycle courier", "Post"])
        fold.add(form([("Addr_ess:", address), ("_By:", how)]))
        down.pack_start(fold, False, False, 0)
        buttons = Gtk.Box(spacing=8)
        for name, run in (("Add to queue", self.to_queue), ("Proof", None)):
            button = Gtk.Button(label=name)
            if run:
                button.connect("clicked", run)
            else:
                self.keep.known(name)
                button.connect("clicked", lambda _b, n=name: self.keep.count(n))
            buttons.pack_start(button, False, False, 0)
        down.pack_start(buttons, False, False, 0)
        self.customer, self.job, self.copies = customer, job, copies
        add = self.keep.add
        add("customer", customer.get_text)
        add("job", job.get_text)
        add("copies", number_of(copies))
        add("paper", paper.get_active_text)
        add("size", lambda: next(r.get_label() for r in sizes if r.get_active()))
        add("colour", colour.get_active)
        add("darkness", lambda: int(dark.get_value()))
        add("delivery open", fold.get_expanded)
        add("address", address.get_text)
        add("delivery by", how.get_active_text)
        return down

    def to_queue(self, _button):
        if self.job.get_text().strip():
            self.model.append(
                [
                    self.job.get_text(),
                    self.customer.get_text(),
                    self.copies.get_value_as_int(),
                    "Waiting",
                ]
            )

    def queue(self):
        across = Gtk.Box(spacing=12)
        self.model = Gtk.ListStore(str, str, int, str)
        for row in JOBS:
            self.model.append(row)
        self.tree = Gtk.TreeView(model=self.model)
        for n, title in enumerate(("Job", "Customer", "Copies", "State")):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=n)
            column.set_expand(n < 2)
            self.tree.append_column(column)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.tree)
        across.pack_start(frame, True, True, 0)
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        for name, run in (
            ("Move up", lambda _b: self.move(-1)),
            ("Move down", lambda _b: self.move(1)),
            ("Hold", lambda _b: self.mark("On hold")),
            ("Release", lambda _b: self.mark("Waiting")),
            ("Cancel job…", self.cancel),
        ):
            button = Gtk.Button(label=name)
            button.connect("clicked", run)
            down.pack_start(button, False, False, 0)
        across.pack_start(down, False, False, 0)
        self.keep.add("queue", lambda: [f"{r[0]} | {r[1]} | {r[2]} | {r[3]}" for r in self.model])
        self.keep.add("selected job", self.selected)
        return across

    def selected(self):
        model, at = self.tree.get_selection().get_selected()
        return model[at][0] if at else ""

    def move(self, by):
        model, at = self.tree.get_selection().get_selected()
        if not at:
            return
        other = model.iter_next(at) if by > 0 else model.iter_previous(at)
        if other:
            model.swap(at, other)

    def mark(self, word):
        model, at = self.tree.get_selection().get_selected()
        if at:
            model[at][3] = word

    def cancel(self, _button):
        model, at = self.tree.get_selection().get_selected()
        if not at:
            return
        box = Gtk.MessageDialog(
            transient_for=self,
            modal=True,
            message_type=Gtk.MessageType.QUESTION,
            text=f"Cancel the job “{model[at][0]}”?",
        )
        box.set_title("Cancel job")
        box.add_buttons("Keep it", Gtk.ResponseType.NO, "Cancel the job", Gtk.ResponseType.YES)
        self.asked = "Cancel job"

        def done(dialog, answer):
            self.asked = ""
            if answer == Gtk.ResponseType.YES:
                model.remove(at)
                self.tree.get_selection().unselect_all()
            dialog.destroy()

        box.connect("response", done)
        box.show_all()

    def machines(self):
        down = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        for name, on, tray in (
            ("Heidi (offset)", False, 1),
            ("Xenia (laser)", True, 0),
            ("Bruno (plotter)", True, 2),
        ):
            line = Gtk.Box(spacing=14)
            title = Gtk.Label(label=name, xalign=0, width_chars=18)
            switch = Gtk.Switch(valign=Gtk.Align.CENTER, active=on)
            title.set_mnemonic_widget(switch)
            ink = choice(["Tray 1", "Tray 2", "Roll"], tray)
            clean = Gtk.Button(label="Clean heads")
            short = name.split()[0]
            self.keep.known("clean " + short)
            clean.connect("clicked", lambda _b, n=short: self.keep.count("clean " + n))
            for part in (title, switch, ink, clean):
                line.pack_start(part, False, False, 0)
            down.pack_start(line, False, False, 0)
            self.keep.add("on " + short, switch.get_active)
            self.keep.add("feed " + short, ink.get_active_text)
        night = Gtk.CheckButton(label="Switch everything off at night", active=True)
        down.pack_start(night, False, False, 0)
        self.keep.add("off at night", night.get_active)
        return down

    def preferences(self, _item):
        box = Gtk.Dialog(title="Preferences", transient_for=self, modal=True)
        box.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_OK", Gtk.ResponseType.OK)
        paper = choice(["Plain white", "Recycled", "Glossy", "Card 250 g"])
        margin = Gtk.SpinButton.new_with_range(0, 40, 1)
        margin.set_value(self.settings["margin"])
        sound = Gtk.CheckButton(label="Sound when a job is done", active=self.settings["sound"])
        area = box.get_content_area()
        area.set_border_width(12)
        area.add(form([("_Default paper:", paper), ("_Margin (mm):", margin), ("", sound)]))
        self.asked = "Preferences"

        def done(dialog, answer):
            self.asked = ""
            if answer == Gtk.ResponseType.OK:
                self.settings["default paper"] = paper.get_active_text()
                self.settings["margin"] = margin.get_value_as_int()
                self.settings["sound"] = sound.get_active()
            dialog.destroy()

        box.connect("response", done)
        box.show_all()


shop = Shop(STARTS[sys.argv[1]])
shop.present()
GLib.timeout_add(100, shop.keep.write)
Gtk.main()
