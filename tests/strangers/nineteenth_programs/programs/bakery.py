"""Orders, ovens and shop of a bakery."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from keep import Keep, number_of  # noqa: E402

ITEMS = ["Rye loaf", "Spelt loaf", "Baguette", "Focaccia", "Cheese roll", "Birthday cake"]
ORDERS = [
    (21, "Weber", "Rye loaf", 2, "Morning", "open"),
    (22, "Dunn", "Baguette", 10, "Noon", "open"),
    (23, "Castellano", "Focaccia", 4, "Noon", "baked"),
    (24, "Abara", "Birthday cake", 1, "Evening", "open"),
    (25, "Petty", "Cheese roll", 30, "Morning", "handed over"),
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def combo(texts, chosen):
    box = Gtk.ComboBoxText()
    for text in texts:
        box.append(text, text)
    box.set_active_id(chosen)
    return box


def named(grid, text, field, column, row):
    label = Gtk.Label.new_with_mnemonic(text)
    label.set_halign(Gtk.Align.START)
    label.set_mnemonic_widget(field)
    grid.attach(label, column, row, 1, 1)
    grid.attach(field, column + 1, row, 1, 1)


class Bakery(Gtk.Window):
    """The three pages of the order book."""

    def __init__(self, start):
        super().__init__(title="Order Book - Crumb & Sons")
        self.set_default_size(900, 640)
        self.connect("destroy", Gtk.main_quit)
        self.states = {f"order {number}": state for number, *_, state in ORDERS}
        self.new_orders, self.sold_out, self.sort = [], ["Rye loaf"], "Number"
        self.make_dialog()
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        outer.pack_start(self.make_menu(), False, False, 0)
        self.book = Gtk.Notebook(margin=8)
        for title, page in (
            ("Orders", self.make_orders()),
            ("Ovens", self.make_ovens()),
            ("Shop", self.make_shop()),
        ):
            self.book.append_page(page, Gtk.Label(label=title))
        outer.pack_start(self.book, True, True, 0)
        self.add(outer)
        self.show_all()
        self.book.set_current_page(1 if start == "ovens" else 0)
        if start == "soldout":
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

        self.sorts, first = {}, None
        sort = Gtk.MenuItem.new_with_mnemonic("_Sort by")
        inside = Gtk.Menu()
        for text, column in (("Number", 0), ("Customer", 1), ("Item", 2)):
            item = Gtk.RadioMenuItem.new_with_label_from_widget(first, text)
            first = first or item
            item.connect("toggled", self.sorted_by, text, column)
            inside.append(item)
        sort.set_submenu(inside)
        sold = Gtk.MenuItem.new_with_mnemonic("Sold _out…")
        sold.connect("activate", lambda _: self.open_dialog())
        self.closed_now = Gtk.CheckMenuItem.new_with_mnemonic("_Closed for today")
        leave = Gtk.MenuItem.new_with_mnemonic("_Quit")
        leave.connect("activate", lambda _: self.destroy())
        menu("_Orders", sort, leave)
        menu("_Shop", sold, self.closed_now)
        return bar

    def sorted_by(self, item, text, column):
        if item.get_active():
            self.sort = text
            self.model.set_sort_column_id(column, Gtk.SortType.ASCENDING)

    def make_orders(self):
        page = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=10)
        self.model = Gtk.ListStore(int, str, str, int, str, str)
        for order in ORDERS:
            self.model.append(order)
        self.tree = Gtk.TreeView(model=self.model)
        for place, title in enumerate(("No.", "Customer", "Item", "Pieces", "Pick-up", "State")):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(ypad=4), text=place)
            column.set_expand(place in (1, 2))
            self.tree.append_column(column)
        frame = Gtk.ScrolledWindow(shadow_type=Gtk.ShadowType.IN)
        frame.add(self.tree)
        page.pack_start(frame, True, True, 0)
        line = Gtk.Box(spacing=8)
        for text, state in (
            ("_Baked", "baked"),
            ("_Handed over", "handed over"),
            ("_Delete order", "deleted"),
        ):
            button = Gtk.Button.new_with_mnemonic(text)
            button.connect("clicked", lambda _, state=state: self.mark(state))
            line.pack_start(button, False, False, 0)
        page.pack_start(line, False, False, 0)
        frame = Gtk.Frame(label="New order")
        grid = Gtk.Grid(row_spacing=8, column_spacing=10, margin=10)
        self.customer = Gtk.Entry()
        self.item = combo(ITEMS, "Rye loaf")
        self.pieces = Gtk.SpinButton.new_with_range(1, 200, 1)
        named(grid, "C_ustomer:", self.customer, 0, 0)
        named(grid, "_Item:", self.item, 2, 0)
        named(grid, "_Pieces:", self.pieces, 4, 0)
        when = Gtk.Box(spacing=10)
        self.when, first = {}, None
        for text in ("Morning", "Noon", "Evening"):
            radio = Gtk.RadioButton.new_with_label_from_widget(first, text)
            first = first or radio
            self.when[text] = radio
            when.pack_start(radio, False, False, 0)
        grid.attach(Gtk.Label(label="Pick-up:", xalign=0), 0, 1, 1, 1)
        grid.attach(when, 1, 1, 2, 1)
        self.sliced = Gtk.CheckButton.new_with_mnemonic("S_liced")
        grid.attach(self.sliced, 3, 1, 1, 1)
        button = Gtk.Button.new_with_mnemonic("_Take order")
        button.connect("clicked", self.take)
        grid.attach(button, 5, 1, 1, 1)
        frame.add(grid)
        page.pack_start(frame, False, False, 0)
        return page

    def mark(self, state):
        model, place = self.tree.get_selection().get_selected()
        if place is None:
            return
        key = f"order {model[place][0]}"
        if key in self.states:
            self.states[key] = state
        if state == "deleted":
            model.remove(place)
        else:
            model[place][5] = state

    def take(self, _):
        self.pieces.update()
        name, item = self.customer.get_text().strip(), self.item.get_active_id()
        pieces = self.pieces.get_value_as_int()
        when = self.pick_up()
        sliced = ", sliced" if self.sliced.get_active() else ""
        self.new_orders.append(f"{name}, {item}, {pieces}, {when}{sliced}")
        self.model.append([25 + len(self.new_orders), name, item, pieces, when, "open"])
        self.customer.set_text("")
        self.item.set_active_id("Rye loaf")
        self.pieces.set_value(1)
        self.when["Morning"].set_active(True)
        self.sliced.set_active(False)

    def pick_up(self):
        return next(text for text, radio in self.when.items() if radio.get_active())

    def make_ovens(self):
        page = Gtk.Box(spacing=12, margin=12, homogeneous=True)
        self.ovens = {}
        for number, on, heat, what, light in (
            (1, True, 230, "Bread", True),
            (2, False, 180, "Rolls", False),
            (3, True, 200, "Bread", False),
        ):
            frame = Gtk.Frame(label=f"Oven {number}", valign=Gtk.Align.START)
            grid = Gtk.Grid(row_spacing=10, column_spacing=10, margin=10)
            switch = Gtk.Switch(active=on, halign=Gtk.Align.START)
            spin = Gtk.SpinButton.new_with_range(0, 300, 5)
            spin.set_value(heat)
            program = combo(["Bread", "Rolls", "Cake", "Clean"], what)
            lamp = Gtk.CheckButton.new_with_label("Light")
            lamp.set_active(light)
            named(grid, "On:", switch, 0, 0)
            named(grid, "Degrees:", spin, 0, 1)
            named(grid, "Programme:", program, 0, 2)
            grid.attach(lamp, 1, 3, 1, 1)
            frame.add(grid)
            page.pack_start(frame, True, True, 0)
            self.ovens[f"oven {number}"] = (switch, spin, program, lamp)
        return page

    def make_shop(self):
        page = Gtk.Grid(row_spacing=10, column_spacing=12, margin=12)
        self.week = combo(ITEMS[:4], "Rye loaf")
        self.sign = Gtk.Entry(text="Fresh since 1931", hexpand=True)
        self.music = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        self.music.set_value(55)
        named(page, "_Bread of the week:", self.week, 0, 0)
        named(page, "_Window sign:", self.sign, 0, 1)
        named(page, "_Music volume:", self.music, 0, 2)
        page.attach(Gtk.Label(label="Closed on:", xalign=0), 0, 3, 1, 1)
        line = Gtk.Box(spacing=8)
        self.closed = {}
        for day in DAYS:
            box = Gtk.CheckButton(label=day, active=day == "Sunday")
            line.pack_start(box, False, False, 0)
            self.closed[day] = box
        page.attach(line, 1, 3, 1, 1)
        return page

    def make_dialog(self):
        self.dialog = Gtk.Dialog(title="Sold out today", transient_for=self, modal=True)
        self.dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        self.dialog.add_button("_Set", Gtk.ResponseType.OK)
        area = self.dialog.get_content_area()
        area.set_border_width(12)
        area.add(Gtk.Label(label="Tick what cannot be ordered any more:", xalign=0))
        self.marks = {}
        for item in ITEMS:
            self.marks[item] = Gtk.CheckButton(label=item)
            area.add(self.marks[item])
        self.dialog.connect("response", self.answered)
        self.dialog.connect("delete-event", lambda *_: True)

    def open_dialog(self):
        for item, box in self.marks.items():
            box.set_active(item in self.sold_out)
        self.dialog.show_all()
        return False

    def answered(self, _, response):
        if response == Gtk.ResponseType.OK:
            self.sold_out = [item for item, box in self.marks.items() if box.get_active()]
        self.dialog.hide()

    def state(self):
        page = self.book.get_nth_page(self.book.get_current_page())
        state = dict(self.states)
        for name, (switch, spin, program, lamp) in self.ovens.items():
            state |= {
                f"{name} on": switch.get_active(),
                f"{name} degrees": number_of(spin)(),
                f"{name} programme": program.get_active_id(),
                f"{name} light": lamp.get_active(),
            }
        state |= {f"closed {day}": box.get_active() for day, box in self.closed.items()}
        rows, place = self.tree.get_selection().get_selected()
        return state | {
            "new orders": self.new_orders,
            "selected": rows[place][1] if place else "",
            "tab": self.book.get_tab_label_text(page),
            "customer": self.customer.get_text(),
            "item": self.item.get_active_id(),
            "pieces": number_of(self.pieces)(),
            "pick-up": self.pick_up(),
            "sliced": self.sliced.get_active(),
            "sort": self.sort,
            "closed now": self.closed_now.get_active(),
            "bread of the week": self.week.get_active_id(),
            "sign": self.sign.get_text(),
            "music": int(self.music.get_value()),
            "sold out": self.sold_out,
            "dialog": "Sold out" if self.dialog.get_visible() else "",
        }


keep = Keep()
window = Bakery(sys.argv[1])
window.present()


def begin():
    GLib.timeout_add(100, lambda: keep.write(**window.state()))
    return False


GLib.timeout_add(600, begin)
Gtk.main()
