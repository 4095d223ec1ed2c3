"""The counter of a laundry."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

SLIPS = [
    ("Ivers", "3 shirts", "ready"),
    ("Bauer", "Suit", "washing"),
    ("Nakamura", "Wedding dress", "washing"),
    ("Costa", "2 curtains", "ready"),
    ("Flynn", "Coat", "washing"),
]
GARMENTS = ["Coat", "Shirts", "Blouse", "Suit", "Curtains", "Bed linen"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


def combo(texts, chosen):
    box = Gtk.ComboBoxText()
    for text in texts:
        box.append(text, text)
    box.set_active_id(chosen)
    return box


def named(grid, text, field, row):
    label = Gtk.Label.new_with_mnemonic(text)
    label.set_halign(Gtk.Align.START)
    label.set_mnemonic_widget(field)
    grid.attach(label, 0, row, 1, 1)
    grid.attach(field, 1, row, 1, 1)


class Counter(Gtk.Window):
    """What hangs in the shop on the left, the pages on the right."""

    def __init__(self, start):
        super().__init__(title="Counter - White Swan Laundry")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.slips = {}
        self.booked, self.sent = [], []
        self.make_dialog()
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self.make_menu(), False, False, 0)
        body = Gtk.Box(spacing=12, margin=10)
        body.pack_start(self.make_slips(), True, True, 0)
        self.book = Gtk.Notebook()
        for title, page in (
            ("Book in", self.make_new()),
            ("Machines", self.make_machines()),
            ("Shop", self.make_shop()),
        ):
            self.book.append_page(page, Gtk.Label(label=title))
        body.pack_start(self.book, False, False, 0)
        outer.pack_start(body, True, True, 0)
        self.add(outer)
        self.show_all()
        self.book.set_current_page(1 if start == "machines" else 0)
        if start == "message":
            GLib.timeout_add(200, self.open_dialog)

    def make_menu(self):
        bar = Gtk.MenuBar()
        top = Gtk.MenuItem.new_with_mnemonic("_Counter")
        inside = Gtk.Menu()
        write = Gtk.MenuItem.new_with_mnemonic("_Text a customer…")
        write.connect("activate", lambda _: self.open_dialog())
        self.pause = Gtk.CheckMenuItem.new_with_mnemonic("_Lunch break")
        leave = Gtk.MenuItem.new_with_mnemonic("_Quit")
        leave.connect("activate", lambda _: self.destroy())
        for item in (write, self.pause, leave):
            inside.append(item)
        top.set_submenu(inside)
        bar.append(top)
        return bar

    def make_slips(self):
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        column.pack_start(Gtk.Label(label="In the shop", xalign=0), False, False, 0)
        self.list = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE)
        for name, what, state in SLIPS:
            line = Gtk.Box(spacing=8, margin=6)
            text = Gtk.Label(label=f"{name} – {what}", xalign=0)
            shown = Gtk.Label(label=state, xalign=0)
            both = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
            both.add(text)
            both.add(shown)
            line.pack_start(both, True, True, 0)
            for title, new in (("Ready", "ready"), ("Collected", "collected")):
                button = Gtk.Button(label=title)
                button.connect("clicked", lambda _, shown=shown, new=new: shown.set_text(new))
                line.pack_start(button, False, False, 0)
            self.list.add(line)
            self.slips[name] = shown
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.set_policy(Gtk.PolicyType.NEVER, Gtk.PolicyType.AUTOMATIC)
        frame.add(self.list)
        column.pack_start(frame, True, True, 0)
        button = Gtk.Button.new_with_mnemonic("_Text a customer…")
        button.set_halign(Gtk.Align.START)
        button.connect("clicked", lambda _: self.open_dialog())
        column.pack_start(button, False, False, 0)
        return column

    def make_new(self):
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
        self.customer = Gtk.Entry()
        self.garment = combo(GARMENTS, "Coat")
        self.pieces = Gtk.SpinButton.new_with_range(1, 60, 1)
        named(grid, "C_ustomer:", self.customer, 0)
        named(grid, "_Garment:", self.garment, 1)
        named(grid, "_Pieces:", self.pieces, 2)
        grid.attach(Gtk.Label(label="Treatment:", xalign=0, yalign=0), 0, 3, 1, 1)
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.treatment, first = {}, None
        for text in ("Wash", "Dry clean", "Iron only"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, text)
            first = first or radio
            self.treatment[text] = radio
            column.pack_start(radio, False, False, 0)
        grid.attach(column, 1, 3, 1, 1)
        self.extras = {}
        for row, text in enumerate(("Starch", "Express", "Stain")):
            self.extras[text] = Gtk.CheckButton(label=text)
            grid.attach(self.extras[text], 1, 4 + row, 1, 1)
        self.by = combo(DAYS, "Tuesday")
        named(grid, "_Ready by:", self.by, 7)
        button = Gtk.Button.new_with_mnemonic("_Book in")
        button.connect("clicked", self.book_in)
        grid.attach(button, 1, 8, 1, 1)
        return grid

    def treated(self):
        return next(text for text, radio in self.treatment.items() if radio.get_active())

    def book_in(self, _):
        self.pieces.update()
        parts = [self.customer.get_text().strip(), self.garment.get_active_id()]
        parts += [str(self.pieces.get_value_as_int()), self.treated()]
        parts += [text.lower() for text, box in self.extras.items() if box.get_active()]
        self.booked.append(", ".join([*parts, self.by.get_active_id()]))
        self.customer.set_text("")
        self.garment.set_active_id("Coat")
        self.pieces.set_value(1)
        self.treatment["Wash"].set_active(True)
        for box in self.extras.values():
            box.set_active(False)
        self.by.set_active_id("Tuesday")

    def make_machines(self):
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=12)
        grid = Gtk.Grid(row_spacing=10, column_spacing=10)
        self.machines = {}
        for number, program, runs in (
            (1, "Cotton 60", False),
            (2, "Delicate 30", True),
            (3, "Cotton 60", False),
            (4, "Spin only", False),
        ):
            choice = combo(["Cotton 60", "Delicate 30", "Wool", "Spin only"], program)
            shown = Gtk.Label(label="running" if runs else "idle", width_chars=8)
            named(grid, f"Machine {number}", choice, number)
            grid.attach(shown, 2, number, 1, 1)
            for place, (title, new) in enumerate((("Start", "running"), ("Stop", "idle"))):
                button = Gtk.Button(label=title)
                button.connect("clicked", lambda _, shown=shown, new=new: shown.set_text(new))
                grid.attach(button, 3 + place, number, 1, 1)
            broken = Gtk.CheckButton(label="Defective")
            grid.attach(broken, 5, number, 1, 1)
            self.machines[f"machine {number}"] = (choice, shown, broken)
        page.pack_start(grid, False, False, 0)
        frame = Gtk.Frame(label="Dryer")
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=10)
        self.heat = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 30, 90, 5)
        self.heat.set_hexpand(True)
        self.heat.set_value(60)
        self.beep = Gtk.CheckButton.new_with_mnemonic("Bee_p at the end")
        named(grid, "T_emperature:", self.heat, 0)
        grid.attach(self.beep, 1, 1, 1, 1)
        frame.add(grid)
        page.pack_start(frame, False, False, 0)
        return page

    def make_shop(self):
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
        self.surcharge = Gtk.SpinButton.new_with_range(0, 100, 5)
        self.surcharge.set_value(20)
        self.clerk = combo(["Agnes", "Dmitri", "Yusuf"], "Agnes")
        self.delivery = Gtk.CheckButton.new_with_mnemonic("Home _delivery")
        self.loyalty = Gtk.CheckButton.new_with_mnemonic("Stamp _cards")
        self.loyalty.set_active(True)
        named(grid, "_Express surcharge (%):", self.surcharge, 0)
        named(grid, "At the _till:", self.clerk, 1)
        grid.attach(self.delivery, 1, 2, 1, 1)
        grid.attach(self.loyalty, 1, 3, 1, 1)
        return grid

    def make_dialog(self):
        self.dialog = Gtk.Dialog(title="Text a customer", transient_for=self, modal=True)
        self.dialog.set_default_size(400, 160)
        self.dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        self.dialog.add_button("_Send", Gtk.ResponseType.OK)
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=12)
        self.to = combo([name for name, *_ in SLIPS], "Ivers")
        self.text = Gtk.Entry(hexpand=True)
        self.signed = Gtk.CheckButton.new_with_mnemonic("S_ign with the shop's name")
        self.signed.set_active(True)
        named(grid, "T_o:", self.to, 0)
        named(grid, "_Message:", self.text, 1)
        grid.attach(self.signed, 1, 2, 1, 1)
        self.dialog.get_content_area().add(grid)
        self.dialog.connect("response", self.answered)
        self.dialog.connect("delete-event", lambda *_: True)

    def open_dialog(self):
        self.dialog.show_all()
        return False

    def answered(self, _, response):
        if response == Gtk.ResponseType.OK:
            sign = " - White Swan" if self.signed.get_active() else ""
            self.sent.append(f"{self.to.get_active_id()}: {self.text.get_text().strip()}{sign}")
        self.dialog.hide()
        self.to.set_active_id("Ivers")
        self.text.set_text("")
        self.signed.set_active(True)

    def state(self):
        page = self.book.get_nth_page(self.book.get_current_page())
        state = {f"slip {name}": shown.get_text() for name, shown in self.slips.items()}
        for name, (choice, shown, broken) in self.machines.items():
            state |= {
                name: shown.get_text(),
                f"{name} programme": choice.get_active_id(),
                f"{name} defective": broken.get_active(),
            }
        state |= {text.lower(): box.get_active() for text, box in self.extras.items()}
        return state | {
            "tab": self.book.get_tab_label_text(page),
            "customer": self.customer.get_text(),
            "garment": self.garment.get_active_id(),
            "pieces": number_of(self.pieces)(),
            "treatment": self.treated(),
            "ready by": self.by.get_active_id(),
            "booked": self.booked,
            "dryer": int(self.heat.get_value()),
            "beep": self.beep.get_active(),
            "surcharge": number_of(self.surcharge)(),
            "till": self.clerk.get_active_id(),
            "delivery": self.delivery.get_active(),
            "stamp cards": self.loyalty.get_active(),
            "lunch": self.pause.get_active(),
            "sent": self.sent,
            "dialog": "Text" if self.dialog.get_visible() else "",
            "message to": self.to.get_active_id(),
            "message": self.text.get_text(),
            "signed": self.signed.get_active(),
        }


keep = Keep()
window = Counter(sys.argv[1])
window.present()


def begin():
    GLib.timeout_add(100, lambda: keep.write(**window.state()))
    return False


GLib.timeout_add(600, begin)
Gtk.main()
